"""Games of Cambio between moves, and after the end."""

import cambio.services
from tabletop import timebase
from tabletop.engine import Move
from tabletop.play import submit
from tests.look.scenes.stage import Scene, act, again, at, finish, finished, guest, people, running, scene, seat_of
from tests.look.scenes.stage import some_time_ago as ago

WEEK_SECONDS = 7 * 24 * 3600.0

# --- who plays --------------------------------------------------------------------------------------------------------


@scene
def a_bot_plays_for_me() -> Scene:
    friends = people(4)
    game_id = running("cambio", friends)
    cambio.services.hand_to_bot(game_id=game_id, seat_id=seat_of("cambio", game_id, friends[2]))
    return Scene(friends[2], at("cambio", game_id))


@scene
def my_seat_is_free_for_others() -> Scene:
    friends = people(4)
    game_id = running("cambio", friends)
    act("cambio", game_id, friends[2], "offer_seat")
    return Scene(friends[2], at("cambio", game_id))


@scene
def seats_of_others_are_played_by_bots_and_free() -> Scene:
    friends = people(4)
    game_id = running("cambio", friends)
    act("cambio", game_id, friends[2], "offer_seat")
    cambio.services.hand_to_bot(game_id=game_id, seat_id=seat_of("cambio", game_id, friends[1]))
    return Scene(friends[3], at("cambio", game_id))


@scene
def looking_on_where_two_seats_are_free() -> Scene:
    friends = people(4)
    game_id = running("cambio", friends)
    for person in friends[1:3]:
        act("cambio", game_id, person, "offer_seat")
    return Scene(guest("Zoe"), at("cambio", game_id))


@scene
def somebody_is_late() -> Scene:
    friends = people(4)
    with ago(WEEK_SECONDS):
        game_id = running("cambio", friends)
    act("cambio", game_id, friends[1], "nudge")
    return Scene(friends[1], at("cambio", game_id))


@scene
def the_others_wait_for_me() -> Scene:
    friends = people(4)
    with ago(60):
        game_id = running("cambio", friends)
    act("cambio", game_id, friends[1], "nudge")
    return Scene(friends[0], at("cambio", game_id))


@scene
def two_are_away() -> Scene:
    friends = people(4)
    game_id = running("cambio", friends, takeover=True)
    for seat in (0, 2):
        submit(cambio.services.engine, game_id, Move(seat=seat, action={"type": "left"}), now=timebase.now())
    return Scene(friends[1], at("cambio", game_id))


@scene
def the_log_and_a_clock() -> Scene:
    friends = people(4)
    game_id = running("cambio", friends, turn_clock=120)
    act("cambio", game_id, friends[0], "draw", source="deck")
    act("cambio", game_id, friends[0], "swap", position=0)
    return Scene(friends[2], at("cambio", game_id), [".log-button"])


@scene
def the_menu_asks_before_leaving() -> Scene:
    friends = people(4)
    return Scene(friends[0], at("cambio", running("cambio", friends)), ["#menu-button", "#table-menu summary"])


@scene
def messages_over_the_table() -> Scene:
    friends = people(4)
    tell = """for (const message of document.querySelectorAll("template[id^=toast-]"))
        document.getElementById("toasts").append(message.content.cloneNode(true))"""
    return Scene(friends[0], at("cambio", running("cambio", friends)), [tell])


@scene
def a_table_that_was_closed() -> Scene:
    friends = people(4)
    game_id = running("cambio", friends)
    cambio.services.tables.abandon(game_id=game_id, reason="fault")
    return Scene(friends[0], at("cambio", game_id))


@scene
def a_table_that_was_closed_and_goes_on() -> Scene:
    friends = people(4)
    game_id = running("cambio", friends)
    cambio.services.tables.abandon(game_id=game_id, reason="fault")
    again("cambio", game_id, *friends[:2])
    return Scene(friends[2], at("cambio", game_id))


# --- after the end ----------------------------------------------------------------------------------------------------


@scene
def asked_to_play_again() -> Scene:
    friends = people(4)
    over = finished(friends)
    again("cambio", over, friends[0])
    return Scene(friends[1], at("cambio", over))


@scene
def one_is_in_and_one_has_left() -> Scene:
    friends = people(4)
    over = finished(friends)
    again("cambio", over, *friends[:2])
    cambio.services.tables.decline(game_id=over, person=friends[3])
    return Scene(friends[2], at("cambio", over))


@scene
def i_am_in() -> Scene:
    friends = people(4)
    over = finished(friends)
    again("cambio", over, *friends[:2])
    return Scene(friends[1], at("cambio", over))


@scene
def i_have_declined() -> Scene:
    friends = people(4)
    over = finished(friends)
    again("cambio", over, friends[0])
    cambio.services.tables.decline(game_id=over, person=friends[3])
    return Scene(friends[3], at("cambio", over))


@scene
def the_time_to_answer_is_over() -> Scene:
    friends = people(4)
    over = finished(friends)
    with ago(90):
        again("cambio", over, friends[0])
    return Scene(friends[1], at("cambio", over))


@scene
def after_three_games_together() -> Scene:
    friends = people(4)
    game_id = finished(friends)
    for _more in range(2):
        game_id = again("cambio", game_id, *friends)
        act("cambio", game_id, friends[0], "start")
        finish(game_id, friends)
    return Scene(friends[1], at("cambio", game_id))
