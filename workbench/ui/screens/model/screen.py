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

from workbench.disclosure.conversation import Drift
from workbench.disclosure.prompt import prompt_text
from workbench.session import Session, SessionState
from workbench.text import estimate_tokens, one_line, pretty_json
from workbench.ui import actions
from workbench.ui.clipboard import copy_text
from workbench.ui.footer import KeysFooter
from workbench.ui.format import count, number, percent
from workbench.ui.new_file import write_new
from workbench.ui.panes.json_rows import json_rows
from workbench.ui.panes.lines import Build, LinesView
from workbench.ui.panes.rows import paragraphs
from workbench.ui.panes.servers.words import tier_words
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.screens.help import HelpDialog
from workbench.ui.screens.model.entries import EntryList
from workbench.ui.screens.model.find import FOUND, containing, marked
from workbench.ui.screens.model.find_bar import FindBar
from workbench.ui.screens.model.finder import Finder
from workbench.ui.screens.model.frozen import frozen_rows, no_conversation
from workbench.ui.screens.model.heading import Heading, conversation_words
from workbench.ui.screens.model.lines import listing_row, note
from workbench.ui.screens.model.sight import (
    Entry,
    array_entries,
    array_text,
    block_keys,
    eager_entries,
    listing_entries,
)

VIEWS: Final = ("Array", "Listing", "Prompt", "Frozen", "Eager")
"""Eager is the array that a model would get without a bridge."""
_TEXTS: Final = ("Listing", "Frozen")
"""Views that are one text."""


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
        yield FindBar()
        yield KeysFooter()

    def on_mount(self) -> None:
        """Draws the present state."""
        self._finder = Finder(self.query_one(EntryList), self.query_one("#detail", LinesView), self.query_one(FindBar))
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
        elif self.view == "Eager":
            entries = eager_entries(assembly)
        listing = self.query_one(EntryList)
        listing.display = self.view != "Frozen"
        listing.border_title = f"{self.view} · fresh, not as frozen" if self._stale else self.view
        tokens = sum(entry.tokens for entry in entries)
        listing.border_subtitle = f"{number(tokens)} tok"
        if self.view == "Eager":
            saved = tokens - assembly.visible_tokens - assembly.bridge_tokens
            listing.border_subtitle += f", {number(saved)} more than sent" if saved > 0 else ", as sent"
        listing.show(entries, to_top=to_top)
        self._draw_detail(to_top=to_top)
        head.conversation = conversation_words(self._session.conversation, self._drift)
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
            case "Array" | "Eager" if entry is not None:
                definition = entry.definition
                detail.border_title = Content(one_line(entry.label))
                detail.border_subtitle = f"{number(entry.tokens)} tok"
                self._put(lambda _: json_rows(definition), to_top=to_top)
            case "Array" | "Eager":
                detail.border_title = self.view
                self._put(lambda _: note("The array is empty: the session has no tools."))
            case "Listing":
                self._draw_listing(detail, to_top)
            case "Prompt" if entry is not None and isinstance(entry.body, str):
                text = entry.body
                detail.border_title = Content(entry.label)
                detail.border_subtitle = f"{number(entry.tokens)} tok"
                self._put(lambda _: paragraphs(text), to_top=to_top)
            case "Prompt":
                detail.border_title = "Prompt"
                self._put(lambda _: note("No part of the prompt depends on these tools: nothing of the agent's "
                                                "own is deferred, and there are no skills."))  # fmt: skip
            case _:
                self._draw_frozen(detail, to_top)

    def _put(self, build: Build, to_top: bool = False) -> None:
        words, detail = self._finder.words, self.query_one("#detail", LinesView)
        detail.set_rows((lambda width: marked(build(width), words)) if words else build, to_top=to_top)
        if words and to_top:
            detail.highlight((FOUND, 0))

    def _draw_listing(self, detail: LinesView, to_top: bool) -> None:
        assembly = self._state.assembly
        detail.border_title = f"Listing · {assembly.listing_form}"
        used, budget = assembly.listing_tokens, assembly.listing_budget
        detail.border_subtitle = f"{number(used)} of {number(budget)} tok · {percent(used, budget)}"
        lines = block_keys(assembly)
        if not lines:
            words = "No bridge, no listing." if not assembly.activated else "The bridge stands without a listing."
            self._put(lambda _: note(words))
            return
        self._put(lambda _: (listing_row(*line) for line in lines), to_top=to_top)
        position = self.query_one(EntryList).position
        if not self._finder.words and position < len(self._sources):
            detail.highlight(self._sources[position])

    def _draw_frozen(self, detail: LinesView, to_top: bool) -> None:
        conversation, drift = self._session.conversation, self._drift
        detail.border_title = "Frozen against fresh"
        if conversation is None or drift is None:
            waiting = conversation is not None
            self._put(lambda _: note("Comparing…") if waiting else no_conversation(), to_top=to_top)
            return
        self._put(lambda width: frozen_rows(conversation, drift, width), to_top=to_top)

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

    def action_turn(self) -> None:
        """One more turn; what the array gained is part of it from now on."""
        self.run_worker(self._freeze(self._session.next_turn, "Next turn"), group="freeze")

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
        turns = self._session.conversation.turns if self._session.conversation is not None else 0
        said = f"{said}: {what} frozen." if not turns else f"{said}: {count(turns, 'turn')} since the freeze."
        self.app.notify(said, markup=False)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A turn and a compaction need a conversation."""
        del parameters
        return None if action in ("turn", "compact") and self._session.conversation is None else True

    def action_next_view(self) -> None:
        """The view after this one."""
        self._switch(self.query_one(ViewSwitch).next())

    @on(ViewSwitch.Switched)
    def _switched(self, message: ViewSwitch.Switched) -> None:
        self._switch(message.active)

    def _switch(self, view: str) -> None:
        self.query_one(FindBar).close()
        self._finder.take("", [])
        self.query_one(ViewSwitch).active = view
        self._draw(to_top=True)
        self.query_one("#detail" if view == "Frozen" else EntryList).focus()

    def action_help(self) -> None:
        """Every key."""
        self.app.push_screen(HelpDialog("model", getattr(self.app, "keys_in_force", None)))

    def action_close(self) -> None:
        """Closes the line of words; then back to the panes."""
        if self.query_one(FindBar).close():
            self.query_one("#detail" if self.view == "Frozen" else EntryList).focus()
        else:
            self.dismiss(None)

    # Finding

    def action_find(self) -> None:
        """Opens the line of words."""
        self.query_one(FindBar).open()

    @on(FindBar.Typed)
    def _look_for(self, message: FindBar.Typed) -> None:
        self.run_worker(self._search(message.words, self.view), group="find", exclusive=True)

    async def _search(self, words: str, view: str) -> None:
        listing = self.query_one(EntryList)
        entries = () if view in _TEXTS or not words else listing.entries
        places = await asyncio.to_thread(containing, entries, words)
        self._finder.take(words, places)
        self._draw_detail(to_top=True)
        self._finder.say()

    @on(FindBar.Stepped)
    def _step(self, message: FindBar.Stepped) -> None:
        self._finder.step(message.step)

    # Copying and saving

    def action_save(self) -> None:
        """Saves the whole view to a new file in the workspace."""
        self.run_worker(self._save(), group="save")

    async def _save(self) -> None:
        data = self.view in ("Array", "Eager")
        entries, ending = self.query_one(EntryList).entries, "json" if data else "txt"
        text = await asyncio.to_thread(array_text, entries) if data else self._view_text()
        folder = Path(self._session.settings.workspace)
        try:
            path = await asyncio.to_thread(write_new, text, folder, f"model-{self.view.lower()}", ending, "such files")
        except OSError as error:
            self.app.notify(f"The view could not be saved: {error}", severity="error", markup=False)
        else:
            self.app.notify(f"Saved as {path}", markup=False)

    def action_copy(self) -> None:
        """Copies the selected entry as JSON, the listing, the part of the prompt, or the comparison."""
        self.run_worker(self._copy(self._text()), group="copy")

    def _view_text(self) -> str:
        return prompt_text(self._state.prompt) if self.view == "Prompt" else self._text()

    def _text(self) -> str:
        entry = self.query_one(EntryList).selected
        if self.view == "Listing":
            return self._state.assembly.listing.text
        if self.view == "Frozen" or entry is None:
            return self.query_one("#detail", LinesView).text
        return pretty_json(entry.definition) if self.view in ("Array", "Eager") else str(entry.body)

    async def _copy(self, text: str) -> None:
        folder = Path(getattr(self.app, "log_dir", "."))
        self.app.notify(await copy_text(self.app, text, folder, os.environ), markup=False)
