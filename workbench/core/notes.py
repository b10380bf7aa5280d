"""The tools `memory`, `todo` and `session_search` over the workbench's own store."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from workbench.core.results import ToolFault, data_result
from workbench.core.store import MAX_RECORDS, Store
from workbench.model import Json, ToolResult
from workbench.text import clip, one_line, plain

MAX_MEMORY: Final = 4000
"""Characters of one list of facts."""

MAX_ITEMS: Final = 100
MAX_RECORD: Final = 4000
MAX_WORDS: Final = 12
_AROUND: Final = 160
_PLACES: Final = 5
_MOST_READ: Final = 2000
_WEEK: Final = 7 * 86_400.0


class Notes:
    """The three tools of one session; each takes checked arguments, may block, and raises ToolFault."""

    def __init__(self, store: Store, session: str, wall: Callable[[], float]) -> None:
        self._store = store
        self._session = session
        self._wall = wall

    def record(self, kind: str, text: str) -> None:
        """Keeps something that was said (`message`) or called (`call`), for sessions to come."""
        with self._store.work() as connection:
            connection.execute(
                "INSERT INTO record (session, at, kind, text) VALUES (?, ?, ?, ?)",
                (self._session, self._wall(), kind, clip(plain(text), MAX_RECORD)),
            )
            connection.execute("DELETE FROM record WHERE id <= (SELECT MAX(id) FROM record) - ?", (MAX_RECORDS,))

    def memory(self, arguments: Mapping[str, Json]) -> ToolResult:
        """Adds, replaces, removes or lists facts."""
        action, target = arguments["action"], str(arguments.get("target", "notes"))
        content = one_line(arguments.get("content", ""))
        old = one_line(arguments.get("old_text", ""))
        if action in ("add", "replace") and not content:
            raise ToolFault(f"{action} needs content.")
        if action in ("replace", "remove") and not old:
            raise ToolFault(f"{action} needs old_text.")
        with self._store.work() as connection:
            rows = connection.execute("SELECT id, content FROM memory WHERE target = ? ORDER BY id", (target,))
            facts = dict(rows.fetchall())
            meant = _meant(facts, old) if action in ("replace", "remove") else 0
            if action in ("add", "replace") and content not in facts.values():
                kept = sum(len(text) for key, text in facts.items() if key != meant)
                if kept + len(content) > MAX_MEMORY:
                    raise ToolFault(f"The list is full ({kept} of {MAX_MEMORY} characters): {_shown(facts.values())}")
            if action == "remove":
                connection.execute("DELETE FROM memory WHERE id = ?", (meant,))
            elif action == "replace":
                connection.execute("UPDATE memory SET content = ? WHERE id = ?", (content, meant))
            elif action == "add" and content not in facts.values():
                connection.execute("INSERT INTO memory (target, content) VALUES (?, ?)", (target, content))
            rows = connection.execute("SELECT content FROM memory WHERE target = ? ORDER BY id", (target,))
            entries = [text for (text,) in rows]
        used = sum(map(len, entries))
        return data_result({"target": target, "entries": entries, "characters": used, "limit": MAX_MEMORY})

    def todo(self, arguments: Mapping[str, Json]) -> ToolResult:
        """Reads, replaces or changes the steps of this session."""
        given = arguments.get("items")
        with self._store.work() as connection:
            rows = connection.execute(
                "SELECT id, content, status FROM todo WHERE session = ? ORDER BY position", (self._session,)
            )
            steps = {row[0]: {"id": row[0], "content": row[1], "status": row[2]} for row in rows}
            if given is not None:
                changed = {one_line(item["id"]): _step(item) for item in given}
                steps = {**steps, **changed} if arguments.get("merge", False) else changed
                if len(steps) > MAX_ITEMS:
                    raise ToolFault(f"The list would have {len(steps)} entries; at most {MAX_ITEMS} are kept.")
                now = self._wall()
                connection.execute("DELETE FROM todo WHERE session = ? OR at < ?", (self._session, now - _WEEK))
                connection.executemany(
                    "INSERT INTO todo VALUES (?, ?, ?, ?, ?, ?)",
                    [
                        (self._session, position, step["id"], step["content"], step["status"], now)
                        for position, step in enumerate(steps.values())
                    ],
                )
        left = sum(step["status"] in ("pending", "in_progress") for step in steps.values())
        return data_result({"items": list(steps.values()), "left": left, "total": len(steps)})

    def session_search(self, arguments: Mapping[str, Json]) -> ToolResult:
        """Earlier sessions whose records hold the words, or the latest ones."""
        words = list(dict.fromkeys(one_line(arguments.get("query", "")).casefold().split()))[:MAX_WORDS]
        limit, kind = int(arguments.get("limit", 3)), str(arguments.get("kind", "any"))
        condition = " OR ".join(["text LIKE ? ESCAPE '\\'"] * len(words)) or "1"
        with self._store.work() as connection:
            rows = connection.execute(
                f"SELECT session, at, kind, text FROM record WHERE session != ? AND ? IN ('any', kind) "
                f"AND ({condition}) ORDER BY id DESC LIMIT ?",
                (self._session, kind, *(f"%{_escaped(word)}%" for word in words), _MOST_READ),
            ).fetchall()
        return data_result({"sessions": _sessions(rows, words)[:limit]})


def _meant(facts: Mapping[int, str], old: str) -> int:
    fitting = [key for key, text in facts.items() if old in text]
    exact = [key for key in fitting if facts[key] == old]
    if len(exact or fitting) != 1:
        found = "several entries hold" if fitting else "no entry holds"
        raise ToolFault(f"{found} this old_text; the list: {_shown(facts.values())}".capitalize())
    return (exact or fitting)[0]


def _shown(facts: Iterable[str]) -> str:
    return "; ".join(clip(text, 200) for text in facts) or "it is empty"


def _step(item: Mapping[str, Json]) -> dict[str, str]:
    return {"id": one_line(item["id"]), "content": one_line(item["content"]), "status": str(item["status"])}


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _sessions(rows: Sequence[tuple[str, float, str, str]], words: Sequence[str]) -> list[dict[str, Json]]:
    """The rows, newest first, by session: best first, of equally good ones the newer."""
    groups: dict[str, list[tuple[int, float, str, str]]] = {}
    for session, at, kind, text in rows:
        folded = text.casefold()
        groups.setdefault(session, []).append((sum(word in folded for word in words), at, kind, text))
    best = sorted(groups.items(), key=lambda group: -max(hits for hits, *_ in group[1]))
    return [
        {
            "session": session,
            "when": datetime.fromtimestamp(found[0][1], UTC).isoformat(timespec="seconds"),
            "places": [
                {"kind": kind, "text": _around(text, words)}
                for _, _, kind, text in sorted(found, key=lambda place: -place[0])[:_PLACES]
            ],
        }
        for session, found in best
    ]


def _around(text: str, words: Sequence[str]) -> str:
    """The text around the first of the words."""
    line = one_line(text)
    places = [place for word in words if (place := line.casefold().find(word)) >= 0]
    start = max(min(places, default=0) - _AROUND, 0)
    return ("…" if start else "") + clip(line[start:], 2 * _AROUND)
