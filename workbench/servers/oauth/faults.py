"""What went wrong in a sign-in, in words: from the answers of authorization servers and the SDK's exceptions."""

import json
from typing import Final

import httpx2

from workbench.model import ServerUnreachable
from workbench.servers.oauth.addresses import Refused
from workbench.servers.oauth.steps import SignInFailed, Step
from workbench.servers.oauth.wire import TooLarge
from workbench.servers.secrets import Masker, bare_url
from workbench.text import clip, one_line

_FINAL: Final = frozenset({"invalid_grant", "invalid_client", "unauthorized_client", "invalid_token"})
_OWN_TOKEN: Final = "put a token of your own into the server's headers, for example Authorization"

_UNREADABLE: Final = {
    Step.DISCOVERING: ("the server's OAuth metadata cannot be used", "the fault is in the server; ask who runs it"),
    Step.REGISTERING: ("the answer to the registration cannot be used", "the fault is in the authorization server"),
    Step.WAITING: ("the answer came from another authorization server than the one that was asked", "sign in again"),
    Step.EXCHANGING: ("the answer with the token cannot be used", "the fault is in the authorization server"),
    Step.REFRESHING: ("the answer with the token cannot be used", "sign in again"),
}


def error_of(response: httpx2.Response) -> tuple[str, str]:
    """The OAuth error code and its description in an answer that has been read; empty where there are none."""
    try:
        value = json.loads(response.content)
    except (ValueError, RecursionError):
        return "", ""
    if not isinstance(value, dict):
        return "", ""
    return clip(one_line(value.get("error")), 60), clip(one_line(value.get("error_description")), 200)


def invalid(response: httpx2.Response) -> bool:
    """Whether an answer says that what was sent is worthless and will stay so."""
    return 400 <= response.status_code < 500 and error_of(response)[0] in _FINAL


def about_answer(step: Step, response: httpx2.Response, metadata_found: bool, masker: Masker) -> SignInFailed:
    """A registration or an exchange that was refused. Words of the other side are masked."""
    error, description = error_of(response)
    status = response.status_code
    said = masker.mask(": ".join(part for part in (error, description) if part))
    told = f"HTTP {status}" + (f", {said}" if said else "")
    where = bare_url(str(response.request.url))
    if response.next_request is not None:
        return SignInFailed(step, f"{where} redirects to another origin, which is not followed", "ask who runs it")
    if step is Step.REGISTERING:
        if not metadata_found:
            reason = f"the server asks for a sign-in but publishes no OAuth metadata ({told} from {where})"
            return SignInFailed(step, reason, _OWN_TOKEN)
        return SignInFailed(
            step,
            f"the authorization server registers no client by itself ({told})",
            f"{_OWN_TOKEN}, or give a client id",
        )
    return SignInFailed(step, f"the authorization server refused the code ({told})", "sign in again")


def explained(step: Step, fault: Exception, masker: Masker) -> SignInFailed:
    """Whatever ended a sign-in, as the fault of its step."""
    if isinstance(fault, SignInFailed):
        return fault
    if isinstance(fault, Refused):
        return SignInFailed(step, f"refused: {fault}", "nothing was sent there; ask who runs the server about it")
    if isinstance(fault, httpx2.TransportError | TooLarge):
        what = str(fault) if isinstance(fault, TooLarge) else type(fault).__name__
        return SignInFailed(step, f"no usable answer: {what}", "is it reachable from here?")
    if isinstance(fault, ServerUnreachable):
        return SignInFailed(step, fault.reason, fault.advice)
    return _about_sdk(step, fault, masker)


def _about_sdk(step: Step, fault: Exception, masker: Masker) -> SignInFailed:
    """An exception of the SDK's flow. Its text is shown only where it can hold nothing but addresses."""
    reason, advice = _UNREADABLE.get(step, (f"it failed with {type(fault).__name__}", "try again"))
    if step is Step.DISCOVERING and type(fault).__name__ == "OAuthFlowError":
        reason += f": {masker.mask(one_line(str(fault)))}"
    return SignInFailed(step, reason, advice)
