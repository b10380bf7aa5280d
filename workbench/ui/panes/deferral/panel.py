"""The deferral panel: beside the gauges where there is room, else in the middle. Every switch acts at once."""

from collections.abc import Callable
from pathlib import PurePath
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from workbench.disclosure.deferral import FOUNDATIONAL
from workbench.session import Session, SessionState
from workbench.settings import Settings
from workbench.ui import actions
from workbench.ui.format import bar, columns, number, percent
from workbench.ui.panes.deferral import changes
from workbench.ui.panes.deferral.rows import Key, deferral_rows, scope_rows
from workbench.ui.panes.deferral.sight import Sight, look
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.screens.dialog import Dialog

VIEWS: Final = ("Deferral", "Scope")
_KEYS: Final = {
    "Deferral": "space switch · → tools · d defer one · r restore · ^t scope",
    "Bare": "space switch · r restore · ^t scope",
    "Scope": "space switch · o only this · a all · r restore · ^t deferral",
}


class DeferralPanel(Dialog[None]):
    """Applies each change to the session, never to the configuration: `configured` is what r returns to."""

    CSS_PATH: ClassVar[str | list[str | PurePath] | None] = ["../../screens/dialog.tcss", "deferral.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("deferral")]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012

    def __init__(self, session: Session, configured: Settings) -> None:
        super().__init__()
        self._session = session
        self._configured = configured
        self._opened: set[str] = set()

    def compose(self) -> ComposeResult:
        """Figures, names of the two views, rows."""
        with Vertical(classes="dialog") as box:
            box.border_title = "What loads on demand"
            yield Static(id="figures", markup=False)
            yield ViewSwitch(VIEWS)
            yield LinesView()

    def on_mount(self) -> None:
        """Draws the present state."""
        self.query_one(LinesView).focus()
        self._draw(to_top=True)

    def session_changed(self, state: SessionState) -> None:
        """Draws a new state of the session."""
        del state
        if self.is_mounted:
            self._draw()

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
        return look(session.state, session.settings, self._configured, session.own_sources)

    def _draw(self, *, to_top: bool = False) -> None:
        sight, opened = self.sight, frozenset(self._opened)
        moved = changes.differs(sight.settings, sight.configured)
        switch = self.query_one(ViewSwitch)
        switch.note = "~ not as configured" if moved else "as configured"
        self.query_one(".dialog").border_subtitle = _KEYS[
            self.view if sight.suitcases or self.view == "Scope" else "Bare"
        ]
        build = (lambda _: deferral_rows(sight, opened)) if self.view == "Deferral" else (lambda _: scope_rows(sight))
        self.query_one(LinesView).set_rows(build, to_top=to_top)
        self._draw_figures()

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
            "grant": changes.toggle_grant,
        }
        if kind == "setting":
            self._apply(_step(settings, name, 1, around=True))
        elif kind == "plugin":
            self._fold(name, name not in self._opened)
        elif kind == "tool" and name in FOUNDATIONAL:
            self.app.notify(f"{name} is foundational: it never defers.", markup=False)
        elif kind in steps:
            self._apply(steps[kind](settings, name))

    def action_step(self, step: int) -> None:
        """The value after or before; a toolset opens or closes."""
        kind, name = self._key
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
        self._apply(changes.restored(self._session.settings, self._configured))

    def action_next_view(self) -> None:
        """The other view."""
        self._switch(self.query_one(ViewSwitch).next())

    @on(ViewSwitch.Switched)
    def _switched(self, message: ViewSwitch.Switched) -> None:
        self._switch(message.active)

    def _switch(self, view: str) -> None:
        self.query_one(ViewSwitch).active = view
        self._draw(to_top=True)


def _step(settings: Settings, name: str, step: int, *, around: bool = False) -> Settings:
    match name:
        case "enabled":
            return changes.step_enabled(settings, step)
        case "defer_core_tools":
            on = settings.tool_search.defer_core_tools
            return changes.toggle_core(settings) if around or on != (step > 0) else settings
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
