"""What somebody wants to be told, and over which channel."""

from __future__ import annotations

import pytest

from games import notify
from games.errors import Illegal
from games.models import NoticeChoice, OutboxRow, User
from games.services.post.delivery import deliver_due
from tests.service.tables import reported

pytestmark = pytest.mark.django_db


def test_a_kind_that_is_switched_off_is_not_sent_even_if_it_waits(anna: User, bert: User) -> None:
    reported(anna, bert)
    for _ in range(2):
        notify.switch_off(user=anna, kind="season_report", channel="mail")
    choice = NoticeChoice.objects.get()
    assert (choice.user, choice.kind, choice.channel, choice.wanted) == (
        anna,
        "season_report",
        "mail",
        False,
    )
    assert deliver_due() == 3
    sent = sorted(OutboxRow.objects.values_list("user__username", "kind"))
    assert sent == [("anna", "your_turn"), ("bert", "season_report"), ("bert", "your_turn")]


@pytest.mark.parametrize(
    ("kind", "channel"),
    [("mail_answer", "mail"), ("your_turn", "webhook"), ("your_turn", "pigeon"), ("", "mail")],
)
def test_what_cannot_be_chosen_is_refused(anna: User, kind: str, channel: str) -> None:
    with pytest.raises(Illegal, match="no choice"):
        notify.switch_off(user=anna, kind=kind, channel=channel)
    assert not NoticeChoice.objects.exists()
