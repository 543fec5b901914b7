import pytest

from sandbox.box_users import BoxUsers
from sandbox.errors import SandboxFault


def test_root_gives_each_run_a_spare_user_of_its_own() -> None:
    users = BoxUsers(current=0)
    with users.one() as first, users.one() as second:
        assert first.uid != second.uid
        assert 0 not in (first.uid, second.uid, first.gid)
        assert first.gid == second.gid == users.group


def test_an_ordinary_user_gives_itself() -> None:
    users = BoxUsers(current=1234)
    with users.one() as first, users.one() as second:
        assert first == second
        assert first.uid == 1234
    assert users.group is None


def test_a_user_is_used_again_after_its_run_and_running_out_is_a_fault() -> None:
    users = BoxUsers(current=0)
    for _ in range(1000):
        with users.one():
            pass
    with pytest.raises(SandboxFault, match="run at once"):
        hold_one_after_another(users, 1000)


def hold_one_after_another(users: BoxUsers, count: int) -> None:
    if count:
        with users.one():
            hold_one_after_another(users, count - 1)
