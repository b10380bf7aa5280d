"""Regular expressions of schemas, read as ECMAScript means them and run without backtracking (spec 3.4)."""

from workbench.bridge.patterns.automaton import Budget, Matcher, TooSlow, compile_pattern
from workbench.bridge.patterns.syntax import UnreadablePattern

__all__ = ["Budget", "Matcher", "TooSlow", "UnreadablePattern", "compile_pattern"]
