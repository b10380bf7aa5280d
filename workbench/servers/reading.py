"""Reading tools item by item, so that one odd tool costs neither its page nor its neighbours (spec 3.5)."""

from typing import Any, Final

from workbench.model import Annotations, Json, RawTool, Report, Schema
from workbench.servers.depth import DEPTH_LIMIT, cut_deep
from workbench.servers.hidden import counted, without_hidden
from workbench.servers.persuasion import persuasion
from workbench.text import clip, compact_json, one_line, plain

_ROOT_KEYWORDS: Final = ("properties", "required", "$defs", "anyOf", "oneOf", "allOf")


def read_tools(items: Json, where: str) -> tuple[tuple[RawTool, ...], tuple[Report, ...]]:
    """The usable tools of a `tools` array in their order, and a report for each repair or refusal. Never raises.

    `where` names the server in the reports.
    """
    if not isinstance(items, list):
        return (), (_report(where, "tools", "is not a list of tools, so there are none", items, severity="error"),)
    tools: list[RawTool] = []
    reports: list[Report] = []
    for index, item in enumerate(items):
        tool, found = read_tool(item, where, f"tools[{index}]")
        reports.extend(found)
        if tool is not None:
            tools.append(tool)
    return tuple(tools), tuple(reports)


def read_tool(raw: Json, where: str = "", position: str = "tool") -> tuple[RawTool | None, tuple[Report, ...]]:
    """One tool with absent or odd parts replaced by their default; None where it has no name to be called by.

    `position` stands for the tool in reports until its name is known.
    """
    if not isinstance(raw, dict):
        return None, (_report(where, position, "is not an object, left out", raw, severity="error"),)
    name = raw.get("name")
    if not isinstance(name, str) or not name:
        problem = "has no name, left out" if name in (None, "") else "has a name that is not text, left out"
        return None, (_report(where, position, problem, name, severity="error"),)
    part = _Parts(where, clip(one_line(name), 80) or position)
    schema = raw.get("inputSchema")
    tool = RawTool(
        name=name,
        description=part.description(raw),
        title=part.text(raw, "title"),
        input_schema=part.schema(schema, "inputSchema"),
        output_schema=part.output_schema(raw.get("outputSchema")),
        annotations=part.annotations(raw.get("annotations")),
    )
    part.note_faults(tool.input_schema)
    return tool, tuple(part.reports)


class _Parts:
    """Reads the parts of one tool and collects what was wrong with them."""

    def __init__(self, where: str, name: str) -> None:
        self.where = where
        self.name = name
        self.reports: list[Report] = []

    def report(self, part: str, problem: str, given: Json, used: str = "") -> None:
        self.reports.append(_report(self.where, f"{self.name}.{part}", problem, given, used))

    def text(self, raw: dict[str, Any], key: str) -> str:
        value = raw.get(key)
        if value is not None and not isinstance(value, str):
            self.report(key, "is not text", value, "no text")
            return ""
        shown, hidden = without_hidden(value or "")
        if hidden:
            self.report(key, f"holds {counted(hidden)}", None, "the text without them")
        return plain(shown)

    def description(self, raw: dict[str, Any]) -> str:
        """The description, and where it gives orders a word about that to the person."""
        text = self.text(raw, "description")
        if words := persuasion(text):
            advice = "Read the whole description before you call it."
            self.reports.append(
                Report(self.where, f"{self.name}.description", "gives the model orders", shown(words), advice=advice)
            )
        return text

    def schema(self, value: Schema, key: str) -> Schema:
        """The schema as received; only an absent one and one too deep to handle are replaced."""
        if value is None:
            self.report(key, "is absent", value, "any object")
            return {}
        kept, was_cut = cut_deep(value)
        if was_cut:
            self.report(key, f"is nested deeper than {DEPTH_LIMIT} levels", None, "the upper levels")
        self._note_texts(kept, key)
        return kept

    def _note_texts(self, schema: Schema, key: str) -> None:
        """The schema stays as received, so what its texts hide or ask for can only be told."""
        if not isinstance(schema, dict | list):
            return
        text = compact_json(schema)
        if hidden := without_hidden(text)[1]:
            self.report(key, f"holds {counted(hidden)}", None)
        if words := persuasion(text.replace("\\n", " ")):
            self.report(key, "gives the model orders", words)

    def output_schema(self, value: Schema) -> Schema:
        if value is None:
            return None
        if not isinstance(value, dict | bool):
            self.report("outputSchema", "is not a schema", value, "results are not checked")
        return cut_deep(value)[0]

    def annotations(self, value: Json) -> Annotations:
        if value is None:
            return Annotations()
        if not isinstance(value, dict):
            self.report("annotations", "are not an object", value, "no hints")
            return Annotations()
        hints: dict[str, bool | None] = {}
        for key in ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"):
            hint = value.get(key)
            if hint is not None and not isinstance(hint, bool):
                self.report(f"annotations.{key}", "is neither true nor false", hint, "unknown")
            hints[key] = hint if isinstance(hint, bool) else None
        return Annotations(
            title=self.text(value, "title"),
            read_only=hints["readOnlyHint"],
            destructive=hints["destructiveHint"],
            idempotent=hints["idempotentHint"],
            open_world=hints["openWorldHint"],
        )

    def note_faults(self, schema: Schema) -> None:
        """Says what a person should know about an input schema that cannot be used as it stands."""
        if not isinstance(schema, dict):
            self.report("inputSchema", "is not an object", schema)
            return
        declared = schema.get("type")
        if schema and declared is None and not any(key in schema for key in (*_ROOT_KEYWORDS, "$ref")):
            self.report("inputSchema", "does not say that its root is an object", schema)
        elif declared is not None and declared != "object":
            self.report("inputSchema", "root is not an object", declared)
        properties = schema.get("properties", {})
        if not isinstance(properties, dict):
            self.report("inputSchema.properties", "is not an object", properties)
        else:
            for key, value in properties.items():
                if not isinstance(value, dict | bool):
                    self.report(f"inputSchema.properties.{clip(one_line(key), 60)}", "is not a schema", value)
        required = schema.get("required", [])
        if not isinstance(required, list) or not all(isinstance(key, str) for key in required):
            self.report("inputSchema.required", "is not a list of names", required)


def _report(where: str, key: str, problem: str, given: Json, used: str = "", severity: Any = "warning") -> Report:
    return Report(where, key, problem, given=shown(given), used=used, severity=severity)


def shown(value: Json, limit: int = 80) -> str:
    """A short form of any JSON value for a message; empty for an absent one."""
    if value is None:
        return ""
    try:
        return clip(one_line(compact_json(cut_deep(value)[0])), limit)
    except (TypeError, ValueError):
        return type(value).__name__
