"""What went wrong between the workbench and the gateway, in words that hold no secret (spec 4.2)."""

from enum import StrEnum
from typing import Final

from workbench.text import clip, plain

MAX_MESSAGE: Final = 500
"""Characters kept of what a gateway says about a fault."""


INVALID_RESPONSE: Final = "INVALID_RESPONSE"
NO_TOKEN: Final = "NO_TOKEN"
TIMEOUT: Final = "TIMEOUT"
REDIRECT: Final = "REDIRECT"
UNREACHABLE: Final = "UNREACHABLE"
BAD_URL: Final = "BAD_URL"
TOO_MANY: Final = "TOO_MANY_QUERIES"
TOO_LARGE: Final = "TOO_LARGE"
BAD_REQUEST: Final = "BAD_REQUEST"
"""Codes of our own; the gateway's stand beside them."""


class FaultKind(StrEnum):
    """Kinds of fault that callers treat differently."""

    AUTH = "auth"
    DARK = "dark"
    RATE_LIMITED = "rate_limited"
    TRANSPORT = "transport"
    INVALID = "invalid"
    HTTP = "http"


class GatewayError(Exception):
    """A request that got no usable answer.

    `code` is the gateway's own, `HTTP_<status>` where it gave none, or one of ours (`NO_TOKEN`, `TIMEOUT`, ...).
    `message` is text of at most 500 characters, already masked. `retry_after` is in seconds, where the gateway said it.
    `status` is None where no response came.
    """

    def __init__(
        self,
        kind: FaultKind,
        code: str,
        message: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        self.kind = kind
        self.code = code
        self.message = clip(plain(message), MAX_MESSAGE)
        self.status = status
        self.retry_after = retry_after
        super().__init__(f"{self.code}: {self.message}" if self.message else self.code)

    @property
    def cause(self) -> str:
        """The fault in a few stable words, for a status line."""
        match self.kind:
            case FaultKind.AUTH:
                return "not signed in" if self.status is None else "the gateway does not accept the token"
            case FaultKind.DARK:
                return "the gateway is dark here"
            case FaultKind.RATE_LIMITED:
                return "the gateway asks to slow down"
            case FaultKind.TRANSPORT:
                return "the gateway is too slow" if self.code == TIMEOUT else "the gateway cannot be reached"
            case FaultKind.INVALID:
                return "the gateway's answer has the wrong shape"
            case _:
                return f"the gateway failed ({self.code})"


class InvalidResponse(GatewayError):
    """An answer of the wrong shape: `where` is a path into it (`items[3].connector`), `what` what is wrong there."""

    def __init__(self, where: str, what: str, *, status: int | None = None) -> None:
        self.where = where
        self.what = what
        super().__init__(FaultKind.INVALID, INVALID_RESPONSE, f"{where} {what}", status=status)
