"""The sections of the file beside the servers: tools, model, toolsets, skills, approvals, workspace (spec 1.1)."""

import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Final

from workbench.config.expand import expand_home
from workbench.config.reading import (
    FALSE_WORDS,
    SWITCH_WORDS,
    TRUE_WORDS,
    Reading,
    dotted,
    number_of,
    scalar_text,
    shown,
)
from workbench.config.tree import Located
from workbench.model import Approval
from workbench.settings import ModelSettings, ToolSearchSettings, ToolsetSettings
from workbench.text import one_line

TOP_KEYS: Final = (
    "mcp_servers",
    "model",
    "toolsets",
    "tools",
    "skills",
    "gateway",
    "core_tools",
    "plugins",
    "ui",
    "keys",
    "hooks",
    "approvals",
    "workspace",
)
MAX_CONTEXT: Final = 1_000_000_000
"""More tokens than any model has; a larger number is a slip."""

_TOOL_SEARCH_KEYS: Final = tuple(item.name for item in fields(ToolSearchSettings))
_LENGTH: Final = re.compile(r"\s*([0-9]{1,12}(?:\.[0-9]{1,6})?)\s*([kKmM])\s*")
_THOUSANDS: Final = re.compile(r"\s*[0-9]{1,3}(?:[,_ ][0-9]{3}){1,4}\s*")
_APPROVALS: Final = {approval.value: approval for approval in Approval}


def read_tool_search(reading: Reading, tools: Located) -> ToolSearchSettings:
    """`tools.tool_search`: a mapping, or the short forms true, null and a switch word for the whole of it."""
    key = "tools.tool_search"
    node = tools.value.get("tool_search") if isinstance(tools.value, dict) else None
    if node is not None and (word := scalar_text(node)) is not None and word.strip().lower() in SWITCH_WORDS:
        enabled = SWITCH_WORDS[word.strip().lower()]
        section = Located({} if node.value is True else {"enabled": Located(enabled, node.line, enabled)}, node.line)
    else:
        section = reading.section(tools, "tool_search", key, _TOOL_SEARCH_KEYS)

    def find(name: str) -> tuple[Located | None, str]:
        return reading.find(section, name, dotted(key, name)), dotted(key, name)

    usual = ToolSearchSettings()
    most = reading.whole(*find("max_search_limit"), usual.max_search_limit, 1, 50)
    return ToolSearchSettings(
        enabled=reading.switch(*find("enabled"), usual.enabled),
        threshold_pct=reading.number(*find("threshold_pct"), usual.threshold_pct, 0, 100),
        search_default_limit=reading.whole(
            *find("search_default_limit"), min(usual.search_default_limit, most), 1, most
        ),
        max_search_limit=most,
        listing=reading.switch(*find("listing"), usual.listing),
        listing_max_tokens=reading.whole(*find("listing_max_tokens"), usual.listing_max_tokens, 200, 60_000),
        defer_core_tools=reading.flag(*find("defer_core_tools"), usual.defer_core_tools),
        auto_token_threshold=reading.whole(*find("auto_token_threshold"), usual.auto_token_threshold, 0, MAX_CONTEXT),
        defer_builtin_toolsets=reading.names(*find("defer_builtin_toolsets")),
        never_defer_tools=reading.names(*find("never_defer_tools")),
        defer=_read_defer(reading, *find("defer")),
    )


def _read_defer(reading: Reading, node: Located | None, key: str) -> tuple[str, ...] | None:
    if node is None:
        return None
    if not isinstance(node.value, list):
        reading.unreadable(key, node, "a list of tool names, such as [terminal, patch], or null", "null")
        return None
    return reading.names(node, key)


def read_connectors(reading: Reading, tools: Located) -> bool:
    """`tools.connectors`: `{enabled: true}` or the bare boolean."""
    key = "tools.connectors"
    node = tools.value.get("connectors") if isinstance(tools.value, dict) else None
    if node is not None and (scalar_text(node) or "").strip().lower() in TRUE_WORDS | FALSE_WORDS:
        reading.origins[dotted(key, "enabled")] = reading.where(tools.line_of("connectors"))
        return reading.flag(node, key, True)
    section = reading.section(tools, "connectors", key, ("enabled",))
    return reading.flag(reading.find(section, "enabled", dotted(key, "enabled")), dotted(key, "enabled"), True)


def read_model(reading: Reading, root: Located) -> ModelSettings:
    """`model`: name and context length, or the bare name."""
    node = root.value.get("model") if isinstance(root.value, dict) else None
    if node is not None and isinstance(node.value, str):
        reading.origins["model.name"] = reading.where(root.line_of("model"))
        reading.origins["model.context_length"] = "default"
        return ModelSettings(name=reading.text(node, "model"))
    section = reading.section(root, "model", "model", ("name", "context_length"))
    return ModelSettings(
        name=reading.text(reading.find(section, "name", "model.name"), "model.name"),
        context_length=_read_context(reading, reading.find(section, "context_length", "model.context_length")),
    )


def _read_context(reading: Reading, node: Located | None) -> int | None:
    if node is None:
        return None
    key = "model.context_length"
    length = _length(node.value) if isinstance(node.value, str) else None
    number = number_of(node) if length is None else length
    if number is None or number < 1:
        reading.unreadable(key, node, 'a number of tokens such as 200000 or "200k"', "unknown")
        return None
    value = min(int(number), MAX_CONTEXT)
    if value != number:
        problem = "is not a whole number" if value < MAX_CONTEXT else "is larger than any model's context"
        reading.report(key, problem, node.line, given=shown(node), used=str(value))
    return value


def _length(text: str) -> int | None:
    if unit := _LENGTH.fullmatch(text):
        return int(float(unit[1]) * (1_000 if unit[2] in "kK" else 1_000_000))
    return int(re.sub(r"[^0-9]", "", text)) if _THOUSANDS.fullmatch(text) else None


def read_toolsets(reading: Reading, root: Located) -> ToolsetSettings:
    """`toolsets`: the granted and the withheld ones."""
    section = reading.section(root, "toolsets", "toolsets", ("enabled", "disabled"))
    enabled = reading.find(section, "enabled", "toolsets.enabled")
    if enabled is not None and not isinstance(enabled.value, list):
        reading.unreadable("toolsets.enabled", enabled, "a list of names, or null for all", "null, which means all")
        enabled = None
    return ToolsetSettings(
        enabled=None if enabled is None else reading.names(enabled, "toolsets.enabled"),
        disabled=reading.names(reading.find(section, "disabled", "toolsets.disabled"), "toolsets.disabled"),
    )


def read_skills(
    reading: Reading, root: Located, folder: Path, environ: Mapping[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """`skills`: the compact categories and the folders, the latter as absolute paths."""
    section = reading.section(root, "skills", "skills", ("compact_categories", "dirs"))
    key = "skills.compact_categories"
    compact = reading.names(reading.find(section, "compact_categories", key), key, scalar=True)
    dirs = reading.names(reading.find(section, "dirs", "skills.dirs"), "skills.dirs", scalar=True)
    return compact, tuple(str(folder / expand_home(name, environ)) for name in dirs)


def read_approvals(reading: Reading, root: Located) -> dict[str, Approval]:
    """`approvals`: tool name or pattern -> allow, ask or deny. What cannot be read becomes `ask`, never less."""
    node = root.value.get("approvals") if isinstance(root.value, dict) else None
    if node is None or node.value is None:
        return {}
    if not isinstance(node.value, dict):
        reading.unreadable("approvals", node, "a mapping of tool names to allow, ask or deny", "none")
        return {}
    found: dict[str, Approval] = {}
    for pattern, value in node.value.items():
        key = dotted("approvals", pattern)
        if not one_line(pattern):
            reading.report("approvals", "a tool name is empty", node.line_of(pattern), used="nothing, it is ignored")
            continue
        found[one_line(pattern)] = reading.choice(value, key, _APPROVALS, Approval.ASK)
        reading.origins[key] = reading.where(node.line_of(pattern))
    return found


def read_workspace(reading: Reading, root: Located, folder: Path, environ: Mapping[str, str], cwd: Path) -> Path:
    """`workspace`: the folder that the demo's file reader may read; the current folder where nothing is said."""
    node = reading.find(root, "workspace", "workspace")
    text = reading.text(node, "workspace") if node is not None else ""
    return folder / expand_home(text, environ) if text else cwd
