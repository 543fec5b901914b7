"""run_tests: the workspace's program on the task's samples, with what differs."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from sandbox.errors import BuildFailed
from tasks.attempts import Attempts
from tasks.trials import Trials
from tools.attempts import AttemptId
from tools.sample_results import SampleTests, failed_build, sample_tests, sample_tests_text
from tools.step_progress import StepProgress
from tools.tool import AnyTool, Arguments, Caller, Hints, Reply, Tool


class RunTests(Arguments):
    attempt_id: AttemptId
    sample_ids: Annotated[
        list[str],
        Field(
            default_factory=list[str],
            max_length=100,
            description="Run only these samples; empty for all of them.",
        ),
    ]


class SampleRunTools:
    def __init__(self, attempts: Attempts, trials: Trials) -> None:
        self._attempts = attempts
        self._trials = trials

    def tools(self) -> Sequence[AnyTool]:
        return (
            Tool(
                name="run_tests",
                title="Run the sample tests",
                description=(
                    "Runs the attempt's program on the task's samples in the sandbox and shows, for failures, a diff "
                    "and the first differing byte. Takes at most 25 s; what did not run by then is named."
                ),
                hints=Hints(read_only=True, idempotent=True),
                arguments=RunTests,
                result=SampleTests,
                call=self.run_tests,
            ),
        )

    async def run_tests(self, caller: Caller, arguments: RunTests) -> Reply:
        task, files = await self._attempts.runnable(caller.principal, arguments.attempt_id)
        progress = StepProgress(caller.progress, "samples run")
        try:
            runs = await self._trials.run_samples(task, files, arguments.sample_ids, progress.at)
        except BuildFailed as failure:
            result = failed_build(failure.output)
            return Reply(sample_tests_text(result), result)
        result = sample_tests(runs)
        return Reply(sample_tests_text(result), result)
