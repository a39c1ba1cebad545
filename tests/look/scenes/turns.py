"""Games in the midst of a turn: what is taken, chosen, looked at, planned, and what surrounds it."""

import re
from collections.abc import Callable
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

import cambio.services
import deckbuilder.services
import imperial.services
from cambio import rules
from deckbuilder.models import DeckState
from imperial.plug import Clock
from imperial.rules.state import State
from tabletop.accounts.models import User
from tests.cambio.kit import position
from tests.imperial.rules.positions import do
from tests.kit.clients import client_of
from tests.look.scenes.imperial import ME, middle, table
from tests.look.scenes.stage import FROM, HANDS, Scene, act, at, guest, people, running, scene

OPEN = {"is_open": True, "watching": "everybody"}


def as_it_stands(person: User, path: str) -> Scene:
    """The page without its script: for what is over sooner than it can be scanned."""
    answer = client_of(person, **FROM).get(path)
    assert answer.status_code == 200
    html = re.sub("<script.*?</script>", "", answer.content.decode(), flags=re.DOTALL)
    return Scene(person, path, html=html)


# --- Cambio -----------------------------------------------------------------------------------------------------------


def _with(card: str, *, friends: int = 4) -> tuple[Any, list[User]]:
    """A game whose first one has drawn this card and discarded it."""
    persons = people(friends)
    game_id = running("cambio", persons)
    position(game_id, rules.arrange(HANDS[:friends], [card, "3d", "4d", "5d"], ["2h", "3h"]))
    act("cambio", game_id, persons[0], "draw", source="deck")
    act("cambio", game_id, persons[0], "discard")
    return game_id, persons


@scene
def a_call_to_confirm() -> Scene:
    friends = people(4)
    return Scene(friends[0], at("cambio", running("cambio", friends)), ["#do-call"])


@scene
def a_card_taken_from_the_pile() -> Scene:
    friends = people(4)
    game_id = running("cambio", friends)
    act("cambio", game_id, friends[0], "draw", source="discard")
    return Scene(friends[0], at("cambio", game_id))


@scene
def half_of_a_swap_is_chosen() -> Scene:
    game_id, friends = _with("Js")
    return Scene(friends[0], at("cambio", game_id), ["input[name=theirs]"])


def _shown(name: str, card: str, **power: Any) -> None:
    def show() -> Scene:
        game_id, friends = _with(card)
        if power:
            act("cambio", game_id, friends[0], "use_power", **power)
        return as_it_stands(friends[0], at("cambio", game_id))

    show.__name__ = name
    scene(show)


_shown("a card of another is seen", "9s", targetSeat=2, targetPosition=1)
_shown("a glimpse of the king", "Ks")


@scene
def three_at_the_table() -> Scene:
    friends = people(3)
    return Scene(friends[1], at("cambio", running("cambio", friends)))


@scene
def a_tie() -> Scene:
    friends = people(4)
    game_id = running("cambio", friends)
    hands = [["Ac", "2c", "3c", "4c"], ["Ad", "2d", "3d", "4d"], *HANDS[2:]]
    position(game_id, rules.arrange(hands, ["3s", "4s", "5s", "6s"], ["2h", "3h"]))
    act("cambio", game_id, friends[0], "call_cambio")
    for person in friends[1:]:
        act("cambio", game_id, person, "draw", source="deck")
        act("cambio", game_id, person, "discard")
    return Scene(friends[1], at("cambio", game_id))


@scene
def the_connection_is_lost() -> Scene:
    friends = people(4)
    lose = """var wire = document.getElementById("live");
        wire.dataset.state = "back";
        wire.querySelector(".conn__text").textContent = wire.dataset.back;"""
    return as_it_stands(friends[1], at("cambio", running("cambio", friends)))._replace(presses=[lose])


@scene
def before_the_deal() -> Scene:
    (me,) = people(1)
    return as_it_stands(me, at("cambio", cambio.services.tables.practice(person=me).game_id))


# --- Imperial ---------------------------------------------------------------------------------------------------------


def _drafted(name: str, *drafts: dict[str, str], make: Callable[[], State] = middle, path: str = "") -> None:
    """A question with what its person has chosen."""

    def show() -> Scene:
        game_id, friends = table(make())
        address = at("imperial", game_id)
        for draft in drafts:
            answer = client_of(friends[0], **FROM).post(f"{address}draft/", draft)
            assert answer.status_code == 303, answer.content.decode()
        return Scene(friends[0], address + path)

    show.__name__ = name
    scene(show)


def _planned() -> State:
    return do(middle(), ME, "propose", wheel_spot="L-Maneuver")


def _buying() -> State:
    return middle(mode="buy", to_act=(ME,), money=30)


_drafted("an import", {"spot": "Import"}, {"add": "army Vienna"}, {"add": "fleet Trieste"})
_drafted("a factory to build", {"spot": "Factory"}, {"factory": "Trieste"})
_drafted("a production", {"spot": "L-Produce"})
_drafted("a taxation", {"spot": "Taxation"})
_drafted("a plan with rows", *({"row": str(row), "destination": "Romania"} for row in range(2)), make=_planned)
_drafted("a bond that is chosen", {"bond": "Austria 5"}, make=_buying)
_drafted("the players of a phone", path="#people")
_drafted("the countries of a phone", path="#lands")
_drafted("the log of a phone", path="#history")


@scene
def the_log_of_one_country() -> Scene:
    game_id, friends = table(middle())
    return Scene(friends[0], at("imperial", game_id), ["#about-1"])


def _on_the_clock() -> tuple[Any, list[User]]:
    friends = people(6)
    clock = Clock(increment=43_200, banked=259_200)
    game_id = imperial.services.create_table(person=friends[0], player_count=6, clock=clock).game_id
    for person in friends[1:]:
        imperial.services.join_table(game_id=game_id, person=person)
    act("imperial", game_id, friends[0], "start")
    return game_id, friends


@scene
def the_clock_runs() -> Scene:
    game_id, friends = _on_the_clock()
    return Scene(friends[0], at("imperial", game_id))


@scene
def the_clock_is_stopped() -> Scene:
    game_id, friends = _on_the_clock()
    act("imperial", game_id, friends[0], "pause")
    return Scene(friends[0], at("imperial", game_id))


# --- around -----------------------------------------------------------------------------------------------------------


@scene
def home_with_games_to_watch_and_seats_to_take() -> Scene:
    friends = people(6)
    game_id = running("cambio", friends[:4], **OPEN)
    act("cambio", game_id, friends[1], "offer_seat")
    running("imperial", friends, name="W" * 40, **OPEN)
    return Scene(guest("Zoe"), "/")


@scene
def a_shuffle_that_is_checked() -> Scene:
    proof = f"secret={'ab' * 32}&fingerprint={'cd' * 32}&place=2"
    return Scene(None, f"/shuffle/?{proof}")


@scene
def a_deck_file_that_is_refused() -> Scene:
    (me,) = people(1)
    deckbuilder.services.create_deck(person=me, name="W" * 40)
    deck = DeckState.objects.get(owner=me)
    file = SimpleUploadedFile("deck.json", b'{"cards": ["' + b"W" * 80 + b'"]}')
    answer = client_of(me, **FROM).post(f"/deckbuilder/{deck.pk}/import/", {"file": file, "version": deck.version})
    assert answer.status_code == 422, answer.content.decode()
    return Scene(me, "/", html=answer.content.decode())
