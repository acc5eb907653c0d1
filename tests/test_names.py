"""Names that can be searched for: a class has a name of its own, a value is called by a noun."""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HOUSE = ("engine", "games", "wallenstein_site")
# Where Django looks for a class by a name that it gives.
GIVEN_BY_DJANGO = {"games/management/commands": "Command", "games/migrations": "Migration"}
# Verbs that say what was done with a value, and not what it is; and where none is a name.
VERBS = {"told", "found", "said"}
NAMED_IN_NOUNS = (*HOUSE, "tests")
# The module of which such a field lies in the database, and how many of them.
STORED = {"games/mail/mail_case.py": 1}
# What is no name: comments and texts.
NO_NAME = re.compile(r"""//[^\n]*|/\*.*?\*/|"[^"\n]*"|'[^'\n]*'""", re.DOTALL)
# A name, but no part of a value (`data.told`) and no function (`told()`), which may be a verb.
VERB_AS_NAME = re.compile(r"(?<![\w.$-])(told|found|said)\b(?!\s*\(|-)")


def classes(node: ast.AST) -> Iterator[str]:
    """The classes of a module; one within a class or function belongs to that."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield child.name
        elif isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case) and not isinstance(
            child, ast.FunctionDef | ast.AsyncFunctionDef
        ):
            yield from classes(child)


def owned(path: str, source: str) -> list[str]:
    """The names of classes that a module owns."""
    given = GIVEN_BY_DJANGO.get(path.rpartition("/")[0])
    return [name for name in classes(ast.parse(source)) if name != given]


def several_owners(owners: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The names of classes that more than one module owns, with these modules."""
    owned_by: defaultdict[str, list[str]] = defaultdict(list)
    for path, names in owners.items():
        for name in names:
            owned_by[name].append(path)
    return {name: paths for name, paths in owned_by.items() if len(paths) > 1}


@pytest.fixture(scope="module")
def house() -> dict[str, list[str]]:
    """Every module of the house, with the classes it owns."""
    paths = sorted(path for package in HOUSE for path in (ROOT / package).rglob("*.py"))
    modules = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}
    return {path: owned(path, source) for path, source in modules.items()}


def test_every_class_name_has_one_owner(house: Mapping[str, Sequence[str]]) -> None:
    assert several_owners(house) == {}
    assert sum(map(len, house.values())) > 500


@pytest.mark.parametrize(
    "planted",
    [
        "class Position:\n    pass",
        "class Position(Base):\n    pass",
        "@dataclass(frozen=True)\nclass Position:\n    seq: int",
        "if TYPE_CHECKING:\n    pass\nelse:\n    class Position:\n        pass",
    ],
)
def test_a_planted_second_owner_is_found(house: Mapping[str, Sequence[str]], planted: str) -> None:
    path = "games/trust/planted.py"
    shared = several_owners({**house, path: owned(path, planted)})
    assert shared["Position"] == ["engine/kernel/game.py", path]


@pytest.mark.parametrize(
    ("path", "fine"),
    [
        ("games/planted.py", "from engine.kernel.game import Position"),
        ("games/planted.py", "class Row:\n    class Position:\n        pass"),
        ("games/planted.py", "def made():\n    class Position:\n        pass"),
        ("games/management/commands/planted.py", "class Command(BaseCommand):\n    pass"),
        ("games/migrations/0099_planted.py", "class Migration(Parent):\n    pass"),
    ],
)
def test_what_another_owns_or_django_names_is_no_second_owner(
    house: Mapping[str, Sequence[str]], path: str, fine: str
) -> None:
    assert several_owners({**house, path: owned(path, fine)}) == several_owners(house)


def values_named_by_verbs(source: str) -> list[str]:
    """Every place at which a module calls a value by a verb."""
    return [f"line {line}: {name}" for line, name in values(ast.parse(source)) if name in VERBS]


def values(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The names that a module gives to values: variables, arguments and attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr


def test_values_are_called_by_nouns() -> None:
    paths = sorted(path for room in NAMED_IN_NOUNS for path in (ROOT / room).rglob("*.py"))
    verbs = {
        path.relative_to(ROOT).as_posix(): values_named_by_verbs(path.read_text("utf-8"))
        for path in paths
    }
    assert {
        path: places for path, places in verbs.items() if len(places) > STORED.get(path, 0)
    } == {}
    assert len(paths) > 150


@pytest.mark.parametrize(
    "planted",
    [
        "told = read()",
        "seq, found = read()",
        "def read(said):\n    return 1",
        "def read(*, said=()):\n    return 1",
        "names = [told.name for told in read()]",
        "key = lambda found: found.name",
        "self.told = set()",
        "if (said := read()):\n    pass",
    ],
)
def test_a_planted_verb_is_found(planted: str) -> None:
    assert len(values_named_by_verbs(planted)) == 1


def test_what_is_done_may_be_called_by_a_verb() -> None:
    assert values_named_by_verbs("def told(report):\n    return report\nlines = told(1)") == []


def names_in_script(source: str) -> list[str]:
    """The verbs by which a script calls values."""
    bare = re.sub("`[^`]*`", lambda text: " ".join(re.findall(r"\$\{[^}]*\}", text[0])), source)
    return VERB_AS_NAME.findall(NO_NAME.sub("", bare))


def names_in_template(source: str) -> list[str]:
    """The verbs by which a template calls values: what stands in its tags."""
    tags = re.findall(r"\{%.*?%\}|\{\{.*?\}\}", source, re.DOTALL)
    return VERB_AS_NAME.findall(NO_NAME.sub("", "\n".join(tags)))


def test_values_of_scripts_and_templates_are_called_by_nouns() -> None:
    paths = [*(ROOT / "games").rglob("*.js"), *(ROOT / "templates").rglob("*.*")]
    verbs = set()
    for path in paths:
        names = names_in_script if path.suffix == ".js" else names_in_template
        if names(path.read_text("utf-8")):
            verbs.add(path.relative_to(ROOT).as_posix())
    assert verbs == set()
    assert len(paths) > 200


@pytest.mark.parametrize(
    ("names", "planted"),
    [
        (names_in_script, "const told = 1;"),
        (names_in_script, "function show(place, said) {}"),
        (names_in_script, "rows.map((found) => 1);"),
        (names_in_script, "// Of a throw.\nlet { seq, told } = throws;"),
        (names_in_script, "place.textContent = `(${said})`;"),
        (names_in_template, "{% for told in lines %}{% endfor %}"),
        (names_in_template, "<p>{{ said|default:'' }}</p>"),
        (names_in_template, '{% include "web/why.html" with id="v" said=filled.why %}'),
    ],
)
def test_a_verb_planted_in_a_script_or_template_is_found(
    names: Callable[[str], list[str]], planted: str
) -> None:
    assert len(names(planted)) == 1


@pytest.mark.parametrize(
    ("names", "fine"),
    [
        (names_in_script, 'told(rules.told, "told"); // what was told'),
        (names_in_script, "throw new Wrong(`${kind} is told of another action`);"),
        (names_in_script, "function told(template) {}\nregion.dataset.said = 1;"),
        (
            names_in_template,
            '<p class="told">Nobody has said it. {% translate "You are told." %}</p>',
        ),
    ],
)
def test_words_and_functions_are_no_values(names: Callable[[str], list[str]], fine: str) -> None:
    assert names(fine) == []


def seats_called_letters(source: str) -> list[str]:
    """Where a module calls a seat a letter: a column, a filter, or a value that is one."""
    places = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            name = node.arg if isinstance(node, ast.arg) else ast.unparse(node.target)
            is_seat = ast.unparse(node.annotation).partition(" ")[0] in {"Seat", "str"}
        elif isinstance(node, ast.keyword):
            name, is_seat = str(node.arg).partition("__")[0], True
        elif isinstance(node, ast.Assign):
            name, is_seat = ast.unparse(node.targets[0]), "CharField" in ast.unparse(node.value)
        else:
            continue
        if name == "letter" and is_seat:
            places.append(f"line {node.lineno}: {ast.unparse(node)}")
    return places


# Clients of the API know a seat by this name, in an address and in an answer.
PUBLISHED = {"games/api/tables.py": 3, "games/api/seats.py": 1, "games/api/shapes/tables.py": 1}


def test_a_letter_is_a_mail_and_nowhere_a_seat() -> None:
    paths = [path for path in (ROOT / "games").rglob("*.py") if path.parent.name != "migrations"]
    letters = {
        path.relative_to(ROOT).as_posix(): seats_called_letters(path.read_text("utf-8"))
        for path in paths
    }
    assert {path: len(places) for path, places in letters.items() if places} == PUBLISHED
    shown = [*(ROOT / "games").rglob("*.js"), *(ROOT / "games").rglob("*.css")]
    shown += (ROOT / "templates").rglob("*.html")
    assert [path for path in shown if "data-letter" in path.read_text("utf-8")] == []


@pytest.mark.parametrize(
    "planted",
    [
        "class Row(Model):\n    letter = models.CharField(max_length=1)",
        "game.seats.filter(letter__in=seats)",
        "def hand(letter: Seat | None):\n    pass",
        "class Line:\n    letter: Seat",
        "replace(letter='B')",
    ],
)
def test_a_planted_seat_called_letter_is_found(planted: str) -> None:
    assert len(seats_called_letters(planted)) == 1
    assert seats_called_letters("letter: Letter = message_of(row)") == []
