"""What is put into SQL once: Django would do so each time, which costs more than the answer.

For the few statements that every sealed answer or every page makes, and for no others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Field, ForeignKey, Model, QuerySet

M = TypeVar("M", bound=Model)
Value = str | int
# SQLite takes no more than some thousand values in one statement.
_ROWS_AT_ONCE = 500


class Prepared(Generic[M]):
    """A query by some values, with the rows that its own refer to by `select_related`.

    The examples show the form of the values, each different from the others.
    """

    def __init__(self, ask: Callable[..., QuerySet[M]], *examples: Value) -> None:
        self._ask, self._examples = ask, examples
        self._words: dict[str, _Words] = {}

    def ask(self, *values: Value) -> PreparedQuery[M]:
        """Put the question; the answer can wait."""
        words = self._words.get(connection.vendor) or self._put_into_words()
        cursor = connection.cursor()
        cursor.execute(words.sql, values)
        return PreparedQuery(words, cursor)

    def rows(self, *values: Value) -> list[M]:
        """What it finds."""
        return self.ask(*values).rows()

    def first(self, *values: Value) -> M | None:
        """The first it finds, if any."""
        return self.ask(*values).first()

    def _put_into_words(self) -> _Words:
        compiler = self._ask(*self._examples).query.get_compiler(connection=connection)
        sql, given = compiler.as_sql()
        if given != self._examples:
            raise ValueError("a prepared query asks by its values, in their order, and no other")
        columns = [column for column, *_ in compiler.select]
        info = compiler.klass_info
        words = _Words(
            sql,
            compiler.get_converters(columns),
            _part(info, columns),
            [
                (other["field"], _part(other, columns))
                for other in info.get("related_klass_infos", ())
            ],
        )
        self._words[connection.vendor] = words
        return words


class PreparedQuery(Generic[M]):
    """A question that was put to the database."""

    def __init__(self, words: _Words, cursor: CursorWrapper) -> None:
        self._words, self._cursor = words, cursor
        # A file has answered already, and would stay open to a question nobody goes on with.
        self._rows = None if _is_server() else self._read()

    def rows(self) -> list[M]:
        """What was found; can be read once."""
        rows = self._read() if self._rows is None else self._rows
        return [self._words.made(list(row)) for row in rows]

    def _read(self) -> Sequence[Sequence[Any]]:
        with self._cursor as cursor:
            rows: Sequence[Sequence[Any]] = cursor.fetchall()
        return rows

    def first(self) -> M | None:
        """The first that was found, if any."""
        return next(iter(self.rows()), None)


class _Part(NamedTuple):
    """The columns of an answer that are a row of one table, the first of them its key."""

    model: type[Model]
    columns: slice
    names: Sequence[str]

    def made(self, row: Sequence[Any]) -> Any:
        """The row; nothing where a reference is empty."""
        values = row[self.columns]
        return (
            None if values[0] is None else self.model.from_db(DEFAULT_DB_ALIAS, self.names, values)
        )


class _Words(NamedTuple):
    """A query as one kind of database is asked it, and how its answer is read."""

    sql: str
    converters: Mapping[int, tuple[Sequence[Callable[..., Any]], Any]]
    own: _Part
    followed: Sequence[tuple[ForeignKey[Any, Any], _Part]]

    def made(self, row: list[Any]) -> Any:
        """A row with those it refers to."""
        for at, (converters, column) in self.converters.items():
            for convert in converters:
                row[at] = convert(row[at], column, connection)
        made = self.own.made(row)
        for field, other in self.followed:
            field.set_cached_value(made, other.made(row))
        return made


def _part(info: Mapping[str, Any], columns: Sequence[Any]) -> _Part:
    at = info["select_fields"]
    names = [columns[one].target.attname for one in at]
    return _Part(info["model"], slice(at[0], at[-1] + 1), names)


@contextmanager
def together() -> Iterator[None]:
    """Send what is asked and written here at once: a server far away is waited for only once.

    Only for statements of this module; how many rows Django's own have changed is not known yet.
    What went wrong is raised at the end at the latest.
    """
    if not _is_server():
        yield
        return
    # As Django does for each cursor; within, the answer would come too late.
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def _is_server() -> bool:
    return connection.vendor == "postgresql"


def insert(rows: Sequence[Model]) -> None:
    """Write new rows of one kind; what they are called in the database is not asked."""
    fields = _written(type(rows[0]))
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        some = rows[start : start + _ROWS_AT_ONCE]
        values = [_value(field, getattr(row, field.attname)) for row in some for field in fields]
        _do(_insertion(type(rows[0]), len(some)), values)


def update(model: type[Model], where: Mapping[str, Value], **changed: Any) -> None:
    """Change some columns of the rows that have these values."""
    values = [_value(_field(model, name), value) for name, value in changed.items()]
    _do(_change(model, tuple(changed), tuple(where)), [*values, *where.values()])


def delete(model: type[Model], **where: Value) -> None:
    """Drop the rows that have these values; nothing may depend on them."""
    _do(_removal(model, tuple(where)), list(where.values()))


def _do(sql: str, values: Sequence[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def _value(field: Field[Any, Any], value: Any) -> Any:
    return field.get_db_prep_save(value, connection)


def _field(model: type[Model], name: str) -> Field[Any, Any]:
    return next(f for f in model._meta.concrete_fields if name in (f.name, f.attname))


def _written(model: type[Model]) -> list[Field[Any, Any]]:
    return [field for field in model._meta.concrete_fields if not field.primary_key]


@cache
def _insertion(model: type[Model], rows: int) -> str:
    columns = [_named(field) for field in _written(model)]
    row = f"({', '.join(['%s'] * len(columns))})"
    table, values = _table(model), ", ".join([row] * rows)
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {values}"  # noqa: S608 our names


@cache
def _change(model: type[Model], changed: Sequence[str], where: Sequence[str]) -> str:
    columns = ", ".join(_equal(model, name) for name in changed)
    return f"UPDATE {_table(model)} SET {columns} WHERE {_condition(model, where)}"  # noqa: S608


@cache
def _removal(model: type[Model], where: Sequence[str]) -> str:
    return f"DELETE FROM {_table(model)} WHERE {_condition(model, where)}"  # noqa: S608


def _condition(model: type[Model], where: Sequence[str]) -> str:
    return " AND ".join(_equal(model, name) for name in where)


def _equal(model: type[Model], name: str) -> str:
    return f"{_named(_field(model, name))} = %s"


def _named(field: Field[Any, Any]) -> str:
    return f'"{field.column}"'


def _table(model: type[Model]) -> str:
    return f'"{model._meta.db_table}"'


def lay_out(owner: Model, name: str, rows: Sequence[Model]) -> None:
    """Give a row those that belong to it, as a prefetch would, which knows no prepared query."""
    related = getattr(owner, name).all()
    related._result_cache = list(rows)
    vars(owner).setdefault("_prefetched_objects_cache", {})[name] = related
