"""What can keep a session from going on. What a program under judgement did is never an error: it is a result."""


class SessionError(Exception):
    """The base of this module: the text is meant to be read by a person."""


class ToolFailed(SessionError):
    """Raised when the server refuses a call or fails at it. The text is the server's: the cause, then what to do."""


class ServerUnreachable(SessionError):
    """Raised when a server can't be started or reached, or the connection to it is lost."""

    def __init__(self, cause: str, action: str, log: str = "") -> None:
        """`log` is the end of what the server wrote, where that can be seen from here."""
        last_words = f"\nThe server's last lines:\n{log}" if log else ""
        super().__init__(f"{cause}. {action}.{last_words}")


class UnexpectedAnswer(SessionError):
    """Raised when an answer has not the form that this client knows."""

    def __init__(self, tool: str) -> None:
        super().__init__(
            f"{tool} answered in a form that this client does not know. "
            "Check that the other end is a RepoZero server, and upgrade the older of the two."
        )


class SubmissionFaulted(SessionError):
    """Raised when the server failed to judge a submission, which is no verdict and was not charged."""

    def __init__(self, number: int, incident: str | None) -> None:
        super().__init__(
            f"The server failed to judge submission {number} (incident {incident}); it was not charged. Submit again."
        )
