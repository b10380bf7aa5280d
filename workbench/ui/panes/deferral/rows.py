"""The panel as rows: settings, suitcases with their tools, and the scope."""

from collections.abc import Collection, Iterator
from typing import Final

from workbench.disclosure.deferral import DEFERRABLE, FOUNDATIONAL
from workbench.model import Kind, Tool
from workbench.ui.format import count, number
from workbench.ui.panes.deferral.changes import changed
from workbench.ui.panes.deferral.sight import Grant, Sight, Suitcase, standing
from workbench.ui.panes.rows import Row, Span, Tone, heading

Key = tuple[str, str]
"""What a row stands for: `setting`, `toolset`, `plugin`, `tool` or `grant`, and its name."""

NO_CORE: Final = (
    "No core tools are configured: only tools of servers and plugins defer.",
    "`core_tools: shipped` in the configuration brings a set to try it with.",
)


def deferral_rows(sight: Sight, opened: Collection[str]) -> Iterator[Row]:
    """The settings, then the suitcases; those in `opened` with their tools."""
    moved = changed(sight.settings, sight.configured)
    search = sight.settings.tool_search
    meaning = {
        "auto": "as soon as a tool can defer",
        "on": "core tools defer whatever they cost",
        "off": "all tools are loaded",
    }
    yield setting("enabled", f"‹ {search.enabled} ›", meaning[search.enabled], moved)
    if sight.core:
        yield setting("defer_core_tools", _box(search.defer_core_tools),
                       f"{len(DEFERRABLE)} verbose core tools may defer", moved)  # fmt: skip
        limit = search.auto_token_threshold
        yield setting("auto_token_threshold", f"‹ {number(limit) if limit else 'off'} ›",
                       "tokens from which auto acts", moved)  # fmt: skip
    else:
        yield Row()
        yield from (Row(((line, "dim"),)) for line in NO_CORE)
    if sight.suitcases:
        yield Row()
        yield Row((("Suitcases", "head"),), right=(("deferred   tokens         saves", "dim"),))
        for case in sight.suitcases:
            yield from _suitcase(case, sight, case.toolset in opened)


def setting(name: str, value: str, meaning: str, moved: Collection[str]) -> Row:
    """One setting with its value and what it means; `moved` names those that are not as configured."""
    spans: tuple[Span, ...] = (
        mark(name in moved),
        (name.ljust(22), "text"),
        (value.ljust(12), "name"),
        (meaning, "dim"),
    )
    return Row(spans, hang=36, lines=2, key=("setting", name))


def _suitcase(case: Suitcase, sight: Sight, opened: bool) -> Iterator[Row]:
    search, then = sight.settings.tool_search, sight.configured.tool_search
    core = case.kind is Kind.CORE
    on = case.toolset in search.defer_builtin_toolsets
    names = {tool.name for tool in case.tools}
    moved = on != (case.toolset in then.defer_builtin_toolsets) or bool(
        names & (set(search.never_defer_tools) ^ set(then.never_defer_tools))
        or names & (set(search.defer or ()) ^ set(then.defer or ()))
    )
    movable = core and bool(names - FOUNDATIONAL)
    box = _box(on) if movable else "   "
    left: tuple[Span, ...] = (
        mark(moved), ("▾ " if opened else "▸ ", "dim"), (box, "name"), (f" {case.toolset}", "text"),
        ("" if core else "  plugin", "dim"),
    )  # fmt: skip
    if case.deferred:
        saves: Span = (number(case.saved).rjust(14), "good")
    elif movable and case.possible:
        saves = (f"up to {number(case.possible)}".rjust(14), "dim")
    else:
        saves = ("–".rjust(14), "dim")
    figures: tuple[Span, ...] = (
        (f"{case.deferred} of {len(case.tools)}".rjust(8), "text" if case.deferred else "dim"),
        (number(case.tokens).rjust(9), "text"), saves,
    )  # fmt: skip
    yield Row(left, right=figures, lines=1, key=("toolset" if core else "plugin", case.toolset))
    if opened:
        for tool in case.tools:
            yield _tool(tool, sight)


def _tool(tool: Tool, sight: Sight) -> Row:
    search, then = sight.settings.tool_search, sight.configured.tool_search
    words, deferred = standing(tool, sight)
    moved = (tool.name in search.never_defer_tools) != (tool.name in then.never_defer_tools) or (
        tool.name in (search.defer or ())
    ) != (tool.name in (then.defer or ()))
    locked = tool.name in FOUNDATIONAL or words == "always direct"
    sign: Span = ("◆ ", "dim") if locked else ("○ ", "good") if deferred else ("● ", "text")
    right: tuple[Span, ...] = (
        (words, "good" if deferred else "warn" if words == "never defers" else "dim"),
        (number(tool.schema_tokens).rjust(9), "text"),
        (" " * 14, "text"),
    )  # fmt: skip
    return Row(
        (mark(moved), ("      ", "text"), sign, (tool.name, "text")), right=right, lines=1, key=("tool", tool.name)
    )


def scope_rows(sight: Sight) -> Iterator[Row]:
    """Every toolset, granted or not."""
    granted = sum(grant.granted for grant in sight.grants)
    yield heading("Toolsets of the session", f"{granted} of {count(len(sight.grants), 'toolset')} granted")
    yield Row((("Search, describe, call and turns see what is granted here and nothing else, as a sub-agent "
                "with fewer toolsets would.", "dim"),))  # fmt: skip
    yield Row()
    for grant in sight.grants:
        yield _grant(grant, sight)


def _grant(grant: Grant, sight: Sight) -> Row:
    moved = grant.granted != sight.configured.toolsets.grants(grant.toolset)
    tone: Tone = "text" if grant.granted else "dim"
    tools = "tools unknown" if grant.tools is None else count(grant.tools, "tool")
    tokens = f"{number(grant.tokens)} tok" if grant.tokens is not None else "–"
    left: tuple[Span, ...] = (mark(moved), (_box(grant.granted), "name"), (f" {grant.toolset}", tone))
    right: tuple[Span, ...] = ((grant.origin.ljust(8), "dim"), (tools.rjust(13), tone), (tokens.rjust(13), tone))
    return Row(left, right=right, lines=1, key=("grant", grant.toolset))


def _box(on: bool) -> str:
    return "[x]" if on else "[ ]"


def mark(moved: bool) -> Span:
    """The sign of what is not as configured."""
    return ("~ " if moved else "  ", "warn")
