"""The tools that follow from a grammar, and their state."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

from workbench.demo.grammar.store import Effect, Shelf
from workbench.demo.grammar.words import Family, Grammar, Resource, Verb, article, one_of, underscored
from workbench.demo.toolbox import Answer, Arguments, Definition, ReportProgress


class GrammarTools:
    """A toolbox with one tool for every verb of every resource, over an empty store."""

    def __init__(self, grammar: Grammar, clock: Callable[[], float]) -> None:
        self._effects: dict[str, tuple[Shelf, Effect]] = {}
        self._definitions: list[Definition] = []
        for resource in grammar.resources:
            self._add(grammar, resource, clock)

    @property
    def definitions(self) -> Sequence[Definition]:
        """Every tool, resource by resource."""
        return self._definitions

    async def call(self, name: str, arguments: Arguments, _report: ReportProgress) -> Answer:
        """As `Toolbox.call`."""
        shelf, effect = self._effects[name]
        return Answer.of(effect(shelf, deepcopy(arguments)))

    def _add(self, grammar: Grammar, resource: Resource, clock: Callable[[], float]) -> None:
        family = grammar.families[resource.family]
        key = resource.key
        plural_key = underscored(resource.plural)
        list_tool = next(grammar.namer(resource.group, plural_key, verb) for verb in grammar.common if verb.plural)
        shelf = Shelf(resource.noun, list_tool, family.states[0], clock)
        schemas = _own_parameters(resource, family)
        words = _words(resource)
        for verb in (*grammar.common, *family.verbs):
            name = grammar.namer(resource.group, plural_key if verb.plural else key, verb)
            self._effects[name] = (shelf, verb.effect)
            self._definitions.append(
                {
                    "name": name,
                    "description": verb.sentence.format_map(words),
                    "inputSchema": _schema(grammar, resource, verb, schemas),
                    "annotations": verb.hints,
                }
            )


def _own_parameters(resource: Resource, family: Family) -> dict[str, Any]:
    """The parameters that depend on the resource: its id, and the states it can be in."""
    example = f"{resource.noun.lower().replace(' ', '-')}-1"
    return {
        "id": {"type": "string", "description": f"Id of the {resource.noun}.", "examples": [example]},
        "after": {"type": "string", "description": "Id of the last one on the page before."},
        "state": {"type": "string", "enum": list(family.states)},
    }


def _words(resource: Resource) -> dict[str, str]:
    return {
        "a": article(resource.noun),
        "noun": resource.noun,
        "nouns": resource.plural,
        "about": resource.about,
        "fields": one_of(tuple(field.replace("_", " ") for field in (*resource.fields[:3], "name"))),
    }


def _schema(grammar: Grammar, resource: Resource, verb: Verb, own: dict[str, Any]) -> Definition:
    properties: dict[str, Any] = {}
    required: list[str] = []
    for word in verb.takes:
        if word == "fields":
            properties |= {field: grammar.parameters[field] for field in resource.fields}
            required += resource.required if verb.word == "create" else ()
            continue
        plain = word.rstrip("*")
        properties[plain] = own[plain] if plain in own else grammar.parameters[plain]
        if word != plain:
            required.append(plain)
    schema: Definition = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        schema["required"] = required
    if verb.least:
        schema["minProperties"] = verb.least
    return schema
