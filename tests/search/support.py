"""Short ways to make searched tools, a naive search to compare with, and what the tests generate."""

from collections.abc import Mapping, Sequence
from math import log

from hypothesis import strategies as st

from workbench.model import Kind, Source, Tool
from workbench.search.catalog import Catalog
from workbench.search.function_words import FUNCTION_WORDS
from workbench.search.query import Group, search
from workbench.search.segment import build_segment
from workbench.search.terms import Analyzer

ANALYZER = Analyzer()


def tool(name: str, description: str = "", *parameters: str, server: str = "s", kind: Kind = Kind.MCP) -> Tool:
    schema = {"type": "object", "properties": {parameter: {"type": "string"} for parameter in parameters}}
    shown = f"mcp_{server}_{name}" if kind is Kind.MCP else name
    return Tool(shown, name, server, kind, f"mcp-{server}", description, schema, 10)


def source(name: str, *tools: Tool | str, kind: Kind = Kind.MCP) -> Source:
    """A server with these tools; a text is the name of one with nothing else."""
    return Source(name, kind, tuple(tool(t, server=name) if isinstance(t, str) else t for t in tools))


def catalog(*sources: Source) -> Catalog:
    return Catalog([build_segment(one, ANALYZER) for one in sources])


def one_server(tools: Mapping[str, str], name: str = "s") -> Catalog:
    """A catalog of one server with these tools and descriptions."""
    return catalog(source(name, *(tool(key, text, server=name) for key, text in tools.items())))


def found(where: Catalog, query: str, limit: int = 5) -> list[str]:
    """The server's own names of what a query finds."""
    return [match.tool.original_name for match in ask(where, query, limit).matches]


def ask(where: Catalog, query: str, limit: int = 5) -> Group:
    return search(where, query, limit, ANALYZER)


def naive(where: Catalog, query: str) -> dict[str, float]:
    """Every admitted tool with its score, by going through all documents: the rules of spec 2.3 and 2.4, written anew.

    Without exact names.
    """
    documents = [document for segment in where.segments for document in segment.documents]
    pairs = ANALYZER.pairs(query)
    terms = {term for word, term in pairs if word not in FUNCTION_WORDS} or {term for _, term in pairs}
    df = {term: sum(term in document.counts for document in documents) for term in terms}
    gate = {term for term in terms if df[term] == min(df.values())}
    answerable = {term for term in terms if df[term]}
    needed = (len(answerable) + 1) // 2 if len(answerable) >= 4 else 1
    average = max(sum(document.length for document in documents) / max(len(documents), 1), 1)
    scores: dict[str, float] = {}
    for document in documents:
        carried = answerable & set(document.counts)
        if carried & gate and len(carried) >= needed:
            scores[document.tool.name] = sum(
                log(1 + (len(documents) - df[term] + 0.5) / (df[term] + 0.5))
                * (document.counts[term] * 2.5)
                / (document.counts[term] + 1.5 * (0.25 + 0.75 * document.length / average))
                for term in carried
            )
    return scores


WORDS = ["create", "delete", "list", "issue", "page", "user", "repo", "pull", "request", "send", "message", "linear"]
WORDS += ["slack", "the", "of", "id", "mcp", "文件", "公众号"]
"""Few enough words that made-up tools and queries meet often."""

queries = st.lists(st.sampled_from(WORDS), max_size=9)


@st.composite
def sources(draw: st.DrawFn, most: int = 4) -> Sequence[Source]:
    """Some servers with some tools made of the same few words."""
    some = st.lists(st.sampled_from(WORDS), max_size=6)
    made = []
    for index in range(draw(st.integers(0, most))):
        name = f"{draw(st.sampled_from(WORDS))}{index}"
        tools = [
            tool(f"{'_'.join(words)}_{place}", " ".join(draw(some)), *draw(some), server=name)
            for place, words in enumerate(draw(st.lists(some, max_size=6)))
        ]
        made.append(source(name, *tools))
    return made
