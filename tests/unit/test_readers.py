import math

import pytest

from reref.analysis.readers import consensus, kappa, shares_by_group, wilson


def test_wilson_interval_of_a_published_example() -> None:
    # Newcombe 1998, table I, method 3: 81 of 263 gives 0.2553 to 0.3662
    share = wilson(81, 263)
    assert (round(share.low, 4), round(share.high, 4)) == (0.2553, 0.3662)


def test_no_item_is_no_share() -> None:
    assert math.isnan(wilson(0, 0).share)


def test_readers_who_are_split_evenly_count_as_the_worse_rating() -> None:
    worse = ("major", "minor", "equivalent")
    assert consensus(["equivalent", "major"], worse) == ("major", False)
    assert consensus(["equivalent", "minor", "equivalent"], worse) == ("equivalent", True)
    assert consensus(["equivalent", "minor", "major"], worse) == ("major", False)


def test_kappa_of_a_worked_example() -> None:
    # 50 items: 20 both yes, 15 both no, 5 yes/no, 10 no/yes; observed .7, expected .5, kappa .4
    first = ["y"] * 25 + ["n"] * 25
    second = ["y"] * 20 + ["n"] * 5 + ["y"] * 10 + ["n"] * 15
    assert kappa(first, second) == pytest.approx(0.4)


def test_kappa_is_not_known_when_there_is_nothing_to_agree_on() -> None:
    assert math.isnan(kappa([], []))
    assert math.isnan(kappa(["y", "y"], ["y", "y"]))


def test_all_groups_are_pooled_under_all() -> None:
    found = shares_by_group({"a": [True, False], "b": [True, True]})
    assert (found["all"].hits, found["all"].n) == (3, 4)
