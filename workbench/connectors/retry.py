"""The routes with their time-outs, and when a request is sent again (spec 4.2). Pure."""

import math
import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Final

from workbench.connectors.errors import FaultKind, GatewayError
from workbench.model import Json

PREFIX: Final = "/v1/connectors"

MAX_WAIT: Final = 30.0
"""Seconds that are waited at most because a gateway asks to; where it asks for more, the request is given up."""

BACKOFF: Final = 0.25
"""Seconds before a request is sent again after a failure that gives no time of its own."""

_SECONDS: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,6})?")


@dataclass(frozen=True, slots=True)
class Route:
    """One route. `timeout` bounds an attempt as a whole, in seconds; `retries` counts further attempts.

    Without retries it bounds everything, a wait on request included. `once` is for what must never be sent twice.
    `most_bytes` bounds the body that is read.
    """

    method: str
    path: str
    timeout: float
    retries: int = 0
    once: bool = False
    most_bytes: int = 8_000_000


@dataclass(frozen=True, slots=True)
class Routes:
    """The table."""

    search: Route = Route("POST", f"{PREFIX}/search", 30.0)
    schemas: Route = Route("POST", f"{PREFIX}/schemas", 10.0, retries=1)
    execute: Route = Route("POST", f"{PREFIX}/execute", 60.0, retries=1, most_bytes=32_000_000)
    connections: Route = Route("POST", f"{PREFIX}/connections", 30.0, once=True, most_bytes=2_000_000)
    listing: Route = Route("GET", PREFIX, 30.0, most_bytes=2_000_000)


@dataclass(slots=True)
class Attempts:
    """What one request has used up so far."""

    retried: int = 0
    waited: bool = False

    def pause(self, route: Route, fault: GatewayError, elapsed: float) -> float | None:
        """Seconds to sleep before the next attempt, which is then counted; None where there is no next one."""
        if route.once:
            return None
        if fault.kind is FaultKind.RATE_LIMITED:
            wanted = fault.retry_after
            if self.waited or wanted is None or wanted > MAX_WAIT or wanted >= allowed(route, elapsed):
                return None
            self.waited = True
            return wanted
        failed = fault.kind is FaultKind.TRANSPORT or (fault.status or 0) >= 500
        if not failed or self.retried >= route.retries:
            return None
        self.retried += 1
        return BACKOFF


def allowed(route: Route, elapsed: float) -> float:
    """Seconds that the next attempt may take."""
    return route.timeout if route.retries else max(route.timeout - elapsed, 0.0)


def retry_after(header: str, raw: Json, now: float) -> float | None:
    """Seconds a gateway asks to wait: its `Retry-After` (seconds or an HTTP date), else `retryAfterMs`; never negative.

    `now` is the time of day in seconds. None where neither can be read.
    """
    header = header.strip()
    if _SECONDS.fullmatch(header):
        return float(header)
    if header:
        try:
            return max(parsedate_to_datetime(header).timestamp() - now, 0.0)
        except (ValueError, TypeError, OverflowError, OSError):
            pass
    given = raw.get("retryAfterMs") if isinstance(raw, dict) else None
    if isinstance(given, bool) or not isinstance(given, int | float):
        return None
    try:
        seconds = float(given) / 1000
    except OverflowError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None
