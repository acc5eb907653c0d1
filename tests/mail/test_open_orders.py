"""An order that could not be read stays open: what was sealed before never stands in for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.wallenstein.words.names import county_name
from games.log import store
from games.log.seals import seal
from games.mail.mail_case import MailCase
from games.models import Game, InboundMail, OutboxRow, User
from tests.mail.post import (
    address_of,
    last_answer,
    last_mail,
    open_question,
    orders_for,
    sealed,
    send,
)
from tests.service.tables import again

Outcome = InboundMail.Outcome
# How the orders of these tests are written, by language.
WORDS = {
    "en": {"combat": "combat A", "stay": "stay", "all": "all", "bid": "bid", "none": "none"},
    "de": {"combat": "Kampf A", "stay": "bleibt", "all": "alle", "bid": "Gebot", "none": "keine"},
}
KEPT = {
    "en": "This much could be read and is kept.",
    "de": "So viel war zu lesen und ist aufgehoben.",
}
NOTHING_KEPT = {
    "en": "None of your orders could be read, so nothing in this mail was kept.",
    "de": "Keiner deiner Befehle war zu lesen, also ist von dieser Mail nichts aufgehoben.",
}
STILL_OPEN = {"en": "Still open: ", "de": "Noch offen: "}


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest, anna: User) -> str:
    spoken = str(request.param)
    User.objects.filter(pk=anna.pk).update(language=spoken)
    return spoken


def orders(game: Game, player: User, language: str) -> tuple[dict[str, str], str, str]:
    """A whole plan by its heads, with the county of combat A and one next to it."""
    lines = orders_for(game, player, language=language).splitlines()
    plan = {head: order.strip() for head, _, order in (line.partition(":") for line in lines)}
    counties = open_question(game, player).options["counties"]
    used = " ".join(order for head, order in plan.items() if head != WORDS[language]["combat"])
    origin = next(c for c in counties if county_name(c) not in used and counties[c])
    return plan, county_name(origin), county_name(counties[origin][0])


def text(plan: dict[str, str]) -> str:
    return "\n".join(f"{head}: {order}" for head, order in plan.items())


def reply() -> str:
    return " ".join(last_answer().split())


def test_a_whole_plan_with_a_mistake_is_not_mended_with_the_old_one(
    game: Game, anna: User, language: str
) -> None:
    to, words = address_of(game, anna), WORDS[language]
    plan, origin, target = orders(game, anna, language)
    send(to, text({**plan, words["combat"]: f"{origin} {words['stay']}"}))
    assert last_mail().outcome == Outcome.ACCEPTED
    before = sealed(game, anna)

    wrong = f"{origin} -> {target}xxq {words['all']}"
    send(to, text({**plan, words["combat"]: wrong, words["bid"]: words["none"]}))
    assert last_mail().outcome == Outcome.REJECTED
    assert KEPT[language] in reply()
    assert f"{STILL_OPEN[language]}{words['combat']}." in reply()
    kept = reply().partition(KEPT[language])[2].partition(STILL_OPEN[language])[0]
    assert f"{words['bid']}: {words['none']}" in kept
    assert words["combat"] not in kept

    # What is missing is asked for again and again, and nothing is sealed meanwhile.
    for _ in range(2):
        send(to, f"{words['bid']}: 2")
        assert last_mail().outcome == Outcome.REJECTED
        assert f"{STILL_OPEN[language]}{words['combat']}." in reply()
        assert sealed(game, anna) == before

    send(to, f"{words['combat']}: {origin} -> {target} {words['all']}")
    assert last_mail().outcome == Outcome.ACCEPTED
    now = sealed(game, anna)
    assert now["moves"]["combat_a"][0]["armies"] == "all"
    assert (now["boxes"], now["bid"]) == (before["boxes"], 2)


def test_a_mail_of_which_nothing_was_read_keeps_nothing(
    game: Game, anna: User, language: str
) -> None:
    to, words = address_of(game, anna), WORDS[language]
    plan, _origin, _target = orders(game, anna, language)
    send(to, text(plan))
    before = sealed(game, anna)
    send(to, text(plan).replace("\n", ", "))
    assert last_mail().outcome == Outcome.REJECTED
    assert NOTHING_KEPT[language] in reply()
    assert KEPT[language] not in reply()
    assert sealed(game, anna) == before
    first = next(iter(plan))
    assert f"{STILL_OPEN[language]}{first}." in reply()
    send(to, f"{words['bid']}: 2")
    assert last_mail().outcome == Outcome.REJECTED
    assert sealed(game, anna) == before


def test_one_line_with_a_mistake_is_mended_by_that_line(
    game: Game, anna: User, language: str
) -> None:
    to, words = address_of(game, anna), WORDS[language]
    send(to, orders_for(game, anna, language=language))
    before = sealed(game, anna)
    send(to, f"{words['bid']}: 99")
    assert last_mail().outcome == Outcome.REJECTED
    assert NOTHING_KEPT[language] in reply()
    send(to, f"{words['bid']}: 2")
    assert last_mail().outcome == Outcome.ACCEPTED
    assert sealed(game, anna) == {**before, "bid": 2}


def test_an_order_that_may_be_left_out_is_open_too_until_it_is_said(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    whole = orders_for(game, anna)
    rest = "\n".join(line for line in whole.splitlines() if not line.startswith("revolts"))
    send(to, f"{rest}\nrevolts: Atlantis")
    assert "Still open: revolts." in reply()
    send(to, "bid: 2")
    assert last_mail().outcome == Outcome.REJECTED
    assert sealed(game, anna) is None
    send(to, "revolts: none")
    assert last_mail().outcome == Outcome.ACCEPTED
    assert sealed(game, anna)["bid"] == 2


def test_half_of_an_order_is_not_kept(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    plan, origin, target = orders(game, anna, "en")
    send(to, text({**plan, "combat A": f"{origin} stay"}))
    send(to, f"combat A: {origin} -> {target} all; if neutral\ncombat A: {origin} -> Atlantis 1")
    assert NOTHING_KEPT["en"] in reply()
    assert f"{target} all; if neutral" not in reply().partition(NOTHING_KEPT["en"])[2]
    assert "Still open: combat A." in reply()


def test_a_rest_of_the_order_is_not_filled_either(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    plan, origin, target = orders(game, anna, "en")
    send(to, text({**plan, "combat A": f"{origin} stay"}))
    before = sealed(game, anna)
    send(to, text({**plan, "combat A": f"{origin} -> Atlantis 1"}))
    # Which county it comes from was said nowhere but in what was sealed before.
    send(to, f"combat A: -> {target} all")
    assert last_mail().outcome == Outcome.REJECTED
    assert "Still empty: Combat/Movement A" in reply()
    assert sealed(game, anna) == before
    send(to, f"combat A: {origin} -> {target} all")
    assert last_mail().outcome == Outcome.ACCEPTED


def test_what_is_open_is_told_when_asked(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    send(to, orders_for(game, anna))
    send(to, "bid: 99")
    send(to, "orders")
    assert "Still open: bid." in reply()
    send(to, "withdraw")
    send(to, "orders")
    assert "Still open" not in reply()


def test_what_an_older_version_kept_is_still_read(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    last, *first = orders_for(game, anna).splitlines()
    send(to, "\n".join(first))
    mail = last_mail()
    assert mail.outcome == Outcome.REJECTED
    words = store.load(again(game)).ruleset.text()
    answer, unread = words.parse("plan", "\n".join(first), "en")
    assert not unread
    InboundMail.objects.filter(pk=mail.pk).update(said_sealed=seal(answer))
    send(to, last)
    assert last_mail().outcome == Outcome.ACCEPTED


# Lines without a colon: like one order or like two, in the words of both languages.
NO_COLON = {
    "en": [("cmbat A", ["combat A"]), ("attack", ["combat A", "combat B"])],
    "de": [("Kmpf A", ["Kampf A"]), ("Angriff", ["Kampf A", "Kampf B"])],
}
UNPLACED = {
    "en": "Still open, because we cannot tell which order it belongs to:",
    "de": "Noch offen, weil nicht zu erkennen ist, zu welchem Befehl es gehört:",
}
WHAT_TO_DO = {
    "en": "Nothing new is sealed until you write this as an order, send all your orders in one "
    "mail, or take them back with “withdraw”.",
    "de": "Neu versiegelt wird erst, wenn du das als Befehl schreibst, alle deine Befehle in einer "
    "Mail schickst oder sie mit „zurücknehmen“ zurücknimmst.",
}


def stayed(game: Game, anna: User, language: str) -> tuple[dict[str, str], str, str]:
    """A plan that is sealed, in which combat A stays, with the county it is in and a target."""
    words = WORDS[language]
    plan, origin, target = orders(game, anna, language)
    plan = {**plan, words["combat"]: f"{origin} {words['stay']}"}
    send(address_of(game, anna), text(plan))
    assert last_mail().outcome == Outcome.ACCEPTED
    return plan, origin, target


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("above", ["", "{bid}: 3\n"])
def test_a_line_without_a_colon_is_not_filled_either(
    game: Game, anna: User, language: str, which: int, above: str
) -> None:
    to, words = address_of(game, anna), WORDS[language]
    plan, origin, target = stayed(game, anna, language)
    before = sealed(game, anna)
    begins, about = NO_COLON[language][which]
    send(to, f"{above.format(**words)}{begins} {origin} -> {target} {words['all']}")
    assert last_mail().outcome == Outcome.REJECTED
    assert f"{STILL_OPEN[language]}{', '.join(about)}." in reply()
    send(to, f"{words['bid']}: 2")
    assert last_mail().outcome == Outcome.REJECTED
    assert sealed(game, anna) == before
    meant = {words["combat"]: f"{origin} -> {target} {words['all']}"}
    send(to, text({head: {**plan, **meant}[head] for head in about}))
    assert last_mail().outcome == Outcome.ACCEPTED
    assert sealed(game, anna)["moves"]["combat_a"][0]["armies"] == "all"
    assert sealed(game, anna)["bid"] == 2


FORWARD = {"en": "fwd {} -> {} all", "de": "vor {} -> {} alle"}


@pytest.mark.parametrize("above", ["", "{bid}: 3\n"])
def test_a_line_that_may_be_about_anything_is_open_until_it_is_said_again(
    game: Game, anna: User, language: str, above: str
) -> None:
    to, words = address_of(game, anna), WORDS[language]
    _plan, origin, target = stayed(game, anna, language)
    before = sealed(game, anna)
    line = FORWARD[language].format(origin, target)
    send(to, f"{above.format(**words)}{line}")
    assert last_mail().outcome == Outcome.REJECTED
    for _ in range(2):
        assert f"{UNPLACED[language]} {line} {WHAT_TO_DO[language]}" in reply()
        send(to, f"{words['bid']}: 2")
        assert last_mail().outcome == Outcome.REJECTED
        assert sealed(game, anna) == before
    send(to, f"{words['combat']}: {origin} -> {target} {words['all']}")
    assert last_mail().outcome == Outcome.ACCEPTED
    assert sealed(game, anna)["moves"]["combat_a"][0]["armies"] == "all"
    assert sealed(game, anna)["bid"] == 2
    send(to, f"{words['bid']}: 1")
    assert last_mail().outcome == Outcome.ACCEPTED


def test_a_whole_plan_leaves_no_line_open(game: Game, anna: User, language: str) -> None:
    to, words = address_of(game, anna), WORDS[language]
    plan, origin, target = stayed(game, anna, language)
    send(to, FORWARD[language].format(origin, target))
    send(to, text({**plan, words["bid"]: "3"}))
    assert last_mail().outcome == Outcome.ACCEPTED
    send(to, f"{words['bid']}: 1")
    assert last_mail().outcome == Outcome.ACCEPTED


@pytest.mark.parametrize("is_sealed", [True, False])
def test_withdrawing_leaves_no_line_open(
    game: Game, anna: User, language: str, is_sealed: bool
) -> None:
    to, words = address_of(game, anna), WORDS[language]
    plan, origin, target = orders(game, anna, language)
    if is_sealed:
        send(to, text(plan))
    send(to, f"{words['bid']}: 3\n{FORWARD[language].format(origin, target)}")
    assert UNPLACED[language] in reply()
    send(to, {"en": "withdraw", "de": "zurücknehmen"}[language])
    assert last_mail().outcome == Outcome.WITHDRAWN
    assert sealed(game, anna) is None
    # What is half said in two mails is one plan again.
    lines = text(plan).splitlines()
    send(to, "\n".join(lines[:4]))
    assert UNPLACED[language] not in reply()
    send(to, "\n".join(lines[4:]))
    assert last_mail().outcome == Outcome.ACCEPTED


@pytest.mark.parametrize(
    "around",
    [
        "Hallo zusammen,\n\n{}\n\nLG Anna",
        "Hi all,\nhere is my change.\n\n{}\n\nAnna Muster\nTel: 030 123\nChurch Street 5",
        "{}\n\nI attack you all next year\n\nBest regards\nAnna",
        "{}\n\nAngriff ist die beste Verteidigung\n\nViele Grüße\nAnna",
    ],
)
def test_kind_words_leave_nothing_open(game: Game, anna: User, language: str, around: str) -> None:
    to = address_of(game, anna)
    stayed(game, anna, language)
    for bid in (2, 1):
        send(to, around.format(f"{WORDS[language]['bid']}: {bid}"))
        assert last_mail().outcome == Outcome.ACCEPTED
        assert sealed(game, anna)["bid"] == bid


NOT_READ = {
    "en": "These lines are not orders and were ignored:",
    "de": "Diese Zeilen sind keine Befehle und wurden übergangen:",
}


@pytest.mark.parametrize("name", ["Greta", "Greta & Jan", "anna", "See you, Greta"])
def test_a_name_right_below_the_last_order_leaves_nothing_open(
    game: Game, anna: User, language: str, name: str
) -> None:
    to, words = address_of(game, anna), WORDS[language]
    plan, _origin, _target = orders(game, anna, language)
    whole = text({**plan, words["bid"]: "1"})
    half = whole.partition("\n")[0]
    send(to, f"{half}\n{name}")
    assert last_mail().outcome == Outcome.REJECTED
    assert UNPLACED[language] not in reply()
    assert f"{NOT_READ[language]} {name}" in reply()
    send(to, f"{whole}\n{name}")
    assert last_mail().outcome == Outcome.ACCEPTED
    assert f"{NOT_READ[language]} {name}" in reply()
    send(to, f"{words['bid']}: 2\n{name}")
    assert last_mail().outcome == Outcome.ACCEPTED
    assert sealed(game, anna)["bid"] == 2


def test_ones_own_name_does_not_go_on_with_a_long_order(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    plan, _origin, _target = orders(game, anna, "en")
    mine = list(map(county_name, open_question(game, anna).options["counties"]))
    revolts = f"revolts: {', '.join(mine)}"
    assert len(revolts) > 60
    plan.pop("revolts", None)
    send(to, f"{text(plan)}\n{revolts}\nAnna")
    assert last_mail().outcome == Outcome.ACCEPTED
    assert "These lines are not orders and were ignored: Anna" in reply()


def test_kind_words_above_a_whole_plan_do_not_keep_it_from_being_sealed(
    game: Game, anna: User, language: str
) -> None:
    to, words = address_of(game, anna), WORDS[language]
    plan, _origin, _target = orders(game, anna, language)
    send(to, f"So gehen wir\n{text({**plan, words['bid']: '3'})}")
    assert last_mail().outcome == Outcome.ACCEPTED
    assert sealed(game, anna)["bid"] == 3
    assert f"{NOT_READ[language]} So gehen wir" in reply()


@pytest.mark.parametrize("rest", ["{origin} {target}", "fwd {target}", "{all} {origin}", "x 3"])
def test_words_that_an_order_may_have_stay_open_below_the_last_one(
    game: Game, anna: User, language: str, rest: str
) -> None:
    to, words = address_of(game, anna), WORDS[language]
    plan, origin, target = stayed(game, anna, language)
    before = sealed(game, anna)
    line = rest.format(origin=origin, target=target, all=words["all"])
    for above in (f"{words['bid']}: 3", text({**plan, words["bid"]: "3"})):
        send(to, f"{above}\n{line}")
        assert last_mail().outcome == Outcome.REJECTED
        assert sealed(game, anna) == before


def test_an_answer_is_about_what_the_game_waits_for(
    game: Game, anna: User, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    to, asked = address_of(game, anna), open_question(game, anna)
    volunteered = replace(asked, id=f"{asked.id}.more", optional=True)
    monkeypatch.setattr(MailCase, "decisions", property(lambda _case: [volunteered, asked]))
    send(to, {"en": "status", "de": "Stand"}[language])
    assert last_mail().outcome == Outcome.COMMAND
    assert OutboxRow.objects.filter(kind="mail_answer").latest("pk").data["decision"] == asked.id
    # What need not be answered is asked about where there is nothing else.
    monkeypatch.setattr(MailCase, "decisions", property(lambda _case: [volunteered]))
    send(to, {"en": "status", "de": "Stand"}[language])
    answers = OutboxRow.objects.filter(kind="mail_answer")
    assert answers.latest("pk").data["decision"] == volunteered.id
