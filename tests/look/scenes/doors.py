"""Invitations and rooms before the game, in every state of theirs."""

from uuid import uuid4

import cambio.services
import imperial.services
from imperial.plug import Clock
from tabletop import timebase
from tabletop.live.watchers import MOST_WATCHERS
from tabletop.models import Watcher
from tests.look.scenes.stage import (
    Scene,
    act,
    again,
    at,
    finished,
    guest,
    invitation,
    people,
    running,
    scene,
    seat_of,
    some_time_ago,
    waiting,
)

# --- the invitation ---------------------------------------------------------------------------------------------------


@scene
def invited_to_cambio() -> Scene:
    return Scene(None, invitation("cambio", waiting("cambio", people(3), seats=4, is_open=True, turn_clock=60)))


@scene
def invited_to_imperial() -> Scene:
    return Scene(None, invitation("imperial", waiting("imperial", people(5), seats=6)))


@scene
def invited_with_a_name_that_cannot_be() -> Scene:
    path = invitation("cambio", waiting("cambio", people(1), seats=2))
    spoil = "document.getElementById('name').value = '--'"
    return Scene(None, path, [spoil, "#sit-down"])


@scene
def all_chairs_are_taken() -> Scene:
    return Scene(None, invitation("imperial", waiting("imperial", people(6))))


@scene
def free_chairs_are_kept() -> Scene:
    friends = people(4)
    return Scene(None, invitation("cambio", again("cambio", finished(friends), friends[0])))


@scene
def they_have_started() -> Scene:
    return Scene(None, invitation("cambio", running("cambio", people(4), turn_clock=60)))


@scene
def they_have_started_imperial() -> Scene:
    return Scene(guest("Zoe"), invitation("imperial", running("imperial", people(6))))


@scene
def nobody_may_watch() -> Scene:
    return Scene(None, invitation("cambio", running("cambio", people(4), watching="nobody")))


@scene
def the_watch_room_is_full() -> Scene:
    game_id = running("cambio", people(4))
    Watcher.objects.bulk_create(
        Watcher(game_slug="cambio", game_id=game_id, person_id=guest("Eve").pk, process=uuid4(), seen_at=timebase.now())
        for _each in range(MOST_WATCHERS)
    )
    return Scene(None, invitation("cambio", game_id))


@scene
def two_seats_are_offered() -> Scene:
    friends = people(4)
    game_id = running("cambio", friends)
    for person in friends[2:]:
        act("cambio", game_id, person, "offer_seat")
    return Scene(None, invitation("cambio", game_id))


@scene
def the_game_is_over() -> Scene:
    return Scene(None, invitation("cambio", finished(people(4))))


@scene
def the_table_is_closed() -> Scene:
    game_id = waiting("cambio", people(4))
    cambio.services.tables.abandon(game_id=game_id, reason="conduct")
    return Scene(None, invitation("cambio", game_id))


@scene
def somebody_who_was_removed() -> Scene:
    friends = people(3)
    game_id = waiting("cambio", friends, seats=4)
    cambio.services.tables.remove_person(
        game_id=game_id, removed_seat=seat_of("cambio", game_id, friends[1]), person=friends[0]
    )
    return Scene(friends[1], invitation("cambio", game_id))


# --- the room before the game -----------------------------------------------------------------------------------------


@scene
def room_of_four_with_a_bot() -> Scene:
    friends = people(3)
    return Scene(friends[0], at("cambio", waiting("cambio", friends, bots=["medium"], is_open=True, turn_clock=60)))


@scene
def room_of_four_as_a_guest() -> Scene:
    friends = people(3)
    return Scene(friends[1], at("cambio", waiting("cambio", friends, bots=["medium"])))


@scene
def room_with_a_name_and_nobody_else() -> Scene:
    (host,) = people(1)
    path = at("cambio", waiting("cambio", [host], seats=4, name="W" * 40))
    # As after twenty seconds alone.
    return Scene(host, path, ["document.querySelector('.room__offer').getAnimations()[0].finish()"])


@scene
def room_where_a_person_is_to_be_removed() -> Scene:
    friends = people(4)
    return Scene(friends[0], at("cambio", waiting("cambio", friends)), ["#remove-1"])


@scene
def room_with_its_sheet() -> Scene:
    (host,) = people(1)
    return Scene(host, at("cambio", waiting("cambio", [host], seats=4)), ["#invite-1"])


@scene
def room_with_its_choices() -> Scene:
    (host,) = people(1)
    return Scene(host, at("cambio", waiting("cambio", [host], seats=4)), ["#show-choices"])


@scene
def room_of_six() -> Scene:
    friends = people(4)
    return Scene(friends[0], at("imperial", waiting("imperial", friends, bots=["sensible"], seats=6)))


@scene
def room_of_six_as_a_guest() -> Scene:
    friends = people(6)
    entry = imperial.services.create_table(
        person=friends[0], player_count=6, clock=Clock(increment=43_200, banked=259_200)
    )
    for person in friends[1:]:
        imperial.services.join_table(game_id=entry.game_id, person=person)
    return Scene(friends[1], at("imperial", entry.game_id))


@scene
def room_that_was_closed() -> Scene:
    friends = people(2)
    game_id = waiting("cambio", friends)
    cambio.services.tables.abandon(game_id=game_id, reason="fault")
    return Scene(friends[0], at("cambio", game_id))


@scene
def room_that_was_closed_and_goes_on() -> Scene:
    friends = people(3)
    game_id = waiting("cambio", friends)
    cambio.services.tables.abandon(game_id=game_id, reason="fault")
    again("cambio", game_id, friends[0])
    return Scene(friends[1], at("cambio", game_id))


@scene
def room_with_kept_chairs() -> Scene:
    friends = people(4)
    return Scene(friends[0], at("cambio", again("cambio", finished(friends), *friends[:2])))


@scene
def room_that_counts_to_the_start() -> Scene:
    friends = people(4)
    over = finished(friends)
    with some_time_ago(-600):
        return Scene(friends[1], at("cambio", again("cambio", over, *friends)))
