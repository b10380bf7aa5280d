"""The accounts page: the owner revokes, expires and pauses accounts, switches tools off, and sets faults.

There are no cookies, which every port of this host would share. The owner signs in with the token, or through a code
that is good once; from then on each page holds a token that is good for one answer. Nothing of it stands in an address.
"""

import asyncio
import sqlite3
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from workbench.gateway.errors import WireError
from workbench.gateway.faultbox import FaultBox
from workbench.gateway.faults import FAULTS, FaultError, Faults
from workbench.gateway.pages.accounts_html import accounts_body, sign_in_body
from workbench.gateway.pages.html import notice, page, read_form
from workbench.gateway.providers.all import CONNECTORS, connector
from workbench.gateway.service import Service
from workbench.gateway.store import accounts, form_tokens
from workbench.gateway.store.secret import same_token

PAGE_LIFETIME: Final = 1_800.0
CODE_LIFETIME: Final = 120.0

_ACTIONS: Final = {"expire": "expired", "revoke": "revoked", "pause": "inactive", "resume": "active"}
Fields = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class AccountsPage:
    """The page and what its forms do."""

    service: Service
    token: str
    faults: FaultBox
    hosts: frozenset[str]

    def new_code(self) -> str:
        """A code with which the page can be opened once, soon. Blocks."""
        now = self.service.clock()
        with self.service.database.transaction() as tx:
            return form_tokens.issue(tx, "accounts code", now + CODE_LIFETIME, now)

    async def show(self, _: Request) -> Response:
        """GET /accounts: the way in."""
        return page("Accounts", sign_in_body())

    async def open(self, request: Request) -> Response:
        """GET /accounts/open/{code}: the way in for whom the workbench gave a code. Looking does not use it up."""
        return page("Accounts", sign_in_body(request.path_params["code"]))

    async def act(self, request: Request) -> Response:
        """POST /accounts: sign in, or one of the page's forms."""
        try:
            fields = await read_form(request, self.hosts)
        except WireError as error:
            return notice("Not accepted", error.message, error.status)
        first = dict(reversed(fields))
        if not await asyncio.to_thread(self._admit, first):
            words = "Nothing was changed. Sign in again at /accounts."
            return notice("Not signed in, or the page is out of date", words, 403)
        said = ""
        if first.get("action") == "faults":
            try:
                self.faults.faults = read_faults(fields)
                said = "The faults are set."
            except FaultError as error:
                said = str(error)
        elif "action" in first:
            said = await asyncio.to_thread(self._change, first, fields)
        return await asyncio.to_thread(self._page, said, self.faults.faults)

    def _admit(self, first: dict[str, str]) -> bool:
        now = self.service.clock()
        if "owner" in first:
            return same_token(first["owner"].strip(), self.token)
        purpose = "accounts code" if "code" in first else "accounts page"
        with self.service.database.transaction() as tx:
            return form_tokens.use(tx, first.get("code") or first.get("page", ""), purpose, now)

    def _change(self, first: dict[str, str], fields: Fields) -> str:
        action, name = first["action"], first.get("connector", "")
        with self.service.database.transaction() as tx:
            if action in _ACTIONS:
                status = _ACTIONS[action]
                done = accounts.change_status(tx, first.get("connection", ""), status, self.service.clock())
                return f"The account is {status}." if done else "The account was not in a state for that."
            found = connector(name)
            if action == "tools" and found is not None:
                kept = {value for key, value in fields if key == "tool"}
                disabled = [tool.slug for tool in found.tools if tool.slug not in kept]
                accounts.change_setting(tx, name, first.get("enabled") == "on", disabled)
                return f"{found.title}: {len(kept)} of {len(found.tools)} tools may be used."
        return "There is nothing of that kind to do."

    def _page(self, said: str, faults: Faults) -> Response:
        now = self.service.clock()
        with self.service.database.transaction() as tx:
            token = form_tokens.issue(tx, "accounts page", now + PAGE_LIFETIME, now)
            rows = [self._row(tx, found.name, faults, now) for found in CONNECTORS]
        return page("Accounts", accounts_body(token, rows, faults, said), wide=True)

    def _row(
        self, tx: sqlite3.Connection, name: str, faults: Faults, now: float
    ) -> tuple[accounts.Standing, list[accounts.Connection]]:
        return accounts.standing(tx, name, now, faults.show_pending), accounts.connections(tx, name, now, 4)


def read_faults(fields: Fields) -> Faults:
    """The faults of the page's form: a switch that is missing is off, a field that is empty is as usual."""
    given = dict(fields)
    values = {info.name: given[f"fault.{info.name}"] for info in FAULTS if given.get(f"fault.{info.name}", "").strip()}
    return Faults.from_json(values)
