"""The base rule on real catalogs with labelled queries: no change may make it worse unnoticed."""

from pathlib import Path

import pytest

from tests.benchmarks.search_quality import measure

pytestmark = pytest.mark.data


def test_keyword_queries_over_3_600_real_tools(catalogs: Path) -> None:
    assert catalogs.is_dir()
    tallies = measure("keyword")
    recall, absent = tallies["recall"], tallies["absent"]
    assert recall.asked > 200
    assert recall.hits / recall.asked >= 0.85
    assert 1 - absent.hits / absent.asked <= 0.2
    assert tallies["identifier"].misses == []
    assert tallies["server"].misses == []
