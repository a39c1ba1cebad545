"""All settings, from the environment; docs/operations.md lists every variable.

The defaults are a development site: SQLite, one process, no services. `PRODUCTION=1` turns on what a public site needs
and refuses to start without its secrets.
"""

import os
import secrets
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from tabletop.accounts.allauth_settings import *  # noqa: F403
from tabletop.database import POSTGRES, POSTGRES_OPTIONS
from tabletop.logs import logging_config

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("VAR_DIR", BASE_DIR / "var"))
VAR_DIR.mkdir(parents=True, exist_ok=True)


def flag(name: str, *, default: bool = False) -> bool:
    given = os.environ.get(name, "").lower()
    return given in {"1", "true", "yes", "on"} if given else default


def comma_separated(name: str, default: str = "") -> list[str]:
    return [item.strip() for item in os.environ.get(name, default).split(",") if item.strip()]


def secret_key() -> str:
    if given := os.environ.get("SECRET_KEY"):
        return given
    if PRODUCTION:
        raise ImproperlyConfigured("Set SECRET_KEY to a long random string.")
    file = VAR_DIR / "secret-key"
    if not file.exists():
        file.write_text(secrets.token_urlsafe(50))
        file.chmod(0o600)
    return file.read_text()


PRODUCTION = flag("PRODUCTION")
DEBUG = flag("DEBUG")
STRICT_ANSWERS = DEBUG  # whether an answer to a program that is not of its type fails, or is logged (`api.typed`)
SECRET_KEY = secret_key()
ALLOWED_HOSTS = comma_separated("ALLOWED_HOSTS", "" if PRODUCTION else "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = comma_separated("CSRF_TRUSTED_ORIGINS")
# The proxy gives the visitor's address as the last entry of X-Forwarded-For, the scheme in X-Forwarded-Proto.
BEHIND_PROXY = flag("BEHIND_PROXY")
# Addresses and networks that may read /metrics.
METRICS_ADDRESSES = [ip_network(item) for item in comma_separated("METRICS_ADDRESSES", "127.0.0.0/8,::1")]

INSTALLED_APPS = [
    "tabletop.staff_site.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "tabletop",
    "tabletop.accounts",
    "tabletop.lobby",
    "tabletop.notify",
    "tabletop.talk",
    "cambio",
    "imperial",
    "deckbuilder",
]

MIDDLEWARE = [
    "tabletop.logs.RequestIdMiddleware",
    "tabletop.operation.access.AccessLogMiddleware",
    "tabletop.health.ReadyzMiddleware",
    "tabletop.operation.metrics.MetricsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "tabletop.response_headers.ResponseHeadersMiddleware",
    "tabletop.accounts.sessions.SessionMiddleware",
    "tabletop.accounts.old_cookies.OldCookiesMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tabletop.accounts.sessions.StaySignedInMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tabletop.errors.RefusalMiddleware",
]

ROOT_URLCONF = "tabletop.urls"
ASGI_APPLICATION = "tabletop.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            # Our own templates lose their line breaks when they are loaded; those of libraries stay as they are.
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["tabletop.template_layout.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tabletop.games.registered_games",
            ],
        },
    }
]

# --- data -------------------------------------------------------------------------------------------------------------


def process_name() -> str:
    """What this process calls itself to PostgreSQL: `tabletop serve`, `tabletop clock`, or by another command."""
    return f"tabletop {sys.argv[1]}" if Path(sys.argv[0]).name == "manage.py" and sys.argv[1:] else "tabletop"


DATABASE_URL = os.environ.get("DATABASE_URL", f"sqlite:///{VAR_DIR / 'tabletop.sqlite3'}")


def database(url: str) -> dict[str, Any]:
    config: dict[str, Any] = dict(dj_database_url.parse(url))
    options = config.setdefault("OPTIONS", {})
    if config["ENGINE"].endswith("sqlite3"):
        # IMMEDIATE: a writer waits for the lock at once instead of failing half-way.
        # FULL: an acknowledged move is on the disk.
        config["CONN_MAX_AGE"] = None
        options |= {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
    else:
        config |= POSTGRES
        config["OPTIONS"] = {**POSTGRES_OPTIONS, "application_name": process_name(), **options}
    return config


DATABASES = {"default": database(DATABASE_URL)}
USES_SQLITE = DATABASES["default"]["ENGINE"].endswith("sqlite3")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# SQLite has no deferred constraints: only the rules and PostgreSQL keep those.
SILENCED_SYSTEM_CHECKS = ["models.W038"] if USES_SQLITE else []

REDIS_URL = os.environ.get("REDIS_URL", "")
REDIS_TIMEOUT_SECONDS = 2
CACHES: dict[str, dict[str, Any]]
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "hosts": [{"address": REDIS_URL, "socket_connect_timeout": REDIS_TIMEOUT_SECONDS}],
                "prefix": os.environ.get("REDIS_PREFIX", "tabletop"),
            },
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": REDIS_TIMEOUT_SECONDS, "socket_timeout": REDIS_TIMEOUT_SECONDS},
        }
    }
else:
    # By default a group drops its listeners after a day; the server listens as long as it runs.
    FOREVER = 100 * 365 * 24 * 3600
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels.layers.InMemoryChannelLayer",
            "CONFIG": {"capacity": 10_000, "group_expiry": FOREVER},
        }
    }
    # Large enough that a flood of addresses cannot push out the counts of the rate limits.
    CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}
    }

# --- people -----------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby:home"
LOGOUT_REDIRECT_URL = "lobby:home"
SESSION_ENGINE = "tabletop.accounts.sessions"
MESSAGE_STORAGE = "tabletop.accounts.cookies.MessageStorage"
# The longest that browsers allow: a guest is known by this cookie alone.
SESSION_COOKIE_AGE = 400 * 24 * 3600
PASSWORD_RESET_TIMEOUT = 24 * 3600
ACCOUNT_LOGOUT_REDIRECT_URL = LOGOUT_REDIRECT_URL
# Browsers allow passkeys without TLS for localhost alone.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION

EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
# Whether the site sends mail: by the server of EMAIL_HOST, or in development to the terminal.
MAIL_AVAILABLE = os.environ.get("MAIL", "").lower() not in {"0", "false", "no", "off"}
if PRODUCTION and MAIL_AVAILABLE and not EMAIL_HOST:
    # Printed mails would put links to new passwords into the logs.
    raise ImproperlyConfigured(
        "Set EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER and EMAIL_HOST_PASSWORD to those of a mail server, "
        "or MAIL=off for a site without mail: then nobody can make an account or get a new password."
    )
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "587"))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = EMAIL_PORT == 587
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "Tabletop <noreply@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# The origin of links in mails: the Host header is not trusted.
SITE_URL = os.environ.get("SITE_URL", "http://127.0.0.1:8000").rstrip("/")

# --- security ---------------------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "form-action": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
if PRODUCTION:
    # Browsers take these from this host alone, over TLS; `tabletop.accounts.cookies` names the others alike.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
CSRF_FAILURE_VIEW = "tabletop.errors.csrf_failure"
if PRODUCTION:
    SECURE_SSL_REDIRECT = not flag("TLS_REDIRECT_BY_PROXY")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    # Switches, because they bind other sites of the domain, and the second for years.
    SECURE_HSTS_INCLUDE_SUBDOMAINS, SECURE_HSTS_PRELOAD = flag("HSTS_SUBDOMAINS"), flag("HSTS_PRELOAD")
    # Django warns of switches that are off.
    SILENCED_SYSTEM_CHECKS += ["security.W005", "security.W008", "security.W021"]
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# The largest of all bodies, also before Django reads it (`tabletop.bodies`); single addresses take less.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# In which a request must have come as a whole (`tabletop.bodies`).
REQUEST_SECONDS = 30

# --- files, language, logs --------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False  # only our own pages use our files: a header less for each of them
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "tabletop.static_files.SiteStaticFiles"
    },
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"

LOG_LEVEL = os.environ.get("LOG_LEVEL", "INFO")
ACCESS_LOG = flag("ACCESS_LOG", default=PRODUCTION)
LOGGING = logging_config(level=LOG_LEVEL, access=ACCESS_LOG)
SENTRY_DSN = os.environ.get("SENTRY_DSN", "")  # where errors are reported to; nowhere without it
