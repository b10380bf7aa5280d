"""The two large servers: what one verb makes, the others find; every verb works with arguments that fit its schema."""

from collections.abc import Sequence
from itertools import islice

import pytest

from tests.demo.support import arguments_for, ask, client, definitions, list_all, refusal, run, toolbox
from workbench.demo.toolbox import Definition, DemoError

VERBS = 10
LARGE = ("game-engine", "flat-api")


def by_resource(name: str) -> list[Sequence[Definition]]:
    entries = definitions(name)
    return [entries[start : start + VERBS] for start in range(0, len(entries), VERBS)]


def in_order(entries: Sequence[Definition]) -> list[Definition]:
    """The tools of one resource with create first and delete last."""
    return sorted(entries, key=lambda entry: (_is(entry, "Delete"), not _is(entry, "Create")))


def _is(entry: Definition, verb: str) -> bool:
    ours = entry["annotations"].get("destructiveHint", False) == (verb == "Delete")
    return ours and str(entry["description"]).startswith(f"{verb} a") and not entry["annotations"]["readOnlyHint"]


@pytest.mark.parametrize("name", LARGE)
async def test_every_tool_succeeds_with_arguments_made_from_its_schema(name: str) -> None:
    tools = toolbox(name)
    ran = 0
    for entries in by_resource(name):
        create, *rest = in_order(entries)
        made = (await run(tools, create, arguments_for(create))).structured
        assert made is not None
        for entry in rest:
            arguments = arguments_for(entry)
            arguments |= {"id": made["id"]} if "id" in arguments else {}
            if "after" in arguments:
                arguments = {"limit": 1, "name_contains": str(made["name"])}
            answer = await run(tools, entry, arguments)
            assert answer.structured, entry["name"]
            ran += 1
    assert ran == len(definitions(name)) - len(by_resource(name))


@pytest.mark.parametrize("name", LARGE)
async def test_what_is_created_is_found_changed_listed_and_deleted(name: str) -> None:
    tools = toolbox(name)
    for entries in by_resource(name):
        create, *rest = in_order(entries)
        delete = rest[-1]
        get, change, listing = _common(entries, name)
        made = (await run(tools, create, arguments_for(create))).structured
        second = (await run(tools, create, arguments_for(create))).structured
        assert made and second and made["id"] != second["id"]
        assert (await run(tools, get, {"id": made["id"]})).structured == made
        changed = (await run(tools, change, {"id": made["id"], "name": "another"})).structured
        assert changed == {**made, "name": "another"}
        found = (await run(tools, listing, {"name_contains": "anoth"})).structured
        assert found and found["items"] == [changed] and found["total"] == 1
        await run(tools, delete, {"id": made["id"]})
        with pytest.raises(DemoError, match=f"{listing['name']} shows what there is"):
            await run(tools, get, {"id": made["id"]})
        left = (await run(tools, listing, {})).structured
        assert left and [item["id"] for item in left["items"]] == [second["id"]]


def _common(entries: Sequence[Definition], server: str) -> tuple[Definition, Definition, Definition]:
    get = next(entry for entry in entries if entry["description"].startswith("Show the "))
    listing = next(entry for entry in entries if "name_contains" in entry["inputSchema"]["properties"])
    start = "Change the " if server == "flat-api" else "Set the "
    change = next(entry for entry in entries if entry["description"].startswith(start))
    return get, change, listing


@pytest.mark.parametrize("name", LARGE)
async def test_a_sample_of_the_tools_is_called_through_a_client(name: str) -> None:
    async with client(name) as connected:
        # The client asks for the list again before each call of a tool that it has not seen listed.
        await list_all(connected)
        for entries in islice(by_resource(name), 0, None, 9):
            create, *rest = in_order(entries)
            _, made = await ask(connected, create["name"], **arguments_for(create))
            for entry in rest:
                arguments = {} if "after" in arguments_for(entry) else arguments_for(entry)
                await ask(connected, entry["name"], **(arguments | ({"id": made["id"]} if "id" in arguments else {})))


async def test_an_update_without_a_change_is_refused() -> None:
    async with client("flat-api") as connected:
        await ask(connected, "storage_create_bucket", name="photos", storage_class="standard")
        text = await refusal(connected, "storage_update_bucket", id="bucket-1")
        assert "arguments: " in text
        text = await refusal(connected, "storage_update_bucket", id="bucket-1", storage_class="warm")
        assert "storage_class: 'warm' is not one of" in text


async def test_cloud_states_files_messages_and_backups() -> None:
    async with client("flat-api") as connected:
        await ask(connected, "compute_create_virtual_machine", name="web", size="small", image="debian-13")
        _, stopped = await ask(connected, "compute_stop_virtual_machine", id="virtual-machine-1")
        assert stopped["state"] == "stopped"
        _, found = await ask(connected, "compute_list_virtual_machines", state="running")
        assert found["total"] == 0

        await ask(connected, "messaging_create_queue", name="orders")
        for body in ("first", "second"):
            await ask(connected, "messaging_send_queue_message", id="queue-1", body=body)
        _, taken = await ask(connected, "messaging_receive_queue_messages", id="queue-1", limit=1)
        assert [message["body"] for message in taken["messages"]] == ["first"]
        _, counted = await ask(connected, "messaging_count_queue_messages", id="queue-1")
        assert counted["count"] == 1

        await ask(connected, "database_create_database", name="shop", engine="postgres")
        await ask(connected, "database_backup_database", id="database-1")
        await ask(connected, "database_update_database", id="database-1", engine="mysql")
        await ask(connected, "database_restore_database", id="database-1", backup_number=1)
        _, back = await ask(connected, "database_get_database", id="database-1")
        assert back["engine"] == "postgres"
        assert "entry 7" in await refusal(connected, "database_restore_database", id="database-1", backup_number=7)


async def test_a_clone_shares_nothing_with_its_source() -> None:
    async with client("flat-api") as connected:
        await ask(connected, "database_create_database", name="shop", engine="postgres")
        await ask(connected, "database_backup_database", id="database-1")
        await ask(connected, "database_clone_database", id="database-1", new_name="copy")
        await ask(connected, "database_backup_database", id="database-2")
        _, first = await ask(connected, "database_get_database", id="database-1")
        assert [backup["number"] for backup in first["backups"]] == [1]


async def test_a_restored_backup_is_the_state_of_its_moment() -> None:
    async with client("flat-api") as connected:
        await ask(connected, "database_create_database", name="shop", engine="postgres")
        await ask(connected, "database_label_database", id="database-1", labels={"team": "a"})
        await ask(connected, "database_backup_database", id="database-1")
        await ask(connected, "database_label_database", id="database-1", labels={"team": "b"})
        await ask(connected, "database_restore_database", id="database-1", backup_number=1)
        _, back = await ask(connected, "database_get_database", id="database-1")
        assert back["labels"] == {"team": "a"}
        assert [backup["number"] for backup in back["backups"]] == [1]


async def test_the_scene_moves_plays_and_paints() -> None:
    async with client("game-engine") as connected:
        place = {"x": 1, "y": 2, "z": 3}
        await ask(connected, "node_create", name="Hero", position=place)
        _, moved = await ask(connected, "node_move", id="node-1", offset={"x": 1, "y": 0, "z": -3})
        assert moved["position"] == {"x": 2, "y": 2, "z": 0}

        await ask(connected, "rigid_body_create", name="Crate", position=place, mass=4)
        _, pushed = await ask(connected, "rigid_body_push", id="rigid-body-1", impulse={"x": 8, "y": 0, "z": 0})
        assert pushed["velocity"]["x"] == 2

        await ask(connected, "animation_create", name="Walk", file="walk.anim")
        _, playing = await ask(connected, "animation_play", id="animation-1", loop=True)
        assert (playing["state"], playing["loop"]) == ("playing", True)

        await ask(connected, "terrain_create", name="Hills", columns=8, rows=8)
        await ask(connected, "terrain_paint", id="terrain-1", column=2, row=3, level=0.5)
        _, sampled = await ask(connected, "terrain_sample", id="terrain-1", column=2, row=3)
        assert sampled["level"] == 0.5


async def test_a_list_goes_on_after_the_last_one_of_the_page() -> None:
    tools = toolbox("game-engine")
    create, listing = (
        next(entry for entry in definitions("game-engine") if entry["name"] == name)
        for name in ("node_create", "nodes_list")
    )
    for _ in range(45):
        await run(tools, create, arguments_for(create))
    seen: list[str] = []
    more: dict[str, str] = {}
    while True:
        page = (await run(tools, listing, more)).structured
        assert page is not None
        seen += [item["id"] for item in page["items"]]
        if "next_after" not in page:
            break
        more = {"after": page["next_after"]}
    assert seen == [f"node-{number}" for number in range(1, 46)]
