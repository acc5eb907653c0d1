"""The address of a turn: short, of one case, and worth nothing with one letter changed."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from games.mail.addresses import (
    DIGITS,
    TurnAddress,
    bounce_address,
    read_address,
    turn_address,
)
from games.models import Game, User
from games.models.game import new_game_id
from tests.service.tables import person
from wallenstein_site.mail import LONGEST_PREFIX, mail_in_prefix

DECISION = "3.autumn.plan.B"


pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return person("anna")


@pytest.fixture
def address(anna: User) -> str:
    return turn_address(game=Game(pk="bcd234fghj"), decision_id=DECISION, user=anna, seat="B")


def test_it_says_who_answers_what(address: str, anna: User) -> None:
    read = read_address(f"Wallenstein by Post <{address.upper()}>")
    assert read is not None
    assert (read.game_id, read.user_id, read.seat) == ("bcd234fghj", anna.pk, "B")
    assert read.asks(DECISION)
    assert not read.asks("3.autumn.plan.A")


def test_a_changed_letter_makes_it_worthless(address: str) -> None:
    local, _, host = address.partition("@")
    start = local.index("bcd234fghj")
    for place in range(start, len(local)):
        for letter in DIGITS:
            changed = f"{local[:place]}{letter}{local[place + 1 :]}@{host}"
            read = read_address(changed)
            assert (read is not None) == (changed == address), changed


def test_it_is_short_enough_at_its_longest(settings: Any) -> None:
    user = User.objects.create(pk=2**63 - 1, username="x")
    longest = turn_address(game=Game(pk="z" * 20), decision_id="d" * 80, user=user, seat="F")
    local, _, host = longest.partition("@")
    assert len(local) <= 64
    assert host == settings.MAIL_IN_HOST
    read = read_address(longest)
    assert isinstance(read, TurnAddress)
    assert read.user_id == 2**63 - 1


def test_it_is_short_enough_with_the_longest_prefix_and_more_people_than_there_are(
    settings: Any,
) -> None:
    settings.MAIL_IN_PREFIX = mail_in_prefix("a" * (LONGEST_PREFIX - 1) + "+")
    user = User.objects.create(pk=32**7 - 1, username="x")
    made = turn_address(game=Game(pk=new_game_id()), decision_id="d" * 80, user=user, seat="F")
    for address in (made, bounce_address(user=user)):
        assert len(address.partition("@")[0]) <= 64
    assert read_address(made) is not None


@pytest.mark.parametrize("prefix", ["t-", "box+", "club.games+", "_", "A&B="])
def test_a_prefix_of_a_mailbox_is_taken(settings: Any, anna: User, prefix: str) -> None:
    settings.MAIL_IN_PREFIX = mail_in_prefix(prefix)
    made = turn_address(game=Game(pk="bcd234fghj"), decision_id="x", user=anna, seat="A")
    assert read_address(made) is not None


@pytest.mark.parametrize(
    ("prefix", "why"),
    [
        ("games-of-our-club-in-prague+", "has 28 signs and may have 20"),
        ("box", "a sign such as - or \\+ at its end"),
        ("b x+", "must look like t- or box\\+"),
        ("größe+", "must look like"),
        ("a@b+", "must look like"),
        ("a..b+", "must look like"),
        (".a+", "must look like"),
        (".", "must look like"),
    ],
)
def test_a_prefix_that_makes_no_address_is_explained(prefix: str, why: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^WALLENSTEIN_MAIL_IN_PREFIX .*{why}"):
        mail_in_prefix(prefix)


def test_an_old_key_is_known_until_it_is_dropped(address: str, settings: Any) -> None:
    old = settings.SECRET_KEY
    settings.SECRET_KEY = old[::-1]
    assert read_address(address) is None
    settings.SECRET_KEY_FALLBACKS = [old]
    assert read_address(address) is not None


@pytest.mark.parametrize("changed", ["password", "email", "notify_address"])
def test_it_dies_with_a_password_and_with_an_address(
    address: str, anna: User, changed: str
) -> None:
    assert read_address(address) is not None
    User.objects.filter(pk=anna.pk).update(**{changed: "other@example.org"})
    assert read_address(address) is None
    anna.refresh_from_db()
    fresh = turn_address(game=Game(pk="bcd234fghj"), decision_id=DECISION, user=anna, seat="B")
    assert read_address(fresh) is not None


@pytest.mark.parametrize(
    "text", ["", "@", "post@localhost", "a@b@c", "<>", "\x00", "t-@x", "ä@ö", "(" * 3_000]
)
def test_other_addresses_are_none_of_ours(text: str) -> None:
    assert read_address(text) is None
