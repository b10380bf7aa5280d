"""`manage_connections`: its definition, how its arguments are read, and what it answers (spec 4.4)."""

import json
from typing import Any

import pytest

from tests.connectors.scene import Scene, calm, gateway_fault, link, listed
from workbench.bridge.validation import check_arguments
from workbench.connectors.contract import TargetKind
from workbench.connectors.errors import FaultKind
from workbench.connectors.manage import manage_tool, run
from workbench.connectors.manage_arguments import ManageRequest, UnusableArguments, read_arguments
from workbench.disclosure.deferral import classify
from workbench.disclosure.definitions import definition
from workbench.model import Kind
from workbench.settings import ToolSearchSettings

CONNECTOR, MCP = TargetKind.CONNECTOR, TargetKind.MCP
SERVER = {"name": "GitHub", "mcp": True}

READ = [
    (None, ManageRequest("status", CONNECTOR)),
    ({}, ManageRequest("status", CONNECTOR)),
    ("{}", ManageRequest("status", CONNECTOR)),
    ({"action": "connect", "connectors": ["gmail"]}, ManageRequest("connect", CONNECTOR, ("gmail",))),
    ({"action": "connect", "connectors": "gmail"}, ManageRequest("connect", CONNECTOR, ("gmail",))),
    ({"action": " Connect ", "connectors": [" GMail ", "gmail"]}, ManageRequest("connect", CONNECTOR, ("gmail",))),
    ({"action": "connect", "connectors": '["gmail","x_y"]'}, ManageRequest("connect", CONNECTOR, ("gmail", "x_y"))),
    ({"action": "connect", "connectors": [{"name": "gmail"}]}, ManageRequest("connect", CONNECTOR, ("gmail",))),
    ({"connectors": ["gmail"]}, ManageRequest("status", CONNECTOR, ("gmail",))),
    ({"action": "install", "connectors": SERVER}, ManageRequest("install", MCP, ("GitHub",))),
    ({"action": "enable", "connectors": [SERVER]}, ManageRequest("enable", MCP, ("GitHub",))),
    ({"action": "authorize", "connectors": json.dumps(SERVER)}, ManageRequest("authorize", MCP, ("GitHub",))),
    *[
        (
            {"action": "reconnect", "connectors": ["a"], "force": given},
            ManageRequest("reconnect", CONNECTOR, ("a",), to),
        )
        for given, to in [
            (True, True),
            ("true", True),
            (" TRUE", True),
            (False, False),
            ("false", False),
            (None, False),
        ]
    ],
    (
        {"action": "connect", "connectors": ["a"], "wait": True, "timeout": 9, "reason": "x"},
        ManageRequest("connect", CONNECTOR, ("a",)),
    ),
]


@pytest.mark.parametrize(("raw", "request_"), READ)
def test_arguments_that_can_be_read(raw: Any, request_: ManageRequest) -> None:
    assert read_arguments(raw) == request_


UNUSABLE = [
    ({"action": "disconnect", "connectors": ["gmail"]}, "at the provider"),
    ({"action": "remove"}, "no action 'remove'"),
    ({"action": ["connect"]}, "no action"),
    ({"action": "connect"}, "needs connectors"),
    ({"action": "install", "connectors": []}, "needs connectors"),
    ({"action": "connect", "connectors": ["gmail", SERVER]}, "cannot be mixed"),
    ({"action": "install", "connectors": [SERVER, "gmail"]}, "cannot be mixed"),
    ({"action": "connect", "connectors": [SERVER]}, "is for connectors"),
    ({"connectors": [SERVER]}, "is for connectors"),
    ({"action": "install", "connectors": ["github"]}, "is for MCP servers"),
    ({"action": "connect", "connectors": ["a__b"]}, "not the slug"),
    ({"action": "connect", "connectors": [""]}, "not the slug"),
    ({"action": "connect", "connectors": ["https://x"]}, "not the slug"),
    ({"action": "connect", "connectors": [7]}, "must be a slug"),
    ({"action": "connect", "connectors": 7}, "must be a list"),
    ({"action": "connect", "connectors": [{"name": "a", "mcp": "yes"}]}, "must be a slug"),
    ({"action": "install", "connectors": [{"name": " ", "mcp": True}]}, "not the name"),
    ({"action": "install", "connectors": [{"name": "a\nb", "mcp": True}]}, "not the name"),
    ({"action": "connect", "connectors": [f"c{n}" for n in range(51)]}, "at most 50"),
    ({"action": "reconnect", "connectors": ["a"], "force": 1}, "force must be"),
    ({"action": "reconnect", "connectors": ["a"], "force": "yes"}, "force must be"),
    ({"action": "connect", "connectors": "[gmail"}, "not JSON"),
    ([], "must be an object"),
    (7, "must be an object"),
    ("connect", "not JSON"),
]


@pytest.mark.parametrize(("raw", "words"), UNUSABLE)
async def test_arguments_that_cannot_be_used_ask_the_gateway_nothing(raw: Any, words: str) -> None:
    with pytest.raises(UnusableArguments, match=words):
        read_arguments(raw)
    scene = Scene()
    answer = await run(raw, scene.desk, tool_call_id="c", cards=True)
    assert words in answer["error"]
    assert (scene.gateway.minted, scene.gateway.read_at, scene.frames) == ([], [], [])


def test_the_tool_is_a_core_tool_of_its_own_toolset_and_never_deferred() -> None:
    tool = manage_tool()
    assert (tool.name, tool.kind, tool.toolset) == ("manage_connections", Kind.CORE, "connections")
    assert not classify(tool, ToolSearchSettings(defer_core_tools=True)).deferred
    assert definition(tool)["function"]["parameters"] == tool.parameters
    assert tool.schema_tokens == -(-len(json.dumps(definition(tool), separators=(",", ":")).encode()) // 4)
    assert set(tool.parameters["properties"]) == {"action", "connectors", "force"}
    assert "disconnect" not in tool.parameters["properties"]["action"]["enum"]


@pytest.mark.parametrize(("raw", "request_"), [case for case in READ if isinstance(case[0], dict)])
def test_what_can_be_read_passes_the_tools_own_schema_once_repaired(
    raw: dict[str, Any], request_: ManageRequest
) -> None:
    check = check_arguments(manage_tool(), raw)
    assert read_arguments(check.arguments) == request_
    plain_shape = isinstance(raw.get("connectors", []), list) and raw.get("action", "status") == request_.action
    if plain_shape and "force" not in raw and {"name": "gmail"} not in raw.get("connectors", []):
        assert check.valid, check.failures


async def test_status_lists_connectors_with_a_hint() -> None:
    scene = Scene()
    scene.gateway.at(0, [listed("notion", "expired", reason="too old"), listed("gmail", "active")])
    answer = await run({}, scene.desk, tool_call_id="c", cards=True)
    assert [(row["connector"], row["connected"], row["status"]) for row in answer["connectors"]] == [
        ("gmail", True, "active"),
        ("notion", False, "expired"),
    ]
    assert answer["hint"] and set(answer) == {"connectors", "hint"}
    some = await run({"connectors": ["gmail", "loom"]}, scene.desk, tool_call_id="c", cards=True)
    assert [row["connector"] for row in some["connectors"]] == ["gmail"]
    assert "loom" in some["hint"]
    assert scene.gateway.minted == []


async def test_connect_waits_for_the_card_and_answers_the_result() -> None:
    import asyncio

    scene = Scene()
    raw = {"action": "connect", "connectors": ["gmail"]}
    task = asyncio.ensure_future(run(raw, scene.desk, tool_call_id="call_9", cards=True))
    await calm()
    assert scene.frames[0].payload["tool_call_id"] == "call_9"
    second = await run(raw, scene.desk, tool_call_id="call_10", cards=True)
    assert second["open_operation"] == {"op_id": "op_1", "targets": ["gmail"]} and "op_1" in second["error"]
    scene.desk.respond("op_1", {"targets": {"gmail": "skipped"}})
    answer = await task
    assert (answer["status"], answer["targets"][0]["state"]) == ("settled", "skipped")


async def test_without_cards_the_links_are_in_the_answer() -> None:
    scene = Scene()
    answer = await run({"action": "connect", "connectors": "gmail"}, scene.desk, tool_call_id="c", cards=False)
    assert (answer["status"], answer["targets"][0]["connect_url"]) == ("initiated", link("gmail"))


@pytest.mark.parametrize("kind", list(FaultKind))
@pytest.mark.parametrize("action", ["status", "connect", "reconnect"])
async def test_gateway_faults_are_errors_without_their_text(kind: FaultKind, action: str) -> None:
    scene = Scene()
    scene.gateway.mint_fault = gateway_fault(kind, 500)
    scene.gateway.at(0, gateway_fault(kind, 500))
    answer = await run({"action": action, "connectors": ["gmail"]}, scene.desk, tool_call_id="c", cards=False)
    assert set(answer) == {"error", "code"} and "s3cret" not in json.dumps(answer)


async def test_without_a_gateway_connector_actions_are_errors() -> None:
    scene = Scene(gateway=False)
    answer = await run({}, scene.desk, tool_call_id="c", cards=True)
    assert answer["code"] == "CONNECTORS_UNAVAILABLE" and "no gateway" in answer["error"]
