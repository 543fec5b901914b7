"""Settings come from REPOZERO_* variables, and a mistake in one is named."""

import os
from pathlib import Path

import pytest

from server.settings import OF_THE_CLIENT, BadSettings, read_settings
from tasks.feedback import FeedbackPolicy


@pytest.fixture(autouse=True)
def no_settings_of_whoever_runs_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):  # noqa: TID251 - other people's settings must not reach these tests
        if name.startswith("REPOZERO_"):
            monkeypatch.delenv(name)


def test_without_variables_there_is_a_default_for_everything() -> None:
    settings = read_settings()
    assert settings.data_dir.is_absolute()
    assert settings.cache_dir.is_absolute()
    assert settings.tasks_dir is None
    assert (settings.submission_budget, settings.feedback) == (10, FeedbackPolicy.COUNTS)


def test_variables_set_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REPOZERO_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("REPOZERO_FEEDBACK", "verdict")
    monkeypatch.setenv("REPOZERO_PARALLEL_RUNS", "3")
    settings = read_settings()
    assert (settings.data_dir, settings.feedback, settings.parallel_runs) == (tmp_path, FeedbackPolicy.VERDICT, 3)


@pytest.mark.parametrize("name", ["REPOZERO_DATADIR", "REPOZERO_SANDBOX", "REPOZERO_"])
def test_an_unknown_variable_is_refused(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "fake")
    with pytest.raises(BadSettings, match=f"there is no setting {name};.*REPOZERO_DATA_DIR"):
        read_settings()


@pytest.mark.parametrize("name", sorted(OF_THE_CLIENT))
def test_variables_of_the_client_are_none_of_ours(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "x")
    read_settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REPOZERO_SUBMISSION_BUDGET", "0"),
        ("REPOZERO_SUBMISSION_BUDGET", "many"),
        ("REPOZERO_PARALLEL_RUNS", ""),
        ("REPOZERO_LEASE_SECONDS", "1"),
        ("REPOZERO_FEEDBACK", "everything"),
        ("REPOZERO_LOG_LEVEL", "LOUD"),
    ],
)
def test_a_value_that_can_not_be_used_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings, match=name):
        read_settings()
