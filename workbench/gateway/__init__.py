"""The embedded gateway: a real HTTP server on loopback that speaks the connectors wire contract (spec 4.9).

It knows nothing of the client in `connectors`, so that tests over the wire mean something. Importing this is light:
the server's libraries are loaded when one is started.
"""

from workbench.gateway.faults import FAULTS, FaultError, FaultInfo, Faults
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
