"""Requests that are under way when the server ends get a whole answer at once, whatever they wait for."""

import anyio
from starlette.types import Message, Receive, Scope, Send

from server.open_requests import OpenRequests

HTTP: Scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
START: Message = {"type": "http.response.start", "status": 200, "headers": []}
FIRST: Message = {"type": "http.response.body", "body": b"first", "more_body": True}
LAST: Message = {"type": "http.response.body", "body": b"last", "more_body": False}
NOTHING_MORE: Message = {"type": "http.response.body", "body": b"", "more_body": False}


class Application:
    """Sends some messages, then waits forever."""

    def __init__(self, *messages: Message) -> None:
        self.waits = anyio.Event()
        self._messages = messages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        for message in self._messages:
            await send(message)
        self.waits.set()
        await anyio.sleep_forever()


async def ended(*messages: Message) -> list[Message]:
    """All that a caller gets whose request is ended after these messages."""
    application = Application(*messages)
    requests, sent = OpenRequests(application), list[Message]()
    with anyio.fail_after(10):
        async with anyio.create_task_group() as group:
            group.start_soon(requests, HTTP, nothing_comes, collecting(sent))
            await application.waits.wait()
            requests.end()
    return sent


def collecting(sent: list[Message]) -> Send:
    async def send(message: Message) -> None:
        sent.append(message)

    return send


async def nothing_comes() -> Message:
    await anyio.sleep_forever()
    raise AssertionError


async def test_a_request_without_an_answer_is_told_to_come_back() -> None:
    start, body = await ended()
    assert (start["status"], dict(start["headers"])[b"retry-after"]) == (503, b"5")
    assert body["body"] == b"The server is ending"


async def test_a_stream_ends_where_it_is() -> None:
    assert await ended(START, FIRST) == [START, FIRST, NOTHING_MORE]


async def test_an_answer_that_is_whole_is_left_alone() -> None:
    assert await ended(START, FIRST, LAST) == [START, FIRST, LAST]


async def test_a_request_that_comes_afterwards_is_told_the_same() -> None:
    requests, sent = OpenRequests(Application()), list[Message]()
    requests.end()
    with anyio.fail_after(10):
        await requests(HTTP, nothing_comes, collecting(sent))
    assert sent[0]["status"] == 503


async def test_an_error_of_the_application_is_passed_on() -> None:
    async def failing(scope: Scope, receive: Receive, send: Send) -> None:
        raise RuntimeError("ours")

    requests, raised = OpenRequests(failing), list[str]()
    try:
        await requests(HTTP, nothing_comes, collecting([]))
    except RuntimeError as error:
        raised.append(str(error))
    assert raised == ["ours"]
