"""Starts servers quickly: it has imported everything already, and forks for each connection to its socket.

Usage: nursery.py SOCKET. Says `ready`; ends when its stdin does. A connection brings one message: an environment as
JSON, and three descriptors, which become stdin, stdout and stderr of a server in that environment. The answer is a line
with the server's process id, and when the server has ended a line with its exit code.
"""

import gc
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Mapping, Sequence

from server.commands import main

MESSAGE_BYTES = 1 << 16
STANDARD_DESCRIPTORS = 3


def serve(environment: Mapping[str, str], descriptors: Sequence[int]) -> None:
    """Do what `execve` would: become the server, in this environment and with these descriptors."""
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.environ.clear()  # noqa: TID251 - the environment of the new process is made here, not read
    os.environ.update(environment)  # noqa: TID251 - likewise
    main([])


def attend(connection: socket.socket) -> None:
    message, descriptors, _, _ = socket.recv_fds(connection, MESSAGE_BYTES, STANDARD_DESCRIPTORS)
    pid = os.fork()
    if pid == 0:
        connection.close()
        serve(json.loads(message), descriptors)
    for descriptor in descriptors:
        os.close(descriptor)
    connection.sendall(f"{pid}\n".encode())
    _, status = os.waitpid(pid, 0)
    connection.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())


def wait_for_connections(path: str) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        while True:
            ready, _, _ = select.select([listening, sys.stdin], [], [])
            if sys.stdin in ready:
                return
            connection, _ = listening.accept()
            if os.fork() == 0:
                listening.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                attend(connection)
                return
            connection.close()


gc.freeze()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who attend
wait_for_connections(sys.argv[1])
