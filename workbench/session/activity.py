"""The journal of a session: every lookup and call under its real name, for a person to look through."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from workbench.bridge.results import model_result
from workbench.events import CallEnded, CallStarted, Event
from workbench.masking import mask_text
from workbench.model import CallReport, Json, Repair
from workbench.text import compact_json, one_line, plain, pretty_json

Kind = Literal["search", "describe", "call"]

MOST: Final = 500
"""Entries kept; older ones are forgotten."""

LARGEST: Final = 200_000
"""Characters of an answer that are kept."""

SETTLES: Final = 2.0
"""Seconds within which a search replaces the one before: what is typed letter by letter is one lookup."""

RUNNING: Final = "running"


@dataclass(frozen=True, slots=True)
class Entry:
    """One lookup or call. `at` is the time of day it began, `seconds` None while it runs.

    `names` are queries, tool names, or the one tool that was called. `request` and `answer` are as they were: what
    shows them takes `Journal.text`, which leaves no secret in them.
    """

    number: int
    at: float
    kind: Kind
    names: tuple[str, ...]
    request: Json
    outcome: str = RUNNING
    seconds: float | None = None
    approval: str = ""
    repairs: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    answer: Json = None

    @property
    def good(self) -> bool:
        """Whether nothing went wrong."""
        return self.outcome in ("done", RUNNING) or self.outcome.startswith("found")


class Journal:
    """Keeps the latest entries. `wall` is the time of day, `secrets` what is masked, `changed` is told of each move."""

    def __init__(
        self, wall: Callable[[], float], secrets: Callable[[], Iterable[str]], changed: Callable[[], None]
    ) -> None:
        self._wall = wall
        self._secrets = secrets
        self._changed = changed
        self._kept: list[Entry] = []
        self._running: dict[int, int] = {}
        self._number = 0

    def now(self) -> float:
        """The time of day."""
        return self._wall()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is kept, the oldest first."""
        return tuple(self._kept)

    def clear(self) -> None:
        """Forgets everything that has ended."""
        self._kept = [entry for entry in self._kept if entry.outcome == RUNNING]
        self._changed()

    def text(self, value: Json) -> str:
        """A request or an answer to be read, without a secret, cut where it is too long to be kept whole."""
        text = mask_text(value if isinstance(value, str) else pretty_json(value), self._secrets())
        return text if len(text) <= LARGEST else f"{text[:LARGEST]}\n… {len(text) - LARGEST:,} characters more"

    def search(self, queries: Sequence[str], limit: int | None, answer: Mapping[str, Json], seconds: float) -> None:
        """A lookup by words. Searches that follow each other within SETTLES count as one that is still being typed."""
        request: dict[str, Json] = {"queries": list(queries)}
        if limit is not None:
            request["limit"] = limit
        found = answer.get("tools")
        outcome = "error" if "error" in answer else f"found {len(found)}" if isinstance(found, Mapping) else "done"
        entry = self._lookup("search", queries, request, "found nothing" if outcome == "found 0" else outcome, seconds)
        last = self._kept[-1] if self._kept else None
        if last is not None and last.kind == "search" and entry.at - last.at <= SETTLES:
            self._kept.pop()
            entry = replace(entry, number=last.number)
        self._add(replace(entry, answer=answer))

    def describe(self, names: Sequence[str], answer: Mapping[str, Json], seconds: float) -> None:
        """A lookup by names."""
        outcome = "error" if "error" in answer else "done"
        entry = self._lookup("describe", names, {"names": list(names)}, outcome, seconds)
        self._add(replace(entry, answer=answer))

    def hear(self, event: Event) -> None:
        """Follows calls by the events that the session publishes of them."""
        if isinstance(event, CallStarted):
            self._number += 1
            self._running[event.call_id] = self._number
            self._add(Entry(self._number, self._wall(), "call", (one_line(event.name),), {}))
        elif isinstance(event, CallEnded):
            self._end(self._running.pop(event.call_id, None), event.report)

    def _end(self, number: int | None, report: CallReport) -> None:
        places = [place for place, entry in enumerate(self._kept) if entry.number == number]
        if places:
            begun = self._kept[places[0]]
        else:
            self._number += 1
            begun = Entry(self._number, self._wall() - report.seconds, "call", (), {})
        repairs = report.check.repairs if report.check is not None else ()
        entry = replace(
            begun,
            names=(one_line(report.name),),
            request=report.arguments,
            outcome=str(report.outcome),
            seconds=report.seconds,
            approval=str(report.approval) if report.approval is not None else "",
            repairs=tuple(map(_told, repairs)),
            notes=report.notes,
            answer=_answer(report),
        )
        if places:
            self._kept[places[0]] = entry
            self._changed()
        else:
            self._add(entry)

    def _lookup(self, kind: Kind, names: Sequence[str], request: Json, outcome: str, seconds: float) -> Entry:
        self._number += 1
        return Entry(self._number, self._wall(), kind, tuple(map(one_line, names)), request, outcome, seconds)

    def _add(self, entry: Entry) -> None:
        self._kept = [*self._kept[1 - MOST :], entry]
        self._changed()


def _answer(report: CallReport) -> Json:
    """What the model was told; of a very long result only the beginning, so that the journal stays small."""
    if report.result is not None and sum(len(item.text) for item in report.result.content) > LARGEST:
        return plain("\n".join(item.text for item in report.result.content)[:LARGEST]) + "\n… and more"
    return model_result(report)


def _told(repair: Repair) -> str:
    before, after = compact_json(repair.before), compact_json(repair.after)
    return one_line(f"{repair.path}: {before} → {after} {repair.note}".rstrip())
