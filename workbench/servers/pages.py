"""Walking the pages of `tools/list`, whatever cursors a server makes up (spec 3.5)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from workbench.model import Json, RawTool, Report, ServerUnreachable
from workbench.servers.reading import read_tools, shown

PAGE_CAP: Final = 1000

FetchPage = Callable[[str | None], Awaitable[Json]]
"""Asks for one page, None for the first, and gives its raw answer. Raises ServerUnreachable."""


@dataclass(frozen=True, slots=True)
class ToolList:
    """The tools of all pages that could be read, in the order of first appearance, with what was wrong."""

    tools: tuple[RawTool, ...]
    reports: tuple[Report, ...]
    pages: int


async def walk_pages(fetch: FetchPage, where: str, cap: int = PAGE_CAP) -> ToolList:
    """Follows cursors until there is none, one repeats, the cap is reached, or a page fails.

    Pages already read are kept, except when the first one fails, which raises ServerUnreachable. The same tool on two
    pages counts once; another definition under the same name is passed on for naming to refuse.
    """
    merged = _Merged()
    reports: list[Report] = []
    asked: set[str] = set()
    cursor: str | None = None
    pages = 0
    while True:
        try:
            page = await fetch(cursor)
        except ServerUnreachable as fault:
            if pages == 0:
                raise
            reports.append(_report(where, f"page {pages + 1} could not be read: {fault.reason}", "", fault.advice))
            break
        following = page.get("nextCursor") if isinstance(page, dict) else None
        if isinstance(following, str) and following in asked:
            if following:
                reports.append(_report(where, "the cursor did not advance, so the list ends here", shown(following)))
            else:  # some servers end every list with an empty cursor
                reports.extend(merged.add(page, where))
            break
        pages += 1
        reports.extend(merged.add(page, where))
        if following is None:
            break
        if not isinstance(following, str):
            reports.append(_report(where, "the next cursor is not text; the list ends here", shown(following)))
            break
        if pages >= cap:
            reports.append(_report(where, f"the list was left after {cap} pages", "", "the server may never end it"))
            break
        asked.add(following)
        cursor = following
    return ToolList(tuple(merged.tools), tuple(reports), pages)


class _Merged:
    """Tools by raw name in the order of first appearance."""

    def __init__(self) -> None:
        self.tools: list[RawTool] = []
        self._known: dict[str, list[RawTool]] = {}

    def add(self, page: Json, where: str) -> tuple[Report, ...]:
        """Adds a page's tools; the reports about it."""
        items = page.get("tools") if isinstance(page, dict) else page
        tools, reports = read_tools(items, where)
        for tool in tools:
            same_name = self._known.setdefault(tool.name, [])
            if tool not in same_name:
                same_name.append(tool)
                self.tools.append(tool)
        return reports


def _report(where: str, problem: str, given: str = "", advice: str = "") -> Report:
    return Report(where, "tools/list", problem, given=given, advice=advice)
