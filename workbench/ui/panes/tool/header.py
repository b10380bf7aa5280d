"""The head of the tool pane: what the tool is called, where it comes from, what it may do, what it costs."""

from collections.abc import Iterator
from dataclasses import dataclass

from workbench.model import Annotations, Approval, Kind, Tool
from workbench.ui.format import number
from workbench.ui.panes.rows import Row, Span


@dataclass(frozen=True, slots=True)
class Shown:
    """The tool the pane shows. `tool` is None when the session has no tool of that name, or none any more."""

    name: str
    tool: Tool | None
    deferred: bool = False
    callable: bool = True
    before: Tool | None = None
    """The tool as it was before it went away."""
    approval: Approval | None = None
    """What has to happen before it runs; None where that is not known."""
    changed: bool = False
    """Whether it is no longer what it was when it last ran."""

    @property
    def known(self) -> Tool | None:
        """The tool, or what it was."""
        return self.tool or self.before


def header_rows(shown: Shown) -> Iterator[Row]:
    """Three lines or so."""
    known = shown.known
    right: tuple[Span, ...] = ((f"{number(known.schema_tokens)} tok", "dim"),) if known else ()
    yield Row(((shown.name, "name"),), right=right)
    if known is None:
        yield Row((("no such tool in this session", "warn"),))
        return
    yield Row(((known.original_name, "text"), (" of ", "dim"), (known.source, "text")), hang=2)
    yield Row(_joined([*_where(shown), *_effects(known.annotations)]))
    if shown.tool is not None and shown.callable and shown.approval is not None:
        yield Row((approval_words(shown.tool, shown.approval, changed=shown.changed),), hang=2, lines=2)


def _where(shown: Shown) -> list[Span]:
    if shown.tool is None:
        return [("gone from the catalog", "warn")]
    if shown.tool.kind is Kind.CONNECTORS:
        return [("through the gateway", "dim")]
    where: list[Span] = [("deferred", "dim") if shown.deferred else ("directly listed", "dim")]
    return where if shown.callable else [*where, ("recorded, not callable", "warn")]


def _effects(annotations: Annotations) -> list[Span]:
    effects: list[Span] = []
    if annotations.read_only:
        effects.append(("read-only", "good"))
    elif annotations.destructive:
        effects.append(("destructive", "bad"))
    elif annotations.destructive is False:
        effects.append(("changes, destroys nothing", "warn"))
    else:
        effects.append(("may be destructive", "warn"))
    if annotations.idempotent:
        effects.append(("idempotent", "dim"))
    if annotations.open_world:
        effects.append(("open world", "dim"))
    return effects


def approval_words(tool: Tool, approval: Approval, *, changed: bool) -> Span:
    """What will happen when the tool is called, and why (spec 3.5)."""
    hints = tool.annotations
    if approval is Approval.DENY:
        return "✗ never runs: the configuration refuses it", "bad"
    if approval is Approval.ALLOW:
        marked = hints.read_only is True and hints.destructive is not True
        return ("✓ runs at once: marked read-only" if marked else "✓ runs at once: allowed without a question"), "good"
    if changed:
        why = "its definition changed since it last ran"
    elif hints.destructive:
        why = "marked destructive"
    else:
        why = "the configuration asks" if hints.read_only else "not marked read-only"
    return f"? will ask before it runs: {why}", "warn"


def _joined(spans: list[Span]) -> tuple[Span, ...]:
    joined: list[Span] = []
    for span in spans:
        joined.extend([(" · ", "dim"), span] if joined else [span])
    return tuple(joined)
