"""Failures of the sandbox. None of them says anything about the program that was to run."""


class SandboxUnavailable(Exception):
    """Raised when a backend can't isolate programs on this machine. Nothing is ever run without isolation."""

    def __init__(self, backend: str, reason: str, remedy: str) -> None:
        super().__init__(f"the {backend} sandbox can't be used: {reason}. {remedy}")
        self.backend = backend
        self.reason = reason
        self.remedy = remedy


class SandboxFault(Exception):
    """Raised when the sandbox itself failed while a program ran: the run has no outcome and must not be judged."""


class ToolchainMissing(Exception):
    """Raised when this machine lacks what builds or starts the programs of a language."""

    def __init__(self, language: str, reason: str, remedy: str) -> None:
        super().__init__(f"{language} programs can't be built here: {reason}. {remedy}")
        self.language = language
        self.reason = reason
        self.remedy = remedy


class MissingEntry(Exception):
    """Raised when a program lacks the file that its toolchain starts from."""

    def __init__(self, entry: str) -> None:
        super().__init__(f"the program has no {entry}")
        self.entry = entry


class BuildFailed(Exception):
    """Raised when a toolchain could not build the program from its source. `output` is what the compiler printed."""

    def __init__(self, output: str) -> None:
        super().__init__("the program does not build")
        self.output = output
