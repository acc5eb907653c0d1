"""One settings file: embedded by default, production by environment (docs/running.md)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from games.ops import broker
from wallenstein_site import environment as env
from wallenstein_site import logs, production, queues
from wallenstein_site.database import database
from wallenstein_site.keys import push_key, site_keys
from wallenstein_site.mail import mail, mail_in_prefix, mail_provider, mailbox

BASE_DIR = env.BASE
# Everything the embedded service writes, so that it can be moved or thrown away in one piece.
HOME: Path = env.folder("WALLENSTEIN_HOME", BASE_DIR / "var")
PRODUCTION = env.is_production()

if PRODUCTION:
    production.require_everything()

DEBUG = env.flag("DJANGO_DEBUG", default=False)
_keys = site_keys(HOME, from_environment=PRODUCTION)
SECRET_KEY = _keys.django
SECRET_KEY_FALLBACKS = list(_keys.old_django)
# The first key seals, all of them open: see `manage.py rotate_keys`.
SEAL_KEYS = _keys.seals
# Signs pushes to browsers. With another key they have to be set up anew.
PUSH_KEY = push_key(HOME, from_environment=PRODUCTION)
SITE_URL = env.text("WALLENSTEIN_SITE_URL", "http://localhost:8000").rstrip("/")
# The machine itself asks too: health checks, the proxy, somebody with curl.
ALLOWED_HOSTS = [
    urlsplit(SITE_URL).hostname or "localhost",
    *env.listing("DJANGO_ALLOWED_HOSTS", "localhost 127.0.0.1 [::1]"),
]
CSRF_TRUSTED_ORIGINS = env.listing("DJANGO_TRUSTED_ORIGINS")
# How many proxies of ours stand in front: only what they add to a request is believed.
PROXIES = env.number("WALLENSTEIN_PROXIES", 0)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "django_prometheus",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "axes",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "games",
]

MIDDLEWARE = [
    "wallenstein_site.request_ids.RequestIds",
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "wallenstein_site.failures.NoNul",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.web.middleware.ReaderMiddleware",
    "games.web.middleware.RefusalMiddleware",
    "axes.middleware.AxesMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

ROOT_URLCONF = "wallenstein_site.urls"
WSGI_APPLICATION = "wallenstein_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES: dict[str, Any] = {"default": database(HOME)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "games.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AXES_VERBOSE = False
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

LANGUAGE_CODE = "en"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
# The second one says "du" where the German of allauth is formal.
LOCALE_PATHS = [BASE_DIR / "games" / "locale", BASE_DIR / "games" / "locale_accounts"]
TIME_ZONE = "UTC"
USE_I18N = True
FORMAT_MODULE_PATH = "games.formats"
USE_TZ = True

# Nothing from other hosts, no script and no style inside a page.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'"],
    },
}

STATIC_URL = "/static/"
# At home files are served from where they lie; production collects, names and packs them first.
WHITENOISE_USE_FINDERS = not PRODUCTION
if PRODUCTION:
    STATIC_ROOT = HOME / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": f"wallenstein_site.statics.{'CollectedFiles' if PRODUCTION else 'PlainFiles'}"
    },
}

LOGGING_CONFIG = "wallenstein_site.logs.configure"
LOGGING = logs.settings_for_environment()

BROKER_FOLDER = HOME / "broker"
REDIS_URL = env.text("REDIS_URL")
# A Redis that does not answer is given up soon: what goes through it is never worth a long wait.
REDIS_PATIENCE = {"socket_connect_timeout": 1, "socket_timeout": 2}
CELERY_BROKER_URL = REDIS_URL or f"{broker.SCHEME}://"
broker.register_redis()
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {**REDIS_PATIENCE, "socket_keepalive": True, "max_retries": 0}
    if REDIS_URL
    else broker.register(BROKER_FOLDER)
)
# A worker waits for its broker as long as it takes, at the start and later.
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# Letters and calls have queues of their own: whoever answers slowly holds up neither a season nor,
# when it is somebody's program, a letter.
CELERY_TASK_ROUTES = ("wallenstein_site.queues.route",)
# What a worker that is told nothing else does: all of it.
CELERY_TASK_QUEUES = {name: {"exchange": name, "routing_key": name} for name in queues.ALL}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_REDIRECT_STDOUTS = False
# A task that is done twice does nothing the second time, so one under way may finish.
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = "UTC"
TICK_SECONDS = env.number("WALLENSTEIN_TICK_SECONDS", 5)
# What waited while no worker was there is forgotten, and so is what a tick has asked for: the next
# one finds the same things due. Not too soon, as the clocks of beat and worker may differ.
HINTS_LAST = max(60, 2 * TICK_SECONDS)
ASK_AGAIN = 5 * TICK_SECONDS
CELERY_BEAT_SCHEDULE = {
    "tick": {
        "task": "games.tasks.tick",
        "schedule": TICK_SECONDS,
        "options": {"expires": HINTS_LAST},
    },
    "reckon": {
        "task": "games.tasks.reckon",
        "schedule": 30,
        "options": {"expires": 60},
    },
    "tidy": {
        "task": "games.tasks.tidy",
        "schedule": 6 * 60 * 60,
        "options": {"expires": 60 * 60},
    },
}
# On how many days of a calendar year a player may be away, with deadlines that wait.
ABSENCE_DAYS = env.number("WALLENSTEIN_ABSENCE_DAYS", 28)
# How often a question may be answered, and how many letters about the seats or guests of one table
# go out in a day: far more than anybody needs, and an end for whoever needs none.
MOST_ANSWERS = env.number("WALLENSTEIN_MOST_ANSWERS", 200)
MOST_LETTERS = env.number("WALLENSTEIN_MOST_LETTERS", 60)
# How many invitations one host sends in a day, and how many deadlines one player's absences move.
MOST_LETTERS_BY_ONE = env.number("WALLENSTEIN_MOST_LETTERS_BY_ONE", 120)
# How many minutes a mail with a question waits for whoever has just answered on the site: by then
# the question is mostly answered there, too, and the mail is dropped. 0: it goes at once.
QUESTION_WAITS = env.number("WALLENSTEIN_QUESTION_WAITS", 10)
# Open pages that may listen at once, in each process of the web server: every one of them holds a
# thread, and the others must be enough for everybody who wants a page.
LIVE_STREAMS = env.web_threads() // 2
LIVE_STREAMS_EACH = 2
CACHES = {
    "default": {
        "BACKEND": "wallenstein_site.caching.KeptRedis",
        "LOCATION": REDIS_URL,
        "OPTIONS": REDIS_PATIENCE,
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": HOME / "cache",
    },
    # Drawn boards, by position: quickly made again, so each process keeps its own.
    "boards": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "boards",
        "OPTIONS": {"MAX_ENTRIES": 200},
    },
    # What stands around every page; it depends on nobody but the language they read.
    "frame": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "frame",
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}

globals().update(mail(env.text("EMAIL_URL"), HOME))
# How long a mail server may look at a letter before it says yes (RFC 5321).
EMAIL_DATA_TIMEOUT = 10 * 60
# How long a worker has a batch of letters before another may take it; renewed while it works.
OUTBOX_LEASE_SECONDS = env.number("WALLENSTEIN_OUTBOX_LEASE_SECONDS", 60)
# One worker may have to do everything: after so long a season gets its turn, or a letter.
OUTBOX_TURN_SECONDS = 1
# At most one letter about the talk beside a game in so many hours, for each person.
CHAT_DIGEST_HOURS = env.number("WALLENSTEIN_CHAT_DIGEST_HOURS", 6)
# Who is written to when a game stands still.
ADMINS = [(address, address) for address in env.listing("WALLENSTEIN_ADMINS")]
DEFAULT_FROM_EMAIL = env.text("WALLENSTEIN_FROM", "Wallenstein by Post <post@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Where answers to letters come in: a host whose mail reaches us, and what stands before the signed
# part of an address, like box+ for a mailbox that is fetched. In production somebody must have seen
# to it that mail comes in; until then no letter asks for an answer.
_here = "" if PRODUCTION else urlsplit(SITE_URL).hostname or "localhost"
MAIL_IN_HOST = env.text("WALLENSTEIN_MAIL_IN_HOST", _here)
MAIL_IN_PREFIX = mail_in_prefix(env.text("WALLENSTEIN_MAIL_IN_PREFIX", "t-"))
# Three ways for mail to come in; any of them, or several: `mail_listen`, `mail_fetch`, a provider.
MAIL_LISTEN = env.text("WALLENSTEIN_MAIL_LISTEN", "127.0.0.1:8025")
MAIL_LMTP = env.text("WALLENSTEIN_MAIL_LMTP")
MAILBOX = mailbox(env.text("IMAP_URL"))
MAIL_PROVIDER = env.text("WALLENSTEIN_MAIL_PROVIDER")
ANYMAIL = mail_provider(MAIL_PROVIDER, env.text("WALLENSTEIN_MAIL_PROVIDER_KEY"))
# Letters to read and to answer in the browser, where there is no mail server.
POST_OFFICE = not PRODUCTION and not env.text("EMAIL_URL")

# For tests of webhooks on this machine; players must never reach what listens here.
WEBHOOKS_TO_LOOPBACK = False

ACCOUNT_ADAPTER = "games.web.accounts.Accounts"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if PRODUCTION else "optional"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ADAPTER = "games.web.accounts.SecondSteps"
MFA_TOTP_ISSUER = "Wallenstein by Post"
ACCOUNT_SIGNUP_FORM_CLASS = "games.web.accounts.SignupExtras"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Wallenstein by Post: "
ACCOUNT_EMAIL_NOTIFICATIONS = True
# Somebody who guesses passwords waits; the owner, at another address, does not.
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_USERNAME_CALLABLE = "games.web.accounts.name_tried"
AXES_CLIENT_IP_CALLABLE = "games.web.requests.address_of"
# What somebody typed or came with may hold an invitation: no page shows it, no row keeps it.
AXES_ENABLE_ADMIN = False
AXES_HANDLER = "games.web.accounts.LoginGuard"
AXES_LOCKOUT_CALLABLE = "games.web.accounts.locked_out"
AXES_HTTP_RESPONSE_CODE = 429
LOGIN_REDIRECT_URL = "/"
CSRF_FAILURE_VIEW = "games.web.typed_again.csrf_failed"

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.auth.BearerTokens",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["games.api.auth.MayAsk"],
    "DEFAULT_THROTTLE_CLASSES": [
        "games.api.limits.PersonThrottle",
        "games.api.limits.AddressThrottle",
    ],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsers.StrictJson"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "games.api.negotiation.OneKind",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "games.api.operations.Operations",
    "EXCEPTION_HANDLER": "games.api.problems.answer",
    "NUM_PROXIES": PROXIES,
}
API_RATES = {
    "person": env.text("WALLENSTEIN_RATE_PERSON", "600/min"),
    "address": env.text("WALLENSTEIN_RATE_ADDRESS", "120/min"),
    "careful": env.text("WALLENSTEIN_RATE_CAREFUL", "10/hour"),
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Wallenstein by Post",
    "DESCRIPTION": "Everything a player can do on a page. Refusals are problems (RFC 9457).",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.schema.add_problems",
        "games.api.schema.add_answers",
    ],
    # Several things have a channel.
    "ENUM_NAME_OVERRIDES": {
        "ChannelEnum": "games.models.talk.ChatMessage.Channel",
        "NoticeChannelEnum": "games.models.channels.Channel",
        "ChosenChannelEnum": "games.api.notice_shapes.CHOICES",
        "DestinationChannelEnum": "games.models.channels.PLACES",
    },
    # The pages of the docs come from here and from no other host.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

if PRODUCTION:
    globals().update(production.security(SITE_URL))
