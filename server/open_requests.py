"""Ending the requests that are under way when the server ends.

A call may wait half a minute for a verdict, and a web server that ends waits for its requests. What they asked for is
in the store already, so nobody has to wait: the caller asks again later.
"""

import anyio
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

RETRY_SECONDS = 5


class OpenRequests:
    """An ASGI application around another one, whose requests can be ended from outside."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._scopes = set[anyio.CancelScope]()
        self._ending = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _Answer(send)
        with anyio.CancelScope() as request:
            self._scopes.add(request)
            if self._ending:
                request.cancel()
            try:
                await self._app(scope, receive, answer)
            finally:
                self._scopes.discard(request)
        if request.cancelled_caught:
            await answer.end(scope, receive)

    def end(self) -> None:
        """End all requests, and each one that still comes."""
        self._ending = True
        for request in self._scopes:
            request.cancel()


class _Answer:
    """Passes on what an application sends, and knows how far it has come."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._started = False
        self._finished = False

    async def __call__(self, message: Message) -> None:
        self._started = True
        self._finished = message["type"] == "http.response.body" and not message.get("more_body", False)
        await self._send(message)

    async def end(self, scope: Scope, receive: Receive) -> None:
        """Complete the answer: a stream just ends, a request without any answer gets a refusal."""
        if not self._started:
            refusal = Response("The server is ending", 503, {"Retry-After": str(RETRY_SECONDS)})
            await refusal(scope, receive, self._send)
        elif not self._finished:
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})
