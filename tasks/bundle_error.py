"""What is wrong with a task bundle."""


class BundleError(Exception):
    """Raised when a bundle breaks the format. Names the file, the key or line where there is one, and the reason."""

    def __init__(self, file: str, reason: str, key: str | None = None) -> None:
        where = file if key is None else f"{file}, {key}"
        super().__init__(f"{where}: {reason}")
        self.file = file
        self.key = key
        self.reason = reason
