"""What a model is told at the end of an operation (spec 4.6). No link ever stands in it."""

from collections.abc import Sequence
from typing import Final

from workbench.connectors.contract import SettleReason, TargetState
from workbench.connectors.frames import Target
from workbench.connectors.redaction import without_links
from workbench.model import Json

_NOTES: Final = {
    TargetState.CONNECTED: "{names}: connected, go on and use it.",
    TargetState.SKIPPED: "{names}: the person said not now; do not look for a way around it.",
    TargetState.NOT_CONNECTED: "{names}: not connected; ask the person before you try again, never start anew on "
    "your own.",
    TargetState.UNAVAILABLE: "{names}: cannot be set up from here; the person can run the command that is given.",
}
_TOLD: Final = ("tools", "tool_count", "command")


def settled_result(op_id: str, reason: SettleReason, targets: Sequence[Target]) -> dict[str, Json]:
    """The result of a settled operation: `{status, settled_by, op_id, targets, note}`."""
    return {
        "status": "settled",
        "settled_by": str(reason),
        "op_id": op_id,
        "targets": [_entry(target) for target in targets],
        "note": _note(targets),
    }


def prepared_result(op_id: str, targets: Sequence[Target], told: str = "") -> dict[str, Json]:
    """What comes back at once where nobody can be shown a card: the state of each target, with its link (spec 4.6)."""
    entries = []
    for target in targets:
        entry = _entry(target)
        if target.state is TargetState.INITIATED:
            entry["connect_url"] = target.connect_url
        if target.extra.get("notice"):
            entry["notice"] = target.extra["notice"]
        entries.append(entry)
    waiting = any(target.connect_url for target in targets)
    note = (
        "Give the person the links; when they say that they have finished, look with the action status."
        if waiting
        else "There is no link to give; tell the person what is said about each target."
    )
    status = "initiated" if any(target.state is TargetState.INITIATED for target in targets) else "failed"
    return {"status": status, "op_id": op_id, "targets": entries, "note": told or note}


def _entry(target: Target) -> dict[str, Json]:
    entry: dict[str, Json] = {
        "name": target.name,
        "kind": str(target.kind),
        "action": target.action,
        "state": str(target.state),
    }
    if target.detail:
        entry["detail"] = without_links(target.detail, [target.connect_url])
    for key in _TOLD:
        if key in target.extra:
            entry[key] = target.extra[key]
    return entry


def _note(targets: Sequence[Target]) -> str:
    sentences = []
    for state, sentence in _NOTES.items():
        names = [target.name for target in targets if target.state is state]
        if names:
            sentences.append(sentence.format(names=", ".join(names)))
    return " ".join(sentences)
