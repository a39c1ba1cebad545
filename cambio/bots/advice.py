"""What a careful player would do in a seat, and why: the choice of the best bot, from what the seat knows alone."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from cambio.bots.hard import LAST_TURN_POINTS, HardBot
from cambio.bots.memory import recall
from cambio.bots.player import Sight
from cambio.rules.actions import (
    Action,
    CallCambio,
    ConfirmInitialView,
    Discard,
    DismissReveal,
    Draw,
    SkipPower,
    Swap,
    UsePower,
)
from cambio.rules.cards import POINTS, POWERS, Card
from tabletop.rules import Json

Do = Literal["confirm", "call", "draw", "take", "place", "let_go", "look", "look_at_other", "exchange", "skip", "close"]
Why = Literal["", "known", "unseen", "least", "high", "power", "low", "nothing_new", "no_gain", "only_way"]
ADVICE: dict[Do, tuple[Why, ...]] = {
    "confirm": ("",),
    "call": ("low",),
    "draw": ("high", "only_way"),
    "take": ("known", "unseen"),
    "place": ("known", "unseen", "least"),
    "let_go": ("high", "power"),
    "look": ("unseen",),
    "look_at_other": ("unseen",),
    "exchange": ("known", "unseen"),
    "skip": ("nothing_new", "no_gain"),
    "close": ("",),
}
"""Every advice there is, with its reasons."""


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    do: Do
    why: Why = ""
    card: Card | None = None
    """The card that the advice is about: held, or on top of the discard pile."""
    position: int | None = None
    """The own place that is meant."""
    known: Card | None = None
    """The card that lies there, if the seat has been shown it."""
    expected: int | None = None
    """The points to be expected: of the unseen card, or of the hand before a call."""
    chance: int | None = None
    """Of a hundred such games those in which nobody is lower."""
    seat: int | None = None
    target_position: int | None = None


def advise(view: Json, memory: msgspec.Raw, menu: Sequence[Action]) -> Advice | None:
    """Returns the advice for a seat with this view, memory and menu; None if it has nothing to do."""
    if not menu:
        return None
    if menu[0] == ConfirmInitialView():
        return Advice(do="confirm")
    if menu[0] == DismissReveal():
        return Advice(do="close")
    sight = msgspec.convert(view, Sight)
    bot = HardBot(sight, recall(memory, players=len(sight.players)))
    return _explained(bot, bot.decide(menu), menu)


def _explained(bot: HardBot, action: Action, menu: Sequence[Action]) -> Advice:
    match action:
        case CallCambio():
            return _call(bot)
        case Draw():
            return _draw(bot, action, menu)
        case Swap():
            return _place(bot, action)
        case Discard():
            return _let_go(bot)
        case UsePower():
            return _use(bot, action)
        case SkipPower():
            power = bot.sight.open_power
            is_swap = power is not None and power.power_type == "blind_swap"
            return Advice(do="skip", why="no_gain" if is_swap else "nothing_new")
    raise TypeError(action)


def _call(bot: HardBot) -> Advice:
    others = [bot.memory.hands[seat] for seat in bot.others]
    chance = bot.estimate.chance_of_lowest(bot.hand, others, ahead=LAST_TURN_POINTS)
    expected = round(sum(bot.points(place) for place in bot.hand))
    return Advice(do="call", why="low", expected=expected, chance=round(100 * chance))


def _draw(bot: HardBot, action: Draw, menu: Sequence[Action]) -> Advice:
    top = bot.sight.discard_top
    if action.source == "deck":
        has_choice = Draw(source="discard") in menu
        return Advice(do="draw", why="high" if has_choice else "only_way", card=top if has_choice else None)
    at = bot.worst_position
    known, expected = _at_own_place(bot, at)
    return Advice(
        do="take", why="unseen" if known is None else "known", card=top, position=at, known=known, expected=expected
    )


def _place(bot: HardBot, action: Swap) -> Advice:
    held = bot.sight.held_card
    card = None if held is None else held.card
    known, expected = _at_own_place(bot, action.position)
    why: Why = "unseen" if known is None else "known"
    if card is not None and bot.gain_of_swap(card) <= 0:
        why = "least"
    return Advice(do="place", why=why, card=card, position=action.position, known=known, expected=expected)


def _let_go(bot: HardBot) -> Advice:
    held = bot.sight.held_card
    card = None if held is None else held.card
    uses_power = card is not None and POWERS[card] is not None and bot.gain_of_letting_go(card) > 0
    return Advice(do="let_go", why="power" if uses_power else "high", card=card)


def _use(bot: HardBot, action: UsePower) -> Advice:
    if action.target_seat is None:
        return Advice(do="look", why="unseen", position=action.position)
    seat, place = action.target_seat, action.target_position or 0
    if action.position is None:
        return Advice(do="look_at_other", why="unseen", seat=seat, target_position=place)
    known, _expected = _at_own_place(bot, action.position)
    return Advice(
        do="exchange",
        why="unseen" if known is None else "known",
        position=action.position,
        known=known,
        expected=round(bot.points(bot.memory.hands[seat][place])),
        seat=seat,
        target_position=place,
    )


def _at_own_place(bot: HardBot, position: int) -> tuple[Card | None, int | None]:
    """The card that the seat has been shown there, or else the points to be expected of it."""
    place = bot.hand[position]
    return (place, None) if place in POINTS else (None, round(bot.points(place)))
