"""write_files, edit_file and read_file: the workspace."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from tasks.attempts import Attempts, AttemptView
from tasks.workspace import MAX_FILES, NewFile
from tools.attempts import AttemptId
from tools.pages import page_of
from tools.tool import AnyTool, Arguments, Caller, Hints, Reply, Result, Tool

Path = Annotated[str, Field(description="Relative path with / between folders, e.g. src/codec.mjs.")]


class FileToWrite(Arguments):
    path: Path
    content: Annotated[str, Field(description="The whole content of the file; it is stored as UTF-8.")]


class WriteFiles(Arguments):
    attempt_id: AttemptId
    files: Annotated[
        list[FileToWrite],
        Field(
            default_factory=list[FileToWrite],
            max_length=MAX_FILES,
            description="Files to create or replace; may be empty.",
        ),
    ]
    delete: Annotated[
        list[str],
        Field(
            default_factory=list[str], max_length=MAX_FILES, description="Paths of files to delete; each must be there."
        ),
    ]


class EditFile(Arguments):
    attempt_id: AttemptId
    path: Path
    old_text: Annotated[str, Field(min_length=1, description="Text that occurs exactly once in the file.")]
    new_text: Annotated[str, Field(description="What stands there instead.")]


class ReadFile(Arguments):
    attempt_id: AttemptId
    path: Path
    offset: Annotated[int, Field(ge=0, description="Character to begin at; use next_offset of the page before.")] = 0


class Workspace(Result):
    total_files: int
    total_bytes: int


class FilePage(Result):
    path: str
    offset: int
    next_offset: int | None
    total_characters: int


class FileTools:
    def __init__(self, attempts: Attempts) -> None:
        self._attempts = attempts

    def tools(self) -> Sequence[AnyTool]:
        return (
            Tool(
                name="write_files",
                title="Write files",
                description="Creates, replaces and deletes files of an attempt, all of them or, on any error, none.",
                hints=Hints(read_only=False, destructive=True, idempotent=True),
                arguments=WriteFiles,
                result=Workspace,
                call=self.write_files,
            ),
            Tool(
                name="edit_file",
                title="Edit a file",
                description="Replaces the only occurrence of a text in one file of an attempt.",
                hints=Hints(read_only=False, destructive=True),
                arguments=EditFile,
                result=Workspace,
                call=self.edit_file,
            ),
            Tool(
                name="read_file",
                title="Read a file",
                description=(
                    "Returns a file of an attempt as text, in pages of 8 KB. The last block of the result is JSON with "
                    "next_offset, absent on the last page."
                ),
                hints=Hints(read_only=True, idempotent=True),
                arguments=ReadFile,
                result=FilePage,
                call=self.read_file,
                text_only=True,
            ),
        )

    async def write_files(self, caller: Caller, arguments: WriteFiles) -> Reply:
        files = [NewFile(file.path, file.content) for file in arguments.files]
        view = await self._attempts.write_files(caller.principal, arguments.attempt_id, files, arguments.delete)
        return _workspace(f"Wrote {len(files)} and deleted {len(arguments.delete)} files.", view)

    async def edit_file(self, caller: Caller, arguments: EditFile) -> Reply:
        view = await self._attempts.edit_file(
            caller.principal, arguments.attempt_id, arguments.path, arguments.old_text, arguments.new_text
        )
        return _workspace(f"Edited {arguments.path}.", view)

    async def read_file(self, caller: Caller, arguments: ReadFile) -> Reply:
        text = await self._attempts.read_file(caller.principal, arguments.attempt_id, arguments.path)
        page = page_of(text, arguments.offset)
        result = FilePage(
            path=arguments.path,
            offset=page.offset,
            next_offset=page.next_offset,
            total_characters=page.total_characters,
        )
        return Reply(page.text, result)


def _workspace(done: str, view: AttemptView) -> Reply:
    result = Workspace(total_files=len(view.files), total_bytes=sum(file.size for file in view.files.values()))
    return Reply(f"{done} The workspace holds {result.total_files} files, {result.total_bytes} bytes.", result)
