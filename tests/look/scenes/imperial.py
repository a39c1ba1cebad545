"""Games of Imperial with six people of long names: every question of the game, and what surrounds it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from msgspec.structs import replace

import imperial.services
from imperial.exchange import write_game
from imperial.rules.state import State
from tabletop.accounts.models import User
from tests.imperial.rules.positions import do, position
from tests.look.scan import SIX
from tests.look.scenes.stage import Scene, act, again, at, guest, people, running, scene, seat_of, some_time_ago

LANDS = ("Austria", "Italy", "France", "England", "Germany", "Russia")
WEEKS_SECONDS = 21 * 24 * 3600.0
ME = SIX[0]


def bonds(**others: dict[str, list[int]]) -> dict[str, dict[str, list[int]]]:
    """Everybody has shares everywhere; the first one leads where nothing else is said."""
    shared = {land: {ME: [7], SIX[1 + seat % 5]: [4], SIX[1 + (2 + seat) % 5]: [2]} for seat, land in enumerate(LANDS)}
    return shared | others


def middle(**fields: Any) -> State:
    given: dict[str, Any] = {
        "bonds": bonds(),
        "armies": {"Austria": ["Vienna", "Budapest"], "Germany": ["Romania"], "Italy": ["Venice"]},
        "fleets": {"Italy": ["Ionian Sea"]},
    }
    return position(players=SIX, **given | fields)


def table(state: State) -> tuple[UUID, list[User]]:
    friends = people(len(state.player_info))
    data = write_game(state, history=["Cleo proposes Taxation for Austria."])
    game = imperial.services.import_game(data=data, people={each.display_name: each for each in friends})
    return game.pk, friends


def asked(make: Callable[[], State], *, looks: int = 0) -> Callable[[], Scene]:
    """A position as one of the people sees it."""

    def show() -> Scene:
        game_id, friends = table(make())
        return Scene(friends[looks], at("imperial", game_id))

    show.__name__, show.__module__ = make.__name__, make.__module__
    scene(show)
    return show


# --- questions --------------------------------------------------------------------------------------------------------


@asked
def a_bond_to_buy() -> State:
    return middle(mode="buy", to_act=(ME,), money=30)


@asked
def a_bond_for_a_swiss_bank() -> State:
    state = middle(mode="buy", to_act=(ME,), money=6)
    players = {name: replace(info, investor=name == SIX[1]) for name, info in state.player_info.items()}
    return replace(state, player_info=players)


@asked
def an_empty_purse() -> State:
    return middle(mode="buy", to_act=(ME,), money=1)


def _peace(target: dict[str, list[int]]) -> State:
    state = middle(
        bonds=bonds(Austria={SIX[1]: [5]}, Italy=target), armies={"Austria": ["Vienna"], "Italy": ["Venice"]}
    )
    state = do(state, SIX[1], "propose", wheel_spot="L-Maneuver")
    return do(state, SIX[1], "maneuver_batch", army_man=[["Vienna", "Venice", "peace"]])


@asked
def an_offer_of_peace_to_a_leader() -> State:
    return _peace({ME: [5]})


@asked
def an_offer_of_peace_to_vote_on() -> State:
    state = _peace({ME: [4], SIX[2]: [3], SIX[3]: [2], SIX[4]: [1]})
    return do(state, SIX[2], "peace_vote", choice="accept")


def _germany() -> State:
    state = middle(country="Germany", bonds=bonds(Germany={SIX[1]: [5], ME: [4], SIX[2]: [3], SIX[3]: [2]}), money=20)
    return do(state, SIX[1], "propose", wheel_spot="R-Produce", army_produce=["Berlin"], fleet_produce=["Hamburg"])


@asked
def a_proposal_to_answer() -> State:
    return _germany()


@asked
def a_vote_of_four() -> State:
    state = do(_germany(), ME, "propose", wheel_spot="Investor")
    return do(state, SIX[2], "vote", choice=2)


@asked
def a_maneuver_to_go_on_with() -> State:
    armies = {"Austria": ["Vienna", "Prague", "Budapest"], "Italy": ["Venice"]}
    state = middle(bonds=bonds(Italy={SIX[1]: [5]}), armies=armies)
    state = do(state, ME, "propose", wheel_spot="R-Maneuver")
    sent = [["Vienna", "Venice", "peace"], ["Prague", "Munich", "hostile"], ["Budapest", "Romania", ""]]
    state = do(state, ME, "maneuver_batch", army_man=sent)
    return do(state, SIX[1], "dictator_peace", accept=True)


def _over() -> State:
    points = {land: {"points": 25 - 3 * place, "money": 4} for place, land in enumerate(LANDS)}
    return middle(mode="game-over", to_act=(), countries=points)


@asked
def the_end_of_six() -> State:
    return _over()


# --- around the game --------------------------------------------------------------------------------------------------


@scene
def the_first_bids_of_six() -> Scene:
    friends = people(6)
    game_id = running("imperial", friends)
    for person in friends[1:4]:
        act("imperial", game_id, person, "bid", amount=3)
    return Scene(friends[0], at("imperial", game_id))


@scene
def a_bid_that_was_won() -> Scene:
    friends = people(6)
    game_id = running("imperial", friends)
    for place, person in enumerate(friends):
        act("imperial", game_id, person, "bid", amount=9 - place)
    return Scene(friends[0], at("imperial", game_id))


@scene
def somebody_looks_on_at_an_offer_of_peace() -> Scene:
    game_id, _friends = table(_peace({ME: [4], SIX[2]: [3], SIX[3]: [2]}))
    return Scene(guest("Zoe"), at("imperial", game_id))


@scene
def asked_to_play_again() -> Scene:
    game_id, friends = table(_over())
    again("imperial", game_id, friends[1])
    return Scene(friends[0], at("imperial", game_id))


@scene
def invited_to_play_on_for_days() -> Scene:
    game_id, friends = table(_over())
    return Scene(friends[1], at("imperial", again("imperial", game_id, friends[1])))


@scene
def five_are_late() -> Scene:
    friends = people(6)
    with some_time_ago(WEEKS_SECONDS):
        game_id = running("imperial", friends)
        act("imperial", game_id, friends[1], "bid", amount=3)
    act("imperial", game_id, friends[1], "nudge")
    return Scene(friends[1], at("imperial", game_id))


@scene
def a_bot_plays_for_me_and_two_seats_are_free() -> Scene:
    friends = people(6)
    game_id = running("imperial", friends)
    for person in friends[:3]:
        imperial.services.hand_to_bot(game_id=game_id, seat_id=seat_of("imperial", game_id, person))
    for person in friends[1:3]:
        act("imperial", game_id, person, "offer_seat")
    return Scene(friends[0], at("imperial", game_id))


@scene
def looking_on_where_two_seats_are_free() -> Scene:
    friends = people(6)
    game_id = running("imperial", friends)
    for person in friends[1:3]:
        act("imperial", game_id, person, "offer_seat")
    return Scene(guest("Zoe"), at("imperial", game_id))


@scene
def a_table_that_was_closed() -> Scene:
    game_id, friends = table(middle())
    imperial.services.tables.abandon(game_id=game_id, reason="conduct")
    return Scene(friends[0], at("imperial", game_id))


@scene
def a_table_that_was_closed_and_goes_on() -> Scene:
    game_id, friends = table(middle())
    imperial.services.tables.abandon(game_id=game_id, reason="conduct")
    for person in friends[:2]:
        imperial.services.rematch(game_id=game_id, person=person)
    return Scene(friends[2], at("imperial", game_id))


@scene
def the_menu() -> Scene:
    game_id, friends = table(middle())
    return Scene(friends[0], at("imperial", game_id), ["#menu-button"])


def _page(name: str, path: str, make: Callable[[], State] = middle) -> None:
    def show() -> Scene:
        game_id, friends = table(make())
        if make is middle:
            act("imperial", game_id, friends[0], "propose", wheel_spot="Taxation")
        return Scene(friends[0], at("imperial", game_id) + path)

    show.__name__ = name
    scene(show)


_page("the page of the history", "history/")
_page("the page of the places", "places/")
_page("the page of a turn", "turn/1/")
_page("the page of the charts", "chart/", _over)
