"""Every switch of the panel as a step from one settings object to the next. Knows nothing of widgets."""

from collections.abc import Collection, Sequence
from dataclasses import fields, replace
from typing import Final, get_args

from workbench.settings import Settings, Switch, ToolsetSettings

THRESHOLDS: Final = (0, 250, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
"""Values of `auto_token_threshold` that the panel steps through; 0 is off."""

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
