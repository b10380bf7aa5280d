"""The tool `manage_connections`: its definition, and what it answers (spec 4.4)."""

from typing import Any, Final

from workbench.connectors.contract import OperationOpen, RefusalReason, Refused, TargetKind
from workbench.connectors.desk import ConnectionDesk
from workbench.connectors.manage_arguments import (
    ACTIONS,
    MAX_TARGETS,
    NAME,
    ManageRequest,
    UnusableArguments,
    read_arguments,
)
from workbench.model import Json, Kind, Tool
from workbench.text import compact_json, estimate_tokens, one_line

__all__ = ["NAME", "TOOLSET", "ManageRequest", "manage_tool", "read_arguments", "run"]

TOOLSET: Final = "connections"

_DESCRIPTION: Final = (
    "Look after connections: accounts of connectors such as mail or calendars, and MCP servers.\n"
    "For connectors: `status` lists them with the state of each account; `connect` lets the person sign in; "
    "`reconnect` renews accounts that no longer work and leaves working ones alone, and with `force` asks for another "
    "account also where one works. Give `connectors` as slugs.\n"
    "For MCP servers: `install` takes one from the catalog, `enable` switches on a configured one, `authorize` signs "
    'in to one. Give each as {"name": ..., "mcp": true}.\n'
    "Do not mix the two in one call. Where the person can be shown a card, the call waits until they have finished and "
    "says how each target ended; otherwise it gives links to pass on. Accounts are disconnected by their owner at the "
    "provider, not from here."
)
_STATUS_HINT: Final = "Connect what is missing with the action connect; renew what expired or failed with reconnect."
_NOTHING_HINT: Final = "The gateway lists no connector for this account."
_ADVICE: Final = "Go on without connectors, or ask the person to look at the gateway."


def manage_tool() -> Tool:
    """`manage_connections` as a core tool of the toolset `connections`."""
    parameters = _parameters()
    function = {"name": NAME, "description": _DESCRIPTION, "parameters": parameters}
    return Tool(
        name=NAME,
        original_name=NAME,
        source="core",
        kind=Kind.CORE,
        toolset=TOOLSET,
        description=_DESCRIPTION,
        parameters=parameters,
        schema_tokens=estimate_tokens(compact_json({"type": "function", "function": function})),
    )


async def run(raw: Json, desk: ConnectionDesk, *, tool_call_id: str, cards: bool) -> dict[str, Json]:
    """Carries out what a model emitted: the result of the operation, the status, or `{"error": ...}`.

    What is wrong with the arguments is answered before the gateway is asked anything. Only cancelling raises.
    """
    try:
        request = read_arguments(raw)
        _check_known(request, desk)
    except UnusableArguments as fault:
        return {"error": str(fault)}
    try:
        if request.action == "status":
            return await _status(request, desk)
        return await desk.connect(
            request.names,
            request.action,
            force=request.force,
            kind=request.kind,
            tool_call_id=tool_call_id,
            cards=cards,
        )
    except OperationOpen as fault:
        return {
            "error": f"One connection operation at a time: {fault.op_id} for {', '.join(fault.names)} is still open. "
            "Wait until the person has finished it.",
            "open_operation": {"op_id": fault.op_id, "targets": list(fault.names)},
        }
    except Refused as refusal:
        advice = _ADVICE if refusal.reason is RefusalReason.CONNECTORS_UNAVAILABLE else "It may work later."
        return {"error": f"Connections cannot be managed: {refusal.message}. {advice}", "code": str(refusal.reason)}


async def _status(request: ManageRequest, desk: ConnectionDesk) -> dict[str, Json]:
    views = {view.name: view for view in await desk.list()}
    if not request.names:
        hint = _STATUS_HINT if views else _NOTHING_HINT
        return {"connectors": [view.as_json() for view in views.values()], "hint": hint}
    unknown = [name for name in request.names if name not in views]
    hint = f"Not known at the gateway: {', '.join(unknown)}. " if unknown else ""
    known = [views[name].as_json() for name in request.names if name in views]
    return {"connectors": known, "hint": hint + _STATUS_HINT}


def _check_known(request: ManageRequest, desk: ConnectionDesk) -> None:
    """MCP names have to be ones that the action can be asked for."""
    if request.kind is not TargetKind.MCP or desk.flows is None:
        return
    known = tuple(desk.flows.known(request.action))
    unknown = [one_line(name) for name in request.names if name not in known]
    if unknown:
        names = ", ".join(map(one_line, known)) or "none"
        raise UnusableArguments(f"{request.action} does not know {', '.join(unknown)}. It knows: {names}.")


def _parameters() -> dict[str, Any]:
    slug = {"type": "string", "minLength": 1, "description": "Slug of a connector, such as gmail."}
    server = {
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 1, "description": "Name of an MCP server, in its own case."},
            "mcp": {"const": True},
        },
        "required": ["name", "mcp"],
    }
    return {
        "type": "object",
        "properties": {
            "action": {"type": "string", "enum": list(ACTIONS), "default": "status"},
            "connectors": {
                "type": "array",
                "items": {"anyOf": [slug, server]},
                "maxItems": MAX_TARGETS,
                "description": "What to act on. Only status may do without: it then lists all connectors.",
            },
            "force": {
                "type": "boolean",
                "default": False,
                "description": "With reconnect: ask for another account also where the present one works.",
            },
        },
    }
