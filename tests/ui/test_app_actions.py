"""The registry: one place for keys, footer and help."""

from collections import Counter

from workbench.ui import actions
from workbench.ui.keymap import Keymap
from workbench.ui.screens.help import PAGES, WITHOUT_PAGE, keys_text, page


def test_ids_are_unique_and_belong_to_a_titled_area() -> None:
    ids = [action.id for action in actions.ACTIONS]
    assert not [name for name, times in Counter(ids).items() if times > 1]
    assert {action.area for action in actions.ACTIONS} <= set(actions.AREA_TITLES)


def test_no_key_means_two_things_in_one_area() -> None:
    for area in actions.AREA_TITLES:
        keys = [key for action in actions.in_area(area) for key in action.keys.split(",")]
        assert not [key for key, times in Counter(keys).items() if times > 1], area


def test_every_area_is_free_of_the_keys_that_hold_everywhere() -> None:
    # F9 runs what is shown, whichever area that is.
    shared = [action for area in ("main", "app") for action in actions.in_area(area) if action.id != "main.call_tool"]
    everywhere = {key for action in shared for key in action.keys.split(",")}
    for area in set(actions.AREA_TITLES) - {"main", "app"}:
        assert not everywhere & {key for action in actions.in_area(area) for key in action.keys.split(",")}, area


def test_bindings_carry_id_key_label_and_help_of_their_action() -> None:
    bindings = {binding.id: binding for binding in actions.bindings("servers")}
    for action in actions.in_area("servers"):
        binding = bindings[action.id]
        assert (binding.key, binding.description, binding.tooltip) == (action.keys, action.label, action.help)


def test_the_help_holds_every_key_with_its_sentence_its_own_area_first() -> None:
    usual = Keymap({}, ())
    for area in actions.AREA_TITLES:
        shown = keys_text(area, usual).plain
        if actions.in_area(area):
            assert shown.startswith(actions.AREA_TITLES[area])
        for action in actions.ACTIONS:
            assert any(line.endswith(action.help) and usual.of(action) in line for line in shown.splitlines())


def test_every_area_with_keys_has_a_page_of_its_own() -> None:
    for area in actions.AREA_TITLES:
        if area not in WITHOUT_PAGE and actions.in_area(area):
            assert len(page(area).split()) > 20, area
    pages = {path.stem for path in PAGES.glob("*.md")}
    assert pages <= set(actions.AREA_TITLES)


def test_every_sentence_is_one() -> None:
    for action in actions.ACTIONS:
        assert action.help[0].isupper() and action.help.endswith("."), action.id
        assert action.label and len(action.label) <= 12, action.id
