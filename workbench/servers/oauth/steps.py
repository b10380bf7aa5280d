"""The steps of a sign-in, named as they happen, and the one fault that says which of them failed."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from workbench.model import ServerUnreachable
from workbench.text import clip, one_line

_TEXT_LIMIT: Final = 400


class Step(StrEnum):
    """What a sign-in is doing (spec 4.7); the values are the words a person reads."""

    LISTENING = "preparing to receive the answer"
    DISCOVERING = "discovering the authorization server"
    REGISTERING = "registering this client"
    OPENING = "opening the browser"
    WAITING = "waiting for the consent"
    EXCHANGING = "exchanging the code"
    REFRESHING = "refreshing the sign-in"
    CONNECTING = "connecting with the sign-in"
    CONNECTED = "connected"


@dataclass(frozen=True, slots=True)
class StepEvent:
    """One step has begun, or what it is about is now known better.

    `detail` is a few words without a secret. `url` is the page for the consent: only for the person who signs in, to be
    opened or copied; it is set while it is of use and must not be logged.
    """

    step: Step
    detail: str = ""
    url: str = ""


OnStep = Callable[[StepEvent], None]


class SignInFailed(ServerUnreachable):
    """A sign-in that ended without one: the step that failed, what happened, what to do; no code and no token in it.

    `denied` says that the person (or who decides for them) said no. `final` says that what was stored has become
    worthless, so that trying again alone cannot help.
    """

    def __init__(self, step: Step, reason: str, advice: str = "", *, denied: bool = False, final: bool = False) -> None:
        super().__init__(clip(one_line(reason), _TEXT_LIMIT), clip(one_line(advice), _TEXT_LIMIT))
        self.step = step
        self.denied = denied
        self.final = final

    def __str__(self) -> str:
        return f"{self.step}: {self.reason}"
