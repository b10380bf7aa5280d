"""The hook through which an attachment gets stored credentials; who keeps them is not its business."""

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from workbench.servers.secrets import Masker
from workbench.settings import ServerSpec

if TYPE_CHECKING:
    import httpx2

Learn = Callable[[Iterable[str]], None]
"""Is told secrets that must be masked from now on."""

Supply = Callable[[ServerSpec, Learn], "tuple[ServerSpec, httpx2.Auth | None]"]
"""From an entry to the entry as it is attached (with its stored environment values) and what signs its requests.

It may block, so it is called in a thread, once for every start. An auth with a text `advice` says how to sign in.
"""


async def supplied(spec: ServerSpec, supply: Supply | None, masker: Masker) -> "tuple[ServerSpec, httpx2.Auth | None]":
    """The entry with what is stored for it; the entry alone where nobody supplies anything."""
    return (spec, None) if supply is None else await asyncio.to_thread(supply, spec, masker.learn)
