"""The published figures about deferral, reproduced in shape on the shipped set and our own skills (spec 1.7)."""

from pathlib import Path

from workbench.connectors.manage import manage_tool
from workbench.core.skill_files import read_skills
from workbench.disclosure.assembly import Assembly, assemble
from workbench.disclosure.core_set import CORE_TOOLSETS, PROTECTED, STOCK, STOCK_MEDIA
from workbench.disclosure.core_tools import shipped_core_tools
from workbench.disclosure.prompt import prompt_parts, prompt_text
from workbench.model import Kind, Source
from workbench.settings import Settings, ToolSearchSettings, ToolsetSettings
from workbench.text import byte_length, compact_json

EXAMPLE_SKILLS = Path(__file__).parents[1] / "core" / "skills"
COMPACT = ("data", "office", "research", "writing")
DEFER = ToolSearchSettings(defer_core_tools=True, auto_token_threshold=1)


def made(names: frozenset[str], settings: ToolSearchSettings) -> Assembly:
    tools = tuple(tool for tool in (manage_tool(), *shipped_core_tools()) if tool.name in names)
    return assemble([Source("core", Kind.CORE, tools)], settings, 200_000, toolsets=ToolsetSettings())


def schema_bytes(assembly: Assembly) -> int:
    return sum(byte_length(compact_json(entry)) for entry in assembly.definitions)


def test_schemas_shrink_by_about_63_per_cent() -> None:
    before, after = made(STOCK, ToolSearchSettings()), made(STOCK, DEFER)
    assert len(before.definitions) == 33 and not before.activated
    assert len(after.definitions) == 11 + 3 and len(after.core_deferred) == 22
    assert 0.9 * 59_357 < schema_bytes(before) < 1.1 * 59_357
    assert 0.9 * 21_760 < schema_bytes(after) < 1.1 * 21_760
    assert 0.60 < 1 - schema_bytes(after) / schema_bytes(before) < 0.67


def test_suitcases_shrink_by_about_a_third() -> None:
    suitcases = ToolSearchSettings(auto_token_threshold=1, defer_builtin_toolsets=("browser", "image_gen", "tts"))
    before, after = made(STOCK_MEDIA, ToolSearchSettings()), made(STOCK_MEDIA, suitcases)
    assert len(before.definitions) == 35 and len(after.core_deferred) == 12
    assert 0.27 < 1 - schema_bytes(after) / schema_bytes(before) < 0.42


def test_every_toolset_as_a_suitcase_leaves_the_protected_floor() -> None:
    suitcases = ToolSearchSettings(auto_token_threshold=1, defer_builtin_toolsets=tuple(CORE_TOOLSETS))
    before, after = made(STOCK_MEDIA, ToolSearchSettings()), made(STOCK_MEDIA, suitcases)
    assert (len(before.definitions), len(after.definitions)) == (35, 16)
    assert not PROTECTED & {tool.name for tool in after.core_deferred}
    assert schema_bytes(after) < 37 / 61 * schema_bytes(before)


def test_the_prompt_shrinks_by_about_half() -> None:
    skills, reports = read_skills([str(EXAMPLE_SKILLS)])
    assert len(skills) == 28 and not reports

    def parts(assembly: Assembly, compact: tuple[str, ...]) -> dict[str, str]:
        settings = Settings(compact_categories=compact)
        return {part.name: part.text for part in prompt_parts(assembly, skills, settings)}

    before, after = parts(made(STOCK, ToolSearchSettings()), ()), parts(made(STOCK, DEFER), COMPACT)
    assert 0.62 < 1 - byte_length(after["skills"]) / byte_length(before["skills"]) < 0.70
    whole = [byte_length(prompt_text(prompt_parts(made(STOCK, settings), skills, Settings(compact_categories=compact))))
             for settings, compact in ((ToolSearchSettings(), ()), (DEFER, COMPACT))]  # fmt: skip
    assert 0.44 < 1 - whole[1] / whole[0] < 0.55
    assert 800 < byte_length(after["manifest"]) < 1_300
    assert {"memory", "session_search"} <= set(before) & set(after)
