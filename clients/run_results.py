"""What came of running a program outside of a submission."""

import base64

from clients.results import Answer


class SampleVerdict(Answer):
    """`verdict` may also be `not_run`: the time of the call was too short."""

    sample_id: str
    verdict: str


class SampleFailure(Answer):
    """What differs. Arguments and excerpts are escaped by the server, and cut where they are long."""

    sample_id: str
    verdict: str
    args: str
    expected_exit_code: int
    exit_code: int
    signal: int | None = None
    first_differing_byte: int | None = None
    expected_there: str | None = None
    actual_there: str | None = None
    diff: str | None = None
    stderr: str | None = None


class SampleTests(Answer):
    """The counts are of all; `samples` and `failures` hold as many as fit in an answer, from the first."""

    passed: int
    failed: int
    not_run: int
    samples: tuple[SampleVerdict, ...]
    failures: tuple[SampleFailure, ...]
    build_output: str | None = None

    @property
    def all_passed(self) -> bool:
        return self.passed == self.total > 0

    @property
    def total(self) -> int:
        """How many samples were asked for; 0 where the program does not build."""
        return self.passed + self.failed + self.not_run


class Output(Answer):
    """What a program printed, from the start as far as it is shown; base64 where it is not UTF-8."""

    text: str | None = None
    base64: str | None = None
    total_bytes: int
    shown_bytes: int

    @property
    def content(self) -> bytes:
        if self.base64 is not None:
            return base64.b64decode(self.base64)
        return (self.text or "").encode()


class ProgramRun(Answer):
    """`exit_code` as a shell reports it; `limit` names the limit that ended the run."""

    exit_code: int
    signal: int | None = None
    limit: str | None = None
    cpu_seconds: float
    stdout: Output
    stderr: Output
