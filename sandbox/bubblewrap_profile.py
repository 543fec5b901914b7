"""The command line that isolates one run with bubblewrap: a plain function from facts to arguments, never a shell.

From the outside in: setpriv gives up root where there is any and ties the run's life to the server's; prlimit sets what
the kernel counts for each process; bubblewrap makes the namespaces and mounts, and starts the program. Nothing in the
box is writable but a build's scratch places, there is no /proc, and no further user namespace can be made, which would
bring mounts back.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sandbox.box import APP, ENVIRONMENT, Program
from sandbox.box_users import BoxUser
from sandbox.limits import MIB, Limits

NOBODY = 65534
HOSTNAME = "box"

_DATA_MARGIN_BYTES = 1024 * MIB
"""Above the memory limit: what a runtime reserves without touching it. Node 24 reserves 560 MiB to begin with, most of
it for code, and stacks for its threads. The limit only catches what grows faster than the watcher looks."""

_OPEN_FILES = 256

_AROUND_THE_PROGRAM = 2
"""Processes of bubblewrap's own: the one outside and pid 1 inside."""

_ISOLATION = (
    *("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--disable-userns", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"),
    *("--uid", str(NOBODY), "--gid", str(NOBODY), "--hostname", HOSTNAME),
)


@dataclass(frozen=True, slots=True)
class Tools:
    """The programs that isolate, by absolute path."""

    setpriv: Path
    prlimit: Path
    bubblewrap: Path


@dataclass(frozen=True, slots=True)
class Scratch:
    """A writable place of the box's own, in memory."""

    target: str
    most_bytes: int


@dataclass(frozen=True, slots=True)
class BoxView:
    """What of a run is the same for each run in its box."""

    tools: Tools
    program: Program
    files: Path
    """The folder that becomes /app."""
    limits: Limits
    drop_user: bool
    """Whether the server is root, so that its boxes must not be."""
    scratch: tuple[Scratch, ...] = ()


def command(view: BoxView, user: BoxUser, args: Sequence[str], status_fd: int, gate_fd: int) -> list[str]:
    """`status_fd` gets bubblewrap's own account of the run; the program starts once `gate_fd` can be read."""
    return [
        *_who(view, user),
        *_kernel_limits(view),
        *(str(view.tools.bubblewrap), *_ISOLATION),
        *_environment({**ENVIRONMENT, **view.program.environment}),
        *_mounts(view),
        *("--json-status-fd", str(status_fd), "--block-fd", str(gate_fd)),
        *("--", *view.program.argv, *args),
    ]


def process_limit(limits: Limits) -> int:
    """RLIMIT_NPROC for a user who has nothing but one run."""
    return limits.processes + _AROUND_THE_PROGRAM


def _who(view: BoxView, user: BoxUser) -> list[str]:
    drop = ["--reuid", str(user.uid), "--regid", str(user.gid), "--clear-groups"] if view.drop_user else []
    return [str(view.tools.setpriv), *drop, "--pdeathsig", "KILL", "--"]


def _kernel_limits(view: BoxView) -> list[str]:
    limits = view.limits
    # The first whole second above the limit: whoever is stopped by it has used too much, whatever else was noticed.
    cpu = math.floor(limits.cpu_seconds) + 1
    options = [
        f"--cpu={cpu}:{cpu + 1}",
        f"--data={limits.memory_bytes + _DATA_MARGIN_BYTES}",
        f"--fsize={limits.file_bytes}",
        f"--nofile={_OPEN_FILES}",
        "--core=0",
        "--memlock=0",
    ]
    if view.drop_user:  # Our own user has other processes, which this would count; see Confined.limit_processes.
        options.append(f"--nproc={process_limit(limits)}")
    return [str(view.tools.prlimit), *options, "--"]


def _environment(variables: Mapping[str, str]) -> list[str]:
    return [word for name, value in variables.items() for word in ("--setenv", name, value)]


def _mounts(view: BoxView) -> list[str]:
    return [
        *("--ro-bind", str(view.program.root.folder), "/"),
        *("--dev-bind", "/dev/null", "/dev/null"),
        *("--dev-bind", "/dev/urandom", "/dev/urandom"),
        *(word for mount in view.program.mounts for word in ("--ro-bind", str(mount.source), mount.target)),
        *(word for place in view.scratch for word in ("--size", str(place.most_bytes), "--tmpfs", place.target)),
        *("--ro-bind", str(view.files), APP),
        *("--chdir", APP),
        *("--remount-ro", "/"),
    ]
