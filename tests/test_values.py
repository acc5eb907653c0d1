"""No module changes a value of another one when it is imported: games are made of values."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HOUSE = ("engine", "games", "wallenstein_site")
CHANGES = {
    *("add", "append", "appendleft", "clear", "difference_update", "discard", "extend"),
    *("extendleft", "insert", "intersection_update", "move_to_end", "pop", "popitem", "popleft"),
    *("register", "remove", "reverse", "rotate", "setdefault", "sort", "subtract"),
    *("symmetric_difference_update", "upcast", "update", "__delitem__", "__setitem__"),
}
# What the site sets up for its process when it starts: where messages go, what is counted.
SET_UP = ("broker.register(BROKER_FOLDER)", "metrics.register()")
# Other people's tables, which are made to be filled: Django's, Celery's and SQLite's.
FOREIGN = ("django", "celery", "kombu", "rest_framework", "drf_spectacular", "sqlite3", "sys", "os")


def at_import(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements that run when a module is imported, within loops and conditions too."""
    waiting: list[ast.stmt] = list(tree.body)
    while waiting:
        statement = waiting.pop(0)
        yield statement
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for child in ast.iter_child_nodes(statement):
            if isinstance(child, ast.stmt):
                waiting.append(child)
            elif isinstance(child, ast.ExceptHandler | ast.match_case):
                waiting.extend(child.body)


def imported(tree: ast.Module) -> set[str]:
    """The names in a module that belong to others of the house."""
    names: set[str] = set()
    for statement in at_import(tree):
        if isinstance(statement, ast.ImportFrom):
            foreign = not statement.level and str(statement.module).split(".")[0] in FOREIGN
            names |= {alias.asname or alias.name for alias in statement.names if not foreign}
        elif isinstance(statement, ast.Import):
            for alias in statement.names:
                if alias.name.split(".")[0] not in FOREIGN:
                    names.add(alias.asname or alias.name.split(".")[0])
    return names


def owner(node: ast.expr) -> str | None:
    """The name at which a chain of attributes, items and calls begins."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None


def changed_by(statement: ast.stmt) -> Iterator[ast.expr]:
    """What a statement changes without giving it a new name."""
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign | ast.Delete):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.For):
        targets = [statement.target]
    elif isinstance(statement, ast.AugAssign):
        yield statement.target
    for target in targets:
        yield from (
            node for node in ast.walk(target) if isinstance(node, ast.Subscript | ast.Attribute)
        )
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        for node in statement.decorator_list:
            if isinstance(node, ast.Attribute) and node.attr in CHANGES:
                yield node.value
    for part in run_at_once(statement):
        called = part.func if isinstance(part, ast.Call) else None
        if not isinstance(called, ast.Attribute) or ast.unparse(part) in SET_UP:
            continue
        if called.attr in CHANGES:
            yield called.value


def run_at_once(statement: ast.stmt) -> Iterator[ast.AST]:
    """The expressions of a statement itself: not those of statements within it, nor of what is
    only called later."""
    waiting: list[ast.AST] = list(ast.iter_child_nodes(statement))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt | ast.ExceptHandler):
            continue
        yield node
        if isinstance(node, ast.match_case):
            waiting += [node.pattern, *([node.guard] if node.guard else [])]
        elif isinstance(node, ast.Lambda):
            waiting.append(node.args)
        else:
            waiting.extend(ast.iter_child_nodes(node))


def changes_of_others(source: str) -> list[str]:
    """Every place at which a module changes, when it is imported, what it has imported."""
    tree = ast.parse(source)
    foreign = imported(tree)
    return [
        f"line {statement.lineno}: {ast.unparse(changed)} belongs to another module"
        for statement in at_import(tree)
        for changed in changed_by(statement)
        if owner(changed) in foreign
    ]


def modules() -> list[Path]:
    return sorted(path for package in HOUSE for path in (ROOT / package).rglob("*.py"))


def test_no_module_changes_a_value_of_another() -> None:
    changed = {
        str(path.relative_to(ROOT)): changes
        for path in modules()
        if (changes := changes_of_others(path.read_text(encoding="utf-8")))
    }
    assert changed == {}
    assert len(modules()) > 300


@pytest.mark.parametrize(
    "change",
    [
        'TABLE["key"] = 1',
        'TABLE["a"] = TABLE["b"] = 1',
        'del TABLE["key"]',
        'TABLE.update({"key": 1})',
        "TABLE.append(1)",
        "TABLE.add(1)",
        'TABLE.setdefault("key", 1)',
        'TABLE["plan"].append(1)',
        'first = TABLE.setdefault("key", 1)',
        'TABLE |= {"key": 1}',
        "TABLE += [1]",
        "TABLE.answer = 1",
        'core.TABLE["key"] = 1',
        "core.TABLE.append(1)",
        'engine.core.TABLE["key"] = 1',
        'for name in "ab":\n    TABLE[name] = 1',
        'if TABLE:\n    TABLE.update({"key": 1})',
        "try:\n    pass\nexcept KeyError:\n    TABLE.append(1)",
        "with open(name):\n    TABLE.append(1)",
        "class Phase:\n    TABLE.append(1)",
        "@TABLE.add\nclass Paid:\n    pass",
        '@TABLE.register("paid")\ndef paid():\n    pass',
        'TABLE["key"]: int = 1',
        "TABLE.answer: int = 1",
        "TABLE.register(1)",
        'core.TABLE.register("paid", 1)',
        "TABLE.appendleft(1)",
        'if TABLE.setdefault("key", 1):\n    pass',
        "assert TABLE.pop(1)",
        "while TABLE.popleft():\n    pass",
        "for name in TABLE.pop(1):\n    pass",
        'for TABLE["key"] in "ab":\n    pass',
        "with TABLE.pop(1):\n    pass",
        "match TABLE.pop(1):\n    case 1:\n        pass",
        "match 1:\n    case 1 if TABLE.pop(1):\n        pass",
        "def late(first=TABLE.pop(1)):\n    pass",
        "class Paid(TABLE.pop(1)):\n    pass",
        'FIRST = [TABLE.setdefault(name, 1) for name in "ab"]',
        "raise TABLE.pop(1)",
    ],
)
def test_a_planted_change_is_found(change: str) -> None:
    brought = "import engine.core\nfrom engine import core\nfrom engine.core import TABLE"
    source = f"{brought}\n{change}\n"
    assert len(changes_of_others(source)) >= 1


@pytest.mark.parametrize(
    "fine",
    [
        'TABLE = {}\nTABLE["key"] = 1',
        "from engine.kernel.core import Kinds\nKINDS = Kinds()\n@KINDS.add\nclass Paid:\n    pass",
        "from engine.kernel.core import TABLE\nMORE = TABLE.joined({})",
        "from engine.kernel.core import TABLE\ndef late():\n    TABLE.append(1)",
        "from engine.kernel.core import TABLE\nLATER = lambda: TABLE.append(1)",
        "from django.contrib import admin\nadmin.site.register(1)",
        "from django.contrib import admin\n@admin.register(1)\nclass Game:\n    pass",
        "from engine.kernel.core import TABLE\nMINE = dict(TABLE)\nMINE['key'] = TABLE['key']",
    ],
)
def test_what_is_ones_own_may_be_made_step_by_step(fine: str) -> None:
    assert changes_of_others(fine) == []
