"""What the person asks of the pane, carried out: links, answers, operations. A refusal becomes a notification."""

import os
from collections.abc import Awaitable, Mapping, Sequence
from pathlib import Path
from typing import Final

from textual.app import App

from workbench.connectors.contract import OperationOpen, Refused, TargetKind
from workbench.connectors.links import safe_link
from workbench.connectors.store import Entry, TargetEntry
from workbench.model import Json
from workbench.session.hub import ConnectorsHub
from workbench.text import clip, one_line, plain
from workbench.ui.browser import Opener
from workbench.ui.clipboard import copy_text
from workbench.ui.panes.connectors.look import look_at
from workbench.ui.screens.environment import EnvironmentDialog
from workbench.ui.screens.install_approval import InstallApproval
from workbench.ui.screens.link import LinkDialog

_NO_BROWSER: Final = "No browser can be opened from here. Open this link on any device:"
_LONGEST: Final = 300


class Deeds:
    """Acts on the hub for one pane. `opener` opens a checked link and answers whether it could."""

    def __init__(self, app: App[object], hub: ConnectorsHub, opener: Opener) -> None:
        self._app = app
        self._hub = hub
        self._opener = opener

    async def connect(
        self, names: Sequence[str], action: str, *, force: bool = False, kind: TargetKind = TargetKind.CONNECTOR
    ) -> None:
        """Opens an operation and stays with it until it is settled."""
        await self._told(self._hub.desk.connect(names, action, force=force, kind=kind))

    async def sign(self) -> None:
        """Signs in, or out."""
        view = self._hub.view
        said = await self._told(self._hub.sign_out() if view.signed_in else self._hub.sign_in())
        if isinstance(said, str) and said:
            self._say(said)

    async def page(self) -> None:
        """Opens the embedded gateway's own page of accounts, where there is one."""
        link = safe_link(await self._hub.accounts_link())
        if link is None:
            self._say("Only the embedded gateway has a page of its own, once somebody is signed in.")
        elif await self._opener(link):
            self._say("The gateway's page is open in your browser.")
        else:
            self._app.push_screen(LinkDialog("The gateway's page", link, _NO_BROWSER, self._opener))

    async def read(self) -> None:
        """Reads the list again."""
        await self._told(self._hub.refresh())

    async def open(self, name: str) -> None:
        """Opens the stored link; where no browser can be, shows it."""
        link = self._link(name)
        if link is None:
            return
        if await self._opener(link):
            self._say(f"{one_line(name)}: opened in your browser.")
        else:
            self._app.push_screen(LinkDialog(name, link, _NO_BROWSER, self._opener))

    async def copy(self, name: str) -> None:
        """Copies the stored link and says how."""
        if (link := self._link(name)) is not None:
            folder = Path(getattr(self._app, "log_dir", "."))
            self._say(await copy_text(self._app, link, folder, os.environ))

    def show_link(self, name: str) -> None:
        """Shows the whole link."""
        if (link := self._link(name)) is not None:
            self._app.push_screen(LinkDialog(name, link, "", self._opener))

    def skip(self, name: str) -> None:
        """Not now."""
        self._respond({"targets": [{"name": name, "state": "skipped"}]})

    def go_on(self) -> None:
        """Continue."""
        self._respond({"settled_by": "continue"})

    def stop(self) -> None:
        """Stop."""
        self._hub.desk.interrupt()

    async def again(self, name: str) -> None:
        """Try again, or Reconnect."""
        if (entry := self._entry) is not None:
            await self._told(self._hub.desk.retry(entry.op_id, [name]))

    async def answer(self, name: str) -> None:
        """Shows what an MCP server asks, and hands over the answer; leaving the dialog answers nothing."""
        target = self._target(name)
        question = target.extra.get("question") if target is not None else None
        if target is None or not isinstance(question, Mapping):
            return
        if question.get("kind") == "environment":
            values = await self._app.push_screen_wait(EnvironmentDialog(name, question.get("needs")))
            if values is not None:
                self._respond({"targets": [{"name": name, "approve": True, "environment": values}]})
            return
        approved = await self._app.push_screen_wait(InstallApproval(name, target.action, question.get("plan")))
        if approved is not None:
            self._respond({"targets": [{"name": name, "approve": approved}]})

    # The store is the only source

    @property
    def _entry(self) -> Entry | None:
        entry = look_at(self._hub).present
        return entry if entry is not None and not entry.settled else None

    def _target(self, name: str) -> TargetEntry | None:
        entry = self._entry
        return next((target for target in entry.targets if target.name == name), None) if entry is not None else None

    def _link(self, name: str) -> str | None:
        target = self._target(name)
        return safe_link(target.connect_url) if target is not None else None

    def _respond(self, result: Mapping[str, Json]) -> None:
        entry = self._entry
        if entry is None:
            return
        try:
            self._hub.desk.respond(entry.op_id, dict(result))
        except Refused as refusal:
            self._complain(refusal)

    async def _told(self, work: Awaitable[object]) -> object:
        try:
            return await work
        except (OperationOpen, Refused) as refusal:
            self._complain(refusal)
            return None

    def _complain(self, refusal: OperationOpen | Refused) -> None:
        if isinstance(refusal, OperationOpen):
            names = ", ".join(one_line(name) for name in refusal.names)
            words = f"One operation at a time: the one for {names} is still open."
        else:
            words = refusal.message
        self._app.notify(clip(plain(words), _LONGEST), severity="warning", markup=False)

    def _say(self, words: str) -> None:
        self._app.notify(clip(plain(words), _LONGEST), markup=False)
