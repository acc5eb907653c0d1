"""Catalogues: joined they give a third, and no name stands twice."""

import pickle

import pytest

from engine.kernel.catalogue import Catalogue
from engine.registry import WALLENSTEINS


def test_joined_catalogues_do_not_learn_of_each_other() -> None:
    one, other = Catalogue({"a": 1}), Catalogue({"b": 2})
    assert dict(one.joined(other, {"c": 3})) == {"a": 1, "b": 2, "c": 3}
    assert (list(one), list(other)) == (["a"], ["b"])
    assert "b" not in one


def test_no_name_stands_twice() -> None:
    with pytest.raises(ValueError, match="named twice: a"):
        Catalogue({"a": 1}).joined({"a": 1})


def test_nobody_can_change_one() -> None:
    assert not {"__setitem__", "update", "setdefault", "pop"} & set(dir(Catalogue({"a": 1})))


def test_a_position_with_its_questions_can_be_kept() -> None:
    for ruleset in WALLENSTEINS:
        options = {name: spec.values[-1] for name, spec in ruleset.options.items()}
        state = ruleset.start("ABC", options)
        assert pickle.loads(pickle.dumps(state)) == state  # noqa: S301
