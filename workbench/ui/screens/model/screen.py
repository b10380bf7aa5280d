"""The model view: the array, the listing, the prompt, and what a conversation has frozen of them."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path, PurePath
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer

from workbench.disclosure.conversation import Drift
from workbench.disclosure.prompt import prompt_text
from workbench.session import Session, SessionState
from workbench.text import estimate_tokens, one_line, pretty_json
from workbench.ui import actions
from workbench.ui.clipboard import copy_text
from workbench.ui.format import count, number, percent
from workbench.ui.panes.json_rows import json_rows
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.rows import Row, paragraphs
from workbench.ui.panes.servers.words import tier_words
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.screens.help import HelpDialog
from workbench.ui.screens.model.entries import EntryList
from workbench.ui.screens.model.frozen import frozen_rows, no_conversation
from workbench.ui.screens.model.heading import Heading
from workbench.ui.screens.model.sight import Entry, array_entries, block_keys, listing_entries

VIEWS: Final = ("Array", "Listing", "Prompt", "Frozen")


class ModelScreen(Screen[None]):
    """What a model gets from this session, now or in the conversation that was started; follows the session."""

    CSS_PATH: ClassVar[str | list[str | PurePath] | None] = "model.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *actions.bindings("model"), *actions.bindings("main", only=["main.help"])
    ]  # fmt: skip
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012
    AUTO_FOCUS = "EntryList"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._state = session.state
        self._drift: Drift | None = None
        self._sources: tuple[str, ...] = ()
        """Keys of the listing's sources, in the order of the list."""

    def compose(self) -> ComposeResult:
        """Totals, names of the views, a list beside what is selected in it."""
        yield Heading()
        yield ViewSwitch(VIEWS)
        with Horizontal(id="sides"):
            yield EntryList()
            yield LinesView(id="detail")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Draws the present state."""
        self._draw(to_top=True)
        self._weigh()

    def session_changed(self, state: SessionState) -> None:
        """Draws a new state of the session."""
        self._state = state
        if self.is_mounted:
            self._draw()
            self._weigh()

    # Drawing

    @property
    def view(self) -> str:
        """The name of the view that is on."""
        return self.query_one(ViewSwitch).active

    def _draw(self, *, to_top: bool = False) -> None:
        assembly, prompt = self._state.assembly, self._state.prompt
        array = array_entries(assembly, self._session.conversation)
        head = self.query_one(Heading)
        head.entries, head.array = len(array), sum(entry.tokens for entry in array)
        frozen = self._session.conversation
        head.prompt = estimate_tokens(prompt_text(prompt) if frozen is None else frozen.prompt)
        head.tier = f"tier {assembly.tier}, {tier_words(assembly)}"
        entries: tuple[Entry, ...] = ()
        if self.view == "Array":
            entries = array
        elif self.view == "Listing":
            keyed = listing_entries(assembly)
            self._sources, entries = tuple(key for key, _ in keyed), tuple(entry for _, entry in keyed)
        elif self.view == "Prompt":
            entries = tuple(Entry(part.name, "", part.tokens, body=part.text) for part in prompt)
        listing = self.query_one(EntryList)
        listing.display = self.view != "Frozen"
        listing.border_title = f"{self.view} · fresh, not as frozen" if self._stale else self.view
        listing.border_subtitle = f"{number(sum(entry.tokens for entry in entries))} tok"
        listing.show(entries, to_top=to_top)
        self._draw_detail(to_top=to_top)
        self._say_conversation()
        self.refresh_bindings()

    @property
    def _stale(self) -> bool:
        """Whether the view shows what the conversation does not have: a listing or a prompt of after the freeze."""
        drift = self._drift
        if drift is None or self._session.conversation is None:
            return False
        return (self.view == "Listing" and "tool_search" in drift.changed) or (
            self.view == "Prompt" and drift.prompt_changed
        )

    @on(EntryList.Highlighted)
    def _highlighted(self) -> None:
        self._draw_detail(to_top=True)

    def _draw_detail(self, *, to_top: bool = False) -> None:
        detail = self.query_one("#detail", LinesView)
        entry = self.query_one(EntryList).selected
        detail.border_subtitle = ""
        match self.view:
            case "Array" if entry is not None:
                definition = entry.definition
                detail.border_title = Content(one_line(entry.label))
                detail.border_subtitle = f"{number(entry.tokens)} tok"
                detail.set_rows(lambda _: json_rows(definition), to_top=to_top)
            case "Array":
                detail.border_title = "Array"
                detail.set_rows(lambda _: _note("The array is empty: the session has no tools."))
            case "Listing":
                self._draw_listing(detail, to_top)
            case "Prompt" if entry is not None and isinstance(entry.body, str):
                text = entry.body
                detail.border_title = Content(entry.label)
                detail.border_subtitle = f"{number(entry.tokens)} tok"
                detail.set_rows(lambda _: paragraphs(text), to_top=to_top)
            case "Prompt":
                detail.border_title = "Prompt"
                detail.set_rows(lambda _: _note("No part of the prompt depends on these tools: nothing of the agent's "
                                                "own is deferred, and there are no skills."))  # fmt: skip
            case _:
                self._draw_frozen(detail, to_top)

    def _draw_listing(self, detail: LinesView, to_top: bool) -> None:
        assembly = self._state.assembly
        detail.border_title = f"Listing · {assembly.listing_form}"
        used, budget = assembly.listing_tokens, assembly.listing_budget
        detail.border_subtitle = f"{number(used)} of {number(budget)} tok · {percent(used, budget)}"
        lines = block_keys(assembly)
        if not lines:
            words = "No bridge, no listing." if not assembly.activated else "The bridge stands without a listing."
            detail.set_rows(lambda _: _note(words))
            return
        detail.set_rows(lambda _: (_listing_row(*line) for line in lines), to_top=to_top)
        position = self.query_one(EntryList).position
        if position < len(self._sources):
            detail.highlight(self._sources[position])

    def _draw_frozen(self, detail: LinesView, to_top: bool) -> None:
        conversation, drift = self._session.conversation, self._drift
        detail.border_title = "Frozen against fresh"
        if conversation is None or drift is None:
            waiting = conversation is not None
            detail.set_rows(lambda _: _note("Comparing…") if waiting else no_conversation(), to_top=to_top)
            return
        detail.set_rows(lambda width: frozen_rows(conversation, drift, width), to_top=to_top)

    def _say_conversation(self) -> None:
        drift = self._drift
        head = self.query_one(Heading)
        if self._session.conversation is None:
            head.conversation = ("no conversation", "$foreground-muted")
        elif drift is None:
            head.conversation = ("conversation", "$foreground-muted")
        elif drift.stale:
            differ = len(drift.changed) + drift.prompt_changed
            head.conversation = (f"▲ conversation · {number(differ)} of 4 differ", "$text-warning")
        else:
            head.conversation = ("● conversation · as frozen", "$text-success")

    # The conversation: with many thousand tools its bytes take a while, so they are made in a thread

    def _weigh(self) -> None:
        if self._session.conversation is not None:
            self.run_worker(self._compare(), group="drift", exclusive=True)

    async def _compare(self) -> None:
        self._drift = await asyncio.to_thread(self._session.drift)
        self._draw()

    def action_start(self) -> None:
        """Freezes everything as it is; one that was under way ends."""
        self.run_worker(self._freeze(self._session.start_conversation, "A conversation has begun"), group="freeze")

    def action_compact(self) -> None:
        """Makes the frozen bytes anew."""
        self.run_worker(self._freeze(self._session.compact, "Compacted"), group="freeze")

    async def _freeze(self, step: Callable[[], object], said: str) -> None:
        await asyncio.to_thread(step)
        self._drift = await asyncio.to_thread(self._session.drift)
        self._draw()
        entries = sum(entry.marked for entry in array_entries(self._state.assembly, self._session.conversation))
        what = (
            f"{count(entries, 'bridge entry').replace('entrys', 'entries')} and the prompt" if entries else "the prompt"
        )
        self.app.notify(f"{said}: {what} frozen.", markup=False)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A compaction needs a conversation."""
        del parameters
        return None if action == "compact" and self._session.conversation is None else True

    def action_next_view(self) -> None:
        """The view after this one."""
        self._switch(self.query_one(ViewSwitch).next())

    @on(ViewSwitch.Switched)
    def _switched(self, message: ViewSwitch.Switched) -> None:
        self._switch(message.active)

    def _switch(self, view: str) -> None:
        self.query_one(ViewSwitch).active = view
        self._draw(to_top=True)
        self.query_one("#detail" if view == "Frozen" else EntryList).focus()

    def action_help(self) -> None:
        """Every key."""
        self.app.push_screen(HelpDialog("model", getattr(self.app, "keys_in_force", None)))

    def action_close(self) -> None:
        """Back to the panes."""
        self.dismiss(None)

    def action_copy(self) -> None:
        """Copies the selected entry as JSON, the listing, the part of the prompt, or the comparison."""
        self.run_worker(self._copy(self._text()), group="copy")

    def _text(self) -> str:
        entry = self.query_one(EntryList).selected
        if self.view == "Listing":
            return self._state.assembly.listing.text
        if self.view == "Frozen" or entry is None:
            return self.query_one("#detail", LinesView).text
        return pretty_json(entry.definition) if self.view == "Array" else str(entry.body)

    async def _copy(self, text: str) -> None:
        folder = Path(getattr(self.app, "log_dir", "."))
        self.app.notify(await copy_text(self.app, text, folder, os.environ), markup=False)


def _note(text: str) -> tuple[Row, ...]:
    return (Row(((text, "dim"),)),)


def _listing_row(line: str, key: str) -> Row:
    if not key:
        return Row(((line, "dim"),))
    if line.startswith("- "):
        name, colon, what = line[2:].partition(": ")
        return Row((("- ", "rule"), (name, "name"), (colon, "rule"), (what, "text")), hang=2, key=key)
    return Row(((line, "head" if line.endswith(":") else "text"),), key=key)
