"""submit and get_submission: hidden validation, and waiting for it."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from tasks.attempt import Submission
from tasks.feedback import FeedbackPolicy
from tasks.submissions import MAX_WAIT_SECONDS, Submissions
from tools.attempts import AttemptId
from tools.step_progress import StepProgress
from tools.submission_text import SubmissionResult, submission_result, submission_text
from tools.tool import AnyTool, Arguments, Caller, Hints, Reply, Tool

WaitSeconds = Annotated[
    int, Field(ge=0, le=MAX_WAIT_SECONDS, description="Wait so long for the verdict; the judging goes on regardless.")
]


class Submit(Arguments):
    attempt_id: AttemptId
    wait_seconds: WaitSeconds = MAX_WAIT_SECONDS


class GetSubmission(Arguments):
    submission_id: Annotated[str, Field(description="The submission's handle, as submit gave it.")]
    wait_seconds: WaitSeconds = MAX_WAIT_SECONDS


class SubmissionTools:
    def __init__(self, submissions: Submissions, policy: FeedbackPolicy) -> None:
        self._submissions = submissions
        self._policy = policy

    def tools(self) -> Sequence[AnyTool]:
        return (
            Tool(
                name="submit",
                title="Submit",
                description=(
                    "Freezes the attempt's files and validates them on hidden cases; charges one submission. The same "
                    "files again return the earlier submission, uncharged. Returns the verdict, or running."
                ),
                hints=Hints(read_only=False, idempotent=True),
                arguments=Submit,
                result=SubmissionResult,
                call=self.submit,
            ),
            Tool(
                name="get_submission",
                title="Look at a submission",
                description="Returns a submission's verdict, waiting for it if it is still being judged.",
                hints=Hints(read_only=True, idempotent=True),
                arguments=GetSubmission,
                result=SubmissionResult,
                call=self.get_submission,
            ),
        )

    async def submit(self, caller: Caller, arguments: Submit) -> Reply:
        submission = await self._submissions.submit(caller.principal, arguments.attempt_id)
        return await self._reply(caller, submission.id, arguments.wait_seconds)

    async def get_submission(self, caller: Caller, arguments: GetSubmission) -> Reply:
        return await self._reply(caller, arguments.submission_id, arguments.wait_seconds)

    async def _reply(self, caller: Caller, submission_id: str, wait_seconds: int) -> Reply:
        steps = StepProgress(caller.progress, "hidden cases judged")

        async def progress(submission: Submission) -> None:
            if self._policy is not FeedbackPolicy.VERDICT:
                await steps.at(submission.done, submission.total)

        submission = await self._submissions.wait(caller.principal, submission_id, wait_seconds, progress)
        result = submission_result(submission, self._policy)
        return Reply(submission_text(result), result)
