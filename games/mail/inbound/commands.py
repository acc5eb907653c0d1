"""What somebody wants: commands, orders, and the words around them that are neither."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby, product, takewhile
from typing import Any, Final

from engine.kernel.core import Json, Problem
from engine.text.lexicon import fold
from games.mail.inbound import phrases

Parse = Callable[[str], tuple[Json, Sequence[Problem]]]


class Command(StrEnum):
    """What can be asked for by mail."""

    STATUS = "status"
    HELP = "help"
    ORDERS = "orders"
    CHECK = "check"
    BOARD = "board"
    WITHDRAW = "withdraw"


_WORDS: Final = {
    Command.STATUS: ("status", "stand", "spielstand"),
    Command.HELP: ("help", "hilfe", "?"),
    Command.ORDERS: ("orders", "my orders", "template", "befehle", "meine befehle", "vorlage"),
    Command.CHECK: ("check", "check only", "preview", "prüfen", "pruefen", "prüfe", "vorschau"),
    Command.BOARD: ("board", "map", "position", "brett", "karte", "lage", "stellung"),
    Command.WITHDRAW: (
        *("withdraw", "take back", "zurückziehen", "zurueckziehen", "ziehe zurück"),
        *("zurücknehmen", "zuruecknehmen", "widerrufen"),
    ),
}
COMMANDS: Final = {word: command for command, words in _WORDS.items() for word in words}
_REPLY: Final = re.compile(r"^(?:\s*(?:re|aw|antwort|wg|fwd?)\s*(?:\[\d+\])?\s*:)+", re.IGNORECASE)
_SALT: Final = re.compile(r"\s*(?:salt|salz)\s*[:=]\s*(\S.*?)\s*", re.IGNORECASE)
_LINE: Final = re.compile(r"line (\d+)")
_WORD: Final = re.compile(r"[^\W\d_]+")
# What people put around a command: quotes of any kind, points of a list, marks of a program.
_AROUND: Final = " .,;:!?*_-–—•\"'`“”„‟‚‘’‛«»‹›\ufeff\u200b\xa0"
# A sentence that asks for a check; "Prüfer" is a name, and so is "Checker".
_ASKS_CHECK: Final = re.compile(
    r"\bcheck(?!er)|\bpreview|pr(?:ü|ue)f(?!er)|\bvorschau", re.IGNORECASE
)
# A sign-off or a request has few words; what is longer may be an order that was told as a sentence.
_MOST_WORDS: Final = 5
# Nor has it many lines; each costs a reading of every order there is while the game is held.
MOST_SIGN_OFFS: Final = 6
# What is wrong with lines of which nobody can tell that they are orders at all.
_NO_ORDER: Final = frozenset(("unknown_head", "no_separator", "line_too_long"))


@dataclass(frozen=True)
class MailContent:
    """What the writer of a mail put into it: commands, a salt, and text that may be orders."""

    commands: tuple[Command, ...]
    text: str = field(repr=False)
    # The line of the last command in the text, from 1; 0 if there is none.
    last_command: int = 0
    # Words of the writer's own that orders are salted with.
    salt: str = field(default="", repr=False)
    # Whether a command stands there as one: a sentence may be a machine's.
    is_literal: bool = False


def content_of(own: str, subject: str) -> MailContent:
    """The commands of a mail and what else its writer wrote; its subject if there is no text.

    A check is honoured wherever it is asked for, also in a subject above orders and in a short
    sentence: a wrong guess seals nothing and says so, while a check that is missed would seal.
    """
    commands: list[Command] = []
    rest: list[str] = []
    last, salt, is_literal = 0, "", False
    for number, line in enumerate(own.split("\n"), 1):
        literal, salted = _command(line), _SALT.fullmatch(line)
        command = literal or (Command.CHECK if _asks_check(line) else None)
        is_literal = is_literal or literal is not None
        last = number if command else last
        salt = salted[1] if salted else salt
        rest.append("" if command or salted else line)
        if command and command not in commands:
            commands.append(command)
    text = "\n".join(rest)
    about = _command(_REPLY.sub("", subject))
    if about and (about is Command.CHECK or (not text.strip() and not commands)):
        is_literal = True
        commands += [about] if about not in commands else []
    return MailContent(tuple(commands), text, last, salt, is_literal)


def _command(line: str) -> Command | None:
    words = " ".join(line.casefold().split())
    command = COMMANDS.get(words) or COMMANDS.get(words.strip(_AROUND))
    # Whoever asks about withdrawing has not done it yet.
    return None if command is Command.WITHDRAW and "?" in words else command


def _asks_check(line: str) -> bool:
    """Whether a line that is no order asks in a few words to look at the orders only."""
    sentence = line.partition("#")[0]
    if phrases.ORDER_LIKE.search(sentence) or len(_WORD.findall(sentence)) > _MOST_WORDS:
        return False
    return bool(_ASKS_CHECK.search(sentence))


@dataclass(frozen=True)
class ParsedOrders:
    """What a text orders: the answer it makes, the lines nobody can read, and what is no order."""

    answer: Json = field(repr=False)
    unread: tuple[Problem, ...]
    prose: tuple[str, ...]
    is_empty: bool
    # Whether there is an order in it, or a line that was meant as one: no machine's words.
    is_meant: bool = False


def orders_of(text: str, parse: Parse, last_command: int = 0, sender: str = "") -> ParsedOrders:
    """Read orders among kind words: a paragraph in which nothing looks like an order is none.

    Nor is one below the last order or command in which nothing is like any order there is: many
    programs put no `-- ` before a signature. Nor are the sender's name and other words that no
    order has, right below the last one. Lines keep their numbers, so that what is said about one
    is found.
    """
    written = text.split("\n")
    lines = _without_pleasantries(written)
    first_read = list(lines)
    answer, unread = parse("\n".join(lines))
    nameless = _without_name(lines, sender)
    if unread and nameless != lines:
        lines = nameless
        answer, unread = parse("\n".join(lines))
    misread = _by_line(unread)
    _leave_out(lines, misread)
    read = (n for n, line in enumerate(lines, 1) if _has_words(line) and n not in misread)
    last = max((last_command, *read))
    for number in _sign_offs(lines, last, misread, parse) if last else ():
        lines[number - 1] = ""
    for first, paragraph in _paragraphs(lines):
        wordy = {n: line for n, line in enumerate(paragraph, first + 1) if _has_words(line)}
        if not wordy or not misread.keys() >= wordy.keys():
            continue
        signs = 0 < last <= first and all(_signs(line, misread[n]) for n, line in wordy.items())
        if signs or not any(map(phrases.ORDER_LIKE.search, paragraph)):
            lines[first : first + len(paragraph)] = [""] * len(paragraph)
    if lines != first_read:
        answer, unread = parse("\n".join(lines))
    prose = [line for line, kept in zip(written, lines, strict=True) if line.strip() and not kept]
    is_empty = not any(_has_words(line) for line in lines)
    is_meant = bool(answer) or any(_is_meant(lines, problem) for problem in unread)
    return ParsedOrders(answer, tuple(unread), tuple(prose), is_empty, is_meant)


def _is_meant(lines: Sequence[str], problem: Problem) -> bool:
    """Whether what cannot be read was an order to whoever wrote it: its head is like one."""
    match = _LINE.fullmatch(problem.where)
    line = lines[int(match[1]) - 1].strip() if match else ""
    is_like = problem.code not in _NO_ORDER or bool(problem.data.get("meant"))
    return is_like and not phrases.CONTACT.match(line)


def _by_line(problems: Sequence[Problem]) -> dict[int, Problem]:
    return {int(match[1]): p for p in problems if (match := _LINE.fullmatch(p.where))}


def _without_name(lines: Sequence[str], sender: str) -> list[str]:
    """Lines without a last one that is the sender's name: below a long order it seems to go on."""
    number = next((n for n in range(len(lines), 0, -1) if _has_words(lines[n - 1])), 0)
    name = fold(lines[number - 1]) if number > 1 else ""
    signs = bool(name) and name in (fold(sender), fold(sender.partition(" ")[0]))
    return ["" if signs and n == number else line for n, line in enumerate(lines, 1)]


def _sign_offs(
    lines: Sequence[str], last: int, misread: Mapping[int, Problem], parse: Parse
) -> list[int]:
    """The lines that sign off right below the last order, from the lowest of them upwards.

    Above a line that may say more than a name nothing is one: without the name that line would
    stand alone, and be passed over as a signature.
    """
    below = list(
        takewhile(lambda number: lines[number - 1].strip(), range(last + 1, len(lines) + 1))
    )
    signing: list[int] = []
    for number in below[: -MOST_SIGN_OFFS - 1 : -1]:
        problem = misread.get(number)
        if problem and is_sign_off(problem, parse):
            signing.append(number)
        elif problem and not phrases.CONTACT.match(lines[number - 1].strip()):
            break
    return signing


def is_sign_off(problem: Problem, parse: Parse) -> bool:
    """Whether a line that cannot be read is a name or a kind word: short, like no order, and
    without a number, an arrow, a word that an order may have or one that takes an order back."""
    line = problem.data.get("written", "")
    words = _WORD.findall(line)
    if problem.code != "no_separator" or not problem.data.get("any") or not words:
        return False
    if len(words) > _MOST_WORDS or phrases.ARROW.search(line) or any(map(str.isdigit, line)):
        return False
    if phrases.CONTRADICTION.search(line):
        return False
    heads = problem.data.get("orders", {}).values()
    return not _is_readable((" ".join(words), *words), heads, parse)


def _is_readable(texts: Iterable[str], heads: Iterable[str], parse: Parse) -> bool:
    """Whether an order of these may say one of these texts; it takes one reading for them all."""
    lines = [f"{head}: {text}" for text, head in product(dict.fromkeys(texts), heads)]
    return len(_by_line(parse("\n".join(lines))[1])) < len(lines)


def _leave_out(lines: list[str], misread: Mapping[int, Problem]) -> None:
    """Blank the lines of a form that were not filled in, unless what follows may belong to one."""
    after = ""
    for number in range(len(lines), 0, -1):
        problem = misread.get(number)
        code = problem.code if problem else ""
        if code == "no_body" and after in ("", code):
            lines[number - 1] = ""
        if _has_words(lines[number - 1]) or code:
            after = code


def _signs(line: str, problem: Problem) -> bool:
    """Whether a line may stand in a signature, and nobody can have meant it as an order."""
    if problem.code not in _NO_ORDER or phrases.ARROW.search(line):
        return False
    # The nearest order to “Fax” is “tax”, to “Handelsregister” a trading post.
    return bool(phrases.CONTACT.match(line.strip())) or not problem.data.get("meant", [""])


def _has_words(line: str) -> bool:
    """Whether a line says anything; remarks do not."""
    return any(map(str.isalnum, line.partition("#")[0]))


def _paragraphs(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Lines that stand together, and where they begin."""
    numbered: Any = groupby(enumerate(lines), key=lambda pair: bool(pair[1].strip()))
    for has_words, group in numbered:
        if has_words:
            numbered_lines = list(group)
            yield numbered_lines[0][0], [line for _number, line in numbered_lines]


def _without_pleasantries(lines: Sequence[str]) -> list[str]:
    """Lines without greetings, and without the names under a farewell."""
    kept: list[str] = []
    after_farewell = False
    for line in lines:
        words = line.strip()
        kind = bool(phrases.PLEASANTRY.match(words))
        after_farewell = bool(words) and (
            (kind and bool(phrases.CLOSING.match(words)))
            or (after_farewell and not phrases.ORDER_LIKE.search(words))
        )
        kept.append("" if kind or after_farewell else line)
    return kept
