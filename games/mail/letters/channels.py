"""Letters that are about no game: a test, a channel that was switched off, the letter of a day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import structlog
from django.conf import settings
from django.db import Error as AnyDatabaseError
from django.utils.translation import gettext as _

from games.boards.blocks import Block, Heading, Letter, Picture, Say, Way
from games.models import OutboxRow
from games.notice_kinds import CHANNEL_OFF, DIGEST, KINDS, TEST

log = structlog.get_logger()
Writer = Callable[[OutboxRow], Letter]


def _test(_row: OutboxRow) -> Letter:
    sentence = _("If you can read this, notifications reach you this way. There is nothing to do.")
    return Letter(_("A test from Wallenstein by Post"), [Say(sentence)])


def _channel_off(row: OutboxRow) -> Letter:
    place = {"name": row.data["name"], "said": row.data["said"]}
    lost = (
        _("Notifications no longer go to “%(name)s”: they were refused there (%(said)s).") % place
    )
    blocks = [
        Say(lost, loud=True),
        Say(_("From now on they come by mail. You can set it up again.")),
        Way(_("Your notifications"), f"{settings.SITE_URL}/me/notices/"),
    ]
    return Letter(_("“%(name)s” is switched off") % place, blocks)


def day_of(row: OutboxRow, letter_of: Writer) -> Letter:
    """Everything that was collected, each as its own letter says it, but without pictures."""
    blocks: list[Block] = []
    for collected in row.collected.select_related("user", "game").order_by("created_at", "pk"):
        # It went with this letter, so it speaks like it.
        collected.data = {**collected.data, "language": row.language}
        one = _item(collected, letter_of)
        blocks.append(Heading(one.subject))
        blocks += [block for block in one.blocks if not isinstance(block, Picture)]
    return Letter(_("Your day at Wallenstein by Post"), blocks)


def _item(row: OutboxRow, letter_of: Writer) -> Letter:
    """One notice of a day; one that cannot be written does not hold up the others."""
    try:
        return letter_of(row)
    except AnyDatabaseError:
        raise  # no fault of this notice: the whole letter is written again later
    except Exception as problem:  # noqa: BLE001 whatever is wrong with it, the others can be read
        log.error("notice_left_out", notice=row.pk, kind=row.kind, problem=type(problem).__name__)
        sentence = _("This notification could not be shown here. Look at the game on the site.")
        return Letter(str(KINDS[row.kind].label), [Say(sentence)])


ABOUT_CHANNELS: Final[Mapping[str, Writer]] = {TEST: _test, CHANNEL_OFF: _channel_off}
DAY: Final = DIGEST
