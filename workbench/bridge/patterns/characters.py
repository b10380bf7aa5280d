"""Which characters an escape, a class or a dot stands for in an ECMAScript pattern."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Final

Test = Callable[[str], bool]
"""Whether one character matches."""

_LINE_ENDS: Final = frozenset("\n\r\u2028\u2029")
_SPACES: Final = frozenset("\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff") | frozenset(
    map(chr, range(0x2000, 0x200B))
)
_WORD: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
_CATEGORIES: Final = {
    "Letter": "L", "Cased_Letter": "LC", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Titlecase_Letter": "Lt",
    "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Mark": "M", "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc",
    "Enclosing_Mark": "Me", "Number": "N", "Decimal_Number": "Nd", "Letter_Number": "Nl", "Other_Number": "No",
    "Punctuation": "P", "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps",
    "Close_Punctuation": "Pe", "Initial_Punctuation": "Pi", "Final_Punctuation": "Pf", "Other_Punctuation": "Po",
    "Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk", "Other_Symbol": "So",
    "Separator": "Z", "Space_Separator": "Zs", "Line_Separator": "Zl", "Paragraph_Separator": "Zp", "Other": "C",
    "Control": "Cc", "Format": "Cf", "Surrogate": "Cs", "Private_Use": "Co", "Unassigned": "Cn",
}  # fmt: skip


def is_word(char: str) -> bool:
    """ECMAScript's word character: ASCII letters, digits and the underscore."""
    return char in _WORD


def dot(char: str) -> bool:
    """Any character but a line end."""
    return char not in _LINE_ENDS


def escape_class(letter: str) -> Test:
    """The class of `\\d \\D \\w \\W \\s \\S`; `letter` is one of these six."""
    members = {"d": frozenset("0123456789"), "w": _WORD, "s": _SPACES}[letter.lower()]
    if letter.islower():
        return members.__contains__
    return lambda char: char not in members


def property_class(name: str, negated: bool) -> Test | None:
    """The class of `\\p{name}`: a general category, `Any` or `ASCII`. None for what Python's tables cannot decide."""
    key, _, value = name.partition("=")
    if value:
        if key not in ("General_Category", "gc"):
            return None
        name = value
    if name == "Any":
        return lambda _: not negated
    if name == "ASCII":
        return lambda char: (char < "\x80") is not negated
    short = _CATEGORIES.get(name, name)
    if short not in _CATEGORIES.values():
        return None
    wanted = ("Lu", "Ll", "Lt") if short == "LC" else (short,)
    return lambda char: unicodedata.category(char).startswith(wanted) is not negated


def single(char: str) -> Test:
    """Exactly this character."""
    return char.__eq__


def one_of(singles: frozenset[str], ranges: Sequence[tuple[str, str]], classes: Sequence[Test], negated: bool) -> Test:
    """A bracket class."""

    def test(char: str) -> bool:
        found = (
            char in singles
            or any(low <= char <= high for low, high in ranges)
            or any(matches(char) for matches in classes)
        )
        return found is not negated

    return test
