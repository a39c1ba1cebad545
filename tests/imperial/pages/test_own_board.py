"""A board of one's own with places the map does not have: nothing is drawn there, and everything can be played."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from imperial import rules, setups
from tabletop.accounts.models import User
from tabletop.rules import Json
from tests.imperial import kit
from tests.imperial.pages.visits import browser, post
from tests.imperial.rules.contract import late_setup_data
from tests.kit.roads import both_roads

pytestmark = pytest.mark.django_db

MODES = ("bid", "buy-bid", "buy", "proposal", "proposal-opp", "vote", "continue-man", "peace-vote")
DRAFTS: dict[str, list[dict[str, str]]] = {
    "proposal": [{"spot": spot} for spot in ("Factory", "L-Produce", "Import", "Taxation")],
    "continue-man": [{"row": "0"}],
}
"""What is tried on the map, as far as it can be."""


def elsewhere(data: Json) -> Json:
    """The same board under other names: every place, and one country."""
    names = {name: f"New {name}" for name in data["territories"]} | {"Austria": "New Prussia"}

    def renamed(kept: Any) -> Any:
        if isinstance(kept, dict):
            return {names.get(key, key): renamed(value) for key, value in kept.items()}
        if isinstance(kept, list):
            return [renamed(item) for item in kept]
        return names.get(kept, kept) if isinstance(kept, str) else kept

    changed: Json = renamed(data)
    return changed | {"name": "elsewhere"}


@pytest.fixture
def game_id(persons: list[User]) -> UUID:
    setups.load(json.dumps(elsewhere(late_setup_data())))
    return kit.begun(persons, setup="elsewhere")


def positions_on(board: rules.Setup, begun: rules.State) -> Iterator[rules.State]:
    """Two of every mode, from as many random games as that takes."""
    seen = Counter[str]()
    for seed in range(40):
        chance, state = random.Random(seed), begun
        while not rules.is_over(state) and min(seen[mode] for mode in MODES) < 2:
            if seen[state.mode] < 2:
                yield state
            seen[state.mode] += 1
            player = chance.choice(rules.players_to_act(state))
            action = chance.choice(rules.legal_actions(state, player, setup=board))
            state, _events = rules.apply(state, player, action, setup=board, shuffle=list, now=kit.START)
    assert min(seen[mode] for mode in MODES) >= 2


@both_roads
def test_every_question_about_places_the_map_does_not_have_has_its_page(game_id: UUID, persons: list[User]) -> None:
    clients = {person.display_name: browser(person) for person in persons}
    spectator = browser(kit.guest("Tess"))
    for state in positions_on(kit.state_of(game_id).settings.board, kit.game_of(game_id)):
        kit.position(game_id, state)
        look(spectator, game_id)
        asked = clients[rules.players_to_act(state)[0]]
        look(asked, game_id)
        for draft in DRAFTS.get(state.mode, ()):
            post(asked, game_id, "draft", **draft)
            look(asked, game_id)


def look(client: Client, game_id: UUID) -> None:
    assert client.get(f"/imperial/{game_id}/").status_code == 200


def test_the_map_in_words_tells_of_places_that_are_not_drawn(game_id: UUID, persons: list[User]) -> None:
    told = browser(persons[0]).get(f"/imperial/{game_id}/places/").content.decode()
    assert "New Ionian Sea" in told
    assert "New Prussia: 1 fleet" in told
