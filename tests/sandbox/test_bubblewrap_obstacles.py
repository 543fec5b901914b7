from pathlib import Path

import pytest

from sandbox.bubblewrap_obstacles import explain, missing_tool, unreachable, unwatchable


def test_a_missing_tool_comes_with_the_command_that_installs_it() -> None:
    assert "apt-get install util-linux" in missing_tool("prlimit", "util-linux").remedy


def test_the_folder_that_stops_others_is_named(tmp_path: Path) -> None:
    private = tmp_path / "private"
    (private / "cache").mkdir(parents=True)
    private.chmod(0o700)
    obstacle = unreachable(private / "cache")
    assert obstacle is not None
    assert str(private) in obstacle.reason
    assert "/var/cache/repozero-mcp" in obstacle.remedy


def test_an_old_bubblewrap_is_recognised() -> None:
    assert "0.8 or newer" in explain("bwrap: Unknown option --disable-userns").remedy


def test_an_unknown_obstacle_keeps_bubblewraps_own_words() -> None:
    complaint = "bwrap: Creating new namespace failed: Operation not permitted"
    assert complaint in explain(complaint).reason


@pytest.mark.parametrize(
    ("setting", "value", "advice"),
    [
        ("kernel/apparmor_restrict_unprivileged_userns", "1", "AppArmor profile"),
        ("kernel/unprivileged_userns_clone", "0", "sysctl -w kernel.unprivileged_userns_clone=1"),
        ("user/max_user_namespaces", "0", "sysctl -w user.max_user_namespaces"),
    ],
)
def test_a_setting_of_the_kernel_is_named_with_the_command_that_changes_it(
    tmp_path: Path, setting: str, value: str, advice: str
) -> None:
    (tmp_path / setting).parent.mkdir()
    (tmp_path / setting).write_text(f"{value}\n")
    obstacle = explain("bwrap: setting up uid map: Permission denied", tmp_path)
    assert setting.replace("/", ".") in obstacle.reason
    assert advice in obstacle.remedy


def test_this_machine_lists_children() -> None:
    assert unwatchable() is None
