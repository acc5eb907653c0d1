"""Plots: what was counted lies where it should, and nothing leaves the picture."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.read.luck_plots import HEIGHT, LEFT, TOP, WIDTH, Count, plot

counts = st.builds(
    lambda happened, expected, reach: Count(
        "x", happened, expected, (max(0.0, expected - reach), expected + reach)
    ),
    st.integers(0, 10**6),
    st.floats(0.5, 10**6),
    st.floats(0.1, 10**5),
)


@given(st.lists(counts, max_size=8))
def test_everything_lies_within_the_picture(given_: list[Count]) -> None:
    drawn = plot("t", given_)
    assert len(drawn.bars) == len(given_)
    for bar, count in zip(drawn.bars, given_, strict=True):
        assert TOP <= bar.top <= bar.bottom <= drawn.bottom < HEIGHT
        assert TOP <= bar.y <= drawn.bottom
        assert LEFT < bar.x < WIDTH
        low, high = count.span
        share = 100 * count.happened / count.expected
        assert bar.outside == (
            not 100 * low / count.expected <= share <= 100 * high / count.expected
        )
    assert all(left.x < right.x for left, right in zip(drawn.bars, drawn.bars[1:], strict=False))


def test_what_was_expected_stands_in_the_middle() -> None:
    drawn = plot(
        "t", [Count("A", 100, 100.0, (90.0, 110.0)), Count("B", 120, 100.0, (95.0, 105.0))]
    )
    assert [tick.label for tick in drawn.ticks] == ["80", "90", "100", "110", "120"]
    assert drawn.bars[0].y == drawn.middle == drawn.ticks[2].at
    assert (drawn.bars[0].value, drawn.bars[0].low, drawn.bars[0].high) == (100.0, 90.0, 110.0)
    assert not drawn.bars[0].outside
    assert drawn.bars[1].outside
    assert drawn.bars[1].y < drawn.bars[1].top


def test_what_nobody_expected_is_left_out() -> None:
    drawn = plot("t", [Count("A", 0, 0.0, (0.0, 0.0)), Count("B", 5, 5.0, (2.0, 8.0))])
    assert [bar.label for bar in drawn.bars] == ["B"]
    assert plot("t", []).bars == []
