"""Every stored mail is read as its writer meant it, and nothing that was quoted is an order."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.core import Json, Problem
from engine.registry import ruleset_of
from games.mail.inbound.automatic import robot_of
from games.mail.inbound.bounces import bounce_of
from games.mail.inbound.commands import content_of, orders_of
from games.mail.inbound.parts import read
from games.mail.inbound.quotes import own_text, own_words
from tests.mail.post import written
from tests.mail.shapes import ANSWERS, EXPECTED, FOLDER, NAMES, raw
from tests.play.tables import RULESET

NOTATION = ruleset_of(RULESET, 1).text()


def parse(text: str) -> tuple[Json, Any]:
    return NOTATION.parse("plan", text, "en")


def test_there_are_many_shapes_and_each_is_expected() -> None:
    stored = {file.stem for file in FOLDER.glob("*.eml")}
    assert stored == set(NAMES)
    assert len(stored) >= 25


@pytest.mark.parametrize("name", NAMES)
def test_a_mail_is_read_as_it_was_meant(name: str) -> None:
    expected = EXPECTED[name]
    mail = read(raw(name))
    assert robot_of(mail, None) == expected.get("robot", "")
    if expected.get("robot"):
        return
    own = own_words(mail, "")
    content = content_of(own.text, mail.subject)
    orders = orders_of(content.text, parse, content.last_command)
    assert list(content.commands) == expected.get("commands", [])
    assert own.is_unclear == expected.get("unclear", False)
    assert orders.answer == ANSWERS[expected.get("orders", "")]
    unread = expected.get("unread", 0)
    assert len(orders.unread) == unread or (unread < 0 < len(orders.unread))
    assert orders.is_empty == ("orders" not in expected)
    if "attachments" in expected:
        assert mail.attachments == expected["attachments"]


@pytest.mark.parametrize("name", [name for name in NAMES if EXPECTED[name].get("robot")])
def test_a_report_says_which_letter_failed(name: str) -> None:
    bounce = bounce_of(read(raw(name)).message)
    status = EXPECTED[name].get("bounce", "")
    assert (bounce.status if bounce else "") == status
    if bounce:
        assert bounce.recipient == "anna@example.org"
        assert bounce.message_id.startswith("<0123456789")
        assert bounce.is_final == status.startswith("5")


@pytest.mark.parametrize(
    "named",
    [
        'Content-Type: text/plain\nContent-Disposition: inline; filename="plan.txt"',
        'Content-Type: text/plain; name="plan.txt"',
        "Content-Type: text/html\nContent-Disposition: inline; filename*=utf-8''pl%C3%A4ne.html",
    ],
)
def test_whatever_has_a_name_is_an_attachment(named: str) -> None:
    head = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\ngrain: Köln\n--b\n"
    mail = read(f"{head}{named}\n\nbid: 3\n--b--\n".encode())
    assert mail.attachments == 1
    assert mail.text.split() == ["grain:", "Köln"]


def test_words_around_orders_are_told_back() -> None:
    mail = read(raw("greeting_and_farewell"))
    orders = orders_of(own_text(mail.text, "").text, parse)
    assert orders.prose == (
        *("Hallo zusammen,", "hier kommt mein Plan. Viel Glück euch allen!"),
        *("LG Anna", "Bis bald am Spieltisch"),
    )
    assert orders.unread == ()


def test_a_line_that_was_meant_as_an_order_is_never_passed_over() -> None:
    orders = orders_of("Hello all\n\ngrain: Köln\n\nbit: 3\n", parse)
    assert [problem.where for problem in orders.unread] == ["line 5"]
    assert isinstance(orders.unread[0], Problem)


def test_a_line_of_the_form_that_was_not_filled_in_says_nothing() -> None:
    orders = orders_of("grain: Köln\nbid: 3\npositions:\nrevolts:\n", parse)
    assert orders.answer == {"boxes": {"collect_grain": "koeln"}, "bid": 3}
    assert (orders.unread, orders.prose) == ((), ("positions:", "revolts:"))
    # What was broken in two was written all the same.
    for broken in ("grain: Köln\nbid:\n3\n", "grain: Köln\ncombat A:\n\nAnhalt -> Mark 3"):
        assert orders_of(broken, parse).unread


@pytest.mark.parametrize(
    "sign", [">", "» ", "› ", "│ ", "¦ ", "} ", "% ", "| ", "WP> ", "&gt;", "&amp;gt; ", "&#62; "]
)
def test_a_line_behind_a_sign_is_quoted(sign: str) -> None:
    assert own_text(f"grain: Köln\n{sign}bid: 3\n", "").text == "grain: Köln"


@pytest.mark.parametrize("top", ["####>", "####&gt;", "####&amp;gt;", "####&#62;"])
@pytest.mark.parametrize("bottom", ["<####", "&lt;####", "&amp;lt;####", "&#x3C;####"])
def test_our_marks_are_known_however_often_they_were_escaped(top: str, bottom: str) -> None:
    letter = f"{top} Write above\nbid: 1\n{bottom} Wallenstein by Post abcd2345"
    assert own_text(f"bid: 3\n\n{letter}\ngrain: Köln", "abcd2345").text == "bid: 3\n\ngrain: Köln"
    tail = own_text(f"bid: 1\n{bottom} Wallenstein by Post abcd2345", "abcd2345")
    assert tail.is_unclear


@pytest.mark.parametrize(
    ("markup", "read_as"),
    [
        ("<s>bid: 3</s>", ""),
        ("<del>bid: 3</del>", ""),
        ("<span style='text-decoration: line-through'>bid: 3</span>", ""),
        ("<div style='border-left-width:0;padding:1px'>bid: 3</div>", "bid: 3"),
        ("<div style='border-left: 0px solid #ccc'>bid: 3</div>", "bid: 3"),
        ("<div style='border-left:none;border-top:solid 1pt'>bid: 3</div>", "bid: 3"),
        ("<div style='border:none;border-left:solid #B5C4DF 1.5pt'>bid: 3</div>", ""),
        ("<div style='border-left: 0.5px solid'>bid: 3</div>", ""),
        ("<div style='border-left-width:2px'>bid: 3</div>", ""),
    ],
)
def test_what_is_struck_out_is_no_order_and_what_has_no_line_is_not_quoted(
    markup: str, read_as: str
) -> None:
    mail = read(f"Content-Type: text/html\n\n<p>grain: Mark</p>{markup}".encode())
    assert own_text(mail.text, "").text.split("\n\n")[1:] == [read_as] * bool(read_as)


def test_an_order_between_long_quoted_lines_is_named_though_it_is_not_read() -> None:
    long = "> " + "x " * 40
    own = own_text(f"{long}\nbid: 3\n{long}\nthe end of it\n{long}\n\n{long}\n", "")
    assert (own.text, own.torn) == ("", ("bid: 3",))


def test_a_mail_whose_encoding_was_lost_is_put_together_again() -> None:
    text = (
        "grain: Köln" + " # I need it" * 9 + "\n> " + "quoted, and long enough; " * 3 + "bid: 3\n"
    )
    mail = written("t@example.org", text, cte="quoted-printable")
    assert b"=\n" in mail
    lost = mail.replace(b"Content-Transfer-Encoding: quoted-printable\n", b"")
    assert lost != mail
    assert own_text(read(lost).text, "").text == text.split("\n", maxsplit=1)[0]


@pytest.mark.parametrize(
    "text",
    [
        "bid: 3\n=====\ncombat A: Anhalt\nhttps://x/?id=12\n",
        f"bid: 3\n{'=' * 76}\ncombat A: Anhalt\nhttps://x/?id=12\n",
        f"bid: 3\nhttps://x/?{'y' * 65}=\nhttps://x/?id=AB\n",
        f"bid: 3\nhttps://x/?{'y' * 65}=\nhttps://x/?id=12\n",
    ],
)
def test_a_mail_that_names_no_encoding_is_read_as_it_is(text: str) -> None:
    assert read(f"Content-Type: text/plain; charset=utf-8\n\n{text}".encode()).text == text


SIGNED = "\n\nAnna Muster\nTel: 030 123\nFax: 030 124\n\nPS: until Friday\n"


def test_a_signature_below_the_orders_is_passed_over_and_told_back() -> None:
    orders = orders_of(f"grain: Köln\nbid: 3{SIGNED}", parse)
    assert orders.answer == {"boxes": {"collect_grain": "koeln"}, "bid": 3}
    assert orders.unread == ()
    assert orders.prose == ("Anna Muster", "Tel: 030 123", "Fax: 030 124", "PS: until Friday")


@pytest.mark.parametrize(
    "meant",
    [
        *("bit: 3", "gebott: 3", "Kampf: Köln", "PS: Köln -> Mark 3", "grain: Kölm", "group: 4"),
        *(
            "Anna Muster\nTel: 030 123\nbit: 3",
            "M: Anhalt",
            "E: 3",
            "attack C: Mark",
            "Zug: Mark 4",
        ),
    ],
)
def test_what_may_be_an_order_is_never_taken_for_a_signature(meant: str) -> None:
    for text in (f"grain: Köln\n\n{meant}", f"grain: Köln{SIGNED}\n{meant}{SIGNED}"):
        orders = orders_of(text, parse)
        assert len(orders.unread) >= 1
        assert meant.rsplit("\n", maxsplit=1)[-1] not in orders.prose
    content = content_of(f"status{SIGNED}\n{meant}", "")
    assert orders_of(content.text, parse, content.last_command).unread


def test_without_an_order_or_a_command_above_it_nothing_is_a_signature() -> None:
    for text in (f"PS: see you\n\ngrain: Köln{SIGNED}", "In urgent cases: Max Muster"):
        assert len(orders_of(text, parse).unread) == 1


def test_a_signature_may_begin_like_an_order() -> None:
    signed = "grain: Köln\nbid: 3\n\nAnna Muster\nChurch Street 5\nTel: 030 123\n"
    orders = orders_of(signed, parse)
    assert (orders.unread, len(orders.prose)) == ((), 3)


def alternatives(plain: str, markup: str) -> str:
    """The writer's own words of a mail that has them twice."""
    parts = f"--b\n\n{plain}\n--b\nContent-Type: text/html\n\n{markup}\n--b--\n"
    head = "Content-Type: multipart/alternative; boundary=b\n\n"
    return own_words(read((head + parts).encode()), "").text


LONG = "cmbt A: Anhalt -> Kursachsen 4; if held by enemy, at most 20 armies,"


def test_lines_are_whole_where_the_html_has_them_whole() -> None:
    whole = f"{LONG} at least 1, as I said"
    torn = f"{LONG}\nat least 1, as I said"
    markup = f"<div>{whole.replace('>', '&gt;')}</div><div>bid: 3</div>"
    assert alternatives(f"{torn}\nbid: 3", markup) == f"{whole}\nbid: 3"
    # Whatever else is said there, it is not the same mail.
    assert alternatives(f"{torn}\nbid: 2", markup) == f"{torn}\nbid: 2"


@pytest.mark.parametrize(
    ("long", "short"),
    [
        (f"combat A: {LONG[8:-8]}", "bid: 3"),
        ("Kampf A: Anhalt -> Kursachsen 4; wenn Besitz Gegner, höchstens 20", "Gebot: 3"),
        ("Kampf A: Anhalt -> Kursachsen 4; wenn Besitz Gegner, höchstens 20", "Gebot = 3"),
    ],
)
def test_html_without_ends_of_lines_joins_no_orders(long: str, short: str) -> None:
    markup = f"<div>{long} {short}</div>".replace("->", "-&gt;")
    assert alternatives(f"{long}\n{short}", markup) == f"{long}\n{short}"


def test_html_joins_no_lines_that_had_room() -> None:
    markup = "<span>bid: 3</span> <span>grain: Mark</span>"
    assert alternatives("bid: 3\ngrain: Mark", markup) == "bid: 3\ngrain: Mark"


def test_what_html_quotes_is_not_put_to_an_order() -> None:
    quoted = "<blockquote>at least 1</blockquote>"
    markup = f"<div>{LONG.replace('>', '&gt;')}</div>{quoted}"
    assert alternatives(f"{LONG}\n> at least 1", markup) == LONG
