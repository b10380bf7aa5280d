"""What the tour does and says, step by step. Figures come from the session, words from here."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Protocol

from workbench.session import SessionState
from workbench.ui.format import number

ROOMY: Final = 200_000
TIGHT: Final = 8_000
MISSED: Final = "send gmail message"
FOUND: Final = "create issue"
TOOL: Final = "mcp_tracker_create_issue"
ODD_ARGUMENTS: Final = '{\n  "title": 7,\n  "priority": "at once"\n}'
CONNECTOR: Final = "mail"


class Stage(Protocol):
    """What a step can do to the screen it is shown on."""

    async def attach(self, *names: str) -> None:
        """Attaches demo servers and waits until they are ready."""

    async def detach(self, *names: str) -> None:
        """Detaches demo servers."""

    async def context(self, tokens: int) -> None:
        """Gives the model another context size."""

    async def ask(self, *queries: str, explain: bool = False) -> None:
        """Types queries."""

    async def fill(self, name: str, arguments: str) -> None:
        """Opens a tool at its arguments and writes this text there."""

    async def connect(self, name: str) -> None:
        """Signs in to the embedded gateway and opens a connection operation."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what is done, and the sentence that says why the screen changed."""

    title: str
    act: Callable[[Stage], Awaitable[None]]
    why: str


async def _nothing(_: Stage) -> None:
    return


async def _tracker(stage: Stage) -> None:
    await stage.attach("basics", "tracker")


async def _tight(stage: Stage) -> None:
    await stage.context(TIGHT)


async def _engine(stage: Stage) -> None:
    await stage.context(ROOMY)
    await stage.attach("game-engine")


async def _cloud(stage: Stage) -> None:
    await stage.attach("flat-api")
    await stage.detach("basics", "tracker")


async def _search(stage: Stage) -> None:
    await stage.attach("tracker")
    await stage.ask(FOUND)


async def _miss(stage: Stage) -> None:
    await stage.ask(MISSED, explain=True)


async def _odd(stage: Stage) -> None:
    await stage.fill(TOOL, ODD_ARGUMENTS)


async def _connect(stage: Stage) -> None:
    await stage.connect(CONNECTOR)


STEPS: Final = (
    Step(
        "Nothing attached",
        _nothing,
        "Without deferred tools there is nothing to search: tier 0, the model gets every tool it has, and no bridge.",
    ),
    Step(
        "Two small servers",
        _tracker,
        "Their tools leave the array. Three bridge tools take their place, and the listing still has room for every "
        "name with its description.",
    ),
    Step(
        "A small context",
        _tight,
        f"The listing may take 5 % of the context. At {TIGHT:,} tokens the descriptions no longer fit, so the names "
        "stand alone.",
    ),
    Step(
        "A large server beside them",
        _engine,
        "The context is large again, but 830 tools do not fit into the listing, not even their names: the largest "
        "server is reduced to one line, the small ones stay whole.",
    ),
    Step(
        "Only large servers",
        _cloud,
        "Where every server is no more than a line, the model has to search before it knows a name. What eager loading "
        "would cost now stands beside what it costs.",
    ),
    Step(
        "A query",
        _search,
        "The rarest word of the query decides who may be a match; among those the score ranks. Each match says which "
        "words found it.",
    ),
    Step(
        "A miss",
        _miss,
        "No tool knows the rarest word, so nothing is found, which is right: nobody here can send mail. The "
        "explanation names the word.",
    ),
    Step(
        "Arguments that do not fit",
        _odd,
        "A model that writes this is told each failure with its path before anything is sent. You see the same, while "
        "you type.",
    ),
    Step(
        "An account is connected",
        _connect,
        "A connector's tools are reached once a person has agreed. The card shows where the operation stands; its link "
        "opens the consent page of the embedded gateway.",
    ),
)


def changed(before: SessionState, after: SessionState) -> str:
    """What differs between two states in figures, empty where nothing does."""
    old, new = before.assembly, after.assembly
    facts = []
    if old.tier != new.tier:
        facts.append(f"tier {old.tier} → {new.tier}")
    if old.listing_form != new.listing_form:
        facts.append(f"listing {old.listing_form} → {new.listing_form}")
    if old.deferred_count != new.deferred_count:
        facts.append(f"{old.deferred_count:,} → {new.deferred_count:,} tools deferred")
    now, then = _present(after), _present(before)
    if now != then:
        facts.append(f"{number(then)} → {number(now)} tokens in the array, {number(new.eager_tokens)} eager")
    return " · ".join(facts)


def _present(state: SessionState) -> int:
    return state.assembly.visible_tokens + state.assembly.bridge_tokens
