"""What the search finds on labelled queries over real catalogs, kind by kind.

    python -m tests.benchmarks.search_quality [--misses] [SET ...]

Sets are names of `../shared/data/labelled` beside the project; without any, the two keyword sets. Says so and stops
where the data is not there. Recall@5: the part of the queries of which a right tool is among the first five. Wrong on
absent: the part of the queries without any right tool that found something.
"""

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workbench.disclosure.naming import name_tools
from workbench.model import Kind, RawTool, Source
from workbench.search.catalog import Catalog
from workbench.search.query import Group, search
from workbench.search.segment import build_segment
from workbench.search.terms import Analyzer

DATA = Path(__file__).parents[2].parent / "shared" / "data"
SETS = ("keyword", "keyword-cloudflare")
LIMIT = 5


@dataclass
class Tally:
    """Queries of one kind: how many, how many came out as they should not or should, and which."""

    asked: int = 0
    hits: int = 0
    misses: list[str] = field(default_factory=list)

    def add(self, hit: bool, line: str) -> None:
        """Counts one query; `line` describes it for the list of misses."""
        self.asked += 1
        self.hits += hit
        if not hit:
            self.misses.append(line)


def main() -> None:
    """Reads the arguments, measures, prints."""
    parser = argparse.ArgumentParser(description="Recall and wrong answers on labelled queries.")
    parser.add_argument("sets", nargs="*", default=SETS)
    parser.add_argument("--misses", action="store_true", help="print each query that went wrong")
    arguments = parser.parse_args()
    if not DATA.is_dir():
        print("The labelled queries are not beside this project: nothing measured.")
        return
    for name in arguments.sets:
        print_report(name, measure(name), misses=arguments.misses)


def measure(name: str) -> Mapping[str, Tally]:
    """The tallies of one labelled set by kind; `recall` sums all kinds but `absent`, which counts the empty answers."""
    labelled = json.loads((DATA / "labelled" / f"{name}.public.json").read_text("utf-8"))
    analyzer = Analyzer()
    catalog, ids = load(labelled["catalog"], analyzer)
    tallies: dict[str, Tally] = defaultdict(Tally)
    for entry in labelled["queries"]:
        group = search(catalog, entry["query"], LIMIT, analyzer)
        found = [ids[match.tool.name] for match in group.matches]
        kind = entry.get("kind") or labelled["kind"]
        if entry["relevant"]:
            hit = not set(found).isdisjoint(entry["relevant"])
            tallies["recall"].add(hit, "")
        else:
            hit = not found
        tallies[kind].add(hit, _line(group, found))
    return tallies


def load(key: str, analyzer: Analyzer) -> tuple[Catalog, dict[str, str]]:
    """A catalog or a union of them, and the labelled sets' id of each model-facing name."""
    manifest = DATA / "catalogs" / f"{key}.manifest.json"
    members = json.loads(manifest.read_text("utf-8"))["members"] if manifest.is_file() else [key]
    segments, ids = [], {}
    taken: set[str] = set()
    for server, items, union in _servers(members, manifest.is_file()):
        raw = [RawTool(i["name"], i.get("description") or "", input_schema=i.get("inputSchema")) for i in items]
        tools, _ = name_tools(server, raw, taken)
        taken.update(tool.name for tool in tools)
        ids |= {tool.name: f"{server}/{tool.original_name}" if union else tool.original_name for tool in tools}
        segments.append(build_segment(Source(server, Kind.MCP, tools), analyzer, server))
    return Catalog(segments), ids


def _servers(members: Sequence[str], union: bool) -> Iterator[tuple[str, list[Any], bool]]:
    """Server, tools, and whether ids begin with the server, for each server of these catalogs."""
    for member in members:
        path = DATA / "catalogs" / f"{member}.json"
        packed = path.with_name(f"{member}.json.gz")
        data = path.read_bytes() if path.is_file() else gzip.decompress(packed.read_bytes())
        servers: dict[str | None, list[Any]] = defaultdict(list)
        for item in json.loads(data)["tools"]:
            servers[item.get("server")].append(item)
        for server, items in servers.items():
            yield server or member, items, union or server is not None


def _line(group: Group, found: Sequence[str]) -> str:
    gate = ", ".join(group.explanation.gate)
    return f"{group.query!r}: gate {gate}; {', '.join(found) or 'nothing'}"


def print_report(name: str, tallies: Mapping[str, Tally], *, misses: bool) -> None:
    """A line a kind, and under it what went wrong, if wanted."""
    recall = tallies.get("recall", Tally())
    print(f"{name}: recall@{LIMIT} {recall.hits}/{recall.asked} = {recall.hits / max(recall.asked, 1):.3f}")
    for kind, tally in tallies.items():
        if kind == "absent":
            wrong = tally.asked - tally.hits
            print(f"  wrong on absent {wrong}/{tally.asked} = {wrong / tally.asked:.3f}")
        elif kind != "recall":
            print(f"  {kind:15} {tally.hits}/{tally.asked} = {tally.hits / tally.asked:.3f}")
        if misses and kind != "recall":
            print("".join(f"      {line}\n" for line in tally.misses), end="")


if __name__ == "__main__":
    main()
