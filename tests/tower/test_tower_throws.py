"""Single throws: what the tower may never do, and what it did once and must do for ever."""

from __future__ import annotations

import ast
import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.devices import tower
from engine.devices.tower import (
    CUBE_TOWER,
    DEFAULT_TOWER,
    TOWERS,
    Tower,
    thresholds,
    throw,
    throw_cubes,
)
from engine.kernel import chance
from engine.kernel.chance import StepChance, Stream

TOWER = TOWERS[DEFAULT_TOWER]
colours = st.sampled_from(["A", "B", "C", "D", "E", "F", "peasants"])
cubes = st.dictionaries(colours, st.integers(0, 20))
keys = st.binary(min_size=32, max_size=32)


@given(keys, cubes, cubes)
def test_t_1_conservation_by_colour(
    key: bytes, thrown: dict[str, int], lodged: dict[str, int]
) -> None:
    fell = throw(TOWER, Stream(key), thrown, lodged)
    assert list(fell) == sorted(fell)
    for colour, count in fell.items():
        assert 0 < count <= thrown.get(colour, 0) + lodged.get(colour, 0)


@given(keys, cubes, cubes)
def test_t_1_a_throw_is_recorded_without_zeros(
    key: bytes, thrown: dict[str, int], lodged: dict[str, int]
) -> None:
    record = throw_cubes(StepChance(key, {"tower": CUBE_TOWER}), thrown, lodged)
    assert record["thrown"] == {c: n for c, n in sorted(thrown.items()) if n}
    assert record["lodged"] == {c: n for c, n in sorted(lodged.items()) if n}
    for part in ("thrown", "lodged", "fell"):
        assert list(record[part]) == sorted(record[part])
        assert 0 not in record[part].values()


def test_t_1_nothing_thrown_leaves_the_lodged_where_they_are() -> None:
    assert throw(TOWER, Stream(bytes(32)), {}, {"A": 30}) == {}
    assert throw(TOWER, Stream(bytes(32)), {}, {}) == {}


@pytest.mark.parametrize(("thrown", "lodged"), [({"A": -1}, {}), ({"A": 3}, {"B": -2})])
def test_a_negative_number_of_cubes_is_refused(
    thrown: dict[str, int], lodged: dict[str, int]
) -> None:
    with pytest.raises(ValueError, match="negative"):
        throw(TOWER, Stream(bytes(32)), thrown, lodged)


@given(keys, cubes, cubes)
def test_t_2_only_the_number_of_cubes_decides(
    key: bytes, thrown: dict[str, int], lodged: dict[str, int]
) -> None:
    fell = throw(TOWER, Stream(key), thrown, lodged)
    grey = {"A": sum(thrown.values())}, {"B": sum(lodged.values())}
    assert sum(fell.values()) == sum(throw(TOWER, Stream(key), *grey).values())


@given(keys, cubes, cubes)
def test_t_2_other_names_in_the_same_order_change_nothing(
    key: bytes, thrown: dict[str, int], lodged: dict[str, int]
) -> None:
    def renamed(counts: dict[str, int]) -> dict[str, int]:
        return {f"x{colour}": count for colour, count in counts.items()}

    fell = throw(TOWER, Stream(key), thrown, lodged)
    assert throw(TOWER, Stream(key), renamed(thrown), renamed(lodged)) == renamed(fell)


def test_t_6_frozen_throws() -> None:
    chance = StepChance(bytes(range(32)), {"tower": CUBE_TOWER})
    throws: list[tuple[dict[str, int], dict[str, int], dict[str, int]]] = [
        (
            {"A": 7, "B": 7, "C": 7, "peasants": 10},
            {},
            {"A": 1, "B": 4, "C": 5, "peasants": 6},
        ),
        (
            {"A": 5, "B": 3},
            {"A": 2, "C": 1, "peasants": 4},
            {"A": 2, "B": 2, "C": 1, "peasants": 3},
        ),
        ({"peasants": 1}, {"A": 3, "B": 2}, {"A": 2, "peasants": 1}),
        (
            {"B": 12, "A": 9, "peasants": 2},
            {"peasants": 3, "C": 4},
            {"A": 7, "B": 7, "C": 2, "peasants": 4},
        ),
    ]
    for number, (thrown, lodged, fell) in enumerate(throws, 1):
        assert throw_cubes(chance, thrown, lodged) == {
            "stream": f"throw {number}",
            "thrown": thrown,
            "lodged": lodged,
            "fell": fell,
        }


def test_t_6_no_floating_point_in_the_path_of_a_result() -> None:
    for part in (chance, thresholds, throw, tower._falling):
        for node in ast.walk(ast.parse(inspect.getsource(part))):
            assert not isinstance(node, ast.Div)
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
            assert not (isinstance(node, ast.Name) and node.id in {"float", "np", "round"})


def test_t_7_every_version_keeps_its_parameters() -> None:
    # Games under way rely on these: add a line for a new version, never change one.
    assert dict(TOWERS) == {"sieve-1": Tower("sieve-1", lodge=(2, 5), stay=(93, 100))}
    assert all(model.version == name for name, model in TOWERS.items())
    assert DEFAULT_TOWER in TOWERS


def test_t_7_thresholds_of_sieve_1_are_frozen() -> None:
    assert thresholds(TOWER, 0) == (0x6666666666666666, 0)
    assert thresholds(TOWER, 1) == (0x6666666666666666, 0x11EB851EB851EB86)
    assert thresholds(TOWER, 7) == (0x6666666666666666, 0x65F6EE86C408CB81)
    assert thresholds(TOWER, 45) == (0x6666666666666666, 0xF63A6E2542AADEC6)


def test_t_7_a_game_names_its_tower() -> None:
    with pytest.raises(ValueError, match="unknown tower 'sieve-0'; known: sieve-1"):
        CUBE_TOWER.of_model("sieve-0")
