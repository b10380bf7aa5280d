"""Arguments against a tool's schema, on this machine and before anything is sent (spec 3.4)."""

from workbench.bridge.coercion import coerce
from workbench.bridge.failures import MAX_DETAIL, ordered
from workbench.bridge.schema.fallbacks import with_fallbacks
from workbench.bridge.schema.prepared import Prepared, SchemaCache
from workbench.model import ArgumentCheck, Failure, Json, Schema, Tool
from workbench.text import clip


def validate(
    arguments: Json, schema: Schema, *, schemas: SchemaCache | None = None, root: str = "arguments"
) -> tuple[tuple[Failure, ...], tuple[str, ...]]:
    """Every failure, the best one first, and what was `not checked: why`. Never raises, never fetches, is bounded.

    Missing required arguments stand first. `root` is how the value itself is called in paths.
    """
    from workbench.bridge.keywords.run import Run
    from workbench.bridge.keywords.validator import validator_for

    def check(prepared: Prepared) -> tuple[tuple[Failure, ...], tuple[str, ...]]:
        errors = validator_for(prepared.root, Run(arguments)).iter_errors(arguments)
        return ordered(errors, root), prepared.unchecked

    try:
        return with_fallbacks(schema, schemas, check)
    except (RecursionError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as fault:
        return (), (f"not checked: the arguments, because of {type(fault).__name__} in the validator",)


def check_arguments(tool: Tool, arguments: Json, *, schemas: SchemaCache | None = None) -> ArgumentCheck:
    """What coercion and then validation make of arguments for a tool; the tool is not run. Never raises.

    What is not an object is one failure at the root.
    """
    if not isinstance(arguments, dict):
        return ArgumentCheck({}, failures=(Failure("arguments", "type", "arguments must be a JSON object"),))
    repaired, repairs = coerce(arguments, tool.parameters, schemas=schemas)
    failures, unchecked = validate(repaired, tool.parameters, schemas=schemas)
    return ArgumentCheck(repaired, repairs, failures, unchecked)


def warm() -> None:
    """Imports the validator, which the first check would otherwise wait for. Meant for a worker thread."""
    from workbench.bridge.keywords import validator

    _ = validator


def invalid_payload(tool: Tool, check: ArgumentCheck) -> dict[str, Json]:
    """What the model gets where arguments do not fit: the best failure and the schema as received (spec 3.4)."""
    best = check.failures[0]
    rest = len(check.failures) - 1
    more = f" (and {rest} more {'faults' if rest > 1 else 'fault'})" if rest else ""
    return {
        "error": clip(f"{tool.name} was not run: {best.message}", MAX_DETAIL - len(more)) + more,
        "path": best.path,
        "constraint": best.constraint,
        "parameters": tool.parameters,
        "hint": "Mend the arguments to fit `parameters` and call again.",
    }
