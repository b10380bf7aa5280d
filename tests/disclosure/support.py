"""Short ways to make tools and sources, and what the tests generate."""

from collections.abc import Sequence

from hypothesis import strategies as st

from workbench.disclosure.naming import name_tools
from workbench.model import Kind, RawTool, Source, Tool
from workbench.settings import ToolsetSettings

EVERYTHING = ToolsetSettings()

OBJECT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


def raw(name: str, description: str = "", schema: object = None) -> RawTool:
    return RawTool(name, description, input_schema=OBJECT if schema is None else schema)


def server(name: str, tools: int | Sequence[RawTool] = 3, description: str = "Do one useful thing.") -> Source:
    """A server with that many tools, or with these."""
    if isinstance(tools, int):
        tools = [raw(f"tool_{index:04}", description) for index in range(tools)]
    return Source(name, Kind.MCP, name_tools(name, tools)[0])


def down(name: str, why: str = "connection refused") -> Source:
    return Source(name, Kind.MCP, unavailable=why)


def plugin(name: str, *names: str, kind: Kind = Kind.PLUGIN) -> Source:
    return Source(name, kind, name_tools(name, [raw(item, "A plugin's tool.") for item in names], kind=kind)[0])


def core(*names: str) -> Source:
    return plugin("core", *names, kind=Kind.CORE)


def tool(
    name: str, kind: Kind = Kind.MCP, toolset: str = "mcp-s", description: str = "", schema: object = None
) -> Tool:
    return Tool(name, name, "s", kind, toolset, description, OBJECT if schema is None else schema, 10)


def nested(levels: int) -> dict[str, object]:
    """An object schema with that many levels of properties, made without recursion."""
    schema: dict[str, object] = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"p": schema}}
    return schema


odd_text = st.text(max_size=90) | st.sampled_from(
    [
        "",
        " ",
        "..",
        "查询订单",
        "read-file",
        "read_file",
        "read.file",
        "Read_File",
        "tool_search",
        "a" * 64,
        "b" * 200,
        "\ud800",
    ]
)

raw_tools = st.lists(st.builds(RawTool, name=odd_text, description=st.text(max_size=200)), max_size=12)


@st.composite
def sources(draw: st.DrawFn) -> list[Source]:
    """Servers of all sizes under different names, some of them down, and a plugin that may share a server's name."""
    names: list[str] = draw(st.lists(st.text("abc .", min_size=1, max_size=4), unique=True, max_size=6))
    made: list[Source] = []
    for name in names:
        if draw(st.integers(0, 5)) == 0:
            made.append(down(name, draw(st.text(max_size=200))))
            continue
        count = draw(st.integers(0, 3) | st.integers(0, 60))
        made.append(server(name, count, draw(st.text(max_size=80))))
    shares_a_name: bool = draw(st.booleans())
    if names and shares_a_name:
        made.append(plugin(names[0], "one", "two"))
    return made
