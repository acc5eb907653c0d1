"""Letters: what a notice says to its reader, on paper and in an envelope."""

from games.mail.letters.envelope import message_id, message_of
from games.mail.letters.kinds import letter_of, subject_of
from games.mail.letters.shorts import Short, short

__all__ = ["Short", "letter_of", "message_id", "message_of", "short", "subject_of"]
