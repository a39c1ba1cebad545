"""The one line that says what is going on, and the words of a power."""

from typing import Literal

from msgspec.structs import replace

from cambio.pages.contexts.people import as_text, kept_until, name_for, others_after, player_with
from cambio.pages.view import PlayerView, RevealView, TableView
from cambio.rules.cards import POINTS, POWERS, Card, PowerType
from cambio.rules.powers import PEEK_SECONDS
from tabletop.live.parts import EMPTY, Context
from tabletop.tables.manners import TurnClock

WITH_SECONDS_OF_THEIR_OWN = ("own_look", "looking", "away")
"""Lines beside which other seconds than those of the turn run down."""


AfterAbsence = Literal["bot", "bot_this_turn", "bot_now", "skipped", "waits"]


class Status(Context, frozen=True):
    line: str
    """Which sentence the template says; the rest is what the sentence tells."""
    name: str | None = None
    names: tuple[str, ...] = ()
    card: Card | None = None
    points: int | None = None
    power: PowerType | None = None
    last: bool = False
    until: str | None = None
    position: int | None = None
    then: AfterAbsence | None = None
    """What becomes of the turn of somebody who stays away."""
    after: tuple[str | None, ...] = ()
    """Who plays next, up to the viewer, who is None."""
    reason: str | None = None
    """Why the staff closed the table."""
    clock: TurnClock | None = None
    """Of the turn, the own or another player's."""


class Choice(Context, frozen=True):
    """What the power lets its owner do; the cards themselves are pressed."""

    kind: PowerType
    card: Card | None


class Look(Context, frozen=True):
    """A card on show to the viewer alone."""

    name: str | None
    """None is the viewer, whose card it is."""
    position: int
    card: Card
    glimpse: bool
    kind: str = "look"


def status(view: TableView) -> Status:
    if view.abandoned:
        return Status(line="abandoned", reason=view.abandon_reason)
    if view.phase == "initial_view":
        return _first_look(view)
    said = _own_turn(view) if view.is_my_turn else _turn_of_another(view)
    return said if said.line in WITH_SECONDS_OF_THEIR_OWN else replace(said, clock=view.manners.clock)


def _first_look(view: TableView) -> Status:
    if "confirm_initial_view" in view.available_actions:
        ends_at = view.initial_view_ends_at
        return Status(line="remember", until=None if ends_at is None else f"{ends_at:.1f}")
    waiting = tuple(
        player.display_name for player in view.players if not player.has_viewed_initial_cards and not view.is_me(player)
    )
    return Status(line="waiting", names=waiting)


def _own_turn(view: TableView) -> Status:
    if view.is_played_by_bot:
        return Status(line="bot_for_you")
    held, power = view.held_card, view.open_power
    last = view.phase == "final_round"
    if power and power.reveal:
        shown = power.reveal
        name, worth = name_for(view, shown.owner_id), POINTS[shown.card]
        return Status(line="own_look", name=name, position=shown.position, card=shown.card, points=worth)
    if power:
        return Status(line=f"own_{power.power_type}", card=view.discard_top)
    if held:
        # A card from the discard pile has to stay, so its power does not count.
        counts = POWERS[held.card] if held.source == "deck" else None
        return Status(line=f"hold_{held.source}", card=held.card, last=last, points=POINTS[held.card], power=counts)
    return Status(line="draw", card=view.discard_top, last=last)


def _turn_of_another(view: TableView) -> Status:
    player = player_with(view, view.current_turn_player_id)
    name = player.display_name
    is_person = player.type == "human" and player.bot_level is None
    if view.phase == "playing" and is_person and not player.is_connected:
        return _turn_of_absent(view, player)
    if view.stage == "power_reveal":
        return Status(line="looking", name=name, until=_look_ends_at(view))
    if view.open_power:
        return Status(line=f"choosing_{view.open_power.power_type}", name=name)
    if view.stage == "awaiting_draw":
        return Status(line="drawing", name=name)
    card = view.held_card.card if view.held_card else None
    return Status(line="holding", name=name, card=card, after=_who_is_next(view, player))


def _turn_of_absent(view: TableView, player: PlayerView) -> Status:
    """What is true at this table: a bot takes over, the turn is skipped, or the turn clock is quicker than both."""
    said, kept, clock = Status(line="away", name=player.display_name), kept_until(view, player), view.manners.clock
    if kept is None:
        return replace(said, then="waits")
    if clock is not None and float(clock.until) < kept:
        return replace(said, then="bot_this_turn", until=clock.until)
    if clock is None and view.turn_clock is not None:
        return replace(said, then="bot_now")
    return replace(said, then="bot" if view.takeover else "skipped", until=as_text(kept))


def _look_ends_at(view: TableView) -> str | None:
    """Everybody has been told when the look began, and how long it lasts stands in the rules."""
    begins = (event.at for event in view.recent if event.type == "POWER_USED")
    begun_at = next(begins, None)
    return None if begun_at is None else f"{begun_at + PEEK_SECONDS:.1f}"


def _who_is_next(view: TableView, current: PlayerView) -> tuple[str | None, ...]:
    names: list[str | None] = []
    for player in others_after(view, current.turn_order):
        if player.has_taken_final_turn:
            continue
        names.append(name_for(view, player.player_id))
        if view.is_me(player):
            break
    return tuple(names)


def power(view: TableView) -> Context:
    """What stands beside the cards while a power is its owner's to use: the words of its dialog, and the way out."""
    power = view.open_power
    if power is None or power.player_id != view.my_player_id or view.is_played_by_bot:
        return EMPTY
    return _look(view, power.reveal) if power.reveal else Choice(kind=power.power_type, card=view.discard_top)


def glance(view: TableView) -> Context:
    """The card on show, beside the log: its lines tell places and never change."""
    reveal = view.open_power.reveal if view.open_power else None
    return EMPTY if reveal is None else _look(view, reveal)


def _look(view: TableView, reveal: RevealView) -> Look:
    is_glimpse = view.open_power is not None and view.open_power.power_type == "look_own"
    name = name_for(view, reveal.owner_id)
    return Look(name=name, position=reveal.position, card=reveal.card, glimpse=is_glimpse)
