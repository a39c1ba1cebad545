"""The home page of somebody who comes back, decks, and pages that tell of errors."""

from datetime import timedelta

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

import deckbuilder.services
from cambio.models import GameSession
from deckbuilder.models import DeckState
from tabletop.accounts.models import User
from tabletop.error_codes import CODES
from tests.look.scan import SIX
from tests.look.scenes.stage import (
    FROM,
    Scene,
    act,
    again,
    finished,
    guest,
    people,
    running,
    scene,
    some_time_ago,
    waiting,
)

DAY_SECONDS = 24 * 3600.0
LONGEST_DECK = "W" * 40

# --- home -------------------------------------------------------------------------------------------------------------


def _with_all_rows() -> User:
    """Live and slow turns, running and waiting tables, an invitation, and games that ended meanwhile."""
    me, *others = people(6)
    running("cambio", [me, *others[:3]], turn_clock=60)
    with some_time_ago(DAY_SECONDS):
        running("imperial", [me, *others], name="W" * 40)
    running("cambio", [others[1], me, others[0]])
    act("imperial", running("imperial", [me, *others]), me, "bid", amount=1)
    waiting("cambio", [me], seats=4)
    over = [finished([me, *others[:3]]), finished([others[0], me]), finished([others[4], me, others[2]])]
    again("cambio", over[2], others[4])
    GameSession.objects.filter(pk__in=over).update(completed_at=timezone.now() - timedelta(hours=3))
    User.objects.filter(pk=me.pk).update(home_seen_at=timezone.now() - timedelta(days=2))
    return me


@scene
def home_with_every_row() -> Scene:
    return Scene(_with_all_rows(), "/")


@scene
def home_with_open_tables() -> Scene:
    for person in people(4):
        waiting("cambio", [person], seats=4, is_open=True)
        waiting("imperial", [person], seats=6, is_open=True, name="W" * 40)
    return Scene(None, "/")


@scene
def home_with_the_menu_of_the_account() -> Scene:
    return Scene(guest(SIX[0]), "/", ["#account-menu summary"])


@scene
def home_with_a_code_that_no_table_has() -> Scene:
    return Scene(guest(SIX[0]), "/", ["document.getElementById('code').value = 'WWWWWW'", "#code-form button"])


# --- decks ------------------------------------------------------------------------------------------------------------


def _decks() -> User:
    (me,) = people(1)
    deckbuilder.services.create_deck(person=me, name=LONGEST_DECK)
    deckbuilder.services.create_deck(person=me, name="A deck of an ordinary name")
    return me


@scene
def decks_of_long_names() -> Scene:
    return Scene(_decks(), "/deckbuilder/", [".dk-list summary"])


def _page_of_a_deck(name: str, path: str) -> None:
    def show() -> Scene:
        me = _decks()
        return Scene(me, f"/deckbuilder/{DeckState.objects.get(owner=me, name=LONGEST_DECK).pk}/{path}")

    show.__name__ = name
    scene(show)


_page_of_a_deck("a deck to rename", "rename/")
_page_of_a_deck("a deck to delete", "delete/")
_page_of_a_deck("a deck of a long name", "")


# --- errors -----------------------------------------------------------------------------------------------------------


@scene
def a_form_without_its_token() -> Scene:
    answer = Client(enforce_csrf_checks=True).post("/account/guest/", {"name": SIX[0]}, **FROM)
    assert answer.status_code == CODES["csrf_failed"].status
    return Scene(None, "/", html=answer.content.decode())


@scene
def too_many_tries() -> Scene:
    client = Client()
    while (answer := client.post("/join/", {"code": "WWWWWW"}, **FROM)).status_code != CODES["too_many"].status:
        assert answer.status_code < 500
    return Scene(None, "/", html=answer.content.decode())


@scene
def the_site_is_busy() -> Scene:
    return Scene(None, "/", html=render_to_string("errors/busy.html", {"busy": CODES["busy"]}))


@scene
def our_mistake() -> Scene:
    return Scene(None, "/", html=render_to_string("500.html"))


@scene
def the_database_is_gone() -> Scene:
    known = CODES["unavailable"]
    context = {"code": known.status, "title": known.title, "sentence": known.sentence}
    return Scene(None, "/", html=render_to_string("errors/page.html", context, request=HttpRequest()))
