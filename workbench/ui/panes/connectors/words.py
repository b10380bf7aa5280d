"""States of accounts, targets and the gateway in words and signs; no colour without both."""

from typing import Final

from workbench.connectors.accounts import ConnectorView
from workbench.connectors.contract import TargetState
from workbench.session.hub import ConnectorsView
from workbench.text import one_line
from workbench.ui.panes.connectors.look import Look
from workbench.ui.panes.rows import Span, Tone

TARGET_SIGNS: Final[dict[TargetState, tuple[str, Tone]]] = {
    TargetState.PENDING: ("◌", "dim"),
    TargetState.INITIATED: ("◆", "warn"),
    TargetState.CONNECTED: ("●", "good"),
    TargetState.SKIPPED: ("○", "dim"),
    TargetState.FAILED: ("✗", "bad"),
    TargetState.EXPIRED: ("▲", "warn"),
    TargetState.NOT_CONNECTED: ("○", "warn"),
    TargetState.UNAVAILABLE: ("–", "dim"),
}

STEP_SIGNS: Final[dict[str, tuple[str, Tone]]] = {
    "running": ("◌", "warn"),
    "done": ("✓", "good"),
    "failed": ("✗", "bad"),
}

REASONS: Final[dict[str, str]] = {
    "all_resolved": "everything is resolved",
    "continue": "you went on",
    "deadline": "the time ran out",
    "interrupt": "stopped",
    "unavailable": "not to be had from here",
}
"""Why an operation was settled."""

COLOURS: Final[dict[Tone, str]] = {
    "good": "$text-success",
    "warn": "$text-warning",
    "bad": "$text-error",
    "dim": "$foreground-muted",
    "text": "$foreground",
}

_ACCOUNT_SIGNS: Final[dict[str, tuple[str, Tone, str]]] = {
    "initializing": ("◌", "warn", "waiting"),
    "initiated": ("◌", "warn", "waiting"),
    "failed": ("✗", "bad", "failed"),
    "expired": ("▲", "warn", "expired"),
    "revoked": ("✗", "bad", "revoked"),
    "inactive": ("–", "dim", "switched off"),
}


def account_sign(view: ConnectorView) -> tuple[str, Tone, str]:
    """Sign, tone and one or two words for a connector's account."""
    if not view.enabled:
        return "–", "dim", "not available"
    if view.account.connected:
        return "●", "good", "connected"
    return _ACCOUNT_SIGNS.get(view.account.status, ("○", "dim", "not connected"))


def gateway_name(view: ConnectorsView) -> str:
    """`the embedded gateway`, or the address."""
    return "the embedded gateway" if view.gateway == "embedded" else one_line(view.gateway)


def gateway_spans(look: Look) -> tuple[Span, ...]:
    """The state of the gateway for one line, what matters most first."""
    view = look.view
    if not view.enabled:
        return (("○ ", "dim"), ("connectors are switched off in the configuration", "dim"))
    if not view.signed_in:
        where = f" at {gateway_name(view)}" if view.gateway and view.gateway != "embedded" else ""
        return (("○ ", "dim"), (f"not signed in{where}", "text"), *_trouble(view))
    sign: Span = ("▲ ", "warn") if view.trouble else ("● ", "good")
    spans: list[Span] = [sign, ("signed in", "text"), (f" at {gateway_name(view)}", "dim"), *_trouble(view)]
    if not view.in_scope:
        spans.append((" · not in scope: a model's search does not reach it", "warn"))
    elif not view.trouble:
        spans.append((" · in scope", "dim"))
    if view.accounts:
        up = sum(account.connected for account in view.accounts)
        spans.append((f" · {up} of {len(view.accounts)} connected", "dim"))
    return tuple(spans)


def _trouble(view: ConnectorsView) -> tuple[Span, ...]:
    return ((f" · {one_line(view.trouble)}", "warn"),) if view.trouble else ()


def clock_words(seconds: int) -> str:
    """`4:07`."""
    return f"{seconds // 60}:{seconds % 60:02}"
