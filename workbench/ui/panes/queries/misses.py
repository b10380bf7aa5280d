"""Why a query found nothing, as rows: the word that sank it, and what the nearest tools lacked."""

from collections.abc import Iterator, Sequence
from typing import Final

from workbench.model import Json
from workbench.search.catalog import Catalog
from workbench.search.explanation import Explanation, Refused
from workbench.ui.format import count, number
from workbench.ui.panes.rows import Row, Span

_NEAREST: Final = 3
_WORDS: Final = 4


def miss_rows(explanation: Explanation, result: dict[str, Json], catalog: Catalog | None) -> Iterator[Row]:
    """The reason, the nearest tools, what was searched, and the hint of the payload's `result`."""
    yield Row(why_missed(explanation), indent=4, hang=2)
    nearest = explanation.refused[:_NEAREST]
    if nearest:
        yield Row((("nearest", "dim"),), indent=4)
        for refused in nearest:
            yield refused_row(refused, lacking(catalog, explanation, refused))
    sources = [entry for entry in result.get("available_sources", ()) if isinstance(entry, dict)]
    if sources:
        words = ", ".join(f"{entry.get('name')} {number(int(entry.get('tool_count', 0)))}" for entry in sources)
        yield Row((("searched  ", "dim"), (words, "text")), indent=4, hang=2, lines=4)
    if hint := result.get("hint"):
        yield Row((("hint  ", "dim"), (str(hint), "text")), indent=4, hang=2)


def why_missed(explanation: Explanation) -> tuple[Span, ...]:
    """Why nothing passed, in a sentence."""
    rarest = [term for term in explanation.terms if term.text in explanation.gate]
    absent = [" or ".join(term.words) or term.text for term in rarest if not term.df]
    if not explanation.documents:
        return (("no tool is deferred, so there is nothing to search", "text"),)
    if absent:
        return (("no tool carries ", "text"), (_listed(absent, "or"), "warn"))
    if not rarest:
        return (("the query has no word to search for", "text"),)
    needed = f"{explanation.required} of {count(explanation.answerable, 'word')}"
    gate = _listed([" or ".join(term.words) or term.text for term in rarest], "or")
    return (
        (f"no tool with the rarest word, {gate}, carries ", "text"),
        (needed, "warn"),
        (" as it would need", "text"),
    )


def lacking(catalog: Catalog | None, explanation: Explanation, refused: Refused) -> tuple[str, ...]:
    """The words of a query that a tool lacks though others carry them; none where more than one tool may be meant."""
    named = catalog.exactly(refused.tool_name) if catalog is not None else []
    tools = [one for one in named if (one.tool.name, one.source_name) == (refused.tool_name, refused.source_name)]
    if len(tools) != 1:
        return ()
    wanted = [term for term in explanation.terms if term.role == "intent" and term.df]
    return tuple(term.words[0] for term in wanted if term.words and term.text not in tools[0].counts)


def refused_row(refused: Refused, lacks: Sequence[str] = ()) -> Row:
    """A tool that came close, and what it lacked: its reason names words of the gate, `lacks` those of the floor."""
    reason = refused.reason
    if lacks and "lacks" not in reason:
        reason = f"{reason}; lacks {_listed(lacks, 'and')}"
    return Row(((refused.tool_name, "text"), (f"  {reason}", "dim")), indent=5, hang=2)


def _listed(words: Sequence[str], last: str) -> str:
    """`"a", "b" or "c"`; of many words the first ones."""
    shown = [f'"{word}"' for word in words[:_WORDS]]
    if len(words) > _WORDS:
        return f"{', '.join(shown)} {last} {len(words) - _WORDS} more"
    return f" {last} ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
