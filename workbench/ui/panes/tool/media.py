"""The bytes of the pictures and sounds in a result."""

import base64
import binascii
from collections.abc import Mapping

from workbench.model import Json


def decoded(raw: Mapping[str, Json]) -> bytes | None:
    """What the `data` of a content item holds; None where that is no base64."""
    data = raw.get("data")
    if not isinstance(data, str):
        return None
    try:
        return base64.b64decode("".join(data.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
