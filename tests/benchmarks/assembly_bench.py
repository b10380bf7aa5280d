"""What one changed server costs a session of 150 servers and 30,000 tools.

    python -m tests.benchmarks.assembly_bench

Prints the time of the first assembly, of one after a single server changed, and their ratio: that says the most.
"""

from dataclasses import replace
from statistics import median
from time import perf_counter

from workbench.disclosure.assembly import BlockCache, assemble
from workbench.disclosure.naming import name_tools
from workbench.model import Kind, RawTool, Source
from workbench.settings import ToolSearchSettings, ToolsetSettings

SERVERS = 150
TOOLS = 200
ROUNDS = 21


def main() -> None:
    """Build the session, then change one server after another."""
    started = perf_counter()
    sources = [_server(index) for index in range(SERVERS)]
    named = perf_counter() - started
    cache = BlockCache()
    first = _assemble(sources, cache)
    again = []
    for index in range(ROUNDS):
        sources[index] = replace(sources[index], tools=sources[index].tools[:-1])
        again.append(_assemble(sources, cache))
    settings = [_assemble(sources, cache, context=context) for context in (8_000, 32_000, 200_000)]
    tools = sum(len(source.tools) for source in sources)
    print(f"{SERVERS} servers, {tools} tools")
    print(f"naming and counting         {1000 * named:8.1f} ms")
    print(f"first assembly              {1000 * first:8.1f} ms")
    print(f"one server changed          {1000 * median(again):8.1f} ms   1 : {first / median(again):.0f}")
    print(f"another context, all kept   {1000 * median(settings):8.1f} ms   1 : {first / median(settings):.0f}")


def _server(index: int) -> Source:
    name = f"server-{index:03}"
    raw = [
        RawTool(
            f"resource_{number // 5}_action_{number % 5}",
            f"Carries out action {number % 5} on resource {number // 5}. Takes an identifier and options.",
            input_schema={
                "type": "object",
                "properties": {
                    "id": {"type": "string", "description": "Identifier of the resource."},
                    "count": {"type": "integer", "minimum": 1, "maximum": 100, "default": 10},
                    "options": {"type": "object", "properties": {"dry_run": {"type": "boolean"}}},
                },
                "required": ["id"],
            },
        )
        for number in range(TOOLS)
    ]
    return Source(name, Kind.MCP, name_tools(name, raw)[0])


def _assemble(sources: list[Source], cache: BlockCache, context: int = 200_000) -> float:
    started = perf_counter()
    assemble(sources, ToolSearchSettings(), context, toolsets=ToolsetSettings(), blocks=cache)
    return perf_counter() - started


if __name__ == "__main__":
    main()
