"""The last move of each seat stands under its cards until the next one, and tells nothing that was hidden."""

import random
import re
import time
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cambio import services
from cambio.pages.loading import LoadedPage, loader
from cambio.pages.log_end import SHOWN_ACTIONS
from cambio.pages.parts import PARTS, PLACES
from cambio.pages.table import page as table_page
from cambio.pages.view import to_view
from cambio.services import engine
from tabletop.engine import Move
from tabletop.live.parts import build_contexts, render_parts
from tabletop.play import submit
from tabletop.rules import Json
from tests.cambio.kit import dealt, lobby_of, people, seats_to_act, state_of
from tests.cambio.numbers.known import button, choose
from tests.cambio.pages.samples import NOW, away, position, seen
from tests.cambio.pages.visits import client_of
from tests.kit.frames import merge

MOVES = [*(f"{place}_move" for place in PLACES), "my_move"]
STEPS = 70

DRAWN = {"type": "CARD_DRAWN", "playerId": 2, "source": "deck"}
TAKEN = {"type": "CARD_DRAWN", "playerId": 2, "source": "discard", "card": "5c"}
PLACED = {"type": "CARD_SWAPPED", "playerId": 2, "position": 0, "discardedCard": "9h", "incomingFrom": "deck"}
LET_GO = {"type": "CARD_DISCARDED", "playerId": 2, "card": "8h", "powerType": "peek_own"}
LOOKED = {"type": "POWER_USED", "playerId": 2, "powerType": "peek_own"}
SKIPPED = {"type": "POWER_SKIPPED", "playerId": 2, "powerType": "peek_own"}
GAVE = {"type": "SWAP_COMPLETED", "playerId": 2, "position": 3, "targetPlayerId": 1, "targetPosition": 0}
GAVE_ME = {"type": "SWAP_COMPLETED", "playerId": 2, "position": 3, "targetPlayerId": 0, "targetPosition": 1}
PLACED_WHAT_LAY_OPEN = PLACED | {"incomingFrom": "discard"}
MISSED = {"type": "TURN_FORFEITED", "playerId": 2, "reason": "timeout", "card": None}
MY_SWAP = {"type": "CARD_SWAPPED", "playerId": 0, "position": 1, "discardedCard": "Js", "incomingFrom": "deck"}
MY_LOOK = {"type": "CARD_REVEALED", "ownerId": 1, "position": 2, "card": "Kd", "expiresAt": NOW}
CALLED = {"type": "CAMBIO_CALLED", "callerId": 2, "phase": "final_round", "remainingTurns": 3}
MY_SWAP_WITH_CALLER = {"type": "SWAP_COMPLETED", "playerId": 0, "position": 0, "targetPlayerId": 2, "targetPosition": 3}
SWAPPED_TWO = {"type": "POWER_USED", "playerId": 2, "powerType": "blind_swap"}


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip().replace("&#x27;", "'").replace(" ,", ",")


def told(*events: Json) -> dict[str, str]:
    """The parts of Juno's page after these events, each of an action of its own, the newest last."""
    recent = [event | {"seq": number, "at": NOW} for number, event in enumerate(events, start=1)]
    view = seen(position(turn=1), recent=tuple(reversed(recent)))
    return {name: str(html) for name, html in render_parts(build_contexts(PARTS, to_view(view))).items()}


def told_of_final_round(*events: Json, whole: bool = True) -> dict[str, str]:
    """The parts of Juno's page after these events, while Mara is the caller."""
    recent = [event | {"seq": number, "at": NOW} for number, event in enumerate(events, start=1)]
    view = seen(position(phase="final_round", caller=2, turn=3), recent=tuple(reversed(recent)))
    contexts = build_contexts(PARTS, to_view(view | {"recentIsWhole": whole}))
    return {name: str(html) for name, html in render_parts(contexts).items()}


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ((), ""),
        ((DRAWN,), ""),
        ((DRAWN, PLACED), "drew, put it top left, let the 9 of hearts go"),
        ((TAKEN, PLACED_WHAT_LAY_OPEN), "took the 5 of clubs, put it top left"),
        # What was taken in an earlier turn is not what was put down now, whether the draw was told or not.
        (
            (TAKEN, PLACED_WHAT_LAY_OPEN, DRAWN, PLACED | {"position": 3}),
            "drew, put it bottom right, let the 9 of hearts go",
        ),
        ((TAKEN, PLACED_WHAT_LAY_OPEN, PLACED | {"position": 3}), "drew, put it bottom right, let the 9 of hearts go"),
        ((DRAWN, LET_GO), "let the 8 of hearts go"),
        ((DRAWN, LET_GO, LOOKED), "let the 8 of hearts go, looked at a card"),
        ((DRAWN, LET_GO, SKIPPED), "let the 8 of hearts go"),
        ((DRAWN, LET_GO, SWAPPED_TWO, GAVE), "bottom right went to Teo"),
        ((DRAWN, LET_GO, SWAPPED_TWO, GAVE_ME), "bottom right went to you"),
        ((MISSED,), "missed a turn"),
        # Until the next one: somebody else's move, and a card in the hand, leave it.
        ((DRAWN, PLACED, MY_SWAP, DRAWN), "drew, put it top left, let the 9 of hearts go"),
    ],
)
def test_under_the_cards_of_a_seat_stands_its_last_move(events: tuple[Json, ...], sentence: str) -> None:
    parts = told(*events)
    assert words(parts["top_move"]) == sentence
    # The place is there before the first move, so that nothing jumps when it comes.
    assert all("<p" in parts[f"{place}_move"] for place in PLACES)


def test_a_card_that_somebody_swapped_away_is_told_under_both_hands() -> None:
    parts = told(DRAWN, LET_GO, SWAPPED_TWO, GAVE)
    assert words(parts["left_move"]) == "top left went to Mara"
    assert words(told(DRAWN, LET_GO, SWAPPED_TWO, GAVE_ME)["my_move"]) == "Your top right went to Mara."


def test_the_own_last_move_is_told_by_its_places() -> None:
    assert words(told(MY_SWAP)["my_move"]) == "You swapped your top right, the jack of spades went."
    looked = told(LET_GO | {"playerId": 0}, LOOKED | {"playerId": 0}, MY_LOOK)
    assert words(looked["my_move"]) == "You looked at Teo's bottom left."
    assert "king of diamonds" not in "".join(looked.values())


def test_the_place_that_changed_is_marked_until_the_next_move() -> None:
    assert "touched-0" in told(DRAWN, PLACED)["top_move"]
    assert "touched" not in told(DRAWN, PLACED, DRAWN, LET_GO)["top_move"]
    swapped = told(DRAWN, LET_GO, SWAPPED_TWO, GAVE_ME)
    assert "touched-3" in swapped["top_move"]
    assert "touched-1" in swapped["my_move"]
    # A look leaves no mark: where somebody looked is nobody else's business.
    assert "touched" not in "".join(told(LET_GO, LOOKED)[name] for name in MOVES)


def test_the_caller_is_named_for_the_rest_of_the_game() -> None:
    assert words(told_of_final_round()["top_move"]) == "called Cambio"
    assert "touched" not in told_of_final_round()["top_move"]


def test_a_card_of_the_caller_that_was_swapped_since_is_marked() -> None:
    parts = told_of_final_round(CALLED, MY_SWAP_WITH_CALLER)
    assert "touched-3" in parts["top_move"]
    assert "touched-0" in parts["my_move"]
    assert words(parts["top_move"]) == "called Cambio"
    # What was swapped before the call is no longer marked, as after any other move.
    assert "touched" not in told_of_final_round(GAVE, CALLED, MY_SWAP)["top_move"]


def test_a_swap_of_others_leaves_the_mark_at_the_caller() -> None:
    between_others = {"type": "SWAP_COMPLETED", "playerId": 1, "position": 1, "targetPlayerId": 0, "targetPosition": 2}
    parts = told_of_final_round(CALLED, MY_SWAP_WITH_CALLER, between_others)
    assert "touched-3" in parts["top_move"]


@pytest.mark.parametrize(
    ("events", "shown"), [((MY_SWAP,), None), ((MY_SWAP_WITH_CALLER,), "touched-3"), ((CALLED,), "called Cambio")]
)
def test_the_answer_to_a_move_keeps_the_mark_at_the_caller(events: tuple[Json, ...], shown: str | None) -> None:
    parts = told_of_final_round(*events, whole=False)
    assert parts.get("top_move") is None if shown is None else shown in parts["top_move"]


@pytest.mark.parametrize(
    ("takeover", "sign", "line"),
    [
        (True, "a bot plays on in 1:00", "A bot plays on in 1:00"),
        (False, "turns are skipped in 1:00", "The turn is skipped in 1:00"),
    ],
)
def test_what_becomes_of_the_seat_of_somebody_who_is_away_is_what_is_true_at_this_table(
    takeover: bool, sign: str, line: str
) -> None:
    view = seen(away(position(turn=2), 2)) | {"takeover": takeover}
    parts = {name: str(html) for name, html in render_parts(build_contexts(PARTS, to_view(view))).items()}
    assert words(parts["top"]).count(sign) == 2
    assert line in words(parts["status"])


class PageWithoutSocket:
    """A page that shows what its visit brought, and since then the answers to its own moves and to its polls."""

    def __init__(self, client: Client, game_id: UUID) -> None:
        self.client, self.address = client, f"/cambio/{game_id}/"
        self.poll()

    def poll(self) -> None:
        self.shown = self.client.get(f"{self.address}parts/").content.decode()

    def press(self, action: Json) -> None:
        answer = self.client.post(f"{self.address}act/", button(action), headers={"HX-Request": "true"})
        assert answer.status_code == 200, answer.content
        self.shown = merge(self.shown, answer.content.decode())

    def moves(self) -> list[str]:
        return [re.findall(rf'<div id="{name}".*?</div>', self.shown, re.DOTALL)[0] for name in MOVES]


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [1, 2])
def test_the_answer_to_a_move_leaves_what_it_does_not_know_as_the_page_shows_it(seed: int) -> None:
    """An answer reads nothing but its own move from the log: the page must show the same as one that is opened now."""
    persons, chance = people(3), random.Random(seed)
    game_id = dealt(persons, now=time.time())
    pages = [PageWithoutSocket(client_of(person), game_id) for person in persons]
    met = set()
    for step in range(STEPS):
        state = state_of(game_id)
        if engine.rules.is_over(state):
            break
        seat = seats_to_act(state)[0]
        action = choose(state, seat, chance, call=step > STEPS - 10, now=time.time())
        pages[seat].press(action)
        met.add(action["type"])
        for other, page in enumerate(pages):
            if other != seat:
                page.poll()
        if not engine.rules.is_over(state_of(game_id)):
            fresh = PageWithoutSocket(pages[seat].client, game_id)
            assert pages[seat].moves() == fresh.moves()
    assert met >= {"draw", "swap", "discard", "use_power", "dismiss_reveal", "call_cambio"}


@pytest.mark.django_db
def test_what_others_did_between_two_answers_stays_on_the_page() -> None:
    """The process that answers may have read of the others' moves nothing at all."""
    persons = people(2)
    game_id = dealt(persons, now=time.time())
    for seat in (0, 1):
        services.act(game_id=game_id, seat=seat, action={"type": "confirm_initial_view"})
    one = PageWithoutSocket(client_of(persons[0]), game_id)
    one.press({"type": "draw", "source": "deck"})
    one.press({"type": "swap", "position": 1})
    for action in ({"type": "draw", "source": "deck"}, {"type": "swap", "position": 2}):
        services.act(game_id=game_id, seat=1, action=action)
    one.poll()
    noted = one.moves()
    one.press({"type": "draw", "source": "deck"})
    assert one.moves() == noted
    assert "put it" in noted[1]


FLICKERS = 30
"""More than the log is read back for a round: a connection that comes and goes writes a row each time."""


def moved_and_flickering() -> tuple[UUID, LoadedPage, LoadedPage]:
    """A game in which all have moved, as a process knew it before and after a connection came and went."""
    game_id, now = dealt(people(4), now=time.time()), time.time()
    for seat in range(4):
        services.act(game_id=game_id, seat=seat, action={"type": "confirm_initial_view"})
    services.act(game_id=game_id, seat=0, action={"type": "draw", "source": "discard"})
    services.act(game_id=game_id, seat=0, action={"type": "swap", "position": 2})
    for seat in (1, 2, 3):
        services.act(game_id=game_id, seat=seat, action={"type": "draw", "source": "deck"})
        services.act(game_id=game_id, seat=seat, action={"type": "swap", "position": seat})
    before = followed = loader.load(game_id)
    for number in range(FLICKERS):
        action = {"type": ("left", "arrived")[number % 2]}
        receipt = submit(engine, game_id, Move(seat=3, action=action), now=now)
        after = loader.follow(followed, receipt)
        assert after is not None
        followed = after
    return game_id, before, followed


def last_moves_at(loaded: LoadedPage, seat: int | None) -> list[object]:
    shown = table_page.contexts(loaded, seat)
    return [context for part, context in shown.items() if part.name in MOVES]


@pytest.mark.django_db
def test_last_moves_stay_while_a_connection_comes_and_goes() -> None:
    game_id, before, followed = moved_and_flickering()
    read = loader.load(game_id)
    for seat in (0, 1, 2, 3, None):
        noted = last_moves_at(before, seat)
        assert all(getattr(move, "kind", "") for move in noted)
        # As a process follows the game that shows it all the time, and as one reads it that has just come to it.
        assert last_moves_at(followed, seat) == last_moves_at(read, seat) == noted
    assert len(followed.log) <= 2 * SHOWN_ACTIONS


@pytest.mark.django_db
def test_the_log_of_a_first_round_is_read_no_further_than_the_deal() -> None:
    """Nobody has moved yet: there is nothing to look for among those who came to the waiting room before."""
    persons = people(2)
    game_id = lobby_of(persons)
    for number in range(FLICKERS):
        submit(engine, game_id, Move(seat=1, action={"type": ("left", "arrived")[number % 2]}), now=time.time())
    services.act(game_id=game_id, seat=0, action={"type": "start"})
    with CaptureQueriesContext(connection) as captured:
        loader.load(game_id)
    assert sum('FROM "cambio_action"' in query["sql"] for query in captured.captured_queries) == 1
