"""ECMAScript patterns to a tree. What the engine cannot decide is refused with a reason, never guessed."""

from dataclasses import dataclass
from typing import Final, Literal

from workbench.bridge.patterns.characters import Test, dot, escape_class, one_of, property_class, single

MAX_LENGTH: Final = 5000
"""Characters of a pattern that are read."""

_MAX_GROUPS: Final = 40
"""Levels of nested groups; the parser and the compiler recurse once a level."""

_CONTROLS: Final = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}
_CLASSES: Final = frozenset("dDwWsS")
_HEX: Final = frozenset("0123456789abcdefABCDEF")


class UnreadablePattern(Exception):
    """The pattern cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class One:
    """One character that passes a test."""

    test: Test


@dataclass(frozen=True, slots=True)
class Seq:
    """Parts one after the other; none of them is the empty text."""

    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Alt:
    """Any one of the options."""

    options: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """At least `low` and at most `high` times; `high` None is no bound."""

    body: "Node"
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Edge:
    """A place without width."""

    kind: Literal["start", "end", "word", "no word"]


@dataclass(frozen=True, slots=True)
class Look:
    """A look around the place, without width."""

    body: "Node"
    ahead: bool
    negated: bool


Node = One | Seq | Alt | Repeat | Edge | Look


def parse(pattern: str) -> Node:
    """The tree of a pattern. Raises UnreadablePattern."""
    if len(pattern) > MAX_LENGTH:
        raise UnreadablePattern(f"longer than {MAX_LENGTH} characters")
    parser = _Parser(pattern)
    node = parser.alternatives(0)
    if parser.more:
        raise UnreadablePattern(f"unmatched ) at character {parser.at + 1}")
    return node


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    @property
    def more(self) -> bool:
        return self.at < len(self.text)

    def peek(self, start: str) -> bool:
        return self.text.startswith(start, self.at)

    def take(self, start: str) -> bool:
        if self.peek(start):
            self.at += len(start)
            return True
        return False

    def next(self) -> str:
        if not self.more:
            raise UnreadablePattern("ends too early")
        self.at += 1
        return self.text[self.at - 1]

    def alternatives(self, level: int) -> Node:
        if level > _MAX_GROUPS:
            raise UnreadablePattern("groups nested too deeply")
        options = [self.sequence(level)]
        while self.take("|"):
            options.append(self.sequence(level))
        return options[0] if len(options) == 1 else Alt(tuple(options))

    def sequence(self, level: int) -> Node:
        parts: list[Node] = []
        while self.more and self.text[self.at] not in "|)":
            parts.append(self.quantified(self.atom(level)))
        return parts[0] if len(parts) == 1 else Seq(tuple(parts))

    def quantified(self, atom: Node) -> Node:
        bounds = self.quantifier()
        if bounds is None:
            return atom
        self.take("?")
        if self.quantifier() is not None:
            raise UnreadablePattern("a repetition of a repetition")
        low, high = bounds
        if high is not None and high < low:
            raise UnreadablePattern("a repetition whose bounds are out of order")
        return Repeat(atom, low, high)

    def quantifier(self) -> tuple[int, int | None] | None:
        for sign, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self.take(sign):
                return bounds
        if not self.peek("{"):
            return None
        end = self.text.find("}", self.at)
        low, comma, high = self.text[self.at + 1 : end].partition(",") if end > 0 else ("", "", "")
        if not (_is_count(low) and (_is_count(high) or not high)):
            return None  # a brace that counts nothing stands for itself
        self.at = end + 1
        return int(low), (int(high) if high else None) if comma else int(low)

    def atom(self, level: int) -> Node:
        char = self.next()
        if char == "(":
            return self.group(level)
        if char == "[":
            return One(self.bracket())
        if char == "\\":
            return self.escape()
        if char == "^":
            return Edge("start")
        if char == "$":
            return Edge("end")
        if char in "*+?":
            raise UnreadablePattern("a repetition of nothing")
        return One(dot if char == "." else single(char))

    def group(self, level: int) -> Node:
        look: tuple[bool, bool] | None = None
        if self.take("?"):
            if self.take("="):
                look = True, False
            elif self.take("!"):
                look = True, True
            elif self.take("<="):
                look = False, False
            elif self.take("<!"):
                look = False, True
            elif self.take("<") or self.take("P<"):
                self.group_name()
            elif not self.take(":"):
                raise UnreadablePattern("a kind of group that is not ECMAScript, such as inline flags")
        body = self.alternatives(level + 1)
        if not self.take(")"):
            raise UnreadablePattern("a group that is not closed")
        return Look(body, *look) if look else body

    def group_name(self) -> None:
        end = self.text.find(">", self.at)
        if end <= self.at:
            raise UnreadablePattern("a group name that is not closed")
        self.at = end + 1

    def escape(self) -> Node:
        if self.take("b"):
            return Edge("word")
        if self.take("B"):
            return Edge("no word")
        if self.more and (self.text[self.at] in "123456789" or self.peek("k<")):
            raise UnreadablePattern("a back-reference")
        escaped = self.escaped()
        return One(single(escaped) if isinstance(escaped, str) else escaped)

    def escaped(self) -> str | Test:
        """What stands after a backslash, in a class or outside: a character, or the test of a class."""
        char = self.next()
        if char in _CLASSES:
            return escape_class(char)
        if char in "pP":
            return self.category(char == "P")
        if char in _CONTROLS:
            return _CONTROLS[char]
        if char == "0" and not (self.more and self.text[self.at].isdigit()):
            return "\0"
        if char == "c" and self.more and self.text[self.at].isascii() and self.text[self.at].isalpha():
            return chr(ord(self.next()) % 32)
        if char == "x":
            return self.code(2)
        if char == "u":
            return self.unicode()
        if char.isascii() and char.isalnum():
            raise UnreadablePattern(f"an escape \\{char} that ECMAScript does not have")
        return char

    def category(self, negated: bool) -> Test:
        end = self.text.find("}", self.at)
        if not self.take("{") or end < 0:
            raise UnreadablePattern("a character property without a name")
        name = self.text[self.at : end]
        self.at = end + 1
        test = property_class(name, negated)
        if test is None:
            raise UnreadablePattern(f"the character property {name[:40]}")
        return test

    def unicode(self) -> str:
        if self.take("{"):
            end = self.text.find("}", self.at)
            digits = self.text[self.at : max(end, self.at)]
            if not digits or len(digits) > 8 or not set(digits) <= _HEX or int(digits, 16) > 0x10FFFF:
                raise UnreadablePattern("a character code that is not one")
            self.at = end + 1
            return chr(int(digits, 16))
        first = self.code(4)
        if "\ud800" <= first <= "\udbff" and self.take("\\u"):
            second = self.code(4)
            if "\udc00" <= second <= "\udfff":
                return chr(0x10000 + ((ord(first) - 0xD800) << 10) + ord(second) - 0xDC00)
            raise UnreadablePattern("half a surrogate pair")
        return first

    def code(self, digits: int) -> str:
        text = self.text[self.at : self.at + digits]
        if len(text) < digits or not set(text) <= _HEX:
            raise UnreadablePattern("a character code that is not one")
        self.at += digits
        return chr(int(text, 16))

    def bracket(self) -> Test:
        negated = self.take("^")
        singles: set[str] = set()
        ranges: list[tuple[str, str]] = []
        classes: list[Test] = []
        while not self.take("]"):
            low = self.member()
            if not isinstance(low, str):
                classes.append(low)
            elif self.peek("-") and not self.peek("-]"):
                self.next()
                high = self.member()
                if not isinstance(high, str):
                    singles |= {low, "-"}
                    classes.append(high)
                elif high < low:
                    raise UnreadablePattern("a character range that is out of order")
                else:
                    ranges.append((low, high))
            else:
                singles.add(low)
        return one_of(frozenset(singles), ranges, classes, negated)

    def member(self) -> str | Test:
        char = self.next()
        if char != "\\":
            return char
        if self.take("b"):
            return "\b"
        return self.escaped()


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9
