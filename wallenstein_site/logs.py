"""Logs: one line for each event, as JSON in production and as words at home.

Everything goes through one formatter, whoever logs: Django, Celery, the web server, ourselves. It
never writes what an exception says nor any value of a frame, because both may quote a sealed plan.
"""

from __future__ import annotations

import json
import logging
import logging.config
import re
import threading
from datetime import UTC, datetime
from typing import Any, Final

import structlog
from structlog.contextvars import get_contextvars

from wallenstein_site import environment as env

# What Celery tells about a task besides this are arguments, results, exceptions.
_OF_TASKS: Final = frozenset(("id", "name", "runtime", "description", "hostname"))
_FIRST: Final = ("time", "level", "event")
# Addresses that are keys, however they come into a line.
_KEYS: Final = re.compile(r"(/(?:t|mail/off)/)[0-9A-Za-z_.%:-]+")


class Lines(logging.Formatter):
    """A log record as one line that shows no secret."""

    def __init__(self, style: str) -> None:
        super().__init__()
        self._as_json = style == "json"

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            **_event_fields(record),
            "logger": record.name,
            **get_contextvars(),
        }
        return _as_json(fields) if self._as_json else _as_words(fields)


def _event_fields(record: logging.LogRecord) -> dict[str, Any]:
    problem = record.exc_info[1] if record.exc_info else None
    about = _about(problem) if problem is not None else {}
    if isinstance(record.msg, dict):  # one of our own events
        return {"event": record.msg.get("event"), **record.msg, **about}
    return {"event": _foreign(record, problem), **about}


def _foreign(record: logging.LogRecord, problem: BaseException | None) -> str:
    """What others log, without the exceptions they put into it."""
    arguments: Any = record.args or ()
    if isinstance(arguments, dict):
        if record.name.startswith("celery"):
            arguments = {
                name: value if name in _OF_TASKS else "…" for name, value in arguments.items()
            }
    else:
        arguments = tuple(_harmless(value) for value in arguments)
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        if match is not None and record.name.startswith("django"):
            # Addresses have keys in them: of invitations, of links that sign in.
            path = record.request.path  # type: ignore[attr-defined]
            arguments = tuple(f"/{match.route}" if value == path else value for value in arguments)
    try:
        text = str(record.msg) % arguments if arguments else str(_harmless(record.msg))
    except (TypeError, ValueError, KeyError):
        text = str(record.msg)
    if problem is not None:
        text = _without_words(text, problem)
    return _KEYS.sub(r"\1…", " ".join(text.split()))


def _about(problem: BaseException) -> dict[str, Any]:
    # Loaded when something is wrong: a server's main process has no other use for all it brings.
    from games import trouble  # noqa: PLC0415

    return trouble.told(problem)


def _without_words(text: str, problem: BaseException) -> str:
    """A text without what the exception it tells of says."""
    from games import trouble  # noqa: PLC0415

    for words in sorted(trouble.words_of(problem), key=len, reverse=True):
        text = text.replace(words, type(problem).__name__)
    return text


def _harmless(value: Any) -> Any:
    return type(value).__name__ if isinstance(value, BaseException) else value


def _as_json(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False, default=lambda value: type(value).__name__)


def _as_words(fields: dict[str, Any]) -> str:
    rest = " ".join(f"{name}={fields[name]}" for name in fields if name not in _FIRST)
    return f"{fields['time']} {fields['level']:<8} {fields['event']}  {rest}"


def settings_for(style: str, level: str) -> dict[str, Any]:
    """Python's logging configuration: everything to standard error, through `Lines`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": "wallenstein_site.logs.Lines", "style": style}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # These bring handlers of their own, which would write a second, unsafe line.
            "django": {"handlers": [], "level": "NOTSET", "propagate": True},
            "django.server": {"handlers": [], "level": "NOTSET", "propagate": True},
            "_granian": {"handlers": [], "level": "NOTSET", "propagate": True},
            "granian.access": {"handlers": [], "level": "NOTSET", "propagate": True},
            # Queries have plans in them, sealed though they are.
            "django.db.backends": {"level": "WARNING"},
            # Of several statements sent at once it tells of those behind the one that failed, too.
            "psycopg": {"level": "ERROR"},
            # A line for every message, ten times a second for some.
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            # The listener's library would write down every line of a mail.
            "mail": {"level": "WARNING"},
            # Tells where somebody signed in, and a link that signs in is such a place.
            "axes": {"level": "WARNING"},
        },
    }


def settings_for_environment() -> dict[str, Any]:
    """The configuration this process should have."""
    usual = "json" if env.is_production() else "plain"
    return settings_for(
        env.choice("WALLENSTEIN_LOGS", ("json", "plain"), usual),
        env.choice("WALLENSTEIN_LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"), "INFO"),
    )


def configure(config: dict[str, Any]) -> None:
    """Set up logging for this process; Django calls it with the setting LOGGING."""
    logging.config.dictConfig(config)
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, _with_exception, _as_record],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        # Tests look over our shoulder by exchanging the processors.
        cache_logger_on_first_use=False,
    )
    logging.captureWarnings(capture=True)
    threading.excepthook = _thread_died


def _with_exception(_: Any, __: str, event: Any) -> Any:
    """Tell of an exception our own code hands over as `problem`."""
    if isinstance(event.get("problem"), BaseException):
        event |= _about(event["problem"])
    return event


def _as_record(_: Any, __: str, event: Any) -> Any:
    return (event,), {}


def _thread_died(died: threading.ExceptHookArgs) -> None:
    if died.exc_value is not None:
        about = (died.exc_type, died.exc_value, died.exc_traceback)
        logging.getLogger("threads").error("A thread has died.", exc_info=about)
