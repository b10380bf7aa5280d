"""The arguments of `manage_connections` in the shapes models send them, read without guessing (spec 4.4)."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from workbench.connectors.contract import TargetKind
from workbench.model import Json
from workbench.text import clip, one_line, plain

NAME: Final = "manage_connections"
CONNECTOR_ACTIONS: Final = ("status", "connect", "reconnect")
MCP_ACTIONS: Final = ("install", "enable", "authorize")
ACTIONS: Final = (*CONNECTOR_ACTIONS, *MCP_ACTIONS)
MAX_TARGETS: Final = 50

_SLUG: Final = re.compile(r"[a-z0-9](?:[a-z0-9.-]|_(?!_)){0,63}")
_MAX_NAME: Final = 128
_MCP_FORM: Final = '{"name": ..., "mcp": true}'


class UnusableArguments(Exception):
    """The arguments cannot be used; the text tells the model why, and nothing was asked of the gateway."""


@dataclass(frozen=True, slots=True)
class ManageRequest:
    """What is asked for: connector slugs in lower case, or MCP names as they were given."""

    action: str
    kind: TargetKind
    names: tuple[str, ...] = ()
    force: bool = False


def read_arguments(raw: Json) -> ManageRequest:
    """The request. Raises UnusableArguments for unknown actions, mixed kinds, and names or flags nobody can read."""
    arguments = _object(raw)
    action = _action(arguments.get("action"))
    targets = [_target(item, action) for item in _items(arguments.get("connectors"))]
    kinds = {kind for kind, _ in targets}
    kind = TargetKind.MCP if action in MCP_ACTIONS else TargetKind.CONNECTOR
    if len(kinds) > 1:
        raise UnusableArguments("Connectors and MCP servers cannot be mixed in one call; make two calls.")
    if kinds and kinds != {kind}:
        if kind is TargetKind.MCP:
            raise UnusableArguments(f"{action} is for MCP servers: give each as {_MCP_FORM}.")
        raise UnusableArguments(f"{action} is for connectors; for MCP servers use {', '.join(MCP_ACTIONS)}.")
    names = tuple(dict.fromkeys(name for _, name in targets))
    if not names and action != "status":
        raise UnusableArguments(f"{action} needs connectors: name at least one.")
    if len(names) > MAX_TARGETS:
        raise UnusableArguments(f"connectors names {len(names)} targets; one call takes at most {MAX_TARGETS}.")
    return ManageRequest(action, kind, names, _flag(arguments.get("force")))


def _object(raw: Json) -> Mapping[str, Json]:
    if isinstance(raw, str):
        raw = _parsed(raw)
    if raw is None:
        return {}
    if not isinstance(raw, Mapping):
        raise UnusableArguments("The arguments must be an object with action and connectors.")
    return raw


def _action(value: Json) -> str:
    if value is None:
        return "status"
    action = value.strip().lower() if isinstance(value, str) else ""
    if action == "disconnect":
        raise UnusableArguments(
            "Disconnecting is not done from here: the owner of the account disconnects it at the provider."
        )
    if action not in ACTIONS:
        given = f" {clip(one_line(value), 60)!r}" if isinstance(value, str) else ""
        raise UnusableArguments(f"There is no action{given}; the actions are {', '.join(ACTIONS)}.")
    return action


def _items(value: Json) -> list[Json]:
    """The targets as a list; a single one, and a list written as JSON text, count as well."""
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        value = _parsed(value)
    if value is None:
        return []
    if isinstance(value, str | Mapping):
        return [value]
    if not isinstance(value, list | tuple):
        raise UnusableArguments(f"connectors must be a list of slugs, or of {_MCP_FORM} for MCP servers.")
    return list(value)


def _target(item: Json, action: str) -> tuple[TargetKind, str]:
    if isinstance(item, str):
        return TargetKind.CONNECTOR, _slug(item, action)
    if isinstance(item, Mapping) and isinstance(item.get("name"), str):
        if item.get("mcp") is True:
            return TargetKind.MCP, _mcp_name(item["name"])
        if item.get("mcp", False) is False:
            return TargetKind.CONNECTOR, _slug(item["name"], action)
    raise UnusableArguments(f"Each of connectors must be a slug, or {_MCP_FORM} for an MCP server.")


def _slug(text: str, action: str) -> str:
    slug = text.strip().lower()
    if not _SLUG.fullmatch(slug) and action not in MCP_ACTIONS:
        raise UnusableArguments(f"{clip(one_line(text), 60)!r} is not the slug of a connector, such as 'gmail'.")
    return slug


def _mcp_name(text: str) -> str:
    name = text.strip()
    if not name or len(name) > _MAX_NAME or name != plain(name) or "\n" in name or "\t" in name:
        raise UnusableArguments(f"{clip(one_line(text), 60)!r} is not the name of an MCP server.")
    return name


def _flag(value: Json) -> bool:
    if value is None or isinstance(value, bool):
        return bool(value)
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    raise UnusableArguments("force must be true or false.")


def _parsed(text: str) -> Json:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise UnusableArguments("The text is not JSON; give an object with action and connectors.") from None
