"""The accounts page as HTML."""

from collections.abc import Sequence
from typing import Final

from workbench.gateway.faults import FAULTS, FaultInfo, Faults
from workbench.gateway.pages.html import hidden, text, tile
from workbench.gateway.providers.all import connector
from workbench.gateway.providers.kit import Connector
from workbench.gateway.store.accounts import Connection, Standing

_BUTTONS: Final = {
    "active": (("expire", "Let it expire"), ("pause", "Pause"), ("revoke", "Revoke")),
    "initializing": (("revoke", "Revoke"),),
    "inactive": (("resume", "Resume"),),
}


def sign_in_body(code: str = "") -> str:
    """The form in front of the page: for the token, or for a code that was given."""
    inner = (
        f'{hidden("code", code)}<p class="lead">The workbench has sent you here.</p>'
        '<div class="buttons"><button class="primary">Open the accounts</button></div>'
        if code
        else '<p class="lead">The gateway printed a token when it started. '
        "Paste it to manage accounts, tools and faults.</p>"
        '<p><input type="password" name="owner" aria-label="Token" placeholder="token" autofocus required></p>'
        '<div class="buttons"><button class="primary">Sign in</button></div>'
    )
    return f'<h1>Accounts of this gateway</h1><form method="post" action="/accounts" autocomplete="off">{inner}</form>'


def accounts_body(token: str, rows: Sequence[tuple[Standing, Sequence[Connection]]], faults: Faults, said: str) -> str:
    """The page itself; `token` goes into every form."""
    start = f'<form method="post" action="/accounts">{hidden("page", token)}'
    panels = "".join(
        _panel(found, standing, connections, start)
        for standing, connections in rows
        if (found := connector(standing.connector)) is not None
    )
    return (
        '<h1>Accounts of this gateway</h1><p class="lead">What is connected, and what the tools may do. '
        "Each answer is good once: use the buttons, not the browser's Back.</p>"
        + (f'<p class="note" role="status">{text(said)}</p>' if said else "")
        + panels
        + _faults(faults, start)
    )


def _panel(found: Connector, standing: Standing, connections: Sequence[Connection], start: str) -> str:
    status = standing.status or "never connected"
    current = connections[0] if connections else None
    buttons = "".join(
        f'<button class="small" name="action" value="{action}">{label}</button>'
        for action, label in (_BUTTONS.get(current.status, ()) if current else ())
    )
    earlier = "".join(
        f'<p class="status">Before: {text(old.account)}, {text(old.status)}. {text(old.reason)}</p>'
        for old in connections[1:]
    )
    who = f" · <strong>{text(current.account)}</strong>" if current and standing.connection == current else ""
    form = f"{start}{hidden('connection', current.id)}{buttons}</form>" if current and buttons else ""
    words = f"{text(status)}{who}. {text(standing.reason)}"
    return (
        f'<section class="panel"><div class="row">{tile(found)}<div class="grow"><h3>{text(found.title)}</h3>'
        f'<div class="status {text(standing.status or "")}">{words}</div></div>{form}</div>'
        f"{earlier}{_tools(found, standing, start)}</section>"
    )


def _tools(found: Connector, standing: Standing, start: str) -> str:
    boxes = "".join(
        f'<label><input type="checkbox" name="tool" value="{text(tool.slug)}"'
        f"{'' if tool.slug in standing.disabled_tools else ' checked'}>{text(tool.slug)}</label>"
        for tool in found.tools
    )
    off = f", {len(standing.disabled_tools)} of them off" if standing.disabled_tools else ""
    state = "" if standing.enabled else ", switched off"
    return (
        f"<details><summary>{len(found.tools)} tools{off}{state}</summary>"
        f"{start}{hidden('connector', found.name)}"
        f'<div class="grid"><label><input type="checkbox" name="enabled"{" checked" if standing.enabled else ""}>'
        f"<strong>{text(found.title)} may be used</strong></label>{boxes}</div>"
        '<button class="small" name="action" value="tools">Save</button></form></details>'
    )


def _faults(faults: Faults, start: str) -> str:
    on = faults.active()
    shown = ", ".join(on) or "none"
    rows = "".join(_fault(info, on.get(info.name)) for info in FAULTS)
    return (
        f'<section class="panel"><h3>Faults</h3><p class="status">On: {text(shown)}</p>{start}'
        f'<details{" open" if on else ""}><summary>Make something go wrong</summary><div class="faults">{rows}</div>'
        '<button class="small" name="action" value="faults">Set the faults</button></details></form></section>'
    )


def _fault(info: FaultInfo, value: object) -> str:
    name = f"fault.{info.name}"
    if info.kind == "switch":
        mark = " checked" if value else ""
        field = f'<label class="switch"><input type="checkbox" name="{name}" value="on"{mark}>{text(info.name)}</label>'
    elif info.choices:
        options = "".join(
            f'<option value="{choice}"{" selected" * (choice == value)}>{choice or "off"}</option>'
            for choice in ("", *info.choices)
        )
        field = f'<label>{text(info.name)}<select name="{name}">{options}</select></label>'
    else:
        words = ",".join(value) if isinstance(value, tuple) else "" if value is None else f"{value}"
        hint = info.bare if isinstance(info.bare, str) else f"{info.bare:g}" if info.bare else "every route"
        box = f'<input type="text" name="{name}" value="{text(words)}" placeholder="{text(hint)}">'
        field = f"<label>{text(info.name)}{box}</label>"
    return f'<div>{field}</div><div class="help">{text(info.help)}</div>'
