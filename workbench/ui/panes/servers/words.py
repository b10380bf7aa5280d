"""States, tiers and listing forms in words and signs."""

from typing import Final

from workbench.disclosure.assembly import Assembly
from workbench.model import ServerState

SIGNS: Final[dict[ServerState, tuple[str, str]]] = {
    ServerState.CONNECTING: ("◌", "$text-warning"),
    ServerState.READY: ("●", "$text-success"),
    ServerState.SIGN_IN: ("◆", "$text-accent"),
    ServerState.FAILED: ("✗", "$text-error"),
    ServerState.DETACHED: ("○", "$foreground-muted"),
}
"""A sign and a colour for each state; the state's word always stands beside them."""

_FORM_WORDS: Final = {
    "full": "every tool listed",
    "names": "listed by name",
    "mixed": "partly listed",
    "groups": "one line a server",
    "none": "no listing",
}


def tier_words(assembly: Assembly) -> str:
    """What the tier means for the model, in a few words (spec 1.3)."""
    if assembly.tier == 0:
        return "all tools loaded" if assembly.visible else "no tools"
    return _FORM_WORDS.get(assembly.listing_form, assembly.listing_form)
