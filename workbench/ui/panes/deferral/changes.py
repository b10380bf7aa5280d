"""Every switch of the panel as a step from one settings object to the next. Knows nothing of widgets."""

from collections.abc import Collection, Sequence
from dataclasses import fields, replace
from typing import Final, get_args

from workbench.disclosure.what_if import CONTEXTS
from workbench.settings import Settings, Switch, ToolsetSettings
from workbench.ui.format import number

THRESHOLDS: Final = (0, 250, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
"""Values of `auto_token_threshold` that the panel steps through; 0 is off."""

PERCENTS: Final = (0.5, 1.0, 2.0, 3.0, 5.0, 7.5, 10.0, 15.0, 20.0, 30.0, 50.0, 100.0)
"""Values of `threshold_pct` that the panel steps through."""

CAPS: Final = (200, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000)
"""Values of `listing_max_tokens` that the panel steps through."""

LIMITS: Final[dict[str, tuple[float, float]]] = {
    "context_length": (1, 100_000_000),
    "threshold_pct": (0, 100),
    "listing_max_tokens": (200, 60_000),
}
"""Smallest and largest value of what can be typed (spec 1.1)."""

SWITCHES: Final[tuple[Switch, ...]] = get_args(Switch)


def step_enabled(settings: Settings, step: int) -> Settings:
    """`auto`, `on`, `off`, round and round."""
    index = SWITCHES.index(settings.tool_search.enabled) + step
    return _search(settings, enabled=SWITCHES[index % len(SWITCHES)])


def step_threshold(settings: Settings, step: int) -> Settings:
    """The next value above or below; at the ends nothing changes."""
    now = settings.tool_search.auto_token_threshold
    if step > 0:
        value = next((value for value in THRESHOLDS if value > now), now)
    else:
        value = next((value for value in reversed(THRESHOLDS) if value < now), now)
    return _search(settings, auto_token_threshold=value)


def step_listing(settings: Settings, step: int) -> Settings:
    """`auto`, `on`, `off` for the listing, round and round."""
    index = SWITCHES.index(settings.tool_search.listing) + step
    return _search(settings, listing=SWITCHES[index % len(SWITCHES)])


def step_number(settings: Settings, name: str, step: int) -> Settings:
    """The next common value of `context_length`, `threshold_pct` or `listing_max_tokens`; nothing at the ends."""
    if name == "context_length":
        now: float | None = settings.model.context_length
        values: Sequence[float] = CONTEXTS
    else:
        now = getattr(settings.tool_search, name)
        values = PERCENTS if name == "threshold_pct" else CAPS
    if now is None:
        return with_number(settings, name, CONTEXTS[-3])
    further = [value for value in values if (value > now if step > 0 else value < now)]
    return with_number(settings, name, (min if step > 0 else max)(further)) if further else settings


def with_number(settings: Settings, name: str, value: float) -> Settings:
    """One of the three numbers set, whatever its value; LIMITS says what makes sense."""
    if name == "context_length":
        return replace(settings, model=replace(settings.model, context_length=int(value)))
    return _search(settings, **{name: value if name == "threshold_pct" else int(value)})


def read_number(name: str, text: str) -> float | str:
    """A typed number such as `32,000`, `32k`, `1M` or `2.5 %`; or a sentence that says what is wrong with it."""
    low, high = LIMITS[name]
    bare = text.strip().casefold().replace(",", "").replace("_", "").replace(" ", "").rstrip("%")
    factor = {"k": 1_000, "m": 1_000_000}.get(bare[-1:], 1)
    try:
        value = float(bare.rstrip("km") if factor > 1 else bare) * factor
    except ValueError:
        return f"{name} is a number, such as {'2.5' if name == 'threshold_pct' else '32,000 or 32k'}."
    if not low <= value <= high:
        return f"{name} lies between {number(int(low))} and {number(int(high))}."
    return value


def told(settings: Settings, configured: Settings) -> tuple[str, ...]:
    """Each difference in a few words, what a model's budget depends on first."""
    now, then = settings.model.context_length, configured.model.context_length
    facts = [] if now == then else [f"context {_amount(now)}, was {_amount(then)}"]
    for key in sorted(changed(settings, configured), key=lambda key: (key not in LIMITS, key)):
        new, old = getattr(settings.tool_search, key), getattr(configured.tool_search, key)
        lists = isinstance(new, tuple) or isinstance(old, tuple) or new is None or old is None
        facts.append(f"{key} changed" if lists else f"{key} {_value(new)}, was {_value(old)}")
    if _grants(settings) != _grants(configured):
        facts.append("toolsets changed")
    return tuple(facts)


def _amount(value: int | None) -> str:
    return "unknown" if value is None else number(value)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return number(value) if isinstance(value, int) else f"{value:g}" if isinstance(value, float) else str(value)


def toggle_core(settings: Settings) -> Settings:
    """`defer_core_tools` on or off."""
    return _search(settings, defer_core_tools=not settings.tool_search.defer_core_tools)


def toggle_suitcase(settings: Settings, toolset: str) -> Settings:
    """A toolset into `defer_builtin_toolsets`, or out of it."""
    return _search(settings, defer_builtin_toolsets=_toggled(settings.tool_search.defer_builtin_toolsets, toolset))


def toggle_never(settings: Settings, tool: str) -> Settings:
    """A tool into `never_defer_tools`, or out of it."""
    return _search(settings, never_defer_tools=_toggled(settings.tool_search.never_defer_tools, tool))


def toggle_single(settings: Settings, tool: str) -> Settings:
    """A tool into `defer`, or out of it; a list that has become empty is none."""
    return _search(settings, defer=_toggled(settings.tool_search.defer or (), tool) or None)


def toggle_grant(settings: Settings, toolset: str) -> Settings:
    """Grants a toolset or withdraws it, by `enabled` where that names toolsets, else by `disabled`."""
    now = settings.toolsets
    names = {toolset, toolset.removeprefix("mcp-")}
    if now.grants(toolset):
        if now.enabled is None:
            return _scope(settings, ToolsetSettings(None, (*now.disabled, toolset)))
        return _scope(settings, ToolsetSettings(_without(now.enabled, names), now.disabled))
    disabled = _without(now.disabled, names)
    if now.enabled is None or names & set(now.enabled):
        return _scope(settings, ToolsetSettings(now.enabled, disabled))
    return _scope(settings, ToolsetSettings((*now.enabled, toolset), disabled))


def grant_only(settings: Settings, toolset: str) -> Settings:
    """The session has this toolset and no other."""
    return _scope(settings, ToolsetSettings((toolset,)))


def grant_all(settings: Settings) -> Settings:
    """The session has every toolset."""
    return _scope(settings, ToolsetSettings())


def restored(settings: Settings, configured: Settings) -> Settings:
    """What the panel can change as it was configured; the rest as it is."""
    return replace(settings, tool_search=configured.tool_search, toolsets=configured.toolsets, model=configured.model)


def differs(settings: Settings, configured: Settings) -> bool:
    """Whether anything that a screen can change is not as it was configured; the order of names does not matter."""
    return bool(changed(settings, configured)) or (settings.model, _grants(settings)) != (
        configured.model,
        _grants(configured),
    )


def changed(settings: Settings, configured: Settings) -> frozenset[str]:
    """Names of the keys of `tools.tool_search` that are not as they were configured."""
    now, then = settings.tool_search, configured.tool_search
    keys = (field.name for field in fields(now))
    return frozenset(key for key in keys if _plain(getattr(now, key)) != _plain(getattr(then, key)))


def _plain(value: object) -> object:
    return frozenset(value) if isinstance(value, tuple) else frozenset() if value is None else value


def _grants(settings: Settings) -> object:
    enabled = settings.toolsets.enabled
    return None if enabled is None else frozenset(enabled), frozenset(settings.toolsets.disabled)


def _search(settings: Settings, **change: object) -> Settings:
    return replace(settings, tool_search=replace(settings.tool_search, **change))  # type: ignore[arg-type]


def _scope(settings: Settings, toolsets: ToolsetSettings) -> Settings:
    return replace(settings, toolsets=toolsets)


def _toggled(names: Sequence[str], name: str) -> tuple[str, ...]:
    return _without(names, {name}) if name in names else (*names, name)


def _without(names: Sequence[str], gone: Collection[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in gone)
