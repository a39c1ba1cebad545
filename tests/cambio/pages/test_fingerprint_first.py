"""A game of Cambio against bots shows the fingerprint of its shuffle before the deal, with or without a coach."""

import hashlib
import re
from uuid import UUID

import pytest
from django.test import Client

from cambio import services
from cambio.models import Card, GameSession
from cambio.replay import verify
from tabletop import clock, timebase
from tabletop.accounts.models import User
from tabletop.rules import RuleViolation
from tabletop.tables.seats import Terms
from tests.cambio.kit import act, guest, people, state_of
from tests.cambio.pages.test_first_game import FACE, fingerprint_of, finish, page_of
from tests.cambio.pages.visits import press
from tests.kit.clients import client_of
from tests.kit.roads import both_roads

pytestmark = pytest.mark.django_db(transaction=True)

SHEET = 'id="deal-now"'
ROOM = "css/room"
AGAINST_BOTS = {"player_count": "2", "bot_count": "1", "level": "easy"}


def begun(client: Client) -> UUID:
    """By the form for a new table, with bots on all other seats."""
    return UUID(client.post("/cambio/new/", AGAINST_BOTS)["Location"].split("/")[2])


def played(client: Client) -> UUID:
    game_id = begun(client)
    for do in ("start", "confirm_initial_view"):
        act(game_id, 0, do, now=timebase.now())
    return game_id


def is_undealt(game_id: UUID) -> bool:
    return state_of(game_id).game is None and not Card.objects.filter(game_session=game_id).exists()


@both_roads
def test_a_game_that_the_form_begins_is_dealt_by_its_page() -> None:
    client = client_of(guest("Juno"))
    game_id = begun(client)
    page = page_of(client, game_id)
    assert is_undealt(game_id)
    assert (SHEET in page, fingerprint_of(game_id) in page, FACE.search(page)) == (True, True, None)
    assert re.search(r'<script type="module" src="[^"]*js/seal', page)
    assert (ROOM in page, 'class="coach"' in page, "Waiting for players" in page) == (False, False, False)
    # Nothing but the page itself deals.
    clock.tick(now=timebase.now() + 3600)
    assert is_undealt(game_id)
    status, answer = press(client, game_id, "start")
    assert status == 200
    assert FACE.search(answer)
    page = page_of(client, game_id)
    assert (SHEET in page, "js/seal" in page, 'id="ask-hint"' in page) == (False, False, False)
    # Its first look is timed: nobody explains anything.
    assert 'class="ring' in page
    verify(GameSession.objects.get(pk=game_id))


def test_playing_again_against_bots_shows_it_first_too() -> None:
    client = client_of(guest("Juno"))
    game_id = played(client)
    finish(game_id)
    page = page_of(client, game_id)
    assert "You saw the fingerprint before the first card was dealt" in page
    assert hashlib.sha256(bytes(GameSession.objects.get(pk=game_id).shuffle_seed)).hexdigest() in page
    again = UUID(client.post(f"/cambio/{game_id}/rematch/")["Location"].split("/")[2])
    clock.tick(now=timebase.now() + 3600)
    assert is_undealt(again)
    page = page_of(client, again)
    assert (SHEET in page, fingerprint_of(again) in page, FACE.search(page)) == (True, True, None)


def test_a_program_that_plays_again_asks_for_no_page() -> None:
    juno = guest("Juno")
    game_id = played(client_of(juno))
    finish(game_id)
    again = services.rematch(game_id=game_id, person=juno)
    assert state_of(again.game_id).game is not None
    act(again.game_id, 0, "confirm_initial_view", now=timebase.now())
    finish(again.game_id)
    page = page_of(client_of(juno), again.game_id)
    assert "The fingerprint stood beside the table from the first card on" in page


def test_the_home_page_leads_to_cards_that_are_ready() -> None:
    client = client_of(guest("Juno"))
    game_id = begun(client)
    home = client.get("/").content.decode()
    assert "The cards are ready." in home
    assert f"/cambio/{game_id}/" in home


def test_a_table_that_waits_for_its_page_is_none_that_waits_for_players() -> None:
    client = client_of(guest("Juno"))
    assert len({begun(client) for _table in range(4)}) == 4


def test_among_people_the_waiting_room_shows_it() -> None:
    juno, mara = people(2)
    game_id = services.create_table(person=juno, player_count=2, terms=Terms(seals_first=True)).game_id
    services.join_table(game_id=game_id, person=mara)
    page = page_of(client_of(juno), game_id)
    assert (SHEET in page, ROOM in page, "Waiting for players" in page) == (False, True, True)
    assert fingerprint_of(game_id) in page


def test_a_table_that_waits_for_its_page_is_never_made_one_that_waits_for_players() -> None:
    """It is not counted among them (rules 3.2 of the table)."""
    juno = guest("Juno")
    for game_id in (begun(client_of(juno)), services.practice(person=juno).game_id):
        bot = state_of(game_id).seats[1].seat_id
        for fields in ({"type": "remove_bot", "seatId": bot}, {"type": "settings", "isOpen": True, "maxPlayers": 4}):
            with pytest.raises(RuleViolation) as refused:
                services.act(game_id=game_id, seat=0, action=fields)
            assert refused.value.code == "game_already_started"
        assert len(state_of(game_id).seats) == state_of(game_id).max_players


def test_playing_again_against_bots_leaves_no_chair_free_at_a_table_that_is_not_counted() -> None:
    juno, terms = guest("Juno"), Terms(seals_first=True, opened_from="here")
    game_id = services.create_table(person=juno, player_count=4, bots=["easy"]).game_id
    services.act(game_id=game_id, person=juno, action={"type": "start"})
    services.tables.abandon(game_id=game_id, reason="upkeep")
    sealed = services.rematch(game_id=game_id, person=juno, terms=terms).receipt.state
    assert (len(sealed.seats), sealed.max_players, sealed.settings.sealed) == (2, 2, True)


@pytest.mark.parametrize("practises", [True, False])
def test_a_table_that_the_staff_close_before_its_deal_says_so_in_the_dress_of_a_room(practises: bool) -> None:
    juno: User = guest("Juno")
    client = client_of(juno)
    game_id = services.practice(person=juno).game_id if practises else begun(client)
    services.tables.abandon(game_id=game_id, reason="upkeep")
    page = page_of(client, game_id)
    assert "This table is closed." in page
    assert (SHEET in page, "js/seal" in page) == (False, False)
    assert ROOM in page
