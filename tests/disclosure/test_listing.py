"""The listing: each source as rich as the budget allows, largest first, the same bytes whatever the order."""

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.disclosure.support import down, raw, server, sources
from workbench.disclosure.blocks import Form, SourceBlocks, ambiguous_labels, blocks_for
from workbench.disclosure.listing import HEADER, Listing, choose_listing
from workbench.model import Source
from workbench.settings import Switch
from workbench.text import byte_length, estimate_tokens

AMPLE = 1_000_000


def blocks(*made: Source) -> list[SourceBlocks]:
    marked = ambiguous_labels(made)
    return [blocks_for(source, source.tools, source.key in marked) for source in made]


def cost(*texts: str) -> int:
    """Tokens of a listing made of these blocks."""
    return estimate_tokens("\n".join([HEADER, *texts]))


def forms(listing: Listing) -> dict[str, Form]:
    return dict(listing.forms)


def test_the_header_names_what_to_do_next() -> None:
    assert "tool_describe" in HEADER and "tool_call" in HEADER and "\n" not in HEADER


def test_everything_in_full_where_it_fits() -> None:
    b, a = blocks(server("b", 2), server("a", 3))
    listing = choose_listing([b, a], AMPLE, "auto")
    assert listing.text == f"{HEADER}\n{a.full}\n{b.full}"
    assert listing.form == "full"
    assert listing.tokens == estimate_tokens(listing.text)
    assert listing.source_tokens == {"mcp:a": estimate_tokens(a.full), "mcp:b": estimate_tokens(b.full)}


def test_a_byte_too_little_is_too_little() -> None:
    (block,) = blocks(server("a", 20))
    fits = cost(block.full)
    assert choose_listing([block], fits, "auto").form == "full"
    assert choose_listing([block], fits - 1, "auto").form == "names"


def test_the_largest_steps_down_first() -> None:
    small, large = blocks(server("small", 10), server("large", 40))
    budget = cost(small.full, large.names)
    assert budget < cost(small.names, large.full)
    listing = choose_listing([small, large], budget, "auto")
    assert forms(listing) == {"mcp:small": "full", "mcp:large": "names"}
    assert listing.form == "mixed"


def test_ties_go_by_label() -> None:
    a, b = blocks(server("a", 20), server("b", 20))
    listing = choose_listing([b, a], cost(a.names, b.full), "auto")
    assert forms(listing) == {"mcp:a": "names", "mcp:b": "full"}


def test_what_stepped_down_too_far_steps_up_again() -> None:
    """Bringing the largest to names is not enough and to one line is too much, so another gets its room."""
    large, middle, small = blocks(server("large", 60), server("middle", 30), server("small", 20))
    budget = cost(large.summary, middle.full, small.full)
    listing = choose_listing([large, middle, small], budget, "auto")
    assert forms(listing) == {"mcp:large": "summary", "mcp:middle": "full", "mcp:small": "full"}


def test_the_smallest_richer_block_comes_back_first() -> None:
    wide, narrow = blocks(server("wide", 30), server("narrow", 25))
    budget = cost(wide.summary, narrow.names)
    assert forms(choose_listing([wide, narrow], budget, "auto")) == {"mcp:wide": "summary", "mcp:narrow": "names"}


@pytest.mark.parametrize(("level", "form"), [("full", "full"), ("names", "names"), ("summary", "groups")])
def test_the_form_of_the_whole(level: str, form: str) -> None:
    made = blocks(server("a", 40), server("b", 40))
    listing = choose_listing(made, cost(*(getattr(block, level) for block in made)), "auto")
    assert listing.form == form
    assert set(listing.forms.values()) == {level}


def test_where_nothing_fits_there_is_none() -> None:
    made = blocks(server("a", 40), server("b", 40))
    budget = cost(*(block.summary for block in made)) - 1
    listing = choose_listing(made, budget, "auto")
    assert (listing.text, listing.form, listing.tokens) == ("", "none", 0)
    assert forms(listing) == {"mcp:a": "none", "mcp:b": "none"}


def test_on_embeds_the_poorest_form_over_the_budget() -> None:
    made = blocks(server("a", 40), server("b", 40))
    listing = choose_listing(made, 0, "on")
    assert listing.form == "groups"
    assert listing.text == "\n".join([HEADER, made[0].summary, made[1].summary])
    assert choose_listing(made, AMPLE, "on").form == "full"
    tiny = blocks(server("a", 1))
    assert choose_listing(tiny, 0, "on").text == f"{HEADER}\n{tiny[0].summary}"


def test_off_embeds_nothing() -> None:
    assert choose_listing(blocks(server("a", 1)), AMPLE, "off").text == ""


def test_a_server_that_is_down_has_its_line_and_no_say_in_the_form() -> None:
    up, gone = blocks(server("a", 2), down("b", "connection refused"))
    listing = choose_listing([gone, up], AMPLE, "auto")
    assert listing.text.endswith("\nb: unavailable, connection refused")
    assert listing.form == "full"
    assert forms(listing) == {"mcp:a": "full", "mcp:b": "unavailable"}
    assert listing.source_tokens["mcp:b"] == estimate_tokens(gone.unavailable)


def test_servers_that_are_down_never_cost_the_others_their_listing() -> None:
    (up,) = blocks(server("a", 40))
    gone = blocks(*(down(f"gone {index}") for index in range(200)))
    listing = choose_listing([up, *gone], cost(up.names), "auto")
    assert listing.text == f"{HEADER}\n{up.names}"
    assert listing.forms["mcp:gone 7"] == "unavailable"
    assert listing.source_tokens["mcp:gone 7"] == 0


def test_only_servers_that_are_down_make_no_listing() -> None:
    assert choose_listing(blocks(down("a")), AMPLE, "on").form == "none"


@pytest.mark.parametrize(("budget", "form"), [(1000, "groups"), (3000, "names"), (12000, "full")])
def test_lst_003_the_richest_form_that_fits(budget: int, form: str) -> None:
    tools = [raw(f"{index:03}_{'n' * 27}", "word " * 38) for index in range(166)]
    source = server("s", tools)
    assert {len(tool.name) for tool in source.tools} == {37}
    listing = choose_listing(blocks(source), budget, "auto")
    assert listing.form == form
    assert listing.tokens <= budget


def test_lst_005_no_limit_but_the_budget() -> None:
    listing = choose_listing(blocks(server("s", 5000)), AMPLE, "auto")
    assert listing.text.count("\n- mcp_s_tool_") == 5000


def test_lst_006_a_large_server_does_not_cost_the_small_one_its_listing() -> None:
    made = blocks(server("cloudflare", 3320), server("linear", 6))
    listing = choose_listing(made, 4000, "auto")
    assert forms(listing) == {"mcp:cloudflare": "summary", "mcp:linear": "full"}
    assert "cloudflare: 3320 tools" in listing.text
    assert listing.form == "mixed"


@given(sources(), st.integers(0, 1500), st.sampled_from(["auto", "on", "off"]), st.randoms(use_true_random=False))
def test_lst_007_within_the_budget_and_the_same_bytes_in_any_order(
    made: list[Source], budget: int, mode: Switch, shuffle: random.Random
) -> None:
    listing = choose_listing(blocks(*made), budget, mode)
    assert listing.tokens == estimate_tokens(listing.text)
    if mode != "on":
        assert listing.tokens <= budget or listing.form == "none"
    else:
        assert (listing.form == "none") == (not any(source.tools for source in made))
    shuffled = [
        Source(source.name, source.kind, tuple(shuffle.sample(source.tools, len(source.tools))), source.unavailable)
        for source in made
    ]
    shuffle.shuffle(shuffled)
    assert choose_listing(blocks(*shuffled), budget, mode) == listing


@given(sources(), st.integers(0, 1500))
def test_no_source_could_be_richer(made: list[Source], budget: int) -> None:
    """Whatever still fits has been stepped up: no single source has room for its next richer block."""
    given_blocks = blocks(*made)
    listing = choose_listing(given_blocks, budget, "auto")
    spare = 4 * budget - byte_length(listing.text)
    for block in given_blocks:
        form = listing.forms[block.key]
        steps = [name for name, _ in block.ladder]
        if form in steps[1:]:
            at = steps.index(form)
            assert block.ladder[at - 1][1] - block.ladder[at][1] > spare


def slowly(given_blocks: list[SourceBlocks], budget: int) -> dict[str, Form]:
    """The rule spelled out: sort at every step, count the whole text every time."""
    steps = {block.key: [block.text(form) for form, _ in block.ladder] for block in given_blocks}
    label = {block.key: block.label for block in given_blocks}

    def fits(levels: dict[str, int]) -> bool:
        return cost(*(steps[key][level] for key, level in levels.items())) <= budget

    levels = dict.fromkeys(steps, 0)
    while not fits(levels):
        able = [key for key in levels if levels[key] + 1 < len(steps[key])]
        if not able:
            return dict.fromkeys(levels, "none")
        levels[min(able, key=lambda key: (-byte_length(steps[key][levels[key]]), label[key]))] += 1
    tried: set[tuple[str, int]] = set()
    while True:
        richer = [(key, level - 1) for key, level in levels.items() if level > 0 and (key, level - 1) not in tried]
        if not richer:
            return {block.key: block.ladder[levels[block.key]][0] for block in given_blocks}
        key, level = min(richer, key=lambda step: (byte_length(steps[step[0]][step[1]]), label[step[0]]))
        tried.add((key, level))
        if fits({**levels, key: level}):
            levels[key] = level


@given(sources(), st.integers(0, 1500))
def test_the_choice_is_the_one_made_step_by_step(made: list[Source], budget: int) -> None:
    given_blocks = [block for block in blocks(*made) if block.ladder]
    assert forms(choose_listing(given_blocks, budget, "auto")) == slowly(given_blocks, budget)


sizes = st.lists(st.tuples(*[st.integers(1, 600)] * 3), min_size=1, max_size=8)


@given(sizes, st.integers(20, 1500))
@example([(400, 360, 240), (380, 356, 40)], 138)  # steps back from one line through its names to full
def test_the_choice_is_the_one_made_step_by_step_for_blocks_of_any_size(
    lengths: list[tuple[int, ...]], budget: int
) -> None:
    made = [
        SourceBlocks(f"mcp:{index}", str(index), 1, *("x" * length for length in sorted(three, reverse=True)))
        for index, three in enumerate(lengths)
    ]
    assert forms(choose_listing(made, budget, "auto")) == slowly(made, budget)


def test_a_source_without_tools_takes_no_line() -> None:
    (empty, full) = blocks(server("empty", 0), server("s", 2))
    assert choose_listing([empty, full], AMPLE, "auto").text == f"{HEADER}\n{full.full}"


@given(sources(), st.integers(1, 30))
def test_another_server_never_changes_a_block(made: list[Source], count: int) -> None:
    before = {block.key: block for block in blocks(*made)}
    after = {block.key: block for block in blocks(*made, server("newcomer", count))}
    assert {key: after[key] for key in before} == before
