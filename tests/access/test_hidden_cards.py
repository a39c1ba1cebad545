"""Staff without the permission learn nothing hidden: two worlds that differ in it send the same bytes."""

import json
import re
from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client

from cambio import services
from cambio.models import CambioAction, Card, Turn
from deckbuilder.models import DeckState
from imperial.models import ImperialAction, PlayerInfo
from tabletop.accounts.models import User
from tabletop.kept_games import forget_game
from tests.access.visitors import World
from tests.access.walk import taken_back
from tests.kit.clients import client_of

TABLES = {"cambio": "/admin/cambio/gamesession/", "imperial": "/admin/imperial/game/"}
LOGS = {"cambio": "/admin/cambio/cambioaction/", "imperial": "/admin/imperial/imperialaction/"}
DECKS = "/admin/deckbuilder/deckstate/"
PLACE = ("location", "owner_id", "position_row", "position_col", "order_in_pile")
CHANGING = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|"x-csrftoken": "\w+"')
LOOKER = UUID(int=7)
"""The same in both worlds: the colour of a person follows from the id."""


def looker(*, may_look: bool) -> Client:
    """A member of staff who may see, change and delete every row."""
    person = User.objects.create_user("looker@example.org", "x", id=LOOKER, display_name="Looker", is_staff=True)
    rights = Permission.objects.exclude(codename="view_hidden_cards")
    person.user_permissions.set(Permission.objects.all() if may_look else rights)
    return client_of(person)


def everything(client: Client, world: World) -> Iterator[tuple[str, bytes]]:
    """What each page of the admin sends that has to do with tables and decks."""
    asked: list[tuple[str, dict[str, str]]] = [(DECKS, {}), (f"{DECKS}{world.deck_id}/change/", {})]
    asked += [(DECKS, {"o": str(number)}) for number in range(1, 8)] + [(DECKS, {"q": "zebra"})]
    asked += [(f"{DECKS}{world.deck_id}/{page}/", {}) for page in ("history", "delete", "hidden")]
    for slug, address in TABLES.items():
        row = f"{address}{world.tables[slug, 'running'].game_id}"
        asked += [(address, {}), (f"{row}/change/", {}), (f"{row}/history/", {}), (f"{row}/hidden/", {})]
        asked += [(address, {"o": str(number)}) for number in range(1, 8)] + [(LOGS[slug], {})]
        asked += [(address, {"q": word}) for word in ("hearts", "1793", "7")]
        asked += [(address, {name: "7"}) for name in ("cards__rank", "cards__rank__exact", "players__bid", "voting")]
    for path, query in asked:
        yield f"{path} {query}", CHANGING.sub(b"", client.get(path, query).content)
    for slug, address in TABLES.items():
        game_id = str(world.tables[slug, "running"].game_id)
        for action in ("export_json", "abort_tables"):
            answer = client.post(address, {"action": action, "_selected_action": [game_id]}, follow=True)
            yield f"{action} {slug}", CHANGING.sub(b"", answer.content)
        yield f"hidden {slug}", CHANGING.sub(b"", client.post(f"{address}{game_id}/hidden/").content)
    yield "hidden deck", CHANGING.sub(b"", client.post(f"{DECKS}{world.deck_id}/hidden/").content)


def with_other_cards(world: World) -> None:
    """Another order of the draw pile and other hands; what was drawn is another card too."""
    game_id = world.tables["cambio", "running"].game_id
    hidden = list(Card.objects.filter(game_session=game_id, visibility="hidden").order_by("rank", "suit"))
    places = [{name: getattr(card, name) for name in PLACE} for card in hidden]
    for card, place in zip(hidden, reversed(places), strict=True):
        Card.objects.filter(pk=card.pk).update(**place)
    Turn.objects.filter(game_session=game_id).update(metadata={"position": 3})
    for entry in CambioAction.objects.filter(game=game_id):
        secret = [event | {"cards": "other"} if event["audience"] else event for event in entry.events]
        CambioAction.objects.filter(pk=entry.pk).update(events=secret)
    deck = DeckState.objects.get(pk=world.deck_id)
    state = json.loads(deck.state)
    state["drawPile"] = state["drawPile"][::-1]
    DeckState.objects.filter(pk=deck.pk).update(state=json.dumps(state))


def with_other_bids(world: World) -> None:
    game_id = world.tables["imperial", "running"].game_id
    PlayerInfo.objects.filter(game=game_id).update(bid=1793, draft={"amount": "1793"}, draft_number=0)
    entry = ImperialAction.objects.filter(game=game_id, payload__type="start").get()
    secret = [*entry.events, {"type": "bid", "amount": 1793, "audience": ["nobody"]}]
    ImperialAction.objects.filter(pk=entry.pk).update(events=secret)


@pytest.mark.parametrize("change", [with_other_cards, with_other_bids])
def test_twin_worlds_look_alike_without_the_permission(world: World, change: Callable[[World], None]) -> None:
    assert differences(world, change, may_look=False) == []
    assert differences(world, change, may_look=True)


def differences(world: World, change: Callable[[World], None], *, may_look: bool) -> list[str]:
    """What the admin sends otherwise after the change."""
    sent = []
    for differ in (lambda _world: None, change):
        with taken_back():
            differ(world)
            for slug in TABLES:
                forget_game(f"{slug}:{world.tables[slug, 'running'].game_id}")
            sent.append(dict(everything(looker(may_look=may_look), world)))
    one, other = sent
    assert len(one) > 40
    return [page for page in one if one[page] != other[page]]


@pytest.mark.parametrize("slug", TABLES)
def test_looking_needs_the_permission_and_is_logged(world: World, slug: str) -> None:
    game_id = world.tables[slug, "running"].game_id
    page = f"{TABLES[slug]}{game_id}/hidden/"
    code = world.tables[slug, "running"].room_code
    with taken_back():
        client = looker(may_look=False)
        assert (client.get(page).status_code, client.post(page).status_code) == (403, 403)
        assert "Hidden cards" not in client.get(f"{TABLES[slug]}{game_id}/change/").content.decode()
        assert not LogEntry.objects.exists()
    with taken_back():
        client = looker(may_look=True)
        assert f'href="{page}"' in client.get(f"{TABLES[slug]}{game_id}/change/").content.decode()
        asked = client.get(page).content.decode()
        assert "keeps that you looked" in asked
        for hidden in ("hearts", "Sealed"):
            assert hidden not in asked
        assert not LogEntry.objects.exists()
        looked = client.post(page).content.decode()
        assert ("hearts" if slug == "cambio" else "sealed bids") in looked.lower()
        entry = LogEntry.objects.get()
        assert (entry.object_repr, entry.change_message) == (code, "Looked at the hidden cards.")


@pytest.mark.parametrize("slug", TABLES)
def test_an_export_has_what_is_hidden_for_those_who_may_look_and_is_logged_as_a_look(world: World, slug: str) -> None:
    game_id = str(world.tables[slug, "running"].game_id)
    for may_look, logged in ((False, ["Exported."]), (True, ["Exported.", "Looked at the hidden cards."])):
        with taken_back():
            chosen = {"action": "export_json", "_selected_action": [game_id]}
            (table,) = looker(may_look=may_look).post(TABLES[slug], chosen).json()["tables"]
            assert ("view" in table, "table" in table or "game" in table) == (not may_look, may_look)
            assert table["shuffleSeed"] is None
            assert [*LogEntry.objects.order_by("pk").values_list("change_message", flat=True)] == logged


def test_staff_who_play_do_not_look_at_their_own_table(world: World) -> None:
    """Whatever permissions they have, until the game is over."""
    game_id = world.tables["cambio", "running"].game_id
    with taken_back():
        seat = world.people["seat"]
        User.objects.filter(pk=seat.pk).update(is_staff=True, is_superuser=True)
        client = client_of(User.objects.get(pk=seat.pk))
        page = f"{TABLES['cambio']}{game_id}/hidden/"
        assert (client.get(page).status_code, client.post(page).status_code) == (403, 403)
        over = world.tables["cambio", "over"].game_id
        assert client.post(f"{TABLES['cambio']}{over}/hidden/").status_code == 200


def test_staff_who_have_looked_take_no_seat_there_and_who_may_take_one_back_does_not_look(world: World) -> None:
    table = world.tables["cambio", "running"]
    page, join = f"{TABLES['cambio']}{table.game_id}/hidden/", f"/cambio/{table.game_id}/join/"
    with taken_back():
        services.tables.act(game_id=table.game_id, person=world.people["seat"], action={"type": "offer_seat"})
        client = looker(may_look=True)
        assert client.post(page).status_code == 200
        refused = client.post(join)
        assert (refused.status_code, "You have looked after this table" in refused.content.decode()) == (409, True)
        LogEntry.objects.all().delete()
        assert client.post(join).status_code == 302
        seated = User.objects.get(pk=LOOKER)
        services.tables.act(game_id=table.game_id, person=seated, action={"type": "offer_seat"})
        User.objects.filter(pk=world.people["seat"].pk).update(is_staff=True, is_superuser=True)
        former = client_of(User.objects.get(pk=world.people["seat"].pk))
        assert (former.get(page).status_code, former.post(page).status_code) == (403, 403)


def test_a_table_that_is_not_there_is_told(world: World) -> None:
    with taken_back():
        assert looker(may_look=True).post(f"{TABLES['cambio']}{world.deck_id}/hidden/").status_code == 302
