"""Conversion between units of one quantity, through the base unit of that quantity."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from workbench.demo.toolbox import READ, Answer, Arguments, DemoError, DemoTool, at_once, parameters

# unit: (quantity, how many base units it is, where its zero lies in base units)
_UNITS: Final[Mapping[str, tuple[str, Fraction, Fraction]]] = MappingProxyType(
    {
        name: (quantity, Fraction(size), Fraction(zero))
        for quantity, table in {
            "length": "mm=0.001 cm=0.01 m=1 km=1000 inch=0.0254 foot=0.3048 yard=0.9144 mile=1609.344 "
            "nautical_mile=1852",
            "mass": "mg=0.000001 g=0.001 kg=1 tonne=1000 ounce=0.028349523125 pound=0.45359237 stone=6.35029318",
            "time": "ms=0.001 s=1 min=60 hour=3600 day=86400 week=604800",
            "volume": "ml=0.001 l=1 m3=1000 us_cup=0.2365882365 us_gallon=3.785411784 uk_pint=0.56826125",
            "area": "m2=1 km2=1000000 hectare=10000 acre=4046.8564224 square_foot=0.09290304",
            "speed": "m_per_s=1 km_per_h=5/18 mph=0.44704 knot=463/900",
            "data": "bit=1/8 byte=1 kB=1000 MB=1000000 GB=1000000000 KiB=1024 MiB=1048576 GiB=1073741824",
            "temperature": "kelvin=1 celsius=1@273.15 fahrenheit=5/9@45967/180",
        }.items()
        for name, _, rest in (entry.partition("=") for entry in table.split())
        for size, _, zero in [(f"{rest}@0" if "@" not in rest else rest).partition("@")]
    }
)


def tools() -> Iterable[DemoTool]:
    """`convert_units`."""
    unit = {"type": "string", "enum": list(_UNITS)}
    yield DemoTool(
        "convert_units",
        "Convert units",
        "Convert a length, mass, time, volume, area, speed, data size or temperature.",
        parameters(
            {"value": {"type": "number", "examples": [26.2]}, "from_unit": unit, "to_unit": unit},
            ["value", "from_unit", "to_unit"],
        ),
        READ,
        at_once(_convert),
        parameters(
            {"value": {"type": "number"}, "unit": {"type": "string"}, "quantity": {"type": "string"}},
            ["value", "unit", "quantity"],
        ),
    )


def _convert(arguments: Arguments) -> Answer:
    value, source, target = arguments["value"], arguments["from_unit"], arguments["to_unit"]
    quantity, size, zero = _UNITS[source]
    wanted, target_size, target_zero = _UNITS[target]
    if quantity != wanted:
        raise DemoError(f"{source} measures {quantity} and {target} measures {wanted}; they cannot be converted.")
    try:
        result = float(((Fraction(value) * size + zero) - target_zero) / target_size)
    except (OverflowError, ValueError):
        raise DemoError("The value or the result is too large a number.") from None
    return Answer(f"{value} {source} = {result:.12g} {target}", {"value": result, "unit": target, "quantity": quantity})
