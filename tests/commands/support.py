"""What the command tests share."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import Result

Workbench = Callable[..., Result]


def write_snapshot(path: Path, server: str, names: list[str]) -> Path:
    """A snapshot file whose tools have those names."""
    tools: list[dict[str, Any]] = [
        {
            "name": name,
            "description": f"{name.replace('_', ' ').capitalize()} of the person.",
            "inputSchema": {"type": "object", "properties": {"address": {"type": "string"}}, "required": ["address"]},
        }
        for name in names
    ]
    path.write_text(json.dumps({"server": server, "tools": tools}), encoding="utf-8")
    return path
