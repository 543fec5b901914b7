"""An agent that follows a script whatever becomes of its server, and keeps account of what was acknowledged."""

from dataclasses import dataclass, field
from typing import Any

from tests.server.greeting import RIGHT, TASK_ID, WRONG
from tests.server.server_process import Message, ServerProcess

BUDGET = 1000
WAIT_SECONDS = 30

Files = dict[str, str]


@dataclass(frozen=True)
class Step:
    """A call, and the workspace once it is done."""

    tool: str
    arguments: dict[str, Any]
    files: Files


@dataclass
class ScriptedAgent:
    attempt_id: str = ""
    files: Files = field(default_factory=Files)
    """The workspace as acknowledged."""
    submissions: dict[str, str] = field(default_factory=dict[str, str])
    """The acknowledged ones: the program that was submitted -> the handle."""
    unfinished: dict[str, int] = field(default_factory=dict[str, int])
    """Those without a verdict -> how many servers have died since."""
    _position: int = 0
    _in_doubt: Step | None = None
    """Asked for, and not acknowledged before the server died."""

    def next_step(self) -> Step:
        if not self.attempt_id:
            return Step("start_attempt", {"task_id": TASK_ID}, {})
        turn, place = divmod(self._position, 7)
        step = (
            self._write_program(turn),
            self._edit_program(turn),
            self._replace_extra(turn),
            self._call("run_tests"),
            self._call("submit", wait_seconds=0),
            Step("get_submission", {"submission_id": self._latest(), "wait_seconds": WAIT_SECONDS}, self.files),
            self._call("submit", wait_seconds=WAIT_SECONDS),
        )[place]
        self._in_doubt = step
        return step

    def acknowledge(self, step: Step, result: Message) -> None:
        assert not result["isError"], result
        found = result["structuredContent"]
        self._in_doubt = None
        if step.tool == "start_attempt":
            self.attempt_id = found["attempt_id"]
            return
        if step.tool == "run_tests":
            assert (found["passed"], found["failed"]) == ((2, 0) if RIGHT in self.files["main.mjs"] else (0, 2))
        if step.tool == "submit":
            assert self.submissions.setdefault(self.files["main.mjs"], found["submission_id"]) == found["submission_id"]
        if step.tool in {"submit", "get_submission"}:
            self._note(found)
        self.files = step.files
        self._position += 1

    def mourn(self) -> None:
        """The server has died."""
        for submission_id in self.unfinished:
            self.unfinished[submission_id] += 1

    async def examine(self, server: ServerProcess, patience: int) -> None:
        """See that nothing acknowledged is lost, and what became of the step in doubt.

        Wait for the verdict of a submission that `patience` servers or more have died over.
        """
        if not self.attempt_id:
            return
        state = await server.result("get_attempt", attempt_id=self.attempt_id)
        await self._examine_files(server, [row["path"] for row in state["files"]])
        self._examine_charges(state)
        for submission_id, deaths in list(self.unfinished.items()):
            if deaths >= patience:
                self._note(await server.result("get_submission", submission_id=submission_id))
                assert submission_id not in self.unfinished

    async def examine_verdicts(self, server: ServerProcess) -> None:
        numbers = list[int]()
        for program, submission_id in self.submissions.items():
            found = await server.result("get_submission", submission_id=submission_id, wait_seconds=WAIT_SECONDS)
            assert found["verdict"] == ("accepted" if RIGHT in program else "wrong_answer")
            numbers.append(found["number"])
        state = await server.result("get_attempt", attempt_id=self.attempt_id)
        assert numbers == list(range(1, state["total_submissions"] + 1))
        assert state["submissions_left"] == BUDGET - len(numbers)

    async def _examine_files(self, server: ServerProcess, paths: list[str]) -> None:
        found = Files()
        for path in paths:
            read = await server.call("read_file", attempt_id=self.attempt_id, path=path)
            found[path] = read["content"][0]["text"]
        if self._in_doubt is not None and found == self._in_doubt.files != self.files:
            self.files = found
            self._position += 1
        assert found == self.files

    def _examine_charges(self, state: Message) -> None:
        charged = {len(self.submissions)}
        if self._in_doubt is not None and self._in_doubt.tool == "submit":
            charged.add(len(self.submissions | {self.files["main.mjs"]: ""}))
        assert state["total_submissions"] in charged
        assert state["submissions_left"] == BUDGET - state["total_submissions"]
        self._in_doubt = None

    def _note(self, submission: Message) -> None:
        if submission["state"] == "judged":
            self.unfinished.pop(submission["submission_id"], None)
        else:
            assert submission["state"] in {"queued", "running"}
            self.unfinished.setdefault(submission["submission_id"], 0)

    def _latest(self) -> str:
        return list(self.submissions.values())[-1] if self.submissions else ""

    def _call(self, tool: str, **arguments: Any) -> Step:
        return Step(tool, {"attempt_id": self.attempt_id, **arguments}, self.files)

    def _write_program(self, turn: int) -> Step:
        written = {"main.mjs": f"{WRONG if turn % 3 else RIGHT}// turn {turn}\n", "notes.txt": "é" * 10 * turn}
        return self._write(written, [])

    def _edit_program(self, turn: int) -> Step:
        old, new = f"// turn {turn}\n", f"// turn {turn}, edited\n"
        edited = self.files.get("main.mjs", "").replace(old, new)
        edit = {"attempt_id": self.attempt_id, "path": "main.mjs", "old_text": old, "new_text": new}
        return Step("edit_file", edit, {**self.files, "main.mjs": edited})

    def _replace_extra(self, turn: int) -> Step:
        return self._write(
            {f"extra/{turn}.txt": f"{turn}\n"}, [path for path in self.files if path.startswith("extra")]
        )

    def _write(self, written: Files, deleted: list[str]) -> Step:
        files = [{"path": path, "content": content} for path, content in written.items()]
        after = {path: content for path, content in (self.files | written).items() if path not in deleted}
        return Step("write_files", {"attempt_id": self.attempt_id, "files": files, "delete": deleted}, after)
