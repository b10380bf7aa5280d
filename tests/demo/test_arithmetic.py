"""Arithmetic: right values, and no expression that costs more than its length."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.demo.support import ask, client, refusal
from workbench.demo.basics.arithmetic import MAX_BITS, evaluate
from workbench.demo.toolbox import DemoError


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("-2 ** 2", -4),
        ("7 // 2", 3),
        ("7 % 4", 3),
        ("1 / 4", 0.25),
        ("2 ** 100", 2**100),
        ("2 ** -1", 0.5),
        ("sqrt(16) + max(1, 2, 3)", 7),
        ("  pi ", math.pi),
        ("round(2.6)", 3),
        ("1_000 + 1", 1001),
        ("0 ** 999999999", 0),
        ("1 ** 10 ** 3", 1),
        ("(-1) ** 1001", -1),
    ],
)
def test_values(expression: str, value: float) -> None:
    assert evaluate(expression) == value


@pytest.mark.parametrize(
    "expression",
    [
        "9 ** 9 ** 9",
        "9 ** 9 ** 9 ** 9",
        "2 ** 100000",
        "(2 ** 8000) ** 8000",
        "2 ** (2 ** 8000)",
        "0.5 ** -99999",
        "10.0 ** 400",
        "1e999",
        "1e308 * 10",
        "(10 ** 400) / 3 * 1.0",
        "10 ** 400 + 0.5",
        "exp(1000)",
        "*".join(["9" * 50] * 60),
        "(-8) ** 0.5",
        "sqrt(-1)",
        "ln(0)",
        "1 / 0",
        "0 ** -1",
        "5 % 0",
    ],
)
def test_what_is_too_large_or_not_defined_is_refused(expression: str) -> None:
    with pytest.raises(DemoError):
        evaluate(expression)


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os').system('true')",
        "().__class__",
        "[1] * 10",
        "'a' * 10",
        "'a' 'b'",
        "True + 1",
        "1 if 1 else 2",
        "lambda: 1",
        "f'{1}'",
        "x",
        "abs",
        "abs()",
        "abs(1, 2)",
        "max(1)",
        "max(*[1, 2])",
        "round(1, ndigits=2)",
        "round(1, -99999999)",
        "1 << 9999999",
        "~1",
        "1j",
        "1 < 2",
        "1; 2",
        "a := 1",
        "",
        "(",
        "1\0",
        "\ud800",
        "(" * 5000,
        "-" * 20000 + "1",
        "9" * 5000,
    ],
)
def test_what_is_not_arithmetic_is_refused(expression: str) -> None:
    with pytest.raises(DemoError):
        evaluate(expression)


def test_the_caret_is_explained() -> None:
    with pytest.raises(DemoError, match=r"\*\* for powers"):
        evaluate("2 ^ 10")


@given(st.text("0123456789+-*/%.()e, abslnmxqrt", max_size=40))
def test_no_text_does_anything_but_give_a_bounded_number_or_refuse(expression: str) -> None:
    try:
        value = evaluate(expression)
    except DemoError:
        return
    assert math.isfinite(value) if isinstance(value, float) else value.bit_length() <= MAX_BITS


async def test_through_a_client() -> None:
    async with client("basics") as connected:
        text, data = await ask(connected, "calculate", expression="(3 + 4) * 2 ** 10")
        assert (text, data["value"]) == ("(3 + 4) * 2 ** 10 = 7168", 7168)
        _, data = await ask(connected, "calculate", expression="3 ** 5000")
        assert data["value"] == 3**5000
        assert "too many digits" in await refusal(connected, "calculate", expression="9 ** 9 ** 9")
        assert "expression: " in await refusal(connected, "calculate", expression="1+" * 300 + "1")
