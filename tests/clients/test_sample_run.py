"""Samples that one call had no time for are run by the next."""

import sys

from clients.calls import Progress
from clients.local_server import LocalServer
from clients.sample_run import run_samples
from clients.session import open_session

# It has time for one sample a call; the second one fails, and it never gets round to the fourth.
SLOW_SERVER = """
from mcp.server import MCPServer
server = MCPServer("slow")
FAILURE = {"sample_id": "2", "verdict": "wrong_answer", "args": "[]", "expected_exit_code": 0, "exit_code": 0}
@server.tool()
def run_tests(attempt_id: str, sample_ids: list[str]) -> dict[str, object]:
    first, *left = sample_ids or ["1", "2", "3", "4"]
    verdict = {"2": "wrong_answer", "4": "not_run"}.get(first, "accepted")
    verdicts = [verdict] + ["not_run" for _ in left]
    return {
        "passed": verdicts.count("accepted"),
        "failed": verdicts.count("wrong_answer"),
        "not_run": verdicts.count("not_run"),
        "samples": [{"sample_id": i, "verdict": v} for i, v in zip([first, *left], verdicts)],
        "failures": [FAILURE] if first == "2" else [],
    }
server.run()
"""


async def unheard(_progress: Progress) -> None:
    pass


async def test_calls_go_on_until_one_gets_nowhere() -> None:
    async with open_session(LocalServer(command=(sys.executable, "-c", SLOW_SERVER))) as session:
        tests = await run_samples(session, "att", [], unheard)
    assert (tests.passed, tests.failed, tests.not_run, tests.total) == (2, 1, 1, 4)
    assert {sample.sample_id: sample.verdict for sample in tests.samples} == {
        "1": "accepted",
        "2": "wrong_answer",
        "3": "accepted",
        "4": "not_run",
    }
    assert [failure.sample_id for failure in tests.failures] == ["2"]
    assert not tests.all_passed
