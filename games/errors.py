"""Why something was refused, for the person who asked."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.core import Problem


class Refused(Exception):
    """A request that changes nothing; `code` is for programs, the message for people."""

    status = 409

    def __init__(self, code: str, message: str, problems: Sequence[Problem] = ()) -> None:
        self.code = code
        self.message = message
        self.problems = tuple(problems)
        super().__init__(message)


class NotAllowed(Refused):
    """The request is somebody else's to make."""

    status = 403


class Overtaken(Refused):
    """What the person saw is not the newest any more; both versions are still there."""


class TooFast(Refused):
    """More at once than anybody needs; the same again in a minute is welcome."""

    status = 429
    retry_after = 60


class NotFound(Refused):
    """There is nothing of that name, or not for this person: the two look alike on purpose."""

    status = 404


class Gone(Refused):
    """What was here once is not here any more, and will not come back."""

    status = 410


class Illegal(Refused):
    """An answer the rules do not allow, with everything that is wrong with it."""

    status = 422


class ClockTrouble(Exception):
    """The machine's clock cannot be trusted just now; nothing irreversible is done."""
