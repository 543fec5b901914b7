"""run_program: the workspace's program on arguments of one's own, raw output."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from sandbox.outcome import Outcome
from tasks.attempts import Attempts
from tasks.trials import MAX_ARGUMENTS, Trials
from tools.attempts import AttemptId
from tools.outputs import Output, messages, output, output_text
from tools.tool import AnyTool, Arguments, Caller, Hints, Reply, Result, Tool

MAX_STDOUT_BYTES = 6_500
MAX_STDERR_BYTES = 2_000


class RunProgram(Arguments):
    attempt_id: AttemptId
    args: Annotated[
        list[str],
        Field(
            default_factory=list[str],
            max_length=MAX_ARGUMENTS,
            description="Arguments after the program's name, passed verbatim, no shell.",
        ),
    ]


class ProgramRun(Result):
    exit_code: Annotated[int, Field(description="As a shell reports it: 128 + N when signal N ended the program")]
    signal: int | None
    limit: Annotated[str | None, Field(description="The limit that ended the run: stdout, memory, cpu or wall")]
    cpu_seconds: float
    stdout: Output
    stderr: Output


class ProgramRunTools:
    def __init__(self, attempts: Attempts, trials: Trials) -> None:
        self._attempts = attempts
        self._trials = trials

    def tools(self) -> Sequence[AnyTool]:
        return (
            Tool(
                name="run_program",
                title="Run the program",
                description="Runs the attempt's program once in the sandbox and returns its output and exit code.",
                hints=Hints(read_only=True, idempotent=True),
                arguments=RunProgram,
                result=ProgramRun,
                call=self.run_program,
            ),
        )

    async def run_program(self, caller: Caller, arguments: RunProgram) -> Reply:
        task, files = await self._attempts.runnable(caller.principal, arguments.attempt_id)
        result = _result(await self._trials.run_program(task, files, arguments.args))
        return Reply(_text(result), result)


def _result(outcome: Outcome) -> ProgramRun:
    return ProgramRun(
        exit_code=outcome.exit_code,
        signal=outcome.signal,
        limit=outcome.exceeded.value if outcome.exceeded else None,
        cpu_seconds=round(outcome.cpu_seconds, 3),
        stdout=output(outcome.stdout, MAX_STDOUT_BYTES),
        stderr=messages(outcome.stderr, MAX_STDERR_BYTES),
    )


def _text(run: ProgramRun) -> str:
    signal = f", ended by signal {run.signal}" if run.signal is not None else ""
    limit = f", {run.limit} limit exceeded" if run.limit else ""
    head = f"exit code {run.exit_code}{signal}{limit}, {run.cpu_seconds:g} s of CPU time"
    return "\n".join([head, output_text("stdout", run.stdout), output_text("stderr", run.stderr)])
