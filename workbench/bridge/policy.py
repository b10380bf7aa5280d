"""Which tools run at once, which are asked about and which never run (spec 3.5)."""

from collections.abc import Awaitable, Callable, Mapping
from fnmatch import fnmatchcase
from typing import Final

from workbench.model import Approval, Json, Tool

Approve = Callable[[Tool, Mapping[str, Json]], Awaitable[bool]]
"""Asks whether a tool may run with exactly these arguments."""

_STRICTNESS: Final = (Approval.ALLOW, Approval.ASK, Approval.DENY)


def approval_for(tool: Tool, overrides: Mapping[str, Approval]) -> Approval:
    """What has to happen before the tool runs.

    An override under its exact model-facing name wins, then one under its original name, then the pattern (`*`, `?`,
    `[...]`, of either name) with the most literal characters, of several the strictest. Without any: allowed where the
    server says it only reads, and does not also say it destroys; else asked.
    """
    names = (tool.name, tool.original_name)
    for name in names:
        if name in overrides:
            return overrides[name]
    fitting = [
        (_literal(pattern), _STRICTNESS.index(approval))
        for pattern, approval in overrides.items()
        if any(fnmatchcase(name, pattern) for name in names)
    ]
    if fitting:
        return _STRICTNESS[max(fitting)[1]]
    hints = tool.annotations
    return Approval.ALLOW if hints.read_only is True and hints.destructive is not True else Approval.ASK


def _literal(pattern: str) -> int:
    return sum(char not in "*?[]" for char in pattern)
