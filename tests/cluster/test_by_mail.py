"""Games played by mail alone: real letters out, real mails in, whatever dies on the way."""

from __future__ import annotations

import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator

from tests.cluster.by_mail import Players, opened, text_of
from tests.cluster.cluster import Cluster
from tests.service.servers import free_port

SEASONS = 6


def over(cluster: Cluster, game: str) -> bool:
    """Whether a game is over and everybody knows it."""
    finished = "SELECT count(*) FROM games_game WHERE id = %s AND status = 'finished'"
    waiting = "SELECT count(*) FROM games_outboxrow WHERE state = 'waiting'"
    return cluster.number(finished, game) == 1 and cluster.number(waiting) == 0


def play(cluster: Cluster, game: str, port: int) -> Players:
    """Everybody answers their letters until there is nothing left to answer."""
    players = Players(cluster.sink, port)

    def done() -> bool:
        players.answer()
        return over(cluster, game)

    cluster.wait("the end of the game", done, patience=600)
    return players


def letters(cluster: Cluster) -> Iterator[tuple[str, str, str]]:
    """Who got a letter of which kind about what, by the outbox of each that was sent."""
    yield from cluster.query(
        "SELECT u.username, r.kind, r.notice FROM games_outboxrow r"
        " JOIN games_user u ON u.id = r.user_id WHERE r.state = 'sent'"
    )


def test_five_people_play_by_mail_to_the_final_table(cluster: Cluster) -> None:
    port = free_port()
    cluster.listener(port)
    cluster.nest.worker()
    cluster.nest.worker()
    (game,) = cluster.nest.errand("set_mail_table", 5)
    players = play(cluster, game, port)
    assert players.replies == 5 * SEASONS
    mails = "SELECT outcome, count(*) FROM games_inboundmail GROUP BY outcome"
    assert cluster.query(mails) == [("accepted", 5 * SEASONS)]
    subjects = Counter(str(opened(raw)["Subject"]).split(" ")[0] for raw in cluster.sink.read)
    assert subjects["Sealed:"] == 5 * SEASONS
    ends = [opened(raw) for raw in cluster.sink.read if b"is over" in raw[:4000]]
    assert len(ends) == 5
    names = {name for (name,) in cluster.query("SELECT username FROM games_user")}
    for letter in ends:
        table = text_of(letter)
        assert all(name in table for name in names)
        assert re.search(r"have won together|has won", table)
    assert cluster.sink.letters.total() == len(cluster.sink.letters)
    assert f"ok {game}" in cluster.nest.errand("verified", game)


class Trouble(threading.Thread):
    """Kills workers and the listener, and sends the mail server away, until the game is over.

    The first two listeners die in the middle of a mail: before it is committed, and between the
    commit and the yes. The others die wherever they happen to be.

    How often is counted in replies and not in seconds: on a slow machine things go wrong more
    slowly, too, and players wait where trouble falls far behind them.
    """

    def __init__(self, cluster: Cluster, port: int) -> None:
        super().__init__(daemon=True)
        self.cluster, self.port, self.dice = cluster, port, random.Random(31)
        self.working = [cluster.nest.worker() for _ in range(2)]
        self.listener = cluster.nest.listener(port, "mail done")
        self.kills = self.outages = self.deaf = 0
        self._acts_done = self._acts_due = 0
        self._end = threading.Event()

    def run(self) -> None:
        self._kill_over_a_mail("mail committed")
        self._kill_over_a_mail("")
        acts = self._acts()
        while not self._end.wait(self.dice.uniform(0.01, 0.2)):
            if self._acts_done < self._acts_due:
                next(acts)()
                self._acts_done += 1

    def keep_up(self, replies: int) -> None:
        """Two things go wrong for three replies, in the midst of them."""
        self._acts_due = replies * 2 // 3
        self.cluster.wait(
            "trouble", lambda: self._acts_done >= self._acts_due - 2 or not self.is_alive()
        )

    def _acts(self) -> Iterator[Callable[[], None]]:
        while True:
            yield from self.dice.sample((self._kill, self._outage, self._kill_listener), 3)

    def _kill_over_a_mail(self, next_point: str) -> None:
        self.cluster.nest.wait_for_pause(self.listener)
        self._kill_listener(next_point)

    def _kill_listener(self, next_point: str = "") -> None:
        self.cluster.nest.kill(self.listener)
        self.listener = self.cluster.nest.listener(self.port, next_point)
        self.deaf += 1

    def _kill(self) -> None:
        self.cluster.nest.kill(self.working.pop(0))
        self.working.append(self.cluster.nest.worker())
        self.kills += 1

    def _outage(self) -> None:
        self.cluster.sink.go_away()
        time.sleep(self.dice.uniform(0.1, 0.7))
        self.cluster.sink.come_back()
        self.outages += 1

    def stop(self) -> None:
        """Let everybody live from now on."""
        self._end.set()
        self.join()


def test_each_letter_arrives_once_whatever_dies(cluster: Cluster) -> None:
    port = free_port()
    cluster.beat()
    (game,) = cluster.nest.errand("set_mail_table", 3)
    trouble = Trouble(cluster, port)
    trouble.start()
    players = Players(cluster.sink, port, trouble.keep_up)
    # What waits for a mail server or a dead worker is tried again at once, as if time flew.
    hurry = "UPDATE games_outboxrow SET due_at = now() WHERE state = 'waiting' RETURNING id"

    def done() -> bool:
        cluster.query(hurry)
        cluster.forget_asked()
        players.answer()
        return over(cluster, game)

    try:
        cluster.wait("the end of the game", done, patience=600)
    finally:
        trouble.stop()
    assert trouble.kills >= 3
    assert trouble.outages >= 3
    assert trouble.deaf >= 2 + 3
    copies = Counter(letters(cluster))
    assert set(copies.values()) == {1}
    kinds = Counter(kind for _who, kind, _notice in copies)
    assert kinds["your_turn"] == 3 * SEASONS
    assert kinds["season_report"] == 0  # each of them is in the letter of the next turn
    assert kinds["game_over"] == 3
    assert kinds["mail_answer"] == players.replies == 3 * SEASONS
    mails = "SELECT outcome, count(*) FROM games_inboundmail GROUP BY outcome"
    assert cluster.query(mails) == [("accepted", 3 * SEASONS)]
    sealed = "SELECT count(*) FROM games_logentry WHERE kind = 'answer_sealed'"
    assert cluster.number(sealed) == 3 * SEASONS
    rows = cluster.nest.errand("letters")
    assert len(rows) == len(set(rows))
    assert set(cluster.sink.letters) == set(rows)
    # A copy is there only where a worker died between the server's yes and its own note.
    assert cluster.sink.letters.total() - len(rows) <= trouble.kills + trouble.outages
    assert f"ok {game}" in cluster.nest.errand("verified", game)
