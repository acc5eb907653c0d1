"""The tables that are shown in the documents."""

from __future__ import annotations

from engine.bots import bot_named
from engine.kernel.chance import stream
from engine.kernel.core import Decision, Json
from games import access
from games.log import store
from games.models import Game, User
from games.read.timeline import timeline
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit, draft_save
from games.services.tables.lobby import game_join
from games.services.tables.reading import chapter_read
from tests.service.tables import again, lobby, started, waiting

SEASONS = 4
LAST_CHAPTER = 8
TWO_DAYS = {"kind": "hours", "hours": 48}
EVENINGS = {
    "kind": "daily",
    "at": "20:00",
    "weekdays": [0, 1, 2, 3, 4, 5, 6],
    "zone": "Europe/Berlin",
}


def tables_laid_out(people: list[User]) -> dict[str, str]:
    """Make them in a database that has these five; where each page of interest is."""
    game = _in_the_middle("Winter in Prague", people, SEASONS)
    _planned(game, people)
    over = _others(people)
    # One season is unread, as when somebody comes every day.
    for seen, chapter in ((game, again(game).step - 1), (over, LAST_CHAPTER)):
        chapter_read(person=people[0], game=seen, chapter=chapter)
    here = f"/games/{game.pk}/"
    new = started(people[0], players=5, name="My first war")
    return {
        "board": f"{here}?county=boehmen",
        "turn": f"{here}turn/{waiting(game).id}/",
        "guide": f"/games/{new.pk}/turn/{waiting(new).id}/?guide",
        "matrix": here,
        "report": f"{here}report/{again(game).step}/",
        "replay": f"{here}replay/?at={_battle(game, people[0])}",
        "show": f"{here}replay/?watch={again(game).step}&at={_battle(game, people[0])}",
        "end": f"/games/{over.pk}/",
        "lobby": "/tables/",
        "tutorial": "/learn/wallenstein-2010/battle/?do=kursachsen.combat_a",
        "dashboard": "/",
    }


def _in_the_middle(name: str, people: list[User], seasons: int) -> Game:
    """A game of people who play as the best bot would."""
    game = started(*people, players=len(people), name=name, schedule=TWO_DAYS)
    for _season in range(seasons):
        for player in people:
            _answer(game, player)
        game_advance(game_id=game.pk)
    return game


def _thought(game: Game, decision: Decision) -> Json:
    marshal = bot_named(game.ruleset, "marshal")
    answer: Json = marshal.answer(
        store.load(again(game)).state, decision, stream(bytes(32), decision.id)
    )
    return answer


def _answer(game: Game, player: User) -> None:
    decision = waiting(game, access.seat_for(game, player).key)
    answer = _thought(game, decision)
    answer_submit(person=player, game_id=game.pk, decision=decision.id, answer=answer)


def _planned(game: Game, people: list[User]) -> None:
    """Two are ready; the one who looks has laid her cards and thinks it over."""
    for player in people[1:3]:
        _answer(game, player)
    decision = waiting(game)
    draft, state = _thought(game, decision), store.load(again(game)).state
    near = decision.options["counties"][draft["boxes"]["combat_a"]]
    rival = next(name for name in near if state.counties[name].owner not in (None, "A"))
    other = next(name for name in near if name != rival and state.counties[name].owner != "A")
    # More than can go: the form says so beside the order.
    draft["moves"]["combat_a"] = [{"to": rival, "armies": "all"}, {"to": other, "armies": 12}]
    draft_save(person=people[0], game_id=game.pk, decision=decision.id, answer=draft)


def _battle(game: Game, reader: User) -> int:
    """The throw of the last season after which most cubes fell out."""
    line = timeline(access.viewer(again(game), reader), "en")
    season = [m.entry for m in line.moments if line.newest.first <= m.seq <= line.newest.last]
    thrown = [entry for entry in season if entry.kind == "tower_thrown"]
    return max(
        thrown, key=lambda entry: (sum(entry.payload["throw"]["fell"].values()), entry.seq)
    ).seq


def _others(people: list[User]) -> Game:
    """Tables that fill up, and games that wait for others or are over; of these the last one."""
    anna, bert, cora, dora, emil = people
    slow = lobby(bert, name="Slow and friendly", players=4, bots=1, schedule=TWO_DAYS)
    lobby(cora, name="Magdeburg, every evening", players=3, bots=0, schedule=EVENINGS)
    courtly = {"emperors_court": "on"}
    round_table = lobby(
        dora,
        name="Five at the round table",
        players=5,
        bots=0,
        schedule=TWO_DAYS,
        options=courtly,
    )
    for table, guest in ((slow, emil), (round_table, bert), (round_table, cora)):
        game_join(person=guest, game_id=table.pk)
    waits = _in_the_middle("The road to Vienna", [bert, anna, emil], 1)
    _answer(waits, anna)
    return again(_in_the_middle("Swedes in the north", [anna, cora, dora], 6))
