"""All connectors of the gateway."""

from typing import Final

from workbench.gateway.providers.calendar import CALENDAR
from workbench.gateway.providers.chat import CHAT
from workbench.gateway.providers.files import FILES
from workbench.gateway.providers.issues import ISSUES
from workbench.gateway.providers.kit import Connector, ProviderTool
from workbench.gateway.providers.mail import MAIL
from workbench.gateway.providers.notes import NOTES

CONNECTORS: Final = (CALENDAR, CHAT, FILES, ISSUES, MAIL, NOTES)
"""In the order of the list."""


def connector(name: str) -> Connector | None:
    """The connector of a name."""
    return next((found for found in CONNECTORS if found.name == name), None)


def owner_of(slug: str) -> tuple[Connector, ProviderTool] | None:
    """The connector and tool of a vendor's slug."""
    for found in CONNECTORS:
        if tool := found.tool(slug):
            return found, tool
    return None
