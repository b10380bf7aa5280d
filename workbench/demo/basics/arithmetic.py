"""Arithmetic over a small part of Python's expression grammar, with every size bounded."""

import ast
import math
import operator
import warnings
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from workbench.demo.toolbox import READ, Answer, DemoError, DemoTool, at_once, parameters

Number = int | float

MAX_LENGTH: Final = 400
MAX_BITS: Final = 8192
"""Whole numbers may not grow beyond this; 8192 bits are about 2,466 digits, below what Python agrees to print."""

_CONSTANTS: Final[Mapping[str, Number]] = MappingProxyType({"pi": math.pi, "e": math.e, "tau": math.tau})
_UNARY: Final[Mapping[type, Callable[[Number], Number]]] = MappingProxyType(
    {ast.UAdd: operator.pos, ast.USub: operator.neg}
)
_BINARY: Final[Mapping[type, Callable[[Number, Number], Number]]] = MappingProxyType(
    {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.Div: operator.truediv,
        ast.FloorDiv: operator.floordiv,
        ast.Mod: operator.mod,
    }
)
_FUNCTIONS: Final[Mapping[str, tuple[int, int, Callable[..., Number]]]] = MappingProxyType(
    {
        "abs": (1, 1, abs),
        "ceil": (1, 1, math.ceil),
        "cos": (1, 1, math.cos),
        "exp": (1, 1, math.exp),
        "floor": (1, 1, math.floor),
        "hypot": (2, 2, math.hypot),
        "ln": (1, 1, math.log),
        "log10": (1, 1, math.log10),
        "log2": (1, 1, math.log2),
        "max": (2, 20, max),
        "min": (2, 20, min),
        "round": (1, 1, round),
        "sin": (1, 1, math.sin),
        "sqrt": (1, 1, math.sqrt),
        "tan": (1, 1, math.tan),
    }
)


def tools() -> Iterable[DemoTool]:
    """`calculate`."""
    yield DemoTool(
        "calculate",
        "Calculate",
        "Evaluate an arithmetic expression, such as (3 + 4) * 2 ** 10.",
        parameters(
            {
                "expression": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": MAX_LENGTH,
                    "description": f"Numbers, + - * / // % ** and brackets, pi, e, tau, and {', '.join(_FUNCTIONS)}.",
                    "examples": ["sqrt(2) * 100"],
                }
            },
            ["expression"],
        ),
        READ,
        at_once(lambda arguments: _calculate(str(arguments["expression"]))),
        parameters({"expression": {"type": "string"}, "value": {"type": "number"}}, ["expression", "value"]),
    )


def evaluate(expression: str) -> Number:
    """The value of an expression; DemoError says what is wrong with it or which bound it breaks."""
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(expression.strip(), mode="eval")
        return _finite(_value(tree.body))
    except (SyntaxError, RecursionError, MemoryError):
        raise DemoError("This is not an arithmetic expression that can be read.") from None
    except ZeroDivisionError:
        raise DemoError("The expression divides by zero.") from None
    except OverflowError:
        raise DemoError("A number in the expression becomes too large.") from None
    except ValueError:
        raise DemoError("The expression is not defined for these numbers, like the root of a negative one.") from None


def _calculate(expression: str) -> Answer:
    value = evaluate(expression)
    return Answer(f"{expression.strip()} = {value}", {"expression": expression.strip(), "value": value})


def _value(node: ast.expr) -> Number:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return _finite(number)
        case ast.Name(id=name) if name in _CONSTANTS:
            return _CONSTANTS[name]
        case ast.UnaryOp(op=sign, operand=operand) if type(sign) in _UNARY:
            return _UNARY[type(sign)](_value(operand))
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power(_value(left), _value(right))
        case ast.BinOp(left=left, op=operation, right=right) if type(operation) in _BINARY:
            return _finite(_BINARY[type(operation)](_value(left), _value(right)))
        case ast.Call(func=ast.Name(id=name), args=given, keywords=[]) if name in _FUNCTIONS:
            return _apply(name, [_value(argument) for argument in given])
        case ast.BinOp(op=ast.BitXor()):
            raise DemoError("Write ** for powers; ^ is not one of the operations.")
        case ast.Name(id=name):
            raise DemoError(f"The name {name[:40]!r} is not known; constants are {', '.join(_CONSTANTS)}.")
        case ast.Call(func=ast.Name(id=name)):
            raise DemoError(f"There is no function {name[:40]!r}; there are {', '.join(_FUNCTIONS)}.")
    raise DemoError("Only numbers, + - * / // % ** , brackets, constants and functions can stand here.")


def _power(base: Number, exponent: Number) -> Number:
    if isinstance(base, int) and isinstance(exponent, int):
        if exponent > 0 and abs(base) > 1 and exponent * math.log2(abs(base)) > MAX_BITS:
            raise DemoError("This power has too many digits.")
        if exponent < 0 and abs(base) > 1 and base.bit_length() > 1024:
            return 0.0
    result = base**exponent
    if isinstance(result, complex):
        raise DemoError("This power has no real value.")
    return _finite(result)


def _apply(name: str, given: list[Number]) -> Number:
    least, most, function = _FUNCTIONS[name]
    if not least <= len(given) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise DemoError(f"{name} takes {wanted} numbers, not {len(given)}.")
    return _finite(function(*given))


def _finite(number: Number) -> Number:
    if isinstance(number, int):
        if number.bit_length() > MAX_BITS:
            raise DemoError("A whole number in the expression has too many digits.")
        return number
    if not math.isfinite(number):
        raise DemoError("A number in the expression becomes too large.")
    return number
