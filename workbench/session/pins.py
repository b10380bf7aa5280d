"""What a tool said of itself when it last ran; a tool that has changed since is asked about again (spec 3.5)."""

from collections.abc import Iterator

from workbench.bridge.policy import approval_for
from workbench.bridge.scope import Scope
from workbench.model import Approval, Report, Tool


class Pins:
    """Holds the definitions that were run. `approvals` are the session's overrides; they are changed in place."""

    def __init__(self, approvals: dict[str, Approval]) -> None:
        self._approvals = approvals
        self._ran: dict[str, Tool] = {}
        self._guarded: dict[str, tuple[Tool, Approval | None]] = {}

    def ran(self, tool: Tool) -> None:
        """The tool runs with this definition: it was allowed, or somebody was asked about it."""
        guarded, before = self._guarded.get(tool.name, (tool, None))
        if [*_changed(guarded, tool)]:
            return  # a call from before the change, which nobody was asked about
        self._ran[tool.name] = tool
        if tool.name in self._guarded:
            del self._guarded[tool.name]
            self._approvals.pop(tool.name)
            if before is not None:
                self._approvals[tool.name] = before

    def changed(self, tool: Tool) -> Tool | None:
        """The tool as it was when it last ran, where it is another one now."""
        before = self._ran.get(tool.name)
        return before if before is not None and [*_changed(before, tool)] else None

    def compare(self, scope: Scope) -> tuple[Report, ...]:
        """A report for each tool that is no longer what ran. From now on it needs an approval, if it needed none."""
        reports = []
        for name, ran in self._ran.items():
            now = scope.granted(name)
            parts = ", ".join(_changed(ran, now)) if now is not None and now is not ran else ""
            if now is None or not parts:
                continue
            if name in self._guarded:
                self._guarded[name] = now, self._guarded[name][1]
            elif approval_for(now, self._approvals) is Approval.ALLOW:
                self._guarded[name] = now, self._approvals.get(name)
                self._approvals[name] = Approval.ASK
            problem = f"its definition changed since it was last run: {parts}"
            used = "it is asked about before it runs again"
            advice = "Compare what it says now with what you know of it."
            reports.append(Report(now.source, now.original_name, problem, used=used, advice=advice))
        return tuple(reports)


def _changed(before: Tool, now: Tool) -> Iterator[str]:
    if before.source != now.source or before.original_name != now.original_name:
        yield "the tool behind the name"
    for part in ("title", "description", "parameters", "annotations"):
        if getattr(before, part) != getattr(now, part):
            yield part
