"""The consent page: what a connector asks for, and the owner's answer (spec 4.9).

Looking at the page changes nothing; an answer is a POST with a token that is good once and for this link only.
"""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from workbench.gateway.errors import WireError
from workbench.gateway.faultbox import FaultBox
from workbench.gateway.faults import Faults
from workbench.gateway.pages.html import hidden, items, notice, page, read_form, text, tile
from workbench.gateway.providers.all import connector
from workbench.gateway.providers.kit import Connector
from workbench.gateway.service import Service
from workbench.gateway.store import accounts, attempts, form_tokens
from workbench.gateway.store.attempts import Attempt
from workbench.gateway.store.records import Box
from workbench.text import clip, one_line

MOST_NAME: Final = 60

_ENDED: Final = {
    "approved": ("This link has been used", "The account was connected. You can close this page."),
    "denied": ("This link has been used", "Access was denied. Ask for a new link to connect after all."),
    "expired": ("This link has run out", "Go back and ask for a new one."),
    "replaced": ("This link is no longer good", "A newer one took its place; use that."),
}


@dataclass(frozen=True, slots=True)
class ConsentPage:
    """The two halves of consent: the page and the answer to it."""

    service: Service
    faults: FaultBox
    hosts: frozenset[str]

    async def show(self, request: Request) -> Response:
        """GET /connect/{link}."""
        return await asyncio.to_thread(self._show, request.path_params["link"])

    async def decide(self, request: Request) -> Response:
        """POST /connect/{link}."""
        try:
            fields = dict(await read_form(request, self.hosts))
        except WireError as error:
            return notice("Not accepted", error.message, error.status)
        return await asyncio.to_thread(self._decide, request.path_params["link"], fields, self.faults.faults)

    def _show(self, link: str) -> Response:
        service, now = self.service, self.service.clock()
        with service.database.transaction() as tx:
            attempt = self._attempt(tx, link, now)
            found = connector(attempt.connector) if attempt else None
            if attempt is None or found is None:
                return _unknown()
            if attempt.state != "open":
                return notice(*_ENDED[attempt.state], 410)
            token = form_tokens.issue(tx, f"consent:{attempt.link_id}", attempt.expires_at, now)
            names = accounts.account_names(tx, found.name)
            current = accounts.standing_connection(tx, found.name, now)
        names = list(dict.fromkeys([*names, *found.suggested_accounts]))
        return page(
            f"Connect {found.title}",
            _consent_body(found, token, names, current.account if current else "", attempt.expires_at, now),
        )

    def _decide(self, link: str, fields: dict[str, str], faults: Faults) -> Response:
        service, now = self.service, self.service.clock()
        decision = fields.get("decision", "")
        with service.database.transaction() as tx:
            attempt = self._attempt(tx, link, now)
            found = connector(attempt.connector) if attempt else None
            if attempt is None or found is None:
                return _unknown()
            if attempt.state != "open":
                return notice(*_ENDED[attempt.state], 410)
            if not form_tokens.use(tx, fields.get("token", ""), f"consent:{attempt.link_id}", now):
                return notice("This form is out of date", "Nothing was changed. Open the link again.", 403)
            if decision not in ("approve", "deny", "expire"):
                return notice("Nothing was chosen", "Open the link again and choose.", 400)
            name = clip(one_line(fields.get("other", "")) or one_line(fields.get("account", "")), MOST_NAME)
            name = name or found.suggested_accounts[0]
            ended = {"approve": "approved", "deny": "denied", "expire": "expired"}[decision]
            attempts.end(tx, attempt, ended, now)
            form_tokens.drop(tx, f"consent:{attempt.link_id}")
            if ended == "approved":
                account, new = accounts.approve(tx, attempt, name, now, faults.initializing)
                if new:
                    found.seed(Box(tx, account, name, service.clock))
        return _decided(found, ended, name)

    def _attempt(self, tx: Any, link: str, now: float) -> Attempt | None:
        link_id = self.service.links.id_of(link)
        return attempts.find(tx, link_id, now) if link_id else None


def _unknown() -> Response:
    return notice("There is no such link", "It may have been cut off when it was copied.", 404)


def _decided(found: Connector, ended: str, name: str) -> Response:
    if ended == "approved":
        words = f"The account {name} is connected. You can close this page and go back to the workbench."
        return notice(f"{found.title} is connected", words, 200, sign="✓", tone="on")
    if ended == "denied":
        return notice("Access was denied", f"{found.title} was not connected. You can close this page.", 200, sign="×")
    return notice("The link has run out", f"{found.title} was not connected. You can close this page.", 200, sign="…")


def _consent_body(found: Connector, token: str, names: list[str], current: str, expires_at: float, now: float) -> str:
    shown = names[:4]
    usual = next((name for name in shown if name != current), current)
    choices = "".join(
        f'<label class="choice"><input type="radio" name="account" value="{text(name)}"{" checked" * (name == usual)}>'
        f"<span>{text(name)}{' <em>connected now</em>' if name == current else ''}</span></label>"
        for name in shown
    )
    replaced = (
        f'<p class="note">Now connected: <strong>{text(current)}</strong>. It stays so unless you approve; '
        "then the account you choose takes its place.</p>"
        if current
        else ""
    )
    slugs = [tool.slug for tool in found.tools]
    until = datetime.fromtimestamp(expires_at, UTC).strftime("%H:%M:%S UTC")
    minutes, seconds = divmod(max(int(expires_at - now), 0), 60)
    return f"""<header class="pair">{tile(found)}<span class="dots" aria-hidden="true">···</span>
<span class="tile workbench" aria-hidden="true">W</span></header>
<h1>Connect {text(found.title)}</h1>
<p class="lead">The <strong>Tool Search Workbench</strong> asks for access to an account of {text(found.title)}.
{text(found.summary)}</p>
{replaced}
<section><h2>It will be able to</h2>{items(found.scopes, "ticks")}
<details><summary>The {len(found.tools)} tools it gets</summary>{items(slugs, "slugs")}</details></section>
<form method="post" autocomplete="off">
{hidden("token", token)}
<fieldset><legend>Which account?</legend>{choices}
<label class="other">Another one
<input type="text" name="other" maxlength="{MOST_NAME}" placeholder="name of the account"></label>
</fieldset>
<div class="buttons"><button class="primary" name="decision" value="approve">Approve</button>
<button name="decision" value="deny">Deny</button>
<button class="quiet" name="decision" value="expire">Let it expire</button></div>
</form>
<p class="fine">This link is good once, until {until}: {minutes} min {seconds:02d} s from when you opened it.
The accounts are made up and kept on this machine; nothing is sent anywhere.</p>"""
