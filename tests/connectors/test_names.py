"""Connector names there and back (spec 4.1)."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.connectors.names import SENTINEL, ConnectorName, compose, name_hits, parse, slugs

PARTS = st.text(st.sampled_from("aAbZßİ_-.09 é"), max_size=8) | st.text(max_size=6)


@pytest.mark.parametrize(
    ("connector", "slug", "name"),
    [
        ("gmail", "GMAIL_SEND_EMAIL", "connectors__gmail__SEND_EMAIL"),
        ("Gmail", "GMAIL_SEND_EMAIL", "connectors__gmail__SEND_EMAIL"),
        ("gmail", "SEND_EMAIL", "connectors__gmail__SEND_EMAIL"),
        ("gmail", "gmail_sendEmail", "connectors__gmail__gmail_sendEmail"),
        ("google_maps", "GOOGLE_MAPS_ROUTE", "connectors__google_maps__ROUTE"),
        ("gmail", "A__B", "connectors__gmail__A__B"),
        ("gmail", "_A", "connectors__gmail___A"),
        ("gmail", "GMAIL_GMAIL_X", "connectors__gmail__GMAIL_X"),
    ],
)
def test_a_slug_loses_its_connector_and_keeps_its_case(connector: str, slug: str, name: str) -> None:
    assert compose(connector, slug) == name


@pytest.mark.parametrize(
    ("connector", "slug"),
    [
        ("gmail", "GMAIL_"),
        ("gmail", ""),
        ("", "X"),
        ("g__mail", "X"),
        ("gmail_", "X"),
        ("gmail", "X\n"),
        ("gmail", " X"),
        ("gmail", "X\x1b[2J"),
        ("gmail", "X" * 300),
        ("\u202egmail", "X"),
    ],
)
def test_a_slug_that_gives_no_name_gives_none(connector: str, slug: str) -> None:
    assert compose(connector, slug) is None
    named, reports = name_hits([(connector, slug), ("mail", "OK"), (connector, slug)])
    assert named == {"connectors__mail__OK": "OK"}
    assert len(reports) == 1
    assert "\x1b" not in str(reports[0])


@pytest.mark.parametrize(
    "name",
    [SENTINEL, "connectors", "", "connectors____x", "connectors__x__", "Connectors__a__b", "mcp__a__b", "__a__b"],
)
def test_other_names_are_not_parsed(name: str) -> None:
    assert parse(name) is None


def test_a_name_is_split_twice_at_most() -> None:
    assert parse("connectors__a__b__c__") == ConnectorName("a", "b__c__")


def test_the_conventional_slug_comes_first() -> None:
    assert slugs(ConnectorName("gmail", "X")) == ("GMAIL_X", "X")


@given(PARTS, PARTS)
def test_every_name_leads_back_to_its_slug(connector: str, slug: str) -> None:
    name = compose(connector, slug)
    if name is not None:
        parsed = parse(name)
        assert parsed is not None
        assert str(parsed) == name
        assert parsed.connector == connector.lower()
        assert slug in slugs(parsed)


@given(st.text())
def test_what_is_parsed_is_written_the_same(name: str) -> None:
    parsed = parse(name)
    if parsed is not None:
        assert str(parsed) == name
        assert parsed.connector
        assert parsed.tool


def test_con_034_of_twins_the_conventional_one_wins_whatever_the_order() -> None:
    pairs = [("gmail", "GMAIL_X"), ("gmail", "X"), ("gmail", "GMAIL_Y"), ("Gmail", "X")]
    for order in permutations(pairs):
        named, reports = name_hits(order)
        assert named == {"connectors__gmail__X": "GMAIL_X", "connectors__gmail__Y": "GMAIL_Y"}
        (report,) = reports
        assert report.severity == "warning"
        assert "GMAIL_X and X" in report.problem


def test_the_same_tool_twice_is_no_twin() -> None:
    assert name_hits([("gmail", "GMAIL_X")] * 3) == ({"connectors__gmail__X": "GMAIL_X"}, ())
