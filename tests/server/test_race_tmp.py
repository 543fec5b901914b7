import signal, pytest
from tests.server.boxes import *
from tests.server.test_stdio_end import spinning_attempt
from tests.server.conftest import *
@pytest.mark.parametrize("n", range(25))
async def test_race(start_server, cache, n):
    async with start_server(REPOZERO_LEASE_SECONDS="3600") as server:
        await server.begin("submit", attempt_id=await spinning_attempt(server))
        await running(cache)
        server.signal(signal.SIGKILL)
        assert await server.ended() == -signal.SIGKILL
        await gone(processes_of_boxes(cache))
