"""A public site refuses to start without what it needs, and says what is missing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.server import MANAGE

PUBLIC = {
    "PRODUCTION": "1",
    "SECRET_KEY": "aD3kf9_lq0Zp-27XvTwe85RmBnYcGhJs1UoLi64KQxEtNVaM-0b7Wz",
    "ALLOWED_HOSTS": "play.example",
    "SITE_URL": "https://play.example",
    "EMAIL_HOST": "mail.example",
    "DJANGO_SETTINGS_MODULE": "tabletop.settings",
}
WALK = """
import json
import django
django.setup()
from django.core.management import call_command
from django.test import Client
from tabletop.accounts.models import User
call_command("migrate", verbosity=0)
User.objects.create_user("ada@example.org", "seven green teapots", display_name="Ada")
here = Client(headers={"Host": "play.example"})
right = {"login": "ada@example.org", "password": "seven green teapots"}
saved = {"display_name": "Ada", "theme": "dark"}
answers = [
    here.get("/account/login/", secure=True),
    here.post("/account/login/", right, secure=True),
    here.post("/account/", saved, secure=True),
    here.get("/account/", secure=True),
    here.post("/account/logout/", secure=True),
    here.post("/account/guest/", {"name": "Teo"}, secure=True),
]
told = [(m.key, bool(m["secure"]), m["path"], m["domain"]) for answer in answers for m in answer.cookies.values()]
print(json.dumps(sorted(set(told))))
"""
ASKED = "from django.conf import settings; import json; print(json.dumps([getattr(settings, name) for name in {}]))"


def run(folder: Path, *arguments: str, **changed: str | None) -> subprocess.CompletedProcess[str]:
    """Python with the environment of a public site; a variable that is changed to None is not set."""
    given = {**os.environ, **PUBLIC, "VAR_DIR": str(folder), **changed}
    environment = {name: value for name, value in given.items() if value is not None}
    return subprocess.run(
        [sys.executable, *arguments], cwd=MANAGE.parent, env=environment, capture_output=True, text=True, check=False
    )


def settings_of(folder: Path, *names: str, **changed: str | None) -> list[object]:
    asked = run(folder, "-c", ASKED.format(list(names)), **changed)
    assert asked.returncode == 0, asked.stderr
    told: list[object] = json.loads(asked.stdout)
    return told


def test_the_settings_of_a_public_site_pass_djangos_own_checks(tmp_path: Path) -> None:
    checked = run(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        ("SECRET_KEY", "Set SECRET_KEY to a long random string."),
        ("EMAIL_HOST", "Set EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER and EMAIL_HOST_PASSWORD to those of a mail server"),
    ],
)
def test_a_public_site_does_not_start_without_what_it_needs(tmp_path: Path, missing: str, sentence: str) -> None:
    refused = run(tmp_path, "manage.py", "serve", "--port", "0", **{missing: None})
    assert refused.returncode != 0
    assert sentence in refused.stderr


def test_a_public_site_without_mail_says_so_and_starts(tmp_path: Path) -> None:
    assert settings_of(tmp_path, "MAIL_AVAILABLE", EMAIL_HOST=None, MAIL="off") == [False]
    assert settings_of(tmp_path, "MAIL_AVAILABLE", "EMAIL_BACKEND") == [
        *(True, "django.core.mail.backends.smtp.EmailBackend")
    ]


def test_on_ones_own_machine_mail_is_printed(tmp_path: Path) -> None:
    names = ("MAIL_AVAILABLE", "EMAIL_BACKEND", "SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME")
    assert settings_of(tmp_path, *names, PRODUCTION=None, EMAIL_HOST=None) == [
        *(True, "django.core.mail.backends.console.EmailBackend", "sessionid", "csrftoken")
    ]


def test_cookies_of_a_public_site_are_of_this_host_alone(tmp_path: Path) -> None:
    names = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE")
    more = ("SESSION_COOKIE_DOMAIN", "CSRF_COOKIE_DOMAIN", "SESSION_COOKIE_PATH", "CSRF_COOKIE_PATH")
    assert settings_of(tmp_path, *names, *more) == [
        *("__Host-sessionid", "__Host-csrftoken", True, True, None, None, "/", "/")
    ]


def test_every_cookie_that_a_public_site_sets_is_of_this_host_alone(tmp_path: Path) -> None:
    # DEBUG: the style sheets need not be collected.
    walked = run(tmp_path, "-c", WALK, DEBUG="1", DATABASE_URL=None, REDIS_URL=None)
    assert walked.returncode == 0, walked.stderr
    names = ("csrftoken", "known_device", "messages", "sessionid")
    assert json.loads(walked.stdout.splitlines()[-1]) == [[f"__Host-{name}", True, "/", ""] for name in names]


def test_what_binds_other_sites_of_the_domain_is_switched_on_by_the_operator(tmp_path: Path) -> None:
    names = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    assert settings_of(tmp_path, *names) == [365 * 24 * 3600, False, False]
    assert settings_of(tmp_path, *names, HSTS_SUBDOMAINS="1", HSTS_PRELOAD="1")[1:] == [True, True]
