"""The commands of cards and scripts, and the refusals they get (spec 4.8)."""

from collections.abc import Mapping
from typing import Final

from workbench.connectors.contract import RefusalReason, Refused
from workbench.connectors.desk import ConnectionDesk
from workbench.model import Json

RESPOND: Final = "connection.respond"
CONNECT: Final = "connectors.connect"
STATUS: Final = "connectors.operation.status"
LIST: Final = "connectors.list"
COMMANDS: Final = (RESPOND, CONNECT, STATUS, LIST)

_MAX_NAMES: Final = 100


async def handle(desk: ConnectionDesk, command: str, params: Json, caller: str | None = None) -> dict[str, Json]:
    """Carries out one command: `{"ok": true, "result": ...}` or `{"ok": false, "reason": ..., "message": ...}`.

    `caller` is the session the command comes from, where that is known. Never raises, and never shows the text of an
    exception, which may hold credentials.
    """
    try:
        return {"ok": True, "result": await _carry_out(desk, command, params, caller)}
    except Refused as refusal:
        return _refusal(refusal.reason, refusal.message)
    except Exception:
        return _refusal(RefusalReason.CONNECTOR_REQUEST_FAILED, "the command failed by a fault of the workbench")


async def _carry_out(desk: ConnectionDesk, command: str, params: Json, caller: str | None) -> Json:
    if params is None:
        params = {}
    if not isinstance(params, Mapping):
        raise _invalid("the parameters must be an object")
    match command:
        case "connection.respond":
            return desk.respond(_op_id(params), params.get("result"), caller)
        case "connectors.connect":
            return await desk.retry(_op_id(params), _names(params), caller)
        case "connectors.operation.status":
            return desk.status(_op_id(params), caller)
        case "connectors.list":
            return {"connectors": [view.as_json() for view in await desk.list()]}
    raise _invalid(f"the commands are {', '.join(COMMANDS)}")


def _op_id(params: Mapping[str, Json]) -> str:
    op_id = params.get("op_id")
    if not isinstance(op_id, str) or not op_id:
        raise _invalid("op_id must be the id of an operation")
    return op_id


def _names(params: Mapping[str, Json]) -> list[str]:
    names, reconnect = params.get("connectors"), params.get("reconnect", True)
    if isinstance(names, str):
        names = [names]
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        raise _invalid("connectors must be a list of names")
    if not names or len(names) > _MAX_NAMES:
        raise _invalid(f"connectors must name 1 to {_MAX_NAMES} targets")
    if not isinstance(reconnect, bool):
        raise _invalid("reconnect must be true or false")
    return names


def _invalid(message: str) -> Refused:
    return Refused(RefusalReason.INVALID_PARAMS, message)


def _refusal(reason: RefusalReason, message: str) -> dict[str, Json]:
    return {"ok": False, "reason": str(reason), "message": message}
