"""What every demo tool has to be: well named, described in a sentence, with a valid schema and honest hints."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.demo.support import definitions, every_definition
from workbench.demo import DEFAULT_DEMO, DEMO_NAMES, DEMO_SERVERS, DemoServer, make_toolbox


@pytest.mark.parametrize("server", DEMO_SERVERS, ids=DEMO_NAMES)
def test_the_number_of_tools_is_the_one_promised(server: DemoServer) -> None:
    assert len(definitions(server.name)) == server.tool_count


def test_the_sizes_that_show_the_tiers() -> None:
    sizes = {server.name: server.tool_count for server in DEMO_SERVERS}
    assert (sizes["tracker"], sizes["game-engine"], sizes["flat-api"]) == (24, 830, 3320)
    assert DEFAULT_DEMO == ("basics", "tracker")


def test_the_counts_that_the_descriptions_mention_are_right() -> None:
    nouns = _created(definitions("flat-api"))
    assert len(nouns) == 332
    assert "332 resources, ten verbs each" in next(s.description for s in DEMO_SERVERS if s.name == "flat-api")


def _created(entries: tuple[dict[str, object], ...]) -> list[str]:
    return [str(entry["name"]) for entry in entries if str(entry["description"]).startswith("Create ")]


@pytest.mark.parametrize("name", DEMO_NAMES)
def test_names_are_short_plain_and_unique(name: str) -> None:
    names = [entry["name"] for entry in definitions(name)]
    assert [bad for bad in names if not re.fullmatch(r"[A-Za-z0-9_-]{1,48}", bad)] == []
    assert [twice for twice, count in Counter(names).items() if count > 1] == []


@pytest.mark.parametrize("name", DEMO_NAMES)
def test_descriptions_are_different_short_sentences(name: str) -> None:
    texts = [entry["description"] for entry in definitions(name)]
    assert [twice for twice, count in Counter(texts).items() if count > 1] == []
    assert [bad for bad in texts if not re.fullmatch(r"[A-Z].{10,88}\.", bad) or "{" in bad or "  " in bad] == []


def test_articles_and_plurals_read_as_english() -> None:
    text = "\n".join(entry["description"] for entry in every_definition())
    assert re.findall(r"\b[Aa] [aeio]\w+", text) == []
    assert re.findall(r"\b[Aa]n [^aeiouAEIOSU\W]\w+", text) == []
    assert re.findall(r"\w*[^aeiou]ys\b", text) == []


def test_every_schema_is_a_valid_object_schema() -> None:
    meta = Draft202012Validator(Draft202012Validator.META_SCHEMA)
    seen: set[str] = set()
    for entry in every_definition():
        schema = entry["inputSchema"]
        assert schema["type"] == "object", entry["name"]
        assert set(schema.get("required", ())) <= set(schema["properties"]), entry["name"]
        # Thousands of tools share their parts; each part is checked once.
        for part in (*schema["properties"].values(), {**schema, "properties": {}}, entry.get("outputSchema", {})):
            if (key := repr(part)) not in seen:
                seen.add(key)
                assert list(meta.iter_errors(part)) == [], entry["name"]


READ_VERBS = {"get", "list", "search", "read", "find", "count", "query", "check", "export", "sample"}
OTHER_READERS = {"current_time", "date_difference", "calculate", "convert_units", "summarize_project"}


@pytest.mark.parametrize("name", DEMO_NAMES)
def test_hints_are_given_for_every_tool_and_fit_its_verb(name: str) -> None:
    for entry in definitions(name):
        hints, words = entry["annotations"], entry["name"].split("_")
        verb = words[{"flat-api": 1, "game-engine": -1}.get(name, 0)]
        assert hints["openWorldHint"] is False, entry["name"]
        assert hints["readOnlyHint"] is (verb in READ_VERBS or entry["name"] in OTHER_READERS), entry["name"]
        if not hints["readOnlyHint"]:
            assert isinstance(hints["idempotentHint"], bool), entry["name"]
            assert isinstance(hints["destructiveHint"], bool), entry["name"]
            assert hints["destructiveHint"] or verb not in ("delete", "purge", "empty", "truncate"), entry["name"]
        if verb in ("create", "add"):
            assert not hints["destructiveHint"], entry["name"]


def test_an_unknown_server_is_refused_with_the_known_names() -> None:
    with pytest.raises(ValueError, match="basics, tracker, game-engine, flat-api"):
        make_toolbox("nothing", Path())


def test_importing_the_room_and_making_tools_loads_no_mcp() -> None:
    program = (
        "import sys; from pathlib import Path; import workbench.demo as demo; before = set(sys.modules);"
        "[demo.make_toolbox(name, Path()) for name in demo.DEMO_NAMES];"
        "heavy = {'mcp', 'pydantic', 'starlette', 'jsonschema', 'textual'};"
        "print(sorted(heavy & set(sys.modules)), 'workbench.demo.cloud' in before)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] False"
