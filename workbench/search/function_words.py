"""The closed class of English words that say nothing about what is wanted (spec 2.4, rule 1)."""

from typing import Final

MCP_PREFIX: Final = "mcp"
"""The constant first word of the naming scheme `mcp_<server>_<tool>`; it carries nothing (spec 2.1)."""

_ARTICLES_DETERMINERS: Final = """
    a an the this that these those some any all both each every either neither another such no
"""
_PRONOUNS: Final = """
    i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
    herself it its itself they them their theirs themselves something anything everything nothing someone
    somebody anyone anybody everyone everybody nobody what which who whom whose when where why how whatever whichever
    whoever there here
"""
_AUXILIARIES: Final = """
    am is are was were be been being do does did doing have has had having can could will would shall should may
    might must ought need needs needed want wants wanted let lets cannot ive youre whats hows wheres dont
"""
_PREPOSITIONS: Final = """
    about across after against along among amongst around as at before behind beside besides between beyond by despite
    during except for from in inside into of on onto per regarding since through throughout till to toward towards
    until unto upon via with within without
"""
_CONJUNCTIONS_ADVERBS: Final = """
    and or but nor so if because while whether although though than then not too also just very please
"""

FUNCTION_WORDS: Final = frozenset(
    " ".join((_ARTICLES_DETERMINERS, _PRONOUNS, _AUXILIARIES, _PREPOSITIONS, _CONJUNCTIONS_ADVERBS, MCP_PREFIX)).split()
)
"""Compared with unstemmed words. Particles that turn a meaning round (up, down, off, out) are left to the intent, and
so are words that name things of the trade (id, one, done, im)."""
