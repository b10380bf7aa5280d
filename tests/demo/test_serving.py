"""The demo servers through a real client in process: pages, checked arguments, errors, state of their own."""

import pytest
from mcp.shared.exceptions import MCPError

from tests.demo.support import ask, client, definitions, list_all, refusal
from workbench.demo import DEMO_NAMES, DEMO_SERVERS, DemoServer
from workbench.demo.serving import PAGE_SIZE


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("server", DEMO_SERVERS, ids=DEMO_NAMES)
async def test_every_tool_is_listed_in_pages(server: DemoServer, mode: str) -> None:
    name: str = server.name
    async with client(name, mode=mode) as connected:
        tools, pages = await list_all(connected)
        assert connected.server_info is not None
        assert connected.server_info.name == name
    assert [tool.name for tool in tools] == [entry["name"] for entry in definitions(name)]
    assert pages == -(-len(tools) // PAGE_SIZE)
    assert [tool.input_schema for tool in tools] == [entry["inputSchema"] for entry in definitions(name)]
    assert all(tool.annotations and tool.annotations.read_only_hint is not None for tool in tools)


@pytest.mark.parametrize(
    "cursor", ["", "after-", "after-0", "after-7", "after-0500", "after--500", "after-99999999", "x"]
)
async def test_a_cursor_of_nobody_is_refused(cursor: str) -> None:
    async with client("game-engine") as connected:
        with pytest.raises(MCPError, match="cursor"):
            await connected.list_tools(cursor=cursor)


async def test_the_second_page_goes_on_where_the_first_ended() -> None:
    async with client("game-engine") as connected:
        first = await connected.list_tools()
        assert first.next_cursor is not None
        second = await connected.list_tools(cursor=first.next_cursor)
    assert second.next_cursor is None
    assert len(first.tools) == PAGE_SIZE
    assert [tool.name for tool in second.tools] == [entry["name"] for entry in definitions("game-engine")][PAGE_SIZE:]


async def test_an_unknown_tool_is_a_protocol_error() -> None:
    async with client("basics") as connected:
        with pytest.raises(MCPError, match="no tool named 'nothing'"):
            await connected.call_tool("nothing", {})


async def test_arguments_that_do_not_fit_come_back_as_an_error_that_names_each() -> None:
    async with client("tracker") as connected:
        text = await refusal(
            connected, "create_issue", project="shop", title="", details={"due_on": "tomorrow"}, more=1
        )
    assert "project: 'shop' does not match" in text
    assert "title: " in text
    assert "details.due_on: " in text
    assert "'more' was unexpected" in text


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_text_that_cannot_be_encoded_is_answered_with_a_replacement(mode: str) -> None:
    async with client("basics", mode=mode) as connected:
        _, note = await ask(connected, "add_note", title="half \ud83d", text="of a pair")
    assert note["title"] == "half ?"


async def test_each_server_has_a_state_of_its_own_and_keeps_it_over_connections() -> None:
    async with client("basics") as one, client("basics") as other:
        await ask(one, "add_note", title="only here")
        assert (await ask(one, "list_notes"))[0] == "1. only here"
        assert (await ask(other, "list_notes"))[0] == "No notes."
