"""The results as rows, with groups folded and narrowed to one source where that is wished."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from workbench.search.query import Group
from workbench.ui.format import count
from workbench.ui.panes.queries.found import Found
from workbench.ui.panes.queries.groups import group_rows
from workbench.ui.panes.queries.records import record_rows
from workbench.ui.panes.rows import Row


@dataclass(frozen=True, slots=True)
class FoldedKey:
    """A folded group, by the number of its line."""

    line: int


def sources_of(found: Found) -> tuple[str, ...]:
    """Names of the sources whose tools were found, by name."""
    return tuple(sorted({match.source_name for _, group in found.groups for match in group.matches}))


def result_rows(found: Found, width: int, folded: Collection[int], source: str) -> Iterator[Row]:
    """Groups, then records. With `source` only its tools are shown; what is answered to a model stays as it is."""
    whole = sum(len(group.matches) for _, group in found.groups)
    if source:
        groups = [_only(group, source) for _, group in found.groups]
        shown = sum(map(len, (group.matches for group in groups)))
        words = f"{shown} of {count(whole, 'match').replace('matchs', 'matches')} shown: {source}"
        yield Row((("▼ ", "warn"), (words, "warn"), ("  s: the next source, then all", "dim")), hang=2)
        yield Row()
    for position, (line, group) in enumerate(found.groups):
        if position:
            yield Row()
        narrowed = _only(group, source) if source and group.matches else group
        if line in folded and group.matches:
            hits = count(len(narrowed.matches), "match").replace("matchs", "matches")
            yield Row(((f"{line + 1} ▸ ", "dim"), (group.query, "head")), right=((hits, "dim"),), hang=4, lines=1,
                      key=FoldedKey(line))  # fmt: skip
        elif narrowed.matches or not group.matches:
            yield from group_rows(line, narrowed, found.result(position), width)
        else:
            yield Row(((f"{line + 1} ", "dim"), (group.query, "head")), right=(("none here", "dim"),), hang=2)
    yield Row()
    yield from record_rows(found, source)


def _only(group: Group, source: str) -> Group:
    return replace(group, matches=tuple(match for match in group.matches if match.source_name == source))
