"""The application: keys that hold everywhere, the way to the screen and back out of it."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.screen import Screen

from workbench.masking import known_secrets
from workbench.settings import Settings
from workbench.ui import actions
from workbench.ui.browser import Opener, open_in_browser
from workbench.ui.crash import crash_text, keep
from workbench.ui.keeping import Keeping
from workbench.ui.key_order import KeyOrder
from workbench.ui.screens.opening import OpeningScreen
from workbench.ui.styles import KeptStylesheet
from workbench.ui.themes import THEMES, USUAL

if TYPE_CHECKING:
    from textual.command import Provider

    from workbench.model import Report
    from workbench.session import Session
    from workbench.ui.keymap import Keymap

_CLOSING: Final = 15.0
"""Seconds that servers get to end before the program leaves all the same."""
_KEEP_EVERY: Final = 2.0
"""Seconds between two looks at whether something is to be remembered."""


def _actions_provider() -> "type[Provider]":
    """Loaded when the palette opens."""
    from workbench.ui.palette import ActionProvider

    return ActionProvider


class WorkbenchApp(App[int]):
    """Opens the session `make_session` makes, starts it after the first paint, closes it before leaving.

    With `load`, the screen's frame is painted first; then `load` imports what the session and the panes need, in a
    thread, and only after that the session is made. Without it everything is there from the start.
    `log_dir` takes crash reports and what is too long for a clipboard; `opener` opens links in the browser;
    `wall` is the time of day that countdowns are shown by; `keeping` is what is remembered between runs;
    with `tour` the tour lies above the screen at first.
    """

    # Textual reads the style sheet of every screen but the default one.
    CSS_PATH = "screens/main.tcss"
    TITLE = "Tool search workbench"
    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("app")]
    COMMANDS: ClassVar["set[type[Provider] | Callable[[], type[Provider]]]"] = {*App.COMMANDS, _actions_provider}

    def __init__(
        self,
        make_session: "Callable[[], Session]",
        log_dir: Path,
        *,
        load: Callable[[], None] | None = None,
        opener: Opener = open_in_browser,
        wall: Callable[[], float] = time.time,
        keeping: Keeping | None = None,
        tour: bool = False,
    ) -> None:
        super().__init__()
        self.stylesheet = KeptStylesheet(variables=self.get_css_variables())
        self.keeping = keeping or Keeping(None)
        self._opener = opener
        self._wall = wall
        self.log_dir = log_dir
        self.keys_in_force: Keymap | None = None
        for theme in THEMES:
            self.register_theme(theme)
        self._load = load
        self._make_session = make_session
        self._session = make_session() if load is None else None
        self._tour = tour
        self._closing_down = False
        self._keys = KeyOrder(self, super().on_event)
        self._arranged = False

    @property
    def session(self) -> "Session":
        """The session. Raises RuntimeError while the frame is all there is."""
        if self._session is None:
            raise RuntimeError("the session is not made yet")
        return self._session

    async def on_event(self, event: events.Event) -> None:
        """Keys, and what is pasted, take their turns."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self._keys.hand_on(event)
        else:
            await super().on_event(event)

    def get_default_screen(self) -> Screen[None]:
        """The one screen, or its frame; dialogs lie above it."""
        return OpeningScreen() if self._session is None else self._main_screen()

    def _main_screen(self) -> Screen[None]:
        from workbench.ui.screens.main import MainScreen

        return MainScreen(self.session, opener=self._opener, wall=self._wall)

    def _arrange(self) -> None:
        """Keys and theme as they were configured, or chosen in an earlier run."""
        from workbench.ui.keymap import resolve

        settings = self.session.settings
        keys = resolve(settings.screen.keys, str(settings.path or "command line"))
        self.keys_in_force = keys
        self.set_keymap(keys.keys)
        wanted = self.keeping.read("theme")
        for theme in (wanted, settings.screen.theme):
            if isinstance(theme, str) and theme in self.available_themes:
                self.theme = theme
                break
        self._arranged = True

    @property
    def key_reports(self) -> "tuple[Report, ...]":
        """What was wrong with the configured keys and the theme."""
        reports = self.keys_in_force.reports if self.keys_in_force is not None else ()
        theme = self._session.settings.screen.theme if self._session is not None else ""
        if theme and theme not in self.available_themes:
            from workbench.model import Report

            names = ", ".join(sorted(self.available_themes))
            where = str(self.session.settings.path or "command line")
            reports = (*reports, Report(where, "ui.theme", "is no theme", theme, USUAL, f"There are {names}."))
        return reports

    def watch_theme(self, theme: str) -> None:
        """A theme that was chosen is there in the next run."""
        if self._arranged:
            self.keeping.keep("theme", theme)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the registry does not have: the choice of a theme, and a picture of the screen."""
        for command in super().get_system_commands(screen):
            if command.title in ("Theme", "Screenshot"):
                yield command

    def action_jump(self) -> None:
        """A letter on everything that can take the focus."""
        from workbench.ui.screens.jump import JumpScreen, targets

        if found := targets(self.screen):
            self.push_screen(JumpScreen(found), lambda widget: widget.focus() if widget is not None else None)

    def on_ready(self) -> None:
        """The screen has been painted: now imports and servers may take their time."""
        self.call_after_refresh(self._start if self._load is None else self._begin)
        self.set_interval(_KEEP_EVERY, self._keep)

    def _begin(self) -> None:
        self.run_worker(self._open())

    async def _open(self) -> None:
        if self._load is not None:
            await asyncio.to_thread(self._load)
        if self._closing_down:
            return
        self._session = self._make_session()
        frame = self.screen
        self.add_mode("main", self._main_screen)
        await self.switch_mode("main")
        if isinstance(frame, OpeningScreen):
            # After the screen has found its focus, which it asks for in the same way.
            self.screen.call_after_refresh(self._replay, frame.typed)
        await self._start()

    def _replay(self, typed: list[events.Key]) -> None:
        for key in typed:
            self.post_message(events.Key(key.key, key.character))

    async def _start(self) -> None:
        self._arrange()
        await self.session.start()
        self.run_worker(self.session.warm())
        if self._tour:
            await self.screen.run_action("tour")

    async def _keep(self) -> None:
        if self.keeping.dirty:
            await asyncio.to_thread(self.keeping.flush)

    async def action_quit(self) -> None:
        """Closes the servers in sight of the user; asked twice, leaves at once."""
        if self._closing_down:
            self.exit(0)
            return
        self._closing_down = True
        self.notify("Closing the servers…", markup=False)
        self.run_worker(self._close_and_exit())

    async def _close_and_exit(self) -> None:
        await self._close_session()
        self.exit(0)

    async def on_unmount(self) -> None:
        """However the application ends, no child process stays behind and what is to be remembered is written."""
        await self._keep()
        await self._close_session()

    async def _close_session(self) -> None:
        if self._session is None:
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._session.close(), _CLOSING)

    def _secrets(self) -> frozenset[str]:
        return frozenset() if self._session is None else known_secrets(self._session.settings)

    def _handle_exception(self, error: Exception) -> None:
        if self._exit:
            # Whoever leaves while the screen is still being built meets half of it; that is nobody's fault.
            keep(crash_text(error, self._secrets())[1], self.log_dir)
            return
        # In place of Textual's own, whose report prints local variables, secrets among them.
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        line, report = crash_text(error, self._secrets())
        path = keep(report, self.log_dir)
        where = f"\nThe way there is kept in {path}" if path else ""
        self._exit_renderables.append(Text(f"The workbench failed. {line}{where}"))
        self._close_messages_no_wait()


def make_app(settings: Settings, log_dir: Path, data_dir: Path, *, tour: bool = False) -> WorkbenchApp:
    """The application on a session of these settings, as the command opens it: frame first, imports after it."""

    def load() -> None:
        from workbench.session import Session  # noqa: F401
        from workbench.ui.screens.main import MainScreen  # noqa: F401

    def make_session() -> "Session":
        from workbench.session import Session

        return Session(settings, log_dir=log_dir, data_dir=data_dir)

    return WorkbenchApp(make_session, log_dir, load=load, keeping=Keeping(data_dir / "screen.json"), tour=tour)


def run(settings: Settings, log_dir: Path, data_dir: Path, *, tour: bool = False) -> int:
    """Opens the screen on a session of these settings; answers the exit code."""
    app = make_app(settings, log_dir, data_dir, tour=tour)
    app.run()
    return app.return_code or 0
