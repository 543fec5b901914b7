"""`kill -9` at seeded points of a scripted attempt: nothing acknowledged is lost, nothing is charged twice."""

import random
import signal
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import anyio

from tests.server.boxes import folders_of_boxes, gone, processes_of_boxes
from tests.server.conftest import StartServer
from tests.server.scripted_agent import BUDGET, ScriptedAgent
from tests.server.server_process import ServerProcess

KILLS_AT_WORK = 50
CHANCE_TO_DIE_YOUNG = 0.2
MOMENTS = (0.0, 0.003, 0.01, 0.03, 0.1, 0.5)
"""Seconds after which a server is killed, unless it has answered; then it is killed just after that."""
SHORT_LEASE = "2"
PATIENCE = 3
"""One that more servers die over is given up some day, rightly: it may be the cause."""
BOUND_SECONDS = 300


async def test_kill_9_loses_nothing_that_was_acknowledged(start_server: StartServer, cache: Path) -> None:
    seeded = random.Random(20260302)  # noqa: S311 - picks when to kill; nothing is kept secret by it
    agent = ScriptedAgent()

    def start() -> AbstractAsyncContextManager[ServerProcess]:
        return start_server(REPOZERO_LEASE_SECONDS=SHORT_LEASE, REPOZERO_SUBMISSION_BUDGET=str(BUDGET))

    with anyio.fail_after(BOUND_SECONDS):
        for _ in range(KILLS_AT_WORK):
            if seeded.random() < CHANCE_TO_DIE_YOUNG:
                async with start() as server:
                    await die_young(agent, server, seeded)
            async with start() as server:
                await agent.examine(server, PATIENCE)
                for _ in range(seeded.randrange(4)):
                    await take_a_step(agent, server)
                await die_in_a_step(agent, server, seeded)
        async with start() as server:
            await agent.examine(server, PATIENCE)
            await agent.examine_verdicts(server)
            server.close_stdin()
            assert await server.ended() == 0
        await gone(processes_of_boxes(cache))
        assert folders_of_boxes(cache) == []
    assert len(agent.submissions) > KILLS_AT_WORK / 10


async def take_a_step(agent: ScriptedAgent, server: ServerProcess) -> None:
    step = agent.next_step()
    agent.acknowledge(step, await server.call(step.tool, **step.arguments))


async def die_in_a_step(agent: ScriptedAgent, server: ServerProcess, seeded: random.Random) -> None:
    """Kill the server while it works on a step, or just after it has acknowledged one.

    What is in the pipe by then has been said.
    """
    step = agent.next_step()
    request = await server.begin(step.tool, **step.arguments)
    answer = None
    with anyio.move_on_after(seeded.choice(MOMENTS)):
        answer = await server.answer(request)
    await die(agent, server)
    answer = answer or await server.last_answer(request)
    if answer is not None:
        agent.acknowledge(step, answer["result"])


async def die_young(agent: ScriptedAgent, server: ServerProcess, seeded: random.Random) -> None:
    """Kill a server while it starts, or looks at what the last one has left."""
    request = await server.begin("list_tasks")
    with anyio.move_on_after(seeded.choice(MOMENTS)):
        await server.answer(request)
    await die(agent, server)


async def die(agent: ScriptedAgent, server: ServerProcess) -> None:
    server.signal(signal.SIGKILL)
    assert await server.ended() == -signal.SIGKILL
    agent.mourn()
