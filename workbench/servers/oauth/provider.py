"""The SDK's OAuth provider over our record. The one file of this folder that imports mcp: import it in a thread."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

import httpx2
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.shared._httpx_utils import next_request_within_origin
from mcp.shared.auth import (
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthMetadata,
    OAuthToken,
    ProtectedResourceMetadata,
)
from mcp_types.version import LATEST_HANDSHAKE_VERSION
from pydantic import AnyUrl, BaseModel, ValidationError

from workbench.servers.oauth.record import Record, RecordShelf

__all__ = [
    "Client",
    "Handlers",
    "Storage",
    "choose_client_authentication",
    "code_result",
    "knock_request",
    "make_provider",
    "next_request_within_origin",
    "refresh_request",
]

CLIENT_NAME: Final = "Tool Search Workbench"

_Model = TypeVar("_Model", bound=BaseModel)


class Storage:
    """The SDK's TokenStorage over a record that is held here and stored whenever tokens come."""

    def __init__(self, shelf: RecordShelf, record: Record) -> None:
        self.shelf = shelf
        self.record = record
        self.provider: OAuthClientProvider | None = None

    async def get_tokens(self) -> OAuthToken | None:
        """The stored tokens, None where there are none that can be read."""
        return _read(OAuthToken, self.record.tokens)

    async def set_tokens(self, tokens: OAuthToken) -> None:
        """Stores tokens with the client and the addresses they belong to."""
        self._note_addresses()
        self.record = await self.shelf.keep_tokens(self.record, _dump(tokens))

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        """The registered client, None where there is none."""
        return _read(OAuthClientInformationFull, self.record.client)

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        """Stores a client at once: registering again at each attempt would leave a trail of them at the server."""
        self._note_addresses()
        self.record = await self.shelf.keep(replace(self.record, client=_dump(client_info)))

    def _note_addresses(self) -> None:
        if self.provider is not None:
            context = self.provider.context
            self.record = replace(
                self.record,
                metadata=_dump(context.oauth_metadata),
                resource=_dump(context.protected_resource_metadata),
            )


@dataclass(frozen=True, slots=True)
class Handlers:
    """What the provider calls when it needs the person: with the page to open, and for the answer."""

    redirect: Callable[[str], Awaitable[None]]
    callback: Callable[[], Awaitable[AuthorizationCodeResult]]


@dataclass(frozen=True, slots=True)
class Client:
    """How this client presents itself: where it listens, and who it is where that was agreed beforehand."""

    redirect_uri: str
    client_id: str = ""
    client_secret: str = field(default="", repr=False)


def make_provider(url: str, storage: Storage, client: Client, handlers: Handlers | None = None) -> OAuthClientProvider:
    """A provider that knows what the record knows: also when its token ends and where it is refreshed."""
    # It logs a failed flow with its traceback and texts, which hold the state and whole answers.
    logging.getLogger("mcp.client.auth.oauth2").disabled = True
    redirect_uri = AnyUrl(client.redirect_uri)
    if client.client_id:
        known = OAuthClientInformationFull(
            client_id=client.client_id,
            client_secret=client.client_secret or None,
            redirect_uris=[redirect_uri],
            token_endpoint_auth_method="client_secret_post" if client.client_secret else "none",
        )
        storage.record = replace(storage.record, client=_dump(known))
    provider = OAuthClientProvider(
        server_url=url,
        client_metadata=OAuthClientMetadata(
            client_name=CLIENT_NAME,
            redirect_uris=[redirect_uri],
            token_endpoint_auth_method="none",
        ),
        storage=storage,
        redirect_handler=handlers.redirect if handlers else None,
        callback_handler=handlers.callback if handlers else None,
    )
    storage.provider = provider
    provider.context.token_expiry_time = storage.record.expires_at
    provider.context.oauth_metadata = _read(OAuthMetadata, storage.record.metadata)
    provider.context.protected_resource_metadata = _read(ProtectedResourceMetadata, storage.record.resource)
    return provider


def choose_client_authentication(provider: OAuthClientProvider, supported: Any) -> None:
    """Registers with a secret where the server's metadata knows no client without one."""
    if isinstance(supported, list) and supported and "none" not in supported:
        for method in ("client_secret_post", "client_secret_basic"):
            if method in supported:
                provider.context.client_metadata.token_endpoint_auth_method = method
                return


def code_result(code: str, state: str, issuer: str | None) -> AuthorizationCodeResult:
    """The answer of the callback in the SDK's form."""
    return AuthorizationCodeResult(code=code, state=state, iss=issuer)


async def refresh_request(provider: OAuthClientProvider) -> tuple[httpx2.Request, Any] | None:
    """The request that refreshes the tokens, and the flow that wants its answer; None where there is none."""
    provider.context.token_expiry_time = 1.0
    probe = httpx2.Request("GET", provider.context.server_url)
    flow = provider.async_auth_flow(probe)
    outgoing = await flow.__anext__()
    if outgoing is probe:
        await flow.aclose()
        return None
    return outgoing, flow


def _dump(model: BaseModel | None) -> Any:
    return None if model is None else model.model_dump(mode="json", exclude_none=True)


def _read(kind: type[_Model], value: Any) -> _Model | None:
    try:
        return None if value is None else kind.model_validate(value)
    except (ValidationError, RecursionError):
        return None


def knock_request(url: str, headers: Mapping[str, str], sse: bool) -> httpx2.Request:
    """The first request of a session, which a server that wants a sign-in refuses."""
    own = {name: value for name, value in headers.items() if name.lower() not in ("accept", "content-type")}
    if sse:
        return httpx2.Request("GET", url, headers={**own, "Accept": "text/event-stream"})
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": LATEST_HANDSHAKE_VERSION,
            "capabilities": {},
            "clientInfo": {"name": "tool-search-workbench", "version": "0.1.0"},
        },
    }
    return httpx2.Request("POST", url, headers={**own, "Accept": "application/json, text/event-stream"}, json=body)
