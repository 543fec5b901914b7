"""Completing the parts of a resource's URI and the prompt's task, as a person types them."""

from collections.abc import Iterable, Mapping

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CompleteRequestParams,
    CompleteResult,
    Completion,
    PromptReference,
    ResourceTemplateReference,
)

from tasks.catalogue import Catalogue
from tools.context import Context
from tools.errors import unknown_completion
from tools.prompts import SOLVE_TASK, TASK_ID
from tools.uris import VARIABLES, Part, template

MOST_VALUES = 100
"""The protocol's own limit."""
TEMPLATES = frozenset(template(part) for part in Part)


class Completions:
    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def complete(self, context: Context, params: CompleteRequestParams) -> CompleteResult:
        given = params.context.arguments if params.context is not None else None
        candidates = self._candidates(params.ref, params.argument.name, given or {})
        values = sorted({value for value in candidates if value.startswith(params.argument.value)})
        return CompleteResult(
            completion=Completion(values=values[:MOST_VALUES], total=len(values), has_more=len(values) > MOST_VALUES)
        )

    def _candidates(
        self, ref: ResourceTemplateReference | PromptReference, argument: str, given: Mapping[str, str]
    ) -> Iterable[str]:
        if isinstance(ref, PromptReference) and (ref.name, argument) == (SOLVE_TASK, TASK_ID):
            return [task.id for task in self._catalogue.tasks]
        if isinstance(ref, ResourceTemplateReference) and ref.uri in TEMPLATES and argument in VARIABLES:
            names = [dict(zip(VARIABLES, task.id.split("/"), strict=True)) for task in self._catalogue.tasks]
            others = {variable: given[variable] for variable in VARIABLES if variable in given and variable != argument}
            return [name[argument] for name in names if others.items() <= name.items()]
        raise MCPError(code=INVALID_PARAMS, message=unknown_completion())
