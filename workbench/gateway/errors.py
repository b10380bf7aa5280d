"""How a request or one tool call fails, in the words of the wire (spec 4.2)."""

from typing import Any


class WireError(Exception):
    """A whole request fails: HTTP status, code and message of the envelope, more headers."""

    def __init__(self, status: int, code: str, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.headers = headers or {}


class ToolFailure(Exception):
    """One tool call fails; the others of its request do not. `details` are further fields of its error."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details


def provider_error(message: str, hint: str = "") -> ToolFailure:
    """What a vendor answers when it cannot do what was asked."""
    return ToolFailure("PROVIDER_ERROR", message, **({"hint": hint} if hint else {}))
