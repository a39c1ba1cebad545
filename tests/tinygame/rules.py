"""Duel, a game just large enough to prove the kernel: hidden cards, chance, a clock, absence, undo.

Eight cards, 1 to 8. Each of two players gets three; two stay in the deck. The player on turn leads a card, the other
answers, the higher card takes the trick and its player leads next. Once per game a player on turn may put a card back
into the deck, shuffle it and draw. A player who thinks for 30 seconds plays the lowest card. Most tricks of three win.
A player who has led may take the card back until the other one answers.
"""

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from tabletop.rules import Json, RuleViolation, Seat, Shuffle

TURN_SECONDS = 30.0
CARDS = tuple(range(1, 9))


class State(msgspec.Struct, frozen=True, rename="camel"):
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    deck: tuple[int, ...]
    turn: int
    due: float
    led: int | None = None
    tricks: tuple[int, int] = (0, 0)
    redrawn: tuple[bool, bool] = (False, False)
    connected: tuple[bool, bool] = (True, True)
    away_since: tuple[float | None, float | None] = (None, None)
    turn_seconds: float = TURN_SECONDS
    plays: int = 0
    """How many cards were played: what an undo takes back."""
    may_undo: int | None = None
    """The seat that may take its latest play back."""


class Play(msgspec.Struct, frozen=True, tag_field="type", tag="play"):
    card: int


class Redraw(msgspec.Struct, frozen=True, tag_field="type", tag="redraw"):
    card: int


class Disconnected(msgspec.Struct, frozen=True, tag_field="type", tag="left"):
    pass


class Reconnected(msgspec.Struct, frozen=True, tag_field="type", tag="arrived"):
    pass


Action = Play | Redraw | Disconnected | Reconnected


class Happened(msgspec.Struct, frozen=True, rename="camel"):
    type: Literal[
        "game_started",
        "card_played",
        "trick_taken",
        "card_redrawn",
        "game_over",
        "player_disconnected",
        "player_reconnected",
    ]
    seat: int
    card: int | None = None
    audience: tuple[Seat, ...] | None = None

    def to_json(self) -> Json:
        told: Json = {"type": self.type, "seat": self.seat}
        return told if self.card is None else told | {"card": self.card}


Result = tuple[State, tuple[Happened, ...]]


def new_game(*, shuffle: Shuffle, now: float, turn_seconds: float = TURN_SECONDS) -> State:
    cards = shuffle(CARDS)
    hands = (tuple(sorted(cards[:3])), tuple(sorted(cards[3:6])))
    return State(hands=hands, deck=tuple(cards[6:]), turn=0, due=now + turn_seconds, turn_seconds=turn_seconds)


def apply(state: State, seat: Seat, action: Any, *, now: float, shuffle: Shuffle) -> Result:
    if isinstance(action, dict):
        action = action_from_json(action)
    if seat not in (0, 1):
        raise RuleViolation("not_in_game", "You have no seat at this table.")
    assert isinstance(seat, int)
    state, settled = settle(state, now=now, shuffle=shuffle)
    if isinstance(action, Disconnected | Reconnected):
        after, events = _mark_connected(state, seat, isinstance(action, Reconnected), now=now)
        return after, settled + events
    if is_over(state):
        raise RuleViolation("game_over", "This game is over.")
    if seat != state.turn:
        raise RuleViolation("not_your_turn", "Not your turn yet.")
    if action.card not in state.hands[seat]:
        raise RuleViolation("no_such_card", "You do not hold that card.")
    if isinstance(action, Redraw):
        after, events = _redraw(state, seat, action.card, shuffle)
    else:
        after, events = _play(state, seat, action.card, now=now)
    return after, settled + events


def settle(state: State, *, now: float, shuffle: Shuffle) -> Result:
    events: tuple[Happened, ...] = ()
    while not is_over(state) and state.due <= now:
        state, more = _play(state, state.turn, min(state.hands[state.turn]), now=state.due)
        events += more
    return state, events


def next_deadline(state: State) -> float | None:
    return None if is_over(state) else state.due


def players_to_act(state: State) -> tuple[Seat, ...]:
    return () if is_over(state) else (state.turn,)


def legal_actions(state: State, seat: Seat, *, now: float) -> list[Action]:
    state, _events = settle(state, now=now, shuffle=list)
    if seat not in players_to_act(state):
        return []
    assert isinstance(seat, int)
    plays: list[Action] = [Play(card=card) for card in state.hands[seat]]
    redraws: list[Action] = [Redraw(card=card) for card in state.hands[seat]]
    return plays if state.redrawn[seat] else plays + redraws


def view(state: State, seat: Seat | None, *, now: float) -> Json:
    state, _events = settle(state, now=now, shuffle=list)
    return {
        "mySeat": seat,
        "myHand": list(state.hands[seat]) if isinstance(seat, int) else None,
        "cardCounts": [len(hand) for hand in state.hands],
        "deckCount": len(state.deck),
        "led": state.led,
        "turn": None if is_over(state) else state.turn,
        "tricks": list(state.tricks),
        "mayUndo": seat is not None and seat == state.may_undo,
        "mayRedraw": seat == state.turn and not is_over(state) and not state.redrawn[state.turn],
        "connected": list(state.connected),
        "winner": result(state),
    }


def is_over(state: State) -> bool:
    return state.hands == ((), ())


def result(state: State) -> Json | None:
    if not is_over(state):
        return None
    return {"winner": 0 if state.tricks[0] > state.tricks[1] else 1}


def to_json(state: State) -> Json:
    data: Json = msgspec.to_builtins(state)
    return data


def from_json(data: Json) -> State:
    return msgspec.convert(data, State)


def action_from_json(data: Json) -> Action:
    try:
        return msgspec.convert(data, Action)
    except msgspec.ValidationError as error:
        raise RuleViolation("invalid_request", f"That is not a move of this game: {error}.") from None


def action_to_json(action: Action) -> Json:
    data: Json = msgspec.to_builtins(action)
    return data


def _play(state: State, seat: int, card: int, *, now: float) -> Result:
    hands = _with(state.hands, seat, tuple(held for held in state.hands[seat] if held != card))
    events: tuple[Happened, ...] = (Happened(type="card_played", seat=seat, card=card),)
    if state.led is None:
        after = replace(state, hands=hands, led=card, turn=1 - seat, due=now + state.turn_seconds, may_undo=seat)
        return replace(after, plays=state.plays + 1), events
    winner = seat if card > state.led else 1 - seat
    tricks = _with(state.tricks, winner, state.tricks[winner] + 1)
    after = replace(state, hands=hands, led=None, tricks=tricks, turn=winner, due=now + state.turn_seconds)
    after = replace(after, plays=state.plays + 1, may_undo=None)
    events += (Happened(type="trick_taken", seat=winner),)
    outcome = result(after)
    if outcome is not None:
        events += (Happened(type="game_over", seat=outcome["winner"]),)
    return after, events


def _redraw(state: State, seat: int, card: int, shuffle: Shuffle) -> Result:
    if state.redrawn[seat]:
        raise RuleViolation("already_redrawn", "You have drawn anew already.")
    deck = shuffle((*state.deck, card))
    hand = tuple(sorted([*(held for held in state.hands[seat] if held != card), deck[0]]))
    after = replace(
        state, hands=_with(state.hands, seat, hand), deck=tuple(deck[1:]), redrawn=_with(state.redrawn, seat, True)
    )
    after = replace(after, may_undo=None)
    private = Happened(type="card_redrawn", seat=seat, card=deck[0], audience=(seat,))
    return after, (private, Happened(type="card_redrawn", seat=seat, audience=(1 - seat,)))


def _mark_connected(state: State, seat: int, connected: bool, *, now: float) -> Result:
    if state.connected[seat] == connected:
        return state, ()
    happened = Happened(type="player_reconnected" if connected else "player_disconnected", seat=seat)
    since = _with(state.away_since, seat, None if connected else now)
    return replace(state, connected=_with(state.connected, seat, connected), away_since=since), (happened,)


def _with(pair: tuple[Any, Any], seat: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)
