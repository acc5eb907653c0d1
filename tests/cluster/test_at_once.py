"""Real processes in the same moment, on real servers: one resolution."""

from __future__ import annotations

from tests.cluster.cluster import Cluster


def began(cluster: Cluster, game: str) -> list[int]:
    """The steps of a game, as its log tells them."""
    rows = cluster.query(
        "SELECT (payload->>'step')::int FROM games_logentry"
        " WHERE game_id = %s AND kind = 'step_began' ORDER BY seq",
        game,
    )
    return [step for (step,) in rows]


def test_five_plans_in_the_same_moment_give_one_resolution(cluster: Cluster) -> None:
    for _ in range(3):
        cluster.nest.worker()
    (game,) = cluster.nest.errand("set_tables", 1, 5, 5)
    assert began(cluster, game) == [1]
    receipts = cluster.nest.errand("submit_at_once", game)
    assert len({receipt["decision"] for receipt in receipts}) == 5
    assert len({receipt["seq"] for receipt in receipts}) == 5
    cluster.wait("the step", lambda: began(cluster, game) != [1])
    # The season may have ended in a question; nobody answers it here, so this is all.
    assert cluster.nest.errand("advance_at_once", game, 2) == [0, 0]
    assert began(cluster, game) == [1, 2]
    for receipt in receipts:
        sealed = "SELECT hash FROM games_logentry WHERE game_id = %s AND seq = %s"
        assert cluster.query(sealed, game, receipt["seq"]) == [(receipt["head"],)]
    assert f"ok {game}" in cluster.nest.errand("verified", game)


def test_ten_processes_that_advance_a_game_at_once_take_one_step(cluster: Cluster) -> None:
    (game,) = cluster.nest.errand("set_tables", 1, 3, 3)
    cluster.nest.errand("submit_at_once", game)
    assert began(cluster, game) == [1]
    assert sorted(cluster.nest.errand("advance_at_once", game, 10)) == [0] * 9 + [1]
    assert began(cluster, game) == [1, 2]
    assert f"ok {game}" in cluster.nest.errand("verified", game)
