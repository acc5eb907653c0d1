"""Whatever comes: never an exception, and never an order that nobody wrote."""

from __future__ import annotations

import random
from collections.abc import Callable
from email.message import EmailMessage

import pytest
from hypothesis import example, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from games.boards.blocks import Block, Quote, Say
from games.mail.inbound.automatic import robot_of
from games.mail.inbound.bounces import bounce_of
from games.mail.inbound.commands import ParsedOrders, content_of, orders_of
from games.mail.inbound.parts import read
from games.mail.inbound.quotes import own_text
from games.mail.marks import defused, framed
from games.mail.plain import as_text
from tests.mail.shapes import EXPECTED, NAMES, PLAN, raw
from tests.mail.test_shapes import parse

# Orders a letter of ours may show: what was sealed before. Nobody writes them in these tests.
SHOWN = ("build palace: Passau", "deploy 5: Salzburg", "bid: 1", "combat B: Lausitz -> Schlesien 2")
END = "abcd2345"
OURS = framed(
    "\n".join(("Sealed, and in force until you send others:", "", *SHOWN, "", "grain:")), END
)
WRITTEN = ("grain: Köln", "taxes: Lüneburg", "deploy 3: Mark")


def orders_in(mail: bytes) -> ParsedOrders:
    """Everything that happens to a mail before a service sees it."""
    read_mail = read(mail)
    robot_of(read_mail, None)
    bounce_of(read_mail.message)
    content = content_of(own_text(read_mail.text, END).text, read_mail.subject)
    return orders_of(content.text, parse, content.last_command)


def prefixed(sign: str) -> Callable[[str], str]:
    return lambda text: "\n".join(f"{sign}{line}".rstrip() for line in text.split("\n"))


HEADS = (
    "On Mon, 16 Nov 2026 at 08:00, Wallenstein by Post <post@wallenstein.example> wrote:\n",
    "Am 16.11.26 um 08:00 schrieb Wallenstein by Post:\n",
    "Am Mo., 16. Nov. 2026 um 08:00 Uhr schrieb Wallenstein by Post\n<post@wallenstein.example>:\n",
    "Wallenstein by Post <post@wallenstein.example> schrieb am Mo., 16. Nov. 2026, 08:00:\n",
    "",
)
BARE_HEADS = (
    *HEADS,
    "-----Original Message-----\nFrom: Wallenstein\nSent: Monday\nTo: Anna\nSubject: x\n\n",
    "________________________________\nVon: Wallenstein\nGesendet: Montag\nAn: Anna\nBetreff: x\n",
    "\nGesendet: Montag, 16. November 2026 um 08:00 Uhr\nVon: W\nAn: Anna\nBetreff: x\n",
)
QUOTE_SIGNS = (
    *("> ", ">", ">> ", " > ", "| ", "WP> ", "» ", "» » ", "› ", "│ ", "│", "¦ ", "} ", "% "),
    *("&gt; ", "&amp;gt; ", "&raquo; "),
)
# Unquoted, as it is or with the signs of its marks escaped once or twice.
ESCAPED = OURS.replace("####>", "####&gt;").replace("<####", "&lt;####")
BARE = (OURS, ESCAPED, ESCAPED.replace("&", "&amp;"))
SIGN_OFFS = (
    *("", "\n\n-- \nAnna\nbid: 4\n", "\nViele Grüße\nAnna\n"),
    "\n\nViele Grüße\nAnna\n\nTel: 030 123\nGeschäftsführer: Max Muster\n",
)


@st.composite
def replies(draw: st.DrawFn) -> str:
    """A reply as some mail program makes it: own words above or below a quotation of ours."""
    words = "\n".join(draw(st.lists(st.sampled_from(WRITTEN), unique=True, max_size=3)))
    signed = draw(st.booleans())
    if signed:
        quotation = draw(st.sampled_from(HEADS)) + prefixed(draw(st.sampled_from(QUOTE_SIGNS)))(
            OURS
        )
    else:
        quotation = draw(st.sampled_from(BARE_HEADS)) + draw(st.sampled_from(BARE))
    above = draw(st.booleans())
    gap = "\n" * draw(st.integers(1, 3))
    text = f"{words}{gap}{quotation}" if above else f"{quotation}{gap}{words}"
    sign_off = draw(st.sampled_from(SIGN_OFFS))
    return text + sign_off


def as_mail(text: str, kind: str, charset: str, encoding: str) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.org", "t@example.org", "Re: x"
    if text.encode(charset, "replace").decode(charset) != text:
        charset = "utf-8"  # as a program does if it quotes with a sign its charset has not
    if kind == "html":
        lines = "".join(
            f"<div>{line.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')}</div>"
            for line in text.split("\n")
        )
        mail.set_content(lines, subtype="html", charset=charset, cte=encoding)
    else:
        mail.set_content(text, charset=charset, cte=encoding)
    return mail.as_bytes()


@given(
    replies(),
    st.sampled_from(("plain", "html")),
    st.sampled_from(("utf-8", "iso-8859-1", "windows-1252", "iso-8859-15")),
    st.sampled_from(("quoted-printable", "base64")),
)
@examples(max_examples=200)
def test_only_what_was_written_is_ordered(
    text: str, kind: str, charset: str, encoding: str
) -> None:
    orders = orders_in(as_mail(text, kind, charset, encoding))
    written = {"collect_grain": "koeln", "collect_taxes": "lueneburg", "deploy_3": "mark"}
    boxes = orders.answer.get("boxes", {})
    assert set(boxes.items()) <= set(written.items())
    assert set(orders.answer) <= {"boxes"}
    own = [line for line in WRITTEN if any(part == line for part in text.split("\n"))]
    assert len(boxes) == len(own)
    # A signature is known by the orders above it; below none it may have been meant as some.
    assert orders.unread == () or (not own and text.endswith(SIGN_OFFS[-1]))


# What a rival may write where others read it: ends of letters, quotations, orders, long words.
BAIT = (
    *("bid: 0", "withdraw", "help", "####>", "<####", "> ####>", "<#### Wallenstein by Post"),
    *("<#### Wallenstein by Post aaaaaaaa", "> x", "-- ", "\n", "#" * 70, "x" * 90, "<##\x01##"),
    *("On Mon, 16 Nov 2026 Anna wrote:", "----- Original Message -----", "deploy 5: Salzburg"),
)


@given(
    st.lists(st.sampled_from(BAIT), max_size=12),
    st.sampled_from(BARE_HEADS),
    st.sampled_from(("plain", "html")),
    st.sampled_from(("whole", "without its top", "only his words")),
)
@example(["I travel.", "<####", "#" * 70, "bid: 0", "#" * 70 + ">"], "", "plain", "whole")
@example(
    ["x" * 90, "help", "x" * 90, "----- Original Message -----"], "", "plain", "without its top"
)
@example(["####>", "#" * 70, "> ####>", "#" * 70, "bid: 0"], "", "plain", "whole")
@examples(max_examples=200)
def test_the_words_of_a_rival_are_never_an_order(
    bait: list[str], head: str, kind: str, shown: str
) -> None:
    blocks: list[Block] = defused([Say(_sentence(bait)), Say("Reason:"), Quote(" ".join(bait))])
    letter = framed(as_text(blocks), END)
    text = {
        "whole": head + letter,
        "without its top": letter.split("\n", 1)[1],
        "only his words": as_text(blocks[1:]),
    }[shown]
    orders = orders_in(as_mail(f"grain: Köln\n\n{text}", kind, "utf-8", "base64"))
    assert orders.answer in ({}, {"boxes": {"collect_grain": "koeln"}})
    content = content_of(own_text(text, END).text, "")
    assert content.commands == ()


def _sentence(bait: list[str]) -> str:
    """The same words in a sentence of ours."""
    return f"A name may say {' '.join(bait)} as well."


def test_what_stands_below_the_answered_letter_counts() -> None:
    assert orders_in(as_mail(f"{OURS}\ngrain: Köln", "plain", "utf-8", "base64")).answer
    other = OURS.replace(END, "zzzz7777")
    assert not orders_in(as_mail(f"{other}\ngrain: Köln", "plain", "utf-8", "base64")).answer


@given(st.binary(max_size=3_000))
@example(b"")
@example(b"\n\n\n")
@example(b"\x95#0")
@example(b"Content-Type: multipart/mixed; boundary=a\n\n--a\n" * 200)
@example(b"Content-Type: text/plain; charset=idna\n\nx" + b"." * 300)
@example(b"Content-Type: text/html\n\n" + b"<div>" * 3_000)
@example(b"Subject: =?utf-8?b?////?=\nTo: =?x?q?=00?=, <>\nDate: Mon, 99 Foo 99999\n\n\xff\xfe")
@example(b"To: " + b"(" * 3_000 + b"\n\nx")
@example(b"From: " + b"(" * 3_000 + b"\n\nx")
@example(b"Content-Type: text/plain; charset*=a'b'c; format=flowed\n\n> \n \n-- \n")
def test_any_bytes_are_a_mail(noise: bytes) -> None:
    orders = orders_in(noise)
    assert orders.is_empty or orders.answer or orders.unread


def mangled(mail: bytes, seed: int) -> bytes:
    """A mail that had an accident on the way."""
    dice = random.Random(seed)
    broken = bytearray(mail)
    for _ in range(dice.randint(1, 12)):
        if not broken:
            break
        at = dice.randrange(len(broken))
        deed = dice.randrange(4)
        if deed == 0:
            broken[at] = dice.randrange(256)
        elif deed == 1:
            del broken[at : at + dice.randint(1, 40)]
        elif deed == 2:
            broken[at:at] = bytes(dice.randrange(256) for _ in range(dice.randint(1, 6)))
        else:
            broken = broken[: max(1, at)] + broken[at : at + 200] + broken[at:]
    return bytes(broken)


@pytest.mark.parametrize("name", NAMES)
def test_a_mangled_mail_raises_nothing(name: str) -> None:
    for seed in range(6):
        orders = orders_in(mangled(raw(name), seed))
        assert orders.is_empty or orders.answer or orders.unread


@pytest.mark.parametrize("name", [name for name in NAMES if "robot" not in EXPECTED[name]])
def test_whatever_happens_to_its_headers_no_quoted_order_counts(name: str) -> None:
    mail = raw(name)
    end = b"\r\n\r\n" if b"\r\n\r\n" in mail else b"\n\n"
    head, gap, body = mail.partition(end)
    for seed in range(6):
        answer = orders_in(mangled(head, seed) + gap + body).answer
        assert set(answer.get("boxes", {}).items()) <= set(PLAN["boxes"].items())
        assert answer.get("bid", PLAN["bid"]) == PLAN["bid"]
        assert set(answer.get("moves", {})) <= {"combat_a"}


@pytest.mark.parametrize(
    "sign", [b"<a ", b"<td>", b"_____\n", b"-----BEGIN PGP SIGNED MESSAGE-----\n\n"]
)
def test_a_hostile_mail_is_read_to_its_end(sign: bytes) -> None:
    """Each of these once took minutes; the time a test may take is the judge."""
    kind = b"html" if sign.startswith(b"<") else b"plain"
    orders = orders_in(b"Content-Type: text/" + kind + b"\n\n" + sign * (600_000 // len(sign)))
    assert orders.answer == {}
