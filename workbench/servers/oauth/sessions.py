"""What a session hands to its attachments and flows: stored credentials, and sign-ins for those that lack them."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit
from weakref import WeakSet

import httpx2

from workbench.servers.oauth.addresses import Resolve, resolve
from workbench.servers.oauth.opening import Opener, open_in_browser
from workbench.servers.oauth.record import PART, RecordShelf
from workbench.servers.oauth.sign_in import CONSENT_SECONDS, OAuthOptions, SignIn
from workbench.servers.oauth.steps import OnStep
from workbench.servers.oauth.stored import StoredAuth
from workbench.servers.secrets_store import SecretStore, key_of
from workbench.servers.supply import Learn
from workbench.settings import ServerSpec

ENV_PART: Final = "env"


class Credentials:
    """The stored credentials of all servers of a session. `advice` gives, for a server's name, how to sign in."""

    def __init__(
        self,
        store: SecretStore,
        *,
        advice: Callable[[str], str],
        opener: Opener = open_in_browser,
        seconds: float = CONSENT_SECONDS,
        wall: Callable[[], float] = time.time,
        resolver: Resolve = resolve,
    ) -> None:
        self.store = store
        self._advice = advice
        self._opener = opener
        self._seconds = seconds
        self._wall = wall
        self._resolver = resolver
        self._begun: WeakSet[SignIn] = WeakSet()

    def supply(self, spec: ServerSpec, learn: Learn) -> tuple[ServerSpec, httpx2.Auth | None]:
        """What `Supply` asks for. An entry that brings credentials of its own for HTTP is left to them."""
        if spec.url:
            kept = self.store.texts(key_of(spec), ENV_PART)
            learn([part for value in kept.values() for part in (value, *value.split()[1:])])
            spec = replace(spec, headers={**kept, **spec.headers})
            own = any(name.lower() == "authorization" for name in spec.headers)
            if own or "@" in urlsplit(spec.url).netloc:
                return spec, None
            shelf = self._shelf(spec)
            auth = StoredAuth(
                spec.url,
                shelf,
                shelf.read_now(),
                learn=learn,
                advice=self._advice(spec.name),
                wall=self._wall,
                resolver=self._resolver,
            )
            return spec, auth
        if spec.command:
            kept = self.store.texts(key_of(spec), ENV_PART)
            learn(kept.values())
            return replace(spec, env={**kept, **spec.env}), None
        return spec, None

    def sign_in(
        self, spec: ServerSpec, on_step: OnStep, *, afresh: bool = False, options: OAuthOptions | None = None
    ) -> SignIn:
        """A sign-in for a server; nothing happens until it is run."""
        sign_in = SignIn(
            spec,
            self._shelf(spec),
            on_step=on_step,
            opener=self._opener,
            options=options,
            seconds=self._seconds,
            afresh=afresh,
            wall=self._wall,
            resolver=self._resolver,
        )
        self._begun.add(sign_in)
        return sign_in

    def offer(self, address: str) -> bool:
        """Takes the address that a browser on another computer ended on, for whichever sign-in it answers."""
        return any(sign_in.offer(address) for sign_in in tuple(self._begun))

    async def signed_in(self, spec: ServerSpec) -> bool:
        """Whether a token is stored for the server."""
        return bool((await self._shelf(spec).read()).access_token)

    async def sign_out(self, spec: ServerSpec) -> None:
        """Forgets a server's sign-in. Raises SecretsUnusable."""
        await asyncio.to_thread(self.store.remove, key_of(spec), PART)

    async def kept_env(self, spec: ServerSpec) -> Mapping[str, str]:
        """The environment values that are stored for a command; for a URL, the headers."""
        return await asyncio.to_thread(self.store.texts, key_of(spec), ENV_PART)

    async def keep_env(self, spec: ServerSpec, values: Mapping[str, str]) -> None:
        """Stores such values beside those that are stored. Raises SecretsUnusable."""
        kept = await self.kept_env(spec)
        await asyncio.to_thread(self.store.write, key_of(spec), ENV_PART, {**kept, **values})

    async def forget_env(self, spec: ServerSpec) -> None:
        """Forgets such values. Raises SecretsUnusable."""
        await asyncio.to_thread(self.store.remove, key_of(spec), ENV_PART)

    def _shelf(self, spec: ServerSpec) -> RecordShelf:
        return RecordShelf(self.store, key_of(spec), self._wall)
