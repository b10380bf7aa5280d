"""One sign-in at one server, from the first refusal to a token that the server accepts (spec 4.7)."""

import asyncio
import importlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import ModuleType
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import httpx2

from workbench.model import ServerUnreachable
from workbench.servers.oauth.addresses import AddressRule, Refused, Resolve, openable, resolve
from workbench.servers.oauth.callback import CallbackListener
from workbench.servers.oauth.faults import about_answer, explained, invalid
from workbench.servers.oauth.opening import Opener, open_in_browser
from workbench.servers.oauth.record import Record, RecordShelf
from workbench.servers.oauth.steps import OnStep, SignInFailed, Step, StepEvent
from workbench.servers.oauth.wire import CheckedClient
from workbench.servers.secrets import Masker, bare_url
from workbench.settings import ServerSpec

CONSENT_SECONDS: Final = 300.0
"""How long the person has: as long as a connection operation stays open."""

_NAMED_ADDRESSES: Final = ("authorization_endpoint", "token_endpoint", "registration_endpoint")
_REDIRECTS: Final = 3
_HIDDEN: Final = ("code", "code_verifier", "refresh_token", "client_secret")


class Outcome(StrEnum):
    """How a sign-in ended well."""

    SIGNED_IN = "signed in"
    NOT_NEEDED = "the server asks for no sign-in"


@dataclass(frozen=True, slots=True)
class OAuthOptions:
    """What was agreed with the authorization server beforehand; all of it may be empty.

    `callback_port` is a port that must be used as it is; `port_setting` names the setting it came from.
    """

    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    callback_port: int = 0
    port_setting: str = "the callback port of the server"


class SignIn:
    """Runs once. Cancelling the task that awaits `run` ends it and frees the port; nothing half done is kept.

    A sign-in that is stored and still good is used as it is, an expired one is refreshed first; `afresh` ignores it.
    The person is asked at most once. `resolver` and `transport` replace the network in tests.
    """

    def __init__(
        self,
        spec: ServerSpec,
        shelf: RecordShelf,
        *,
        on_step: OnStep,
        opener: Opener = open_in_browser,
        options: OAuthOptions | None = None,
        seconds: float = CONSENT_SECONDS,
        afresh: bool = False,
        wall: Callable[[], float] = time.time,
        resolver: Resolve = resolve,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self._spec = spec
        self._shelf = shelf
        self._on_step = on_step
        self._opener = opener
        self._options = options or OAuthOptions()
        self._seconds = seconds
        self._afresh = afresh
        self._wall = wall
        self._rule = AddressRule(spec.url, resolver)
        self._transport = transport
        self._step = Step.LISTENING
        self._listener: CallbackListener | None = None
        self._provider: Any = None
        self._sdk: ModuleType | None = None
        self._hidden: set[str] = set()
        self._metadata_found = False
        self._exchanged = False

    async def run(self) -> Outcome:
        """Signs in. Raises SignInFailed, which names the step, says why, and holds no code and no token."""
        try:
            return await self._run()
        except Exception as fault:
            found = explained(self._step, fault, Masker(self._hidden))
            await self._clean_up(found)
            raise found from None
        finally:
            if self._listener is not None:
                await self._listener.close()

    def offer(self, address: str) -> bool:
        """Takes the address that a browser on another computer ended on. False where it does not belong here."""
        return self._listener is not None and self._listener.offer(address)

    async def _run(self) -> Outcome:
        self._tell(Step.LISTENING)
        record = await self._shelf.read()
        self._hidden.update(record.secrets())
        own_port = self._options.callback_port
        self._listener = await CallbackListener.open(
            own_port or record.redirect_port, fixed=bool(own_port), setting=self._options.port_setting
        )
        self._sdk = await asyncio.to_thread(importlib.import_module, "workbench.servers.oauth.provider")
        self._provider = self._make_provider(self._usable(record))
        request = self._sdk.knock_request(self._spec.url, self._spec.headers, self._spec.transport == "sse")
        async with CheckedClient(self._rule, self._transport) as client:
            answer = await self._converse(client, request)
            for _ in range(_REDIRECTS):
                # Such as /mcp to /mcp/: what was agreed for this origin stays within it.
                following = self._sdk.next_request_within_origin(answer)
                if following is None:
                    break
                answer = await self._converse(client, following)
            await self._leave(client, answer)
        return await self._judged(answer)

    def _usable(self, record: Record) -> Record:
        """The record without what cannot serve again: a client of another port or with a secret that has ended."""
        assert self._listener is not None
        ends = record.client.get("client_secret_expires_at") if record.client else None
        ended = isinstance(ends, int | float) and 0 < ends < self._wall()
        if ended or record.redirect_port != self._listener.port:
            record = replace(record, client=None)
        return replace(record, tokens=None, expires_at=None) if self._afresh else record

    def _make_provider(self, record: Record) -> Any:
        sdk, listener = self._sdk, self._listener
        assert sdk is not None and listener is not None
        client = sdk.Client(listener.redirect_uri, self._options.client_id, self._options.client_secret)
        handlers = sdk.Handlers(self._open_page, self._await_answer)
        return sdk.make_provider(self._spec.url, sdk.Storage(self._shelf, record), client, handlers)

    async def _converse(self, client: CheckedClient, request: httpx2.Request) -> httpx2.Response:
        """Lets the SDK's flow ask what it has to ask; the server's own answer in the end."""
        flow = self._provider.async_auth_flow(request)
        try:
            outgoing = await flow.__anext__()
            while True:
                if outgoing is request:
                    if self._exchanged:
                        self._tell(Step.CONNECTING)
                    answer = response = await client.knock(request)
                    if self._exchanged:
                        return answer
                else:
                    response = await self._ask(client, outgoing)
                try:
                    outgoing = await flow.asend(response)
                except StopAsyncIteration:
                    return answer
        finally:
            await flow.aclose()

    async def _ask(self, client: CheckedClient, request: httpx2.Request) -> httpx2.Response:
        """One request of the flow to an address that the server named."""
        step, field_name = self._named(request)
        if step is not self._step:
            self._tell(step, bare_url(str(request.url)))
        response = await client.send(request, field_name)
        if step is Step.DISCOVERING:
            await self._inspect(response)
        elif step is Step.REFRESHING:
            if invalid(response):
                await self._shelf.drop_tokens(self._provider.context.current_tokens.access_token)
        elif response.status_code not in (200, 201):
            raise about_answer(step, response, self._metadata_found, Masker(self._hidden))
        self._exchanged = self._exchanged or step is Step.EXCHANGING
        return response

    def _named(self, request: httpx2.Request) -> tuple[Step, str]:
        if request.method == "GET":
            return Step.DISCOVERING, "the address of its OAuth metadata"
        form = parse_qs(request.content.decode("utf-8", "replace"))
        self._hidden.update(value for name in _HIDDEN for value in form.get(name, ()))
        match form.get("grant_type"):
            case ["authorization_code"]:
                return Step.EXCHANGING, "token_endpoint"
            case ["refresh_token"]:
                return Step.REFRESHING, "token_endpoint"
        return Step.REGISTERING, "registration_endpoint"

    async def _inspect(self, response: httpx2.Response) -> None:
        """Checks every address that metadata names before any of them is used, and before the SDK reads it."""
        if response.status_code != 200:
            return
        try:
            value = json.loads(response.content)
        except (ValueError, RecursionError):
            return
        if not isinstance(value, dict):
            return
        servers = value.get("authorization_servers")
        if isinstance(servers, list) and servers:
            await self._check(servers[0], "authorization_servers")
        for name in _NAMED_ADDRESSES:
            if value.get(name) not in (None, ""):
                await self._check(value[name], name)
        self._metadata_found = self._metadata_found or "token_endpoint" in value
        assert self._sdk is not None
        self._sdk.choose_client_authentication(self._provider, value.get("token_endpoint_auth_methods_supported"))

    async def _check(self, url: Any, field_name: str) -> None:
        if not isinstance(url, str):
            raise Refused(field_name, "", "it is no text")
        await self._rule.check(url, field_name)

    # The person

    async def _open_page(self, url: str) -> None:
        assert self._listener is not None
        await self._rule.check(url, "authorization_endpoint")
        if not openable(url):
            raise Refused("authorization_endpoint", url, "it cannot be opened")
        states = parse_qs(urlsplit(url).query).get("state", [""])
        self._hidden.update(states)
        self._listener.expect(states[-1])
        self._tell(Step.OPENING, url=url)
        try:
            opened = await self._opener(url)
        except Exception:
            opened = False
        self._tell(Step.WAITING, "in your browser" if opened else "open the address in a browser", url)

    async def _await_answer(self) -> Any:
        assert self._listener is not None and self._sdk is not None
        answer = await self._listener.answer(self._seconds)
        self._hidden.add(answer.code)
        return self._sdk.code_result(answer.code, answer.state, answer.issuer)

    # The end

    async def _judged(self, answer: httpx2.Response) -> Outcome:
        status = answer.status_code
        if status == 401:
            await self._shelf.drop_tokens(self._provider.context.current_tokens.access_token)
            raise SignInFailed(
                Step.CONNECTING,
                "the server refuses the new token (HTTP 401)",
                "the sign-in itself worked; ask who runs the server why it is not accepted",
                final=True,
            )
        if status == 403:
            raise SignInFailed(
                Step.CONNECTING,
                "the sign-in is accepted but the server refuses access (HTTP 403)",
                "ask for access, or sign in with another account",
            )
        if answer.next_request is not None:
            raise SignInFailed(
                Step.DISCOVERING,
                "the server redirects to another origin, which is not followed",
                "use that address as the server's url if you trust it",
            )
        if self._exchanged or "authorization" in answer.request.headers:
            return Outcome.SIGNED_IN
        if status >= 400:
            raise SignInFailed(
                Step.DISCOVERING, f"the server answered HTTP {status} instead of asking for a sign-in", "check its URL"
            )
        return Outcome.NOT_NEEDED

    async def _leave(self, client: CheckedClient, answer: httpx2.Response) -> None:
        """Ends the session that a knock has begun; a server that does not want that does not matter."""
        if (session := answer.headers.get("mcp-session-id")) is None or answer.status_code >= 400:
            return
        headers = {name: value for name, value in answer.request.headers.items() if name == "authorization"}
        try:
            await client.knock(httpx2.Request("DELETE", self._spec.url, headers={**headers, "mcp-session-id": session}))
        except httpx2.TransportError:
            return

    async def _clean_up(self, fault: SignInFailed) -> None:
        """A client that the authorization server may have forgotten is registered anew next time."""
        if fault.denied or self._provider is None or self._step not in (Step.WAITING, Step.EXCHANGING):
            return
        try:
            record = await self._shelf.read()
            if record.client is not None and not self._options.client_id:
                await self._shelf.keep(replace(record, client=None))
        except ServerUnreachable:
            return

    def _tell(self, step: Step, detail: str = "", url: str = "") -> None:
        self._step = step
        self._on_step(StepEvent(step, detail, url))
