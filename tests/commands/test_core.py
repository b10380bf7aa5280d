"""The shipped core tools without a screen: what deferring them saves, and that they still run."""

import json
from pathlib import Path

import pytest

from tests.commands.support import Workbench
from workbench.disclosure.core_set import CORE_TOOLSETS

SKILLS = Path(__file__).parents[1] / "core" / "skills"


def tiers(workbench: Workbench, folder: Path, tool_search: str, skills: str = "") -> dict[str, object]:
    config = folder / "core.yaml"
    config.write_text(f"core_tools: shipped\ntools: {{tool_search: {{{tool_search}}}}}\n{skills}")
    answer = workbench("tiers", "--json", "--config", str(config))
    assert answer.exit_code == 0, answer.stderr
    shown: dict[str, object] = json.loads(answer.stdout)
    return shown


def test_deferring_core_tools_in_figures(workbench: Workbench, tmp_path: Path) -> None:
    before = tiers(workbench, tmp_path, "")
    after = tiers(workbench, tmp_path, "defer_core_tools: true, enabled: on")
    assert (before["tier"], before["visible_count"], after["visible_count"]) == (0, 50, 14)
    assert after["schema_bytes"] < 0.37 * before["schema_bytes"]  # type: ignore[operator]
    parts = {part["name"]: part["tokens"] for part in after["prompt"]}  # type: ignore[attr-defined]
    assert set(parts) == {"manifest", "memory", "session_search"}
    suitcases = tiers(workbench, tmp_path, "defer_builtin_toolsets: [browser, image_gen, tts], enabled: on")
    assert after["schema_bytes"] < suitcases["schema_bytes"] < 0.8 * before["schema_bytes"]  # type: ignore[operator]


def test_compact_categories_in_figures(workbench: Workbench, tmp_path: Path) -> None:
    names = sorted(folder.name for folder in SKILLS.iterdir() if folder.is_dir())

    def cost(skills: str) -> int:
        shown = tiers(workbench, tmp_path, "", skills)
        return next(part["tokens"] for part in shown["prompt"] if part["name"] == "skills")  # type: ignore[attr-defined]

    whole = cost(f"skills: {{dirs: ['{SKILLS}']}}\n")
    compact = cost(f"skills: {{dirs: ['{SKILLS}'], compact_categories: {json.dumps(names)}}}\n")
    assert compact < 0.4 * whole


README = Path(__file__).parents[2] / "README.md"
STOCK = f"""core_tools: shipped
toolsets: {{disabled: [kanban, home, computer, media]}}
skills: {{dirs: ['{SKILLS}'], compact_categories: [COMPACT]}}
tools: {{tool_search: {{SWITCHES}}}}
"""
ROWS = [
    ("everything eager", "", ""),
    ("`defer_core_tools: true`, skills", "data, office, research, writing", "defer_core_tools: true, enabled: on"),
    ("`defer_builtin_toolsets` with three", "", "defer_builtin_toolsets: [browser, image_gen, tts], enabled: on"),
    ("`defer_builtin_toolsets` with every", "", "defer_builtin_toolsets: [EVERY], enabled: on"),
]


@pytest.mark.parametrize(("row", "compact", "switches"), ROWS)
def test_the_table_of_the_readme_is_what_tiers_says(
    workbench: Workbench, tmp_path: Path, row: str, compact: str, switches: str
) -> None:
    line = next(line for line in README.read_text().splitlines() if line.strip().startswith(f"| {row}"))
    written = [int(cell.replace(",", "")) for cell in line.strip(" |").split("|")[1:]]
    config = tmp_path / "stock.yaml"
    switches = switches.replace("EVERY", ", ".join(CORE_TOOLSETS))
    config.write_text(STOCK.replace("COMPACT", compact).replace("SWITCHES", switches))
    answer = workbench("tiers", "--json", "--config", str(config))
    assert answer.exit_code == 0, answer.stderr
    shown = json.loads(answer.stdout)
    part = {part["name"]: part["bytes"] for part in shown["prompt"]}
    sizes = [part.get("manifest", 0), part["skills"], shown["prompt_bytes"]]
    assert written == [shown["visible_count"], shown["schema_bytes"], *sizes]
    text = workbench("tiers", "--config", str(config)).stdout
    assert all(f"{size:,}" in text for size in written if size)


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [("read_file", {"path": "core.yaml"}, "core_tools"), ("web_search", {"query": "x"}, "definition only")],
)
def test_core_tools_are_called(
    workbench: Workbench, tmp_path: Path, name: str, arguments: dict[str, object], words: str
) -> None:
    tiers(workbench, tmp_path, "")
    answer = workbench("call", name, "--args", json.dumps(arguments), "--yes", "--config", str(tmp_path / "core.yaml"))
    assert answer.exit_code == 0, answer.stderr
    assert words in answer.stdout.lower()


def test_a_deferred_core_tool_is_searched_described_and_called(workbench: Workbench, tmp_path: Path) -> None:
    tiers(workbench, tmp_path, "defer: [patch], enabled: on")
    config = ("--config", str(tmp_path / "core.yaml"))
    found = json.loads(workbench("search", "patch file", "--json", *config).stdout)
    assert found["results"][0]["matches"][0] == "patch"
    assert found["tools"]["patch"]["source"] == "core"
    described = json.loads(workbench("describe", "patch", "--json", *config).stdout)
    assert "patch" in described["tools"]
    assert workbench("call", "patch", "--args", "{}", "--yes", *config).exit_code == 6
