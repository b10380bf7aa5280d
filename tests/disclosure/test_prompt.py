"""Manifest, skills index and the parts of the prompt (spec 1.4, 1.7)."""

from dataclasses import replace

from workbench.connectors.manage import manage_tool
from workbench.disclosure.assembly import Assembly, assemble
from workbench.disclosure.core_set import STOCK
from workbench.disclosure.core_tools import shipped_core_tools
from workbench.disclosure.manifest import manifest
from workbench.disclosure.prompt import prompt_parts, prompt_text
from workbench.disclosure.skills import Skill, is_compact, skill_lines, skills_index
from workbench.model import Kind, Source
from workbench.settings import Settings, ToolSearchSettings, ToolsetSettings
from workbench.text import byte_length, estimate_tokens

CORE = Source("core", Kind.CORE, (manage_tool(), *shipped_core_tools()))
DEFER = ToolSearchSettings(enabled="on", defer_core_tools=True)
SKILLS = (
    Skill("notes", "Write notes.", "writing", "/s/notes"),
    Skill("draft", "Draft it.", "writing", "/s/draft"),
    Skill("chart", "", "data", "/s/chart"),
)


def made(settings: ToolSearchSettings, source: Source = CORE, toolsets: ToolsetSettings | None = None) -> Assembly:
    return assemble([source], settings, 200_000, toolsets=toolsets or ToolsetSettings())


def texts(assembly: Assembly, settings: Settings | None = None) -> dict[str, str]:
    return {part.name: part.text for part in prompt_parts(assembly, SKILLS, settings or Settings())}


def test_the_manifest_lists_what_is_deferred_and_nothing_else() -> None:
    assembly = made(replace(DEFER, never_defer_tools=("patch",)))
    lines = manifest(assembly, CORE.tools).splitlines()
    assert len(lines) == 1 + 38
    assert lines[1:] == sorted(lines[1:])
    assert "terminal — Run a shell command" in lines
    assert not any(line.startswith(("patch ", "read_file ", "manage_connections ")) for line in lines)


def test_lst_008_nothing_is_listed_twice_when_the_assembly_does_not_activate() -> None:
    quiet = made(ToolSearchSettings(defer_core_tools=True, threshold_pct=100.0))
    assert not quiet.activated
    assert manifest(quiet, CORE.tools) == ""
    assert manifest(made(ToolSearchSettings(enabled="off", defer_core_tools=True)), CORE.tools) == ""
    assert "manifest" not in texts(quiet)


def test_the_manifest_is_made_from_the_definitions_of_before() -> None:
    assembly = made(DEFER)
    some = [tool for tool in CORE.tools if tool.name in ("terminal", "read_file")]
    assert manifest(assembly, some).splitlines()[1:] == ["terminal — Run a shell command"]


def test_the_manifest_of_a_stock_agent_is_about_a_kilobyte() -> None:
    stock = Source("core", Kind.CORE, tuple(tool for tool in CORE.tools if tool.name in STOCK))
    assert 800 < byte_length(manifest(made(DEFER, stock), stock.tools)) < 1_300


def test_guidance_stays_when_its_tool_is_deferred() -> None:
    assembly = made(DEFER)
    assert "memory" in {tool.name for tool in assembly.core_deferred}
    assert set(texts(assembly)) == {"manifest", "memory", "session_search", "skills"}
    gone = made(DEFER, toolsets=ToolsetSettings(disabled=("memory", "skills")))
    assert set(texts(gone)) == {"manifest"}


def test_a_default_session_has_no_parts() -> None:
    own = Source("core", Kind.CORE, (manage_tool(),))
    assert prompt_parts(made(ToolSearchSettings(), own), SKILLS, Settings()) == ()


def test_parts_are_counted_and_joined() -> None:
    parts = prompt_parts(made(DEFER), SKILLS, Settings())
    assert [part.name for part in parts] == ["manifest", "memory", "session_search", "skills"]
    assert all(part.tokens == estimate_tokens(part.text) for part in parts)
    assert prompt_text(parts).split("\n\n")[1] == parts[1].text


def test_the_index_lists_every_skill_by_category() -> None:
    assert skill_lines(SKILLS, ()) == ["data:", "- chart", "writing:", "- draft: Draft it.", "- notes: Write notes."]
    assert skill_lines(reversed(SKILLS), ()) == skill_lines(SKILLS, ())


def test_compact_categories_give_names_and_say_how_to_load() -> None:
    lines = skill_lines(SKILLS, (" Writing",))
    assert lines[:2] == ["data:", "- chart"]
    assert lines[2].startswith("writing (") and lines[2].endswith("): draft, notes") and "skill_view" in lines[2]
    assert "Write notes" not in "".join(lines)
    assert is_compact("DATA", ("data",)) and not is_compact("data", ()) and not is_compact("data", ("dat",))
    compact = texts(made(ToolSearchSettings()), Settings(compact_categories=("writing", "data")))["skills"]
    assert len(compact.splitlines()) == 3


def test_the_index_needs_the_tool_that_loads_a_skill() -> None:
    assert skills_index(SKILLS, (), {"skill_view"}).count("\n") == 5
    assert skills_index(SKILLS, (), {"skills_list"}) == ""
    assert skills_index((), (), {"skill_view"}) == ""
