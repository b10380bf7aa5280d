"""What is kept of one server's sign-in, read and written through the secret store."""

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from workbench.model import Json
from workbench.servers.secrets_store import SecretStore

PART: Final = "oauth"


@dataclass(frozen=True, slots=True)
class Record:
    """Tokens, the client that was registered, and the addresses that belong to them, as plain JSON.

    `expires_at` is the wall time at which the access token ends, None where nobody said.
    """

    tokens: Json = field(default=None, repr=False)
    client: Json = field(default=None, repr=False)
    expires_at: float | None = None
    metadata: Json = None
    resource: Json = None

    @property
    def access_token(self) -> str:
        """The access token, empty where there is none."""
        return _text(self.tokens, "access_token")

    @property
    def refresh_token(self) -> str:
        """The refresh token, empty where there is none."""
        return _text(self.tokens, "refresh_token")

    @property
    def token_endpoint(self) -> str:
        """Where tokens are refreshed, empty where the server did not say."""
        return _text(self.metadata, "token_endpoint")

    @property
    def redirect_port(self) -> int:
        """The port of the callback that the client was registered with, 0 where there is none."""
        uris = self.client.get("redirect_uris") if isinstance(self.client, dict) else None
        if not isinstance(uris, list) or len(uris) != 1 or not isinstance(uris[0], str):
            return 0
        head, _, rest = uris[0].partition("://127.0.0.1:")
        port = rest.partition("/")[0]
        return int(port) if head == "http" and port.isascii() and port.isdecimal() and len(port) < 6 else 0

    def secrets(self) -> Iterable[str]:
        """The texts in it that must be shown nowhere."""
        found = (self.access_token, self.refresh_token, _text(self.client, "client_secret"))
        return tuple(text for text in found if text)


class RecordShelf:
    """The stored record of one server. Every method may be called from the event loop: the store works in a thread."""

    def __init__(self, store: SecretStore, key: str, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._key = key
        self._clock = clock

    def read_now(self) -> Record:
        """The record, empty where there is none. Blocks."""
        value = self._store.read(self._key, PART)
        if not isinstance(value, dict):
            return Record()
        expires: Json = value.get("expires_at")
        usable = isinstance(expires, int | float) and not isinstance(expires, bool)
        return Record(
            tokens=_mapping(value.get("tokens")),
            client=_mapping(value.get("client")),
            expires_at=float(expires) if usable else None,
            metadata=_mapping(value.get("metadata")),
            resource=_mapping(value.get("resource")),
        )

    async def read(self) -> Record:
        """The record, empty where there is none."""
        return await asyncio.to_thread(self.read_now)

    async def keep_tokens(self, record: Record, tokens: dict[str, Any]) -> Record:
        """Stores new tokens with the rest of a record; the record as it is now. Raises SecretsUnusable."""
        lifetime = tokens.get("expires_in")
        expires = self._clock() + lifetime if isinstance(lifetime, int) and not isinstance(lifetime, bool) else None
        return await self.keep(replace(record, tokens=tokens, expires_at=expires))

    async def keep(self, record: Record) -> Record:
        """Stores a record. Raises SecretsUnusable."""
        value = {
            "tokens": record.tokens,
            "client": record.client,
            "expires_at": record.expires_at,
            "metadata": record.metadata,
            "resource": record.resource,
        }
        await asyncio.to_thread(self._store.write, self._key, PART, value)
        return record

    async def drop_tokens(self, worthless: str) -> None:
        """Forgets tokens that are worth nothing any more, unless others have been stored meanwhile.

        `worthless` is the access token they came with. The client stays registered.
        """
        record = await self.read()
        if record.access_token == worthless:
            await self.keep(replace(record, tokens=None, expires_at=None))


def _text(value: Json, name: str) -> str:
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, str) else ""


def _mapping(value: Json) -> Json:
    return value if isinstance(value, dict) else None
