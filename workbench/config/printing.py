"""The resolved settings as plain data for `workbench config`, without a secret."""

from dataclasses import fields
from typing import Any

from workbench.config.servers import SERVER_KEYS
from workbench.masking import MASK, masked_args, masked_command, masked_path, masked_url
from workbench.settings import ServerSpec, Settings, ToolSearchSettings


def masked(settings: Settings) -> dict[str, Any]:
    """Plain data in the shape of the file, plus `path`, `origins` and `reports`.

    Values of env and headers, user information and query values of URLs, and arguments that hold secrets are `***`;
    what came from a variable stands as `${NAME}`.
    """
    search = {item.name: _plain(getattr(settings.tool_search, item.name)) for item in fields(ToolSearchSettings)}
    return {
        "path": None if settings.path is None else str(settings.path),
        "mcp_servers": {spec.name: masked_server(spec) for spec in settings.servers},
        "model": {"name": settings.model.name, "context_length": settings.model.context_length},
        "toolsets": {"enabled": _plain(settings.toolsets.enabled), "disabled": list(settings.toolsets.disabled)},
        "tools": {"tool_search": search, "connectors": {"enabled": settings.connectors_enabled}},
        "gateway": {
            "url": masked_url(settings.gateway.url) if settings.gateway.url else "",
            "token_env": settings.gateway.token_env,
            "embedded": settings.gateway.embedded,
        },
        "skills": {"compact_categories": list(settings.compact_categories), "dirs": list(settings.skill_dirs)},
        "core_tools": settings.core_tools,
        "hooks": {"pre": list(settings.hooks.pre), "post": list(settings.hooks.post)},
        "plugins": list(settings.plugins),
        "approvals": {name: str(approval) for name, approval in settings.approvals.items()},
        "ui": {"theme": settings.screen.theme},
        "keys": dict(settings.screen.keys),
        "workspace": str(settings.workspace),
        "origins": dict(settings.origins),
        "reports": [str(report) for report in settings.reports],
    }


def masked_server(spec: ServerSpec) -> dict[str, Any]:
    """One server in the shape of its entry: what is set, secrets masked; `error` where it cannot be attached."""
    shown: dict[str, Any] = {
        "command": masked_command(spec),
        "cwd": masked_path(spec.cwd, spec),
        "snapshot": masked_path(spec.snapshot, spec),
        "args": list(masked_args(spec.args, spec.variables)),
        "env": dict.fromkeys(spec.env, MASK),
        "url": masked_url(spec.url, spec.variables) if spec.url else "",
        "headers": dict.fromkeys(spec.headers, MASK),
    }
    usual = ServerSpec("")
    for key in SERVER_KEYS:
        shown.setdefault(key, getattr(spec, key))
    kept = {key: shown[key] for key in SERVER_KEYS if shown[key] or getattr(usual, key) not in ("", (), {}, False)}
    if not spec.url:
        kept.pop("transport", None)
    return {**kept, "error": spec.error} if spec.error else kept


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
