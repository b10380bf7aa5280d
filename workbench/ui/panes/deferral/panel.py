"""The panel of what-if and deferral, beside the gauges where there is room. Every switch acts at once."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from pathlib import PurePath
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from workbench.disclosure.assembly import BlockCache
from workbench.disclosure.deferral import FOUNDATIONAL
from workbench.disclosure.what_if import Point, over_contexts
from workbench.session import AttachRefused, Session, SessionState
from workbench.settings import Settings
from workbench.ui import actions
from workbench.ui.format import bar, columns, number, percent
from workbench.ui.panes.deferral import changes
from workbench.ui.panes.deferral.baseline import Baseline
from workbench.ui.panes.deferral.rows import Key, deferral_rows, scope_rows
from workbench.ui.panes.deferral.sight import Sight, look
from workbench.ui.panes.deferral.what_if import NUMBERS, chart_rows, contexts_for, what_if_rows
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.rows import Row
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.screens.ask_line import AskLine
from workbench.ui.screens.dialog import Dialog
from workbench.ui.screens.errors import tell_error

VIEWS: Final = ("Deferral", "Scope", "What-if", "Forms")
_KEYS: Final = {
    "Deferral": "space switch · → tools · d defer one · r restore · ^t scope",
    "Bare": "space switch · r restore · ^t scope",
    "Scope": "space switch · o only this · a all · r restore · ^t what-if",
    "What-if": "← → step · n type · space switch · r restore · ^t forms",
    "Forms": "← → context · r restore · ^t deferral",
}


class DeferralPanel(Dialog[None]):
    """Applies each change to the session, never to the configuration: `baseline` is what r returns to.

    `view` is the one it opens at.
    """

    CSS_PATH: ClassVar[str | list[str | PurePath] | None] = ["../../screens/dialog.tcss", "deferral.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("deferral")]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012

    def __init__(self, session: Session, baseline: Baseline, view: str = VIEWS[0]) -> None:
        super().__init__()
        self._session = session
        self._baseline = baseline
        self._first = view
        self._opened: set[str] = set()
        self._blocks = BlockCache()
        self._points: tuple[Point, ...] = ()

    def compose(self) -> ComposeResult:
        """Figures, names of the two views, rows."""
        with Vertical(classes="dialog") as box:
            box.border_title = "What loads on demand, and what if"
            yield Static(id="figures", markup=False)
            yield ViewSwitch(VIEWS)
            yield LinesView()

    def on_mount(self) -> None:
        """Draws the present state."""
        self.query_one(LinesView).focus()
        self._switch(self._first)

    def session_changed(self, state: SessionState) -> None:
        """Draws a new state of the session."""
        del state
        if self.is_mounted:
            self._draw()
            self._compute()

    def on_resize(self) -> None:
        """The figures reach from edge to edge."""
        self.call_after_refresh(self._draw_figures)

    # Drawing

    @property
    def view(self) -> str:
        """The view that is on."""
        return self.query_one(ViewSwitch).active

    @property
    def sight(self) -> Sight:
        """What is to be shown now."""
        session = self._session
        return look(session.state, session.settings, self._baseline.settings, session.own_sources)

    def _draw(self, *, to_top: bool = False) -> None:
        sight, opened = self.sight, frozenset(self._opened)
        switch = self.query_one(ViewSwitch)
        told = self._baseline.told(self._session)
        switch.note = "~ not as configured" if told else "as configured"
        bare = self.view == "Deferral" and not sight.suitcases
        self.query_one(".dialog").border_subtitle = _KEYS["Bare" if bare else self.view]
        views: dict[str, Callable[[], Iterable[Row]]] = {
            "Deferral": lambda: deferral_rows(sight, opened),
            "Scope": lambda: scope_rows(sight),
            "What-if": lambda: what_if_rows(sight, self._session.state, told),
            "Forms": self._chart,
        }
        build = views[self.view]
        self.query_one(LinesView).set_rows(lambda _: build(), to_top=to_top)
        self._draw_figures()

    def _chart(self) -> Iterable[Row]:
        if not self._points:
            return [Row((("Working it out…", "dim"),))]
        names = [(share.key, share.name) for share in self._session.state.assembly.servers]
        return chart_rows(self._points, names, self._session.settings.model.context_length)

    def _compute(self) -> None:
        if self.view == "Forms":
            self.run_worker(self._work_out(), group="forms", exclusive=True)

    async def _work_out(self) -> None:
        state, settings = self._session.state, self._session.settings
        self._points = await asyncio.to_thread(
            over_contexts,
            state.sources,
            settings.tool_search,
            settings.toolsets,
            connectors_in_scope=state.connectors_in_scope,
            contexts=contexts_for(settings.model.context_length),
            blocks=self._blocks,
        )
        self._draw()

    def _draw_figures(self) -> None:
        figures = self.query_one("#figures", Static)
        figures.update(figure_lines(self.sight, max(figures.content_size.width, 10)))

    # Switches

    @property
    def _key(self) -> Key:
        key = self.query_one(LinesView).highlighted
        return key if isinstance(key, tuple) else ("", "")

    def _apply(self, settings: Settings) -> None:
        if settings != self._session.settings:
            self._session.apply(settings)
        self._draw()

    @on(LinesView.Chosen)
    def action_switch(self) -> None:
        """Switches what is highlighted."""
        kind, name = self._key
        settings = self._session.settings
        steps: dict[str, Callable[[Settings, str], Settings]] = {
            "toolset": changes.toggle_suitcase,
            "tool": changes.toggle_never,
            "pin": changes.toggle_never,
            "grant": changes.toggle_grant,
        }
        if kind == "setting" and name in NUMBERS:
            self.action_type()
        elif kind == "setting":
            self._apply(_step(settings, name, 1, around=True))
        elif kind == "server":
            self._act(self._baseline.switch(self._session, name))
        elif kind == "pin" and not name:
            self.run_worker(self._pin())
        elif kind == "plugin":
            self._fold(name, name not in self._opened)
        elif kind == "tool" and name in FOUNDATIONAL:
            self.app.notify(f"{name} is foundational: it never defers.", markup=False)
        elif kind in steps:
            self._apply(steps[kind](settings, name))

    def action_step(self, step: int) -> None:
        """The value after or before; a toolset opens or closes."""
        kind, name = ("setting", "context_length") if self.view == "Forms" else self._key
        if kind == "setting":
            self._apply(_step(self._session.settings, name, step))
        elif kind in ("toolset", "plugin"):
            self._fold(name, step > 0)
        elif kind == "tool" and step < 0:
            case = next(case for case in self.sight.suitcases if any(tool.name == name for tool in case.tools))
            self._fold(case.toolset, False)
            self.query_one(LinesView).highlight(("toolset" if case.kind == "core" else "plugin", case.toolset))

    def _fold(self, toolset: str, opened: bool) -> None:
        (self._opened.add if opened else self._opened.discard)(toolset)
        self._draw()
        if opened:
            self._bring_into_sight(toolset)

    def _bring_into_sight(self, toolset: str) -> None:
        """Scrolls to the last tool of an opened toolset, and back to the toolset where both have no room."""
        view, key = self.query_one(LinesView), self._key
        case = next(case for case in self.sight.suitcases if case.toolset == toolset)
        view.highlight(("tool", case.tools[-1].name))
        view.highlight(key)

    def action_type(self) -> None:
        """Asks for the highlighted number; the context's where none is."""
        kind, name = self._key
        self.run_worker(self._ask_number(name if kind == "setting" and name in NUMBERS else NUMBERS[0]))

    async def _ask_number(self, name: str) -> None:
        line = AskLine(
            name, check=lambda text: said if isinstance(said := changes.read_number(name, text), str) else ""
        )
        given = await self.app.push_screen_wait(line)
        value = changes.read_number(name, given) if given else ""
        if not isinstance(value, str):
            self._apply(changes.with_number(self._session.settings, name, value))

    async def _pin(self) -> None:
        assembly = self._session.state.assembly
        pinned = self._session.settings.tool_search.never_defer_tools
        names = [tool.name for tool in (*assembly.deferred, *assembly.visible) if tool.name not in pinned]
        given = await self.app.push_screen_wait(
            AskLine("Pin a tool", names, check=lambda text: "" if text in names else "no tool has this name")
        )
        if given:
            self._apply(changes.toggle_never(self._session.settings, given))

    def action_single(self) -> None:
        """Names the highlighted tool in `defer`, or takes it out."""
        kind, name = self._key
        if kind == "tool":
            self._apply(changes.toggle_single(self._session.settings, name))

    def action_only(self) -> None:
        """Grants the highlighted toolset and no other."""
        kind, name = self._key
        if kind == "grant":
            self._apply(changes.grant_only(self._session.settings, name))

    def action_everything(self) -> None:
        """Grants every toolset."""
        self._apply(changes.grant_all(self._session.settings))

    def action_restore(self) -> None:
        """Back to the configuration."""
        self._act(self._baseline.restore(self._session))

    def _act(self, work: Coroutine[Any, Any, None]) -> None:
        self.run_worker(self._acted(work), group="act")

    async def _acted(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except AttachRefused as error:
            tell_error(self.app, "Not attached", str(error))
        self._draw()

    def action_next_view(self) -> None:
        """The other view."""
        self._switch(self.query_one(ViewSwitch).next())

    @on(ViewSwitch.Switched)
    def _switched(self, message: ViewSwitch.Switched) -> None:
        self._switch(message.active)

    def _switch(self, view: str) -> None:
        self.query_one(ViewSwitch).active = view
        self._draw(to_top=True)
        self._compute()


def _step(settings: Settings, name: str, step: int, *, around: bool = False) -> Settings:
    match name:
        case "enabled":
            return changes.step_enabled(settings, step)
        case "defer_core_tools":
            on = settings.tool_search.defer_core_tools
            return changes.toggle_core(settings) if around or on != (step > 0) else settings
        case "listing":
            return changes.step_listing(settings, step)
        case "context_length" | "threshold_pct" | "listing_max_tokens":
            return changes.step_number(settings, name, step)
    return changes.step_threshold(settings, step)


def figure_lines(sight: Sight, width: int) -> Content:
    """What is sent of what eager loading would send, and the core tools where there are any."""
    saved = sight.eager - sight.sent
    amount = Content.assemble((number(sight.sent), "bold"), (f" of {number(sight.eager)} tok", "$foreground-muted"))
    words = Content.styled(f"saves {percent(saved, sight.eager)}", "bold $text-success") if saved > 0 else Content()
    lines = [columns(Content.assemble("Sent  ", amount), words, width), bar(sight.sent, sight.eager, width, "$primary")]
    if sight.core:
        core = f"{number(sight.visible)} visible · {number(sight.deferred)} deferred"
        lines.append(columns("Core tools", core, width))
    return Content("\n").join(lines)
