"""The walk over a schema as received: one node a subschema, breadth first, each keyword checked before it is taken."""

from collections import deque
from collections.abc import Callable
from typing import Any, Final

from workbench.bridge.jsontext import json_key
from workbench.bridge.paths import Path, show_schema_path
from workbench.bridge.patterns import Matcher, UnreadablePattern, compile_pattern
from workbench.bridge.schema.dialect import DRAFT_4_INTEGER, KEYWORDS, UNDECLARED, Role
from workbench.bridge.schema.nodes import NEVER, NULLABLE, Choices, Limits, Node
from workbench.bridge.schema.resolving import Base, Document, Unresolved
from workbench.bridge.showing import show_value
from workbench.text import clip, one_line

_COUNTED: Final = frozenset({"unevaluatedProperties", "unevaluatedItems", "not", "oneOf"})


class Walk:
    """Reads one schema. `nodes` and `notes` are complete after `run`."""

    def __init__(self, schema: dict[str, Any], draft: int, limits: Limits, slow: frozenset[str]) -> None:
        self.nodes: list[Node] = []
        self.notes: list[str] = []
        self._document = Document(schema)
        self._schema = schema
        self._draft = draft
        self._limits = limits
        self._slow = slow
        self._by_id: dict[int, Node] = {}
        self._waiting: deque[Node] = deque()
        self._matchers: dict[str, Matcher] = {}
        self._readers: dict[Role, Callable[[Node, str, Any], None]] = {
            Role.SCHEMA: self._one,
            Role.LIST: self._list,
            Role.MAP: self._map,
            Role.ITEMS: self._items,
            Role.REFERENCE: self._reference,
            Role.DEPENDENCIES: self._dependencies,
            Role.PATTERN: self._pattern,
            Role.PLAIN: self._plain,
        }

    def run(self) -> dict[str, Any]:
        """The prepared root. May raise RecursionError on very deep data inside the schema."""
        root = self._node(self._schema, (), 0, self._document.base)
        while self._waiting:
            self._read(self._waiting.popleft())
        kind = self._schema.get("type")
        if "type" in root.body and "object" not in (kind if isinstance(kind, list) else [kind]):
            del root.body["type"]
            root.bad = True
            self.notes.append("not checked: type at the root; root is not an object, but arguments always are")
        return root.outer

    # Nodes

    def _node(self, raw: dict[str, Any], path: Path, depth: int, base: Base) -> Node:
        known = self._by_id.get(id(raw))
        if known is not None:
            return known
        node = Node(raw, path, depth, base.entering(raw, path))
        node.body = node.outer
        if raw.get("nullable") is True:
            node.body = node.outer[NULLABLE] = {}
        self._by_id[id(raw)] = node
        self.nodes.append(node)
        self._waiting.append(node)
        return node

    def _child(self, parent: Node, raw: Any, path: Path, below: list[Node], base: Base | None = None) -> Any:
        """The prepared form of a subschema; its node, if it needs one, is added to `below`."""
        if raw is True:
            return True
        if raw is False:
            return {NEVER: True}
        if not isinstance(raw, dict):
            self._fault(parent, path, f"{show_value(raw)} is not a schema")
            return True
        if id(raw) not in self._by_id:
            if parent.depth >= self._limits.depth:
                self._note(parent, f"{show_schema_path(path)}: schema too deep to validate")
                return True
            if len(self.nodes) >= self._limits.nodes:
                self._note(parent, "the rest of the schema, which is too large")
                return True
        node = self._node(raw, path, parent.depth + 1, base or parent.base)
        below.append(node)
        return node.outer

    def _read(self, node: Node) -> None:
        for keyword, value in node.raw.items():
            known = KEYWORDS.get(keyword) if isinstance(keyword, str) else None
            if known is None or not known.known_to(self._draft) or self._overridden(node, keyword):
                continue
            self._readers[known.role](node, keyword, value)
        _settle_bounds(node)
        if "if" not in node.body:
            node.body.pop("then", None)
            node.body.pop("else", None)

    def _overridden(self, node: Node, keyword: str) -> bool:
        """Up to draft 7 a reference hides what stands beside it."""
        old = self._draft != UNDECLARED and self._draft <= 7
        return old and keyword != "$ref" and isinstance(node.raw.get("$ref"), str)

    def _note(self, node: Node, text: str) -> None:
        node.bad = True
        self.notes.append(f"not checked: {text}")

    def _fault(self, node: Node, path: Path, text: str) -> None:
        self._note(node, f"schema fault at {show_schema_path(path)}: {text}")

    # One reader a role

    def _plain(self, node: Node, keyword: str, value: Any) -> None:
        path = (*node.path, keyword)
        known = KEYWORDS[keyword]
        if known.shape is not None and not known.shape(value):
            self._fault(node, path, f"{show_value(value)} is nothing that {keyword} can be")
        elif keyword == "type":
            node.body[keyword] = [self._type_name(name) for name in (value if isinstance(value, list) else [value])]
        elif keyword in ("enum", "const"):
            values = tuple(value) if keyword == "enum" else (value,)
            try:
                node.body[keyword] = Choices(values, frozenset(map(json_key, values)))
            except (RecursionError, TypeError):
                self._fault(node, path, "its values are nested too deeply")
        else:
            node.body[keyword] = value

    def _type_name(self, name: str) -> str:
        return DRAFT_4_INTEGER if name == "integer" and self._draft == 4 else name

    def _one(self, node: Node, keyword: str, value: Any) -> None:
        below: list[Node] = []
        node.body[keyword] = self._child(node, value, (*node.path, keyword), below)
        self._below(node, keyword, below)
        if keyword == "contains":
            node.guards.append(("maxContains", below))
        elif keyword == "if" or keyword in _COUNTED:
            node.guards.append((keyword, below))

    def _list(self, node: Node, keyword: str, value: Any) -> None:
        if not isinstance(value, list) or not value:
            self._fault(node, (*node.path, keyword), f"{show_value(value)} is not a list of schemas")
            return
        below: list[Node] = []
        node.body[keyword] = [
            self._child(node, item, (*node.path, keyword, at), below) for at, item in enumerate(value)
        ]
        self._below(node, keyword, below)
        if keyword in _COUNTED:
            node.guards.append((keyword, below))

    def _map(self, node: Node, keyword: str, value: Any) -> None:
        if not isinstance(value, dict):
            self._fault(node, (*node.path, keyword), f"{show_value(value)} is not an object of schemas")
            if keyword != "dependentSchemas":
                self._open(node)
            return
        below: list[Node] = []
        prepared: dict[Any, Any] = {}
        for name, item in value.items():
            path = (*node.path, keyword, name)
            matcher = self._matcher(node, name, path) if keyword == "patternProperties" else name
            if matcher is not None:
                prepared[matcher] = self._child(node, item, path, below)
        node.body[keyword] = prepared
        self._below(node, keyword, below)

    def _items(self, node: Node, keyword: str, value: Any) -> None:
        if not isinstance(value, list):
            self._one(node, keyword, value)
            return
        if value:
            self._list(node, keyword, value)
            node.body["prefixItems"] = node.body.pop(keyword)
        rest = node.raw.get("additionalItems", True)
        if rest is not True:
            below: list[Node] = []
            node.body["additionalItems"] = self._child(node, rest, (*node.path, "additionalItems"), below)
            node.children += below

    def _dependencies(self, node: Node, keyword: str, value: Any) -> None:
        if not isinstance(value, dict):
            self._fault(node, (*node.path, keyword), f"{show_value(value)} is not an object")
            return
        below: list[Node] = []
        for name, item in value.items():
            if isinstance(item, list):
                wanted = [each for each in item if isinstance(each, str)]
                node.body.setdefault("dependentRequired", {})[name] = wanted
            else:
                schema = self._child(node, item, (*node.path, keyword, name), below)
                node.body.setdefault("dependentSchemas", {})[name] = schema
        node.in_place += below

    def _pattern(self, node: Node, keyword: str, value: Any) -> None:
        matcher = self._matcher(node, value, (*node.path, keyword))
        if matcher is not None:
            node.body[keyword] = matcher

    def _matcher(self, node: Node, source: Any, path: Path) -> Matcher | None:
        if not isinstance(source, str):
            self._fault(node, path, f"{show_value(source)} is not a pattern")
            return None
        if source not in self._matchers:
            reason = "too slow" if source in self._slow or not self._limits.patterns else ""
            try:
                matcher = compile_pattern(source) if not reason else None
            except UnreadablePattern as fault:
                matcher, reason = None, str(fault)
            if matcher is None:
                self._note(node, f"pattern at {show_schema_path(path)} ({clip(one_line(reason), 80)})")
                if "patternProperties" in path[-2:-1]:
                    self._open(node)
                return None
            self._matchers[source] = matcher
        return self._matchers[source]

    def _open(self, node: Node) -> None:
        """With names unknown, nobody can say which ones are additional."""
        node.guards.append(("additionalProperties", [node]))

    def _reference(self, node: Node, keyword: str, value: Any) -> None:
        path = (*node.path, keyword)
        if not isinstance(value, str):
            self._fault(node, path, f"{show_value(value)} is not a reference")
            return
        if not self._limits.references:
            self._note(node, f"reference at {show_schema_path(path)}, the schema being too large")
            return
        try:
            target = self._document.resolve(value, node.base)
        except Unresolved as fault:
            self._note(node, f"{fault} at {show_schema_path(path)}: {clip(one_line(value), 80)}")
            return
        below: list[Node] = []
        node.body[keyword] = self._child(node, target.schema, target.path, below, target.base)
        node.in_place += below
        node.references += [(keyword, child) for child in below]

    def _below(self, node: Node, keyword: str, below: list[Node]) -> None:
        if KEYWORDS[keyword].in_place:
            node.in_place += below
        else:
            node.children += below


def _settle_bounds(node: Node) -> None:
    """Draft 4's `exclusiveMinimum: true` as the numeric form of later drafts."""
    for limit, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        flag = node.body.get(exclusive)
        if isinstance(flag, bool):
            del node.body[exclusive]
            if flag and limit in node.body:
                node.body[exclusive] = node.body.pop(limit)
