"""Playing again keeps everybody's neighbours, whoever comes first (rules 5 of the table)."""

import re
from typing import Any
from uuid import UUID

import pytest

from cambio import services as cambio
from imperial import services as imperial
from tabletop import play
from tabletop.accounts.models import User
from tabletop.engine import Loaded
from tabletop.tables.seats import Entry
from tests.cambio.kit import people
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db
GAMES: dict[str, Any] = {"cambio": cambio, "imperial": imperial}


@pytest.fixture
def persons() -> list[User]:
    return people(3)


def closed(services: Any, persons: list[User]) -> UUID:
    """A game of four that has begun, and that the staff has closed."""
    entry: Entry = services.create_table(person=persons[0], player_count=4)
    services.add_bot(game_id=entry.game_id, seat=entry.seat)
    for person in persons[1:]:
        services.join_table(game_id=entry.game_id, person=person)
    services.act(game_id=entry.game_id, seat=entry.seat, action={"type": "start"})
    services.tables.abandon(game_id=entry.game_id, reason="upkeep")
    return entry.game_id


def around(loaded: Loaded[Any], services: Any) -> list[str]:
    """Who sits at which place, as the table and its keys tell it."""
    state, rules = loaded.state, services.engine.rules
    sitters = [loaded.sitters[rules.key(state, place)] for place in range(len(state.seats))]
    assert [sitter.seat_id for sitter in sitters] == [info.seat_id for info in state.seats]
    bots = [info.type == "bot" for info in state.seats]
    return ["a bot" if bot else sitter.display_name for bot, sitter in zip(bots, sitters, strict=True)]


def page_of(person: User, game: str, game_id: UUID) -> str:
    return client_of(person).get(f"/{game}/{game_id}/").content.decode()


def chairs(page: str) -> list[str]:
    """Who sits or is awaited at each chair of a waiting room, by its number."""
    found = re.findall(r'id="chair-(\d)"(.*?)</li>', page, re.DOTALL)
    told = sorted((int(number), words) for number, words in found)
    marks = {">You<": "me", "Juno": "Juno", "Mara": "Mara", "Nils": "Nils"}
    return [next((who for mark, who in marks.items() if mark in words), "a bot") for _number, words in told]


@pytest.mark.parametrize("game", GAMES)
def test_everybody_sits_between_the_same_people_again(game: str, persons: list[User]) -> None:
    services = GAMES[game]
    over = closed(services, persons)
    juno, mara, nils = persons
    first = services.rematch(game_id=over, person=mara)
    assert around(services.engine.store.load(first.game_id), services) == ["Mara", "a bot"]
    for person, expected in ((juno, ["Mara", "Juno", "a bot"]), (nils, ["Mara", "Nils", "Juno", "a bot"])):
        entry = services.rematch(game_id=over, person=person)
        assert around(entry.receipt.loaded, services) == expected
        assert entry.receipt.loaded.seat_of(person=person.pk) == entry.seat
    loaded = services.engine.store.load(first.game_id)
    assert around(loaded, services) == ["Mara", "Nils", "Juno", "a bot"]
    play.settle(services.engine, first.game_id, now=loaded.state.series.starts_at)
    dealt = services.engine.store.load(first.game_id)
    assert (dealt.state.game is not None, dealt.state.series.order) == (True, ())
    assert around(dealt, services) == ["Mara", "Nils", "Juno", "a bot"]


@pytest.mark.parametrize("game", GAMES)
def test_a_chair_is_kept_where_its_person_will_sit(game: str, persons: list[User]) -> None:
    services = GAMES[game]
    over = closed(services, persons)
    juno, mara, _nils = persons
    game_id = services.rematch(game_id=over, person=mara).game_id
    assert chairs(page_of(mara, game, game_id)) == ["me", "Nils", "Juno", "a bot"]
    services.rematch(game_id=over, person=juno)
    assert chairs(page_of(mara, game, game_id)) == ["me", "Nils", "Juno", "a bot"]
    assert chairs(page_of(juno, game, game_id)) == ["Mara", "Nils", "me", "a bot"]


@pytest.mark.parametrize("game", GAMES)
def test_who_does_not_answer_is_told_to_have_left_when_the_time_is_over(game: str, persons: list[User]) -> None:
    services = GAMES[game]
    over = closed(services, persons)
    services.rematch(game_id=over, person=persons[0])
    until = services.engine.store.load(over).state.series.until
    play.settle(services.engine, over, now=until)
    page = page_of(persons[0], game, over)
    assert ("Mara thinks" in page, "Mara has left" in page, "Nils has left" in page) == (False, True, True)
