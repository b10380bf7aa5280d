"""What a search costs at 3,320 tools, beside a search that goes through all of them.

    python -m tests.benchmarks.search_bench

Prints the build of the index with either stemmer, a warm query, a look at the near misses, a new catalog after one of
200 servers changed, and the ratios between them: those say the most. `rank_bm25` is measured too where it is installed.
"""

import random
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

from snowballstemmer.english_stemmer import EnglishStemmer

from tests.search.support import naive
from workbench.model import Kind, Source, Tool
from workbench.search.catalog import Catalog
from workbench.search.query import search
from workbench.search.segment import SegmentCache, build_segment
from workbench.search.terms import Analyzer

TOOLS = 3_320
SERVERS = 200
VERBS = [
    "create",
    "list",
    "get",
    "update",
    "delete",
    "search",
    "export",
    "restore",
    "enable",
    "disable",
    "attach",
    "tag",
]
THINGS = ["user", "invoice", "cluster", "bucket", "record", "policy", "snapshot", "certificate", "deployment", "queue"]
AREAS = ["billing", "compute", "storage", "network", "identity", "mail", "analytics", "media", "payment", "support"]
PARAMETERS = ["id", "name", "limit", "cursor", "filter", "region", "dry_run", "tags", "expires_at", "owner_id"]


def main() -> None:
    """Build, ask, compare, print."""
    source = make_source("cloud", TOOLS)
    analyzer = Analyzer()
    pure = _time(lambda: build_segment(source, Analyzer(EnglishStemmer().stemWord), "bench"))
    fast = _time(lambda: build_segment(source, Analyzer(), "bench"))
    catalog = Catalog([build_segment(source, analyzer)])
    asked = make_queries(200)
    for query in asked:
        search(catalog, query, 5, analyzer)
    warm = median(_time(lambda q=query: search(catalog, q, 5, analyzer)) for query in asked)  # type: ignore[misc]
    looked = median(_look(catalog, query, analyzer) for query in asked)
    whole = median(_time(lambda q=query: naive(catalog, q)) for query in asked[:10])  # type: ignore[misc]
    print(f"{catalog.size:,} tools, {catalog.average_length:.0f} terms each")
    print(f"index, pure Python stemmer  {1e3 * pure:9.1f} ms")
    print(f"index, installed stemmer    {1e3 * fast:9.1f} ms")
    print(f"warm query                  {1e6 * warm:9.0f} µs")
    print(f"its near misses, if asked   {1e6 * looked:9.0f} µs")
    print(f"going through all tools     {1e6 * whole:9.0f} µs   {whole / warm:5.0f} : 1")
    for name, peer in _peers(catalog, analyzer, asked).items():
        print(f"{name:27} {1e6 * peer:9.0f} µs   {peer / warm:5.0f} : 1")
    _many_servers(analyzer)


def make_source(name: str, size: int, seed: int = 7) -> Source:
    """A server with that many tools in the manner of a cloud API, the same ones for the same seed."""
    dice = random.Random(seed)
    return Source(name, Kind.MCP, tuple(_tool(name, index, dice) for index in range(size)))


def make_queries(size: int, seed: int = 11) -> list[str]:
    """Queries of two to five words; one in ten asks for what is not there."""
    dice = random.Random(seed)
    asked = []
    for index in range(size):
        words = [dice.choice(VERBS), dice.choice(THINGS), dice.choice(AREAS), dice.choice(PARAMETERS)]
        words = words[: dice.randint(2, 4)] + ([f"v{dice.randrange(40)}"] if index % 2 else [])
        asked.append(" ".join([*words, *(["telegram"] if index % 10 == 0 else [])]))
    return asked


def _tool(server: str, index: int, dice: random.Random) -> Tool:
    verb, thing, area = dice.choice(VERBS), dice.choice(THINGS), dice.choice(AREAS)
    name = f"{area}_{verb}_{thing}_{index}"
    description = (
        f"{verb.capitalize()}s a {thing} of the {area} service. Takes the identifier of the {thing} and options that "
        f"say how it is {verb}d; answers with the {thing} and its state. Version v{dice.randrange(40)}. "
        f"See also the {dice.choice(THINGS)} and the {dice.choice(AREAS)} guides."
    )
    properties = {parameter: {"type": "string"} for parameter in dice.sample(PARAMETERS, dice.randint(1, 6))}
    schema = {"type": "object", "properties": properties}
    return Tool(f"mcp_{server}_{name}", name, server, Kind.MCP, f"mcp-{server}", description, schema, 50)


def _look(catalog: Catalog, query: str, analyzer: Analyzer) -> float:
    explanation = search(catalog, query, 5, analyzer).explanation
    return _time(lambda: explanation.refused)


def _peers(catalog: Catalog, analyzer: Analyzer, asked: Sequence[str]) -> dict[str, float]:
    try:
        from rank_bm25 import BM25Okapi  # type: ignore[import-untyped]
    except ImportError:
        return {}
    corpus = [
        [term for term, count in document.counts.items() for _ in range(count)]
        for segment in catalog.segments
        for document in segment.documents
    ]
    peer = BM25Okapi(corpus)
    return {"rank_bm25": median(_time(lambda q=q: peer.get_scores(analyzer.terms(q))) for q in asked[:20])}  # type: ignore[misc]


def _many_servers(analyzer: Analyzer) -> None:
    cache = SegmentCache(analyzer)
    sources = [make_source(f"server{index}", TOOLS * 9 // SERVERS, index) for index in range(SERVERS)]
    first = _time(lambda: Catalog([cache.get(source) for source in sources]))
    sources[5] = make_source("server5", 100, 99)
    again = _time(lambda: Catalog([cache.get(source) for source in sources]))
    catalog = Catalog([cache.get(source) for source in sources])
    cold = median(_time(lambda q=query: search(catalog, q, 5, analyzer)) for query in make_queries(200, 5))  # type: ignore[misc]
    print(f"{SERVERS} servers, {catalog.size:,} tools")
    print(f"index of all                {1e3 * first:9.1f} ms")
    print(f"one server changed          {1e3 * again:9.1f} ms   {first / again:5.0f} : 1")
    print(f"a query over them           {1e6 * cold:9.0f} µs")


def _time(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


if __name__ == "__main__":
    main()
