"""Running games that are open to everybody stand on the home page while a seat is offered there."""

from uuid import UUID

import pytest

from cambio import queries as cambio_queries
from cambio import services as cambio
from imperial import queries as imperial_queries
from imperial import services as imperial
from tabletop.accounts.models import User
from tabletop.table import Choices
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db
GAMES = {"cambio": (cambio, cambio_queries), "imperial": (imperial, imperial_queries)}


def people(*names: str) -> list[User]:
    return [User.objects.create(display_name=name, is_guest=True) for name in names]


def running(slug: str, juno: User, mara: User, *, is_open: bool) -> UUID:
    services = GAMES[slug][0]
    entry = services.create_table(person=juno, player_count=2, choices=Choices(is_open=is_open))
    services.join_table(game_id=entry.game_id, person=mara)
    services.act(game_id=entry.game_id, person=juno, action={"type": "start"})
    if slug == "cambio":
        for person in (juno, mara):
            services.act(game_id=entry.game_id, person=person, action={"type": "confirm_initial_view"})
    return entry.game_id


def listed(slug: str) -> list[tuple[str, str]]:
    return [(table.title, table.join_url) for table in GAMES[slug][1].open_tables()]


@pytest.mark.parametrize("slug", GAMES)
def test_an_open_table_is_listed_while_it_offers_a_seat_and_one_press_takes_it(slug: str) -> None:
    juno, mara, eve = people("Juno", "Mara", "Eve")
    game_id = running(slug, juno, mara, is_open=True)
    assert listed(slug) == []
    GAMES[slug][0].act(game_id=game_id, person=mara, action={"type": "offer_seat"})
    ((title, address),) = listed(slug)
    assert (title, address) == ("Juno", f"/{slug}/{game_id}/join/")
    answer = client_of(eve).post(address)
    assert (answer.status_code, answer["Location"]) == (302, f"/{slug}/{game_id}/")
    assert listed(slug) == []
    assert "Eve" in client_of(juno).get(f"/{slug}/{game_id}/").content.decode()


@pytest.mark.parametrize("slug", GAMES)
def test_a_seat_that_is_taken_back_or_of_a_private_table_is_not_listed(slug: str) -> None:
    juno, mara = people("Juno", "Mara")
    services = GAMES[slug][0]
    private = running(slug, juno, mara, is_open=False)
    services.act(game_id=private, person=mara, action={"type": "offer_seat"})
    assert listed(slug) == []
    game_id = running(slug, juno, mara, is_open=True)
    services.act(game_id=game_id, person=mara, action={"type": "offer_seat"})
    services.act(game_id=game_id, person=mara, action={"type": "take_back"})
    assert listed(slug) == []


@pytest.mark.parametrize("slug", GAMES)
def test_the_host_withdraws_an_offer_with_a_button_of_the_table(slug: str) -> None:
    juno, mara, eve = people("Juno", "Mara", "Eve")
    services = GAMES[slug][0]
    game_id = running(slug, juno, mara, is_open=True)
    services.act(game_id=game_id, person=mara, action={"type": "offer_seat"})
    host, address = client_of(juno), f"/{slug}/{game_id}/"
    page = host.get(address).content.decode()
    assert 'value="withdraw_offer:1:Mara"' in page
    assert "Keep the seat for Mara" in page
    # Neither who looks on nor the person of the seat has the button; the latter takes the seat back.
    for other in (eve, mara):
        assert "withdraw_offer" not in client_of(other).get(address).content.decode()
    assert client_of(eve).post(f"{address}act/", {"do": "withdraw_offer:1:Mara"}).status_code == 403
    assert len(listed(slug)) == 1
    assert host.post(f"{address}act/", {"do": "withdraw_offer:1:Mara"}).status_code == 303
    assert listed(slug) == []
    page = host.get(address).content.decode()
    assert "withdraw_offer" not in page
    assert "Offer the seat of Mara" in page
    assert "is kept again. A bot plays it meanwhile." in page
    refused = client_of(eve).post(f"{address}join/", {"do": "take_seat:1:Mara"})
    assert "This seat is not free." in refused.content.decode()
