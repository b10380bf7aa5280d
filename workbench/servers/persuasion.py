"""Descriptions that give the model orders instead of describing their tool. They are told of, never blocked."""

import re
from typing import Final

_MAX_READ: Final = 20_000
_ALL: Final = r"(?:any|all|every|each)"

_SIGNS: Final = (
    (("important>", "system>", "hidden>"), r"<\s*/?\s*(?:important|system|hidden)>"),
    (
        (" other tool", " another tool", " any tool", " all tool", " every tool", " each tool"),
        r"\b(?:before|instead of|whenever|after) (?:you )?(?:use|using|call|calling|run|running)"
        rf" (?:{_ALL}|another|(?:{_ALL}(?: of)? )?(?:(?:the|your) )?other) tools?\b",
    ),
    (
        ("tell ", "inform ", "mention ", "reveal "),
        r"\b(?:do not|don't|never) (?:tell|inform|mention (?:this|it|that) to|reveal (?:this|it|that) to)"
        r" (?:the |your )?(?:user|human|person|anyone|anybody)\b",
    ),
    (
        ("ignore", "disregard", "forget", "override"),
        r"\b(?:ignore|disregard|forget|override) (?:all |any )?(?:of )?(?:your |the |these |my )?"
        r"(?:previous|prior|earlier|above|other|system) (?:instructions?|prompts?|rules|messages?)\b",
    ),
    (
        ("~/.", "id_rsa", "id_ed25519", "/etc/"),
        r"\b(?:read|open|cat|send|upload|copy|include|attach)\b[^.]{0,60}"
        r"(?:~/\.(?:ssh|aws|gnupg|netrc|kube|config)\b|\bid_(?:rsa|ed25519)\b|/etc/(?:passwd|shadow)\b)",
    ),
)
"""What such a text holds in any case, which is quick to look for, and the order itself."""


def persuasion(text: str) -> str:
    """The first order found that is about other tools, files or secrecy; nothing where there is none."""
    read = " ".join(text[:_MAX_READ].lower().split())
    for traces, sign in _SIGNS:
        if any(trace in read for trace in traces) and (found := re.search(sign, read)):
            return found.group()
    return ""
