"""The embedded gateway: a real HTTP server on loopback that speaks the connectors wire contract (spec 4.9).

It knows nothing of the client in `connectors`, so that tests over the wire mean something. Importing this loads next to
nothing: the rest comes when one of its names is used, the server's libraries when a gateway is started.
"""

from typing import TYPE_CHECKING, Any

from workbench.gateway.faults import FAULTS, FaultError, FaultInfo, Faults

if TYPE_CHECKING:
    from workbench.gateway.serving import EmbeddedGateway, GatewayStartError, embedded, serve

__all__ = [
    "FAULTS",
    "EmbeddedGateway",
    "FaultError",
    "FaultInfo",
    "Faults",
    "GatewayStartError",
    "embedded",
    "serve",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from workbench.gateway import serving

    return getattr(serving, name)
