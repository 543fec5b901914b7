"""Why bubblewrap can't isolate here, and what a person can do about it. Settings tell more than messages."""

import stat
from dataclasses import dataclass
from pathlib import Path

_SYSTEM = Path("/proc/sys")


@dataclass(frozen=True, slots=True)
class Obstacle:
    reason: str
    remedy: str


def missing_tool(name: str, package: str) -> Obstacle:
    return Obstacle(
        f"the program {name} is not installed",
        f"Install it: apt-get install {package} (or your distribution's package of that name).",
    )


def unreachable(cache_dir: Path) -> Obstacle | None:
    """As root, boxes run under another uid, which must be able to walk to the cache."""
    for folder in (cache_dir, *cache_dir.parents):
        if not folder.stat().st_mode & stat.S_IXOTH:
            return Obstacle(
                f"the cache {cache_dir} lies under {folder}, which other users can't enter",
                "Started as root, programs run as an unprivileged user that must reach the cache: "
                "choose a cache folder such as /var/cache/repozero-mcp.",
            )
    return None


def unwatchable() -> Obstacle | None:
    """Without it the watcher would see the first process of a tree and no other."""
    if any(Path("/proc/self/task").glob("*/children")):
        return None
    return Obstacle(
        "/proc is not mounted, or the kernel was built without CONFIG_PROC_CHILDREN, so processes can't be watched",
        "Mount /proc, or use a kernel of a current distribution.",
    )


def explain(complaint: str, settings: Path = _SYSTEM) -> Obstacle:
    """Why a trial run failed: `complaint` is what the sandbox printed, `settings` where the kernel shows its own."""
    if "disable-userns" in complaint:
        return Obstacle("bubblewrap is too old", "Install bubblewrap 0.8 or newer.")
    for setting, bad, remedy in _SETTINGS:
        if _read(settings / setting) == bad:
            return Obstacle(f"{setting.replace('/', '.')} is {bad}: {complaint}", remedy)
    return Obstacle(
        complaint,
        "The kernel must let bubblewrap make namespaces: in a container, allow it the unshare, clone and mount system "
        "calls and an unmasked /proc, or use another sandbox backend.",
    )


_SETTINGS = (
    (
        "kernel/apparmor_restrict_unprivileged_userns",
        "1",
        "Allow bubblewrap user namespaces with an AppArmor profile for it (Ubuntu: apt-get install apparmor-profiles, "
        "then load bwrap-userns-restrict), or for everyone: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0.",
    ),
    (
        "kernel/unprivileged_userns_clone",
        "0",
        "Allow user namespaces: sysctl -w kernel.unprivileged_userns_clone=1.",
    ),
    (
        "user/max_user_namespaces",
        "0",
        "Allow user namespaces: sysctl -w user.max_user_namespaces=10000.",
    ),
)


def _read(setting: Path) -> str | None:
    try:
        return setting.read_text().strip()
    except OSError:
        return None
