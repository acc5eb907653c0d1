"""The words of the game without expansions, put together."""

from __future__ import annotations

from typing import Final

from engine.kernel.catalogue import Catalogue
from engine.text import line_problems
from engine.wallenstein.board import ACTIONS
from engine.wallenstein.words.accounts import ACCOUNTS
from engine.wallenstein.words.choices_text import ANSWERS, POSITION_ANSWER
from engine.wallenstein.words.order_examples import base_offers
from engine.wallenstein.words.order_problems import ACCEPTED, UNREAD
from engine.wallenstein.words.order_words import BODY_WORDS, COIN, HEADS
from engine.wallenstein.words.orders import LINES
from engine.wallenstein.words.problem_words import PROBLEM_WORDS
from engine.wallenstein.words.vocabulary import OrderWords, Vocabulary

ORDER_WORDS: Final = OrderWords(
    heads=Catalogue(HEADS),
    bodies=Catalogue(BODY_WORDS),
    boxes=ACTIONS,
    lines=LINES,
    answers=ANSWERS.joined(POSITION_ANSWER),
    unread=Catalogue(line_problems.UNREAD, UNREAD),
    accepted=Catalogue(ACCEPTED),
    offers=(base_offers,),
    blank=COIN,
)
VOCABULARY: Final = Vocabulary(ACCOUNTS, ORDER_WORDS, PROBLEM_WORDS)
