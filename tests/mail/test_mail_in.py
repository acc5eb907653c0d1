"""Orders and questions by mail: taken once, done, and answered."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.test import Client

from engine.kernel.canonical import canonical
from engine.wallenstein.words.names import county_name
from games.log import store
from games.mail.inbound.automatic import LOOP_HEADER
from games.mail.letters import message_of
from games.models import Game, InboundMail, OutboxRow, SignedReceipt, User
from games.services.play.turns import draft_save
from games.services.post import mail_in
from games.services.post.mail_in import MailOutcome, mail_take
from tests.mail.post import (
    address_of,
    asked_of,
    last_answer,
    last_mail,
    open_question,
    orders_for,
    orders_for_open,
    sealed,
    send,
    written,
)
from tests.mail.shapes import raw
from tests.service.tables import (
    again,
    kinds,
)

Outcome = InboundMail.Outcome


def test_orders_are_sealed_and_answered_with_the_plan_as_understood(game: Game, anna: User) -> None:
    orders = orders_for(game, anna)
    assert (
        send(address_of(game, anna), f"Hello!\n\n{orders}\n\nBest\nAnna\n") == MailOutcome.ANSWERED
    )
    assert last_mail().outcome == Outcome.ACCEPTED
    reply = last_answer()
    assert reply.startswith("Sealed: your orders in Prague")
    assert orders in reply
    assert "Still waiting for: bert." in reply
    assert store.load(again(game)).sealed[asked_of(game, anna)].digest in reply
    assert again(game).head in reply
    # Proofs stand below everything that is for play.
    assert reply.index("Still waiting for: bert.") < reply.index("SHA-256") < reply.index("Salt")
    assert kinds(game).count("answer_sealed") == 2  # the bot's, and this one


def test_a_german_reader_is_answered_in_german_orders(game: Game, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(language="de")
    orders = orders_for(game, anna, language="de")
    send(address_of(game, anna), orders)
    assert last_mail().outcome == Outcome.ACCEPTED
    assert orders in last_answer()


def test_help_leads_to_where_every_sign_is_explained(
    game: Game, anna: User, client: Client
) -> None:
    send(address_of(game, anna), "help")
    link = re.search(r"https?://[^/]+(/rules/\S+)", last_answer())
    assert link
    page = client.get(link[1]).content.decode()
    for sign in ("combat A:", "if held by enemy, at most 2", "leave 2", "stay", "revolts:"):
        assert sign in page


def test_a_mail_that_was_refused_leaves_what_was_kept(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    *first, last = orders_for(game, anna).splitlines()
    rest = [line for line in first if line.startswith("bid")] + [last]
    send(to, "\n".join(line for line in first if line not in rest))
    send(to, f"withdraw\n{rest[0]}")
    assert last_mail().outcome == Outcome.REFUSED
    send(to, "\n".join(rest))
    assert last_mail().outcome == Outcome.ACCEPTED


def test_an_order_between_quoted_lines_is_told_back(game: Game, anna: User) -> None:
    long = "> " + "x " * 40
    send(address_of(game, anna), f"{long}\nbid: 3\n{long}\n")
    assert last_mail().outcome == Outcome.NOTHING
    assert "ignored:\n\nbid: 3" in last_answer().replace("\n  ", "\n")


SIGNATURE = "\n\nAnna Muster\nTel: 030 123\nGeschäftsführer: Max Muster\n"


def test_a_signature_is_in_nobodys_way_and_told_back(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    for text, outcome in (
        (orders_for(game, anna), Outcome.ACCEPTED),
        ("status", Outcome.COMMAND),
        ("withdraw", Outcome.WITHDRAWN),
    ):
        send(to, text + SIGNATURE)
        assert last_mail().outcome == outcome
        reply = last_answer()
        assert "These lines are not orders and were ignored:" in reply
        assert "Geschäftsführer: Max Muster" in reply
    assert sealed(game, anna) is None


@pytest.mark.parametrize(
    "markup",
    [
        '<div id="Signature"><p>Tel: 030 123</p>bid: 4</div>',
        '<div id="AppleMailSignature"><div>Tel: 030 123</div><div>bid: 4</div></div>',
        "<s>bid: 4</s>",
        "<span style='text-decoration:line-through'>bid: 4</span>",
    ],
)
@pytest.mark.parametrize("orders", ["bid: 3", ""])
def test_an_order_that_is_struck_out_or_in_a_signature_is_named(
    game: Game, anna: User, markup: str, orders: str
) -> None:
    to = address_of(game, anna)
    page = f"<p>{orders}</p>{markup}<p style='display:none'>bid: 5</p>"
    mail_take(raw=f"To: {to}\nContent-Type: text/html\n\n{page}".encode())
    reply = last_answer()
    assert "These lines are not orders and were ignored:\n\n" in reply
    assert "\nbid: 4\n" in reply
    assert "Tel: 030 123" not in reply
    assert "bid: 5" not in reply
    assert last_mail().outcome == (Outcome.REJECTED if orders else Outcome.NOTHING)


def test_the_same_mail_twice_is_one_answer(game: Game, anna: User) -> None:
    mail = written(address_of(game, anna), orders_for(game, anna))
    assert mail_take(raw=mail) == MailOutcome.ANSWERED
    head = again(game).head
    assert mail_take(raw=b"Received: from elsewhere\r\n" + mail) == MailOutcome.AGAIN
    assert again(game).head == head
    assert InboundMail.objects.count() == 1
    assert OutboxRow.objects.filter(kind="mail_answer").count() == 1


def test_a_mail_that_cannot_be_kept_is_not_taken_for_a_second_one(
    game: Game, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = written(address_of(game, anna), orders_for(game, anna))

    def broken(*_: Any, **__: Any) -> None:
        raise IntegrityError

    with monkeypatch.context() as patched:
        patched.setattr(InboundMail, "save", broken)
        with pytest.raises(IntegrityError):
            mail_take(raw=mail)
    assert mail_take(raw=mail) == MailOutcome.ANSWERED


def test_a_listener_of_the_version_before_can_keep_a_mail(game: Game, anna: User) -> None:
    mail_take(raw=written(address_of(game, anna), "status"))
    known: dict[str, Any] = {**InboundMail.objects.values().get(), "key": "another"}
    named = [name for name in known if name not in ("id", "says_something")]
    columns, signs = ", ".join(named), ", ".join(["%s"] * len(named))
    insert = f"INSERT INTO games_inboundmail ({columns}) VALUES ({signs})"  # noqa: S608 our names
    with connection.cursor() as cursor:
        cursor.execute(insert, [known[name] for name in named])
    assert InboundMail.objects.get(key="another").says_something


def test_a_mail_without_a_name_is_known_by_what_it_says(game: Game, anna: User) -> None:
    mail = written(address_of(game, anna), "status")
    nameless = b"\n".join(line for line in mail.split(b"\n") if b"Message-ID" not in line)
    assert mail_take(raw=nameless) == MailOutcome.ANSWERED
    assert mail_take(raw=b"Received: by way of another\n" + nameless) == MailOutcome.AGAIN


def test_what_fails_half_way_leaves_nothing_and_may_come_again(
    game: Game, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = written(address_of(game, anna), orders_for(game, anna))
    head = again(game).head

    def broken(*_: Any, **__: Any) -> None:
        raise OSError

    with monkeypatch.context() as patched:
        patched.setattr(mail_in, "put", broken)
        with pytest.raises(OSError):  # noqa: PT011 no message of ours
            mail_take(raw=mail)
    assert again(game).head == head
    assert not InboundMail.objects.exists()
    assert mail_take(raw=mail) == MailOutcome.ANSWERED
    assert last_mail().outcome == Outcome.ACCEPTED


def test_lines_that_cannot_be_read_come_back_with_reasons_and_a_template(
    game: Game, anna: User
) -> None:
    send(address_of(game, anna), "gran: Köln\nbid: 77\n")
    reply = last_answer()
    assert last_mail().outcome == Outcome.REJECTED
    assert "“gran: Köln”" in reply
    assert "“77” is out of range" in reply
    mine = [county_name(county) for county in open_question(game, anna).options["counties"]]
    assert f"“bid: {mine[0]}”" in reply.replace("\n  ", " ")
    assert "ORDERS TO FILL IN" in reply
    assert sealed(game, anna) is None


def test_what_is_missing_may_come_with_the_next_mail(game: Game, anna: User) -> None:
    *first, last = orders_for(game, anna).splitlines()
    rest = [line for line in first if line.startswith("bid")] + [last]
    send(address_of(game, anna), "\n".join(line for line in first if line not in rest))
    assert last_mail().outcome == Outcome.REJECTED
    assert "This much could be read and is kept" in last_answer()
    send(address_of(game, anna), "\n".join(rest))
    assert last_mail().outcome == Outcome.ACCEPTED
    assert "They change the orders you sent before" in last_answer()


def test_a_whole_plan_takes_the_place_of_the_old_one(game: Game, anna: User) -> None:
    send(to := address_of(game, anna), orders_for(game, anna, "one"))
    before = sealed(game, anna)
    other = orders_for_open(game, anna, "two")
    send(to, other)
    assert last_mail().outcome == Outcome.ACCEPTED
    assert sealed(game, anna) != before
    assert "They change the orders" not in last_answer()
    assert other in last_answer()


def test_one_line_changes_what_is_sealed(game: Game, anna: User) -> None:
    send(to := address_of(game, anna), orders_for(game, anna))
    before = sealed(game, anna)
    bid = 1 if before["bid"] == 2 else 2
    send(to, f"bid: {bid}\n")
    assert last_mail().outcome == Outcome.ACCEPTED
    assert sealed(game, anna) == {**before, "bid": bid}


def test_orders_are_taken_back(game: Game, anna: User) -> None:
    send(to := address_of(game, anna), orders_for(game, anna))
    send(to, "Zurückziehen!\n")
    assert last_mail().outcome == Outcome.WITHDRAWN
    assert sealed(game, anna) is None
    assert kinds(game)[-1] == "answer_withdrawn"
    send(to, "withdraw")
    assert last_mail().outcome == Outcome.REFUSED
    assert "You have not answered this yet." in last_answer()


def test_orders_and_a_withdrawal_at_once_change_nothing(game: Game, anna: User) -> None:
    send(address_of(game, anna), f"withdraw\n\n{orders_for(game, anna)}")
    assert last_mail().outcome == Outcome.REFUSED
    assert "Nothing was changed" in last_answer()
    assert sealed(game, anna) is None


@pytest.mark.parametrize(
    ("word", "reply"),
    [
        ("status", "Still waiting for: anna, bert."),
        ("Stand", "You have not answered yet."),
        ("orders", "ORDERS TO FILL IN"),
        ("Brett", "YOUR COUNTIES"),
        ("help", "“withdraw”: take your orders back"),
    ],
)
def test_questions_are_answered(game: Game, anna: User, word: str, reply: str) -> None:
    head = again(game).head
    send(address_of(game, anna), f"{word}\n")
    assert last_mail().outcome == Outcome.COMMAND
    assert reply in last_answer()
    assert again(game).head == head


def test_a_letter_can_be_answered_by_its_own_address(game: Game, anna: User) -> None:
    row = OutboxRow.objects.filter(user=anna, kind="your_turn").latest("pk")
    letter = message_of(row)
    quoted = "\n".join(f"> {line}" for line in letter.body.splitlines())
    send(letter.reply_to[0], f"{orders_for(game, anna)}\n\n{quoted}\n")
    assert last_mail().outcome == Outcome.ACCEPTED
    answered = message_of(OutboxRow.objects.filter(kind="mail_answer").latest("pk"))
    assert answered.extra_headers["In-Reply-To"] == last_mail().message_id
    assert answered.extra_headers["Auto-Submitted"] == "auto-replied"
    assert answered.extra_headers[LOOP_HEADER] == "post@localhost"
    assert answered.reply_to == [letter.reply_to[0]]
    assert answered.to == [anna.address]


def test_every_answer_names_the_head_and_the_receipt(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    for text in ("status", "thanks", "bid: 99", "help", "withdraw"):
        send(to, text)
        assert last_answer().count(again(game).head) == 1
    send(to, orders_for(game, anna))
    digest = store.load(again(game)).sealed[asked_of(game, anna)].digest
    signed = SignedReceipt.objects.get(game=game)
    assert canonical(signed.to_json()).decode() in last_answer()
    for text in ("status", "thanks", "board"):
        send(to, text)
        assert f"Receipt for {asked_of(game, anna)}: {digest}" in last_answer()


def test_attachments_are_not_read_and_that_is_said(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    mail_take(raw=raw("attachment_only", to), recipients=[to])
    assert last_mail().outcome == Outcome.NOTHING
    assert "Attachments are not read" in last_answer()
    mail_take(raw=raw("tail_of_the_letter", to), recipients=[to])
    assert "we cannot tell your words from ours" in last_answer().replace("\n", " ")


def test_all_that_is_wrong_is_told_at_once(game: Game, anna: User) -> None:
    lines = dict(line.split(":", 1) for line in orders_for(game, anna).splitlines())
    options = open_question(game, anna).options
    taxed = county_name(next(iter(options["counties"])))
    foreign = county_name(next(c for c in options["in_play"] if c not in options["counties"]))
    lines |= {"grain": taxed, "taxes": taxed, "deploy 5": foreign}
    orders = "\n".join(f"{head}: {order}" for head, order in lines.items())
    send(address_of(game, anna), f"hallo du\n{orders}\nroast: goose\n")
    assert last_mail().outcome == Outcome.REJECTED
    reply = " ".join(last_answer().split())
    assert "“roast” is not an order." in reply
    assert reply.count(f"the card {taxed} lies in more than one box") == 2
    assert f"Deploy 5 armies: {foreign} is not yours." in reply
    assert "These lines are not orders and were ignored: hallo du" in reply


def test_sealed_orders_come_with_the_advice_of_the_form(game: Game, anna: User) -> None:
    lines = dict(line.split(":", 1) for line in orders_for(game, anna).splitlines())
    origin = lines["combat A"].split(" -> ")[0].strip()
    lines["combat A"] = origin
    send(address_of(game, anna), "\n".join(f"{head}: {order}" for head, order in lines.items()))
    assert last_mail().outcome == Outcome.ACCEPTED
    advice = f"Combat/Movement A: No marching order: the armies in {origin} stay."
    reply = " ".join(last_answer().split())
    # While there is time: what to think of, and how to change it, come before the plan itself.
    change = "To change something, reply with that line alone; what you do not mention stays"
    assert reply.index(advice) < reply.index(change) < reply.index("grain: ")


def test_coin_on_the_rest_fills_what_no_mail_has_said(game: Game, anna: User) -> None:
    lines = dict(line.split(":", 1) for line in orders_for(game, anna).splitlines())
    counties = [head for head, order in lines.items() if order.strip() != "coin"]
    orders = "\n".join(f"{head}: {lines[head]}" for head in counties[:-1])
    to = address_of(game, anna)
    send(to, f"{orders}\n{counties[-1]}: Atlantis\n")
    assert last_mail().outcome == Outcome.REJECTED
    send(to, f"{counties[-1]}: {lines[counties[-1]]}\nrest: coin\n")
    assert last_mail().outcome == Outcome.ACCEPTED
    sealed = " ".join(last_answer().split())
    for head, order in lines.items():
        assert " ".join(f"{head}: {order}".split()) in sealed


def test_coin_on_the_rest_reaches_as_far_as_there_are_coins(game: Game, anna: User) -> None:
    county = county_name(next(iter(open_question(game, anna).options["counties"])))
    send(address_of(game, anna), f"taxes: {county}\nrest: coin\n")
    assert last_mail().outcome == Outcome.REJECTED
    reply = " ".join(last_answer().split())
    assert "Still empty: " in reply
    assert "is not an order" not in reply
    assert "rest: coin" in reply


@pytest.mark.parametrize("word", ["check", "prüfen"])
def test_orders_can_be_checked_before_they_are_sealed(game: Game, anna: User, word: str) -> None:
    lines = dict(line.split(":", 1) for line in orders_for(game, anna).splitlines())
    lines["combat A"] = lines["combat A"].split(" -> ")[0]
    orders = "\n".join(f"{head}: {order}" for head, order in lines.items())
    to = address_of(game, anna)
    send(to, f"{word}\n\n{orders}\n")
    assert last_mail().outcome == Outcome.COMMAND
    reply = " ".join(last_answer().split())
    assert "Checked only: this mail seals nothing." in reply
    assert "Send them without “check” to seal them." in reply
    assert "No marching order: the armies in" in reply
    assert sealed(game, anna) is None
    send(to, f"{word}\ntaxes: Atlantis\n")
    reply = " ".join(last_answer().split())
    assert "These orders cannot be sealed as they are:" in reply
    assert "there is no county “Atlantis”" in reply
    # What was only checked is forgotten: one line more is not a plan.
    send(to, f"bid: {lines['bid'].strip()}\n")
    assert last_mail().outcome == Outcome.REJECTED


def test_a_check_without_orders_is_about_what_is_sealed(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    send(to, "check\n")
    assert "There are no orders to check." in last_answer()
    send(to, orders_for(game, anna))
    assert last_mail().outcome == Outcome.ACCEPTED
    send(to, "check\n")
    assert "Checked only: this mail seals nothing." in last_answer()
    assert "What you sealed before still counts." in last_answer()


def test_the_last_to_answer_is_told_only_what_is_true(game: Game, anna: User, bert: User) -> None:
    send(address_of(game, anna), orders_for(game, anna))
    assert "You can until the game goes on." in last_answer()
    assert "There is no deadline" in last_answer()
    send(address_of(game, bert), orders_for(game, bert))
    assert "Everybody is ready. The game goes on in a moment." in last_answer()
    assert "You can until" not in last_answer()
    assert "There is no deadline" not in last_answer()


def test_what_is_kept_unsealed_is_told_when_asked(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    draft_save(person=anna, game_id=game.pk, decision=asked_of(game, anna), answer={"bid": 1})
    send(to, "status\norders")
    assert "Your draft is saved. It does not count until it is sealed." in last_answer()
    assert "\nbid: 1\n" in last_answer()
    send(to, "bid: 2")
    send(to, "status\norders")
    assert "\nbid: 2\n" in last_answer()
    send(to, orders_for(game, anna))
    send(to, "status\norders")
    assert "You have answered, and it is sealed." in last_answer()
    assert "draft" not in last_answer()


@pytest.mark.parametrize("line", ["salt: my own words", "  Salz:  my own words \n"])
def test_words_of_ones_own_salt_the_orders(game: Game, anna: User, line: str) -> None:
    to = address_of(game, anna)
    send(to.upper(), f"{line}\n\n{orders_for(game, anna)}\n")
    assert last_mail().outcome == Outcome.ACCEPTED
    entry = store.entries_of(again(game))[-1]
    assert entry.secret is not None
    assert entry.payload["by"] == "seat"
    # As docs/mail.md says: rivals who guess the words do not know what stands before them.
    letters = to.partition("@")[0][-16:]
    assert entry.secret.salt == sha256(f"{letters}\nmy own words".encode()).hexdigest()
    assert entry.secret.salt in last_answer()
    assert "This site drew" not in last_answer()


def test_the_same_words_make_another_salt_for_another_question(
    game: Game, anna: User, bert: User
) -> None:
    salts = set()
    for player in (anna, bert):
        send(address_of(game, player), f"salt: a\n{orders_for(game, player)}\n")
        secret = store.entries_of(again(game))[-1].secret
        assert secret is not None
        salts.add(secret.salt)
    assert len(salts) == 2


def test_orders_without_words_for_a_salt_are_told_who_drew_it(game: Game, anna: User) -> None:
    send(address_of(game, anna), orders_for(game, anna))
    entry = store.entries_of(again(game))[-1]
    assert entry.payload["by"] == "relay"
    assert "This site drew their salt." in last_answer()
