"""Both eras of the protocol on one stream.

The SDK takes a connection's era from its first request. A client that asks `server/discover` to learn which eras there
are, and then shakes hands in the older one, would be locked out by its own question. So the question is answered on
the side, and the first request after it decides.
"""

from typing import Any

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server import Server
from mcp.server.runner import serve_dual_era_loop
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest

Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]

DISCOVER = "server/discover"


async def serve_both_eras(server: Server[Any], incoming: Incoming, outgoing: Outgoing) -> None:
    """Serve a connection until the client closes it."""
    async with incoming, outgoing, server.lifespan(server) as lifespan_state:
        passed_on, replayed = anyio.create_memory_object_stream[SessionMessage | Exception]()
        async with anyio.create_task_group() as group:
            group.start_soon(_relay, server, lifespan_state, incoming, outgoing.clone(), passed_on)
            await serve_dual_era_loop(server, replayed, outgoing.clone(), lifespan_state=lifespan_state)
            group.cancel_scope.cancel()


async def _relay(
    server: Server[Any],
    lifespan_state: Any,
    incoming: Incoming,
    outgoing: Outgoing,
    passed_on: MemoryObjectSendStream[SessionMessage | Exception],
) -> None:
    """Answer leading questions here; pass on everything from the first other request."""
    decided = False
    async with passed_on, outgoing:
        async for item in incoming:
            request = item.message if isinstance(item, SessionMessage) else None
            if not decided and isinstance(request, JSONRPCRequest) and request.method == DISCOVER:
                await _answer(server, lifespan_state, item, outgoing)
                continue
            decided = decided or isinstance(request, JSONRPCRequest)
            await passed_on.send(item)


async def _answer(
    server: Server[Any], lifespan_state: Any, question: SessionMessage | Exception, outgoing: Outgoing
) -> None:
    """Answer one request as if it had come on a connection of its own."""
    asked, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](1)
    answering, answers = anyio.create_memory_object_stream[SessionMessage](1)

    async def serve() -> None:
        await serve_dual_era_loop(server, incoming, answering, lifespan_state=lifespan_state)

    async with asked, answers, anyio.create_task_group() as group:
        group.start_soon(serve)
        await asked.send(question)
        await outgoing.send(await answers.receive())
        group.cancel_scope.cancel()
