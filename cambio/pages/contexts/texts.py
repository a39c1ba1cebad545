"""The one line that says what is going on, and the dialog of a power."""

from cambio.pages.contexts.people import face, kept_until, name_for, others_after, player_with
from cambio.pages.view import PowerView, RevealView, TableView
from cambio.rules.cards import POINTS, POWERS, Card, PowerType
from cambio.rules.state import POSITIONS
from tabletop.live.parts import EMPTY, Context
from tabletop.tables.faces import PlayerFace


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
    reason: str | None = None
    """Why the staff closed the table."""


class Reveal(Context, frozen=True):
    name: str | None
    position: int
    card: Card
    glimpse: bool
    until: str
    kind: str = "reveal"


class Choice(Context, frozen=True):
    kind: PowerType
    card: Card | None
    others: tuple[PlayerFace, ...]
    positions: tuple[int, ...] = POSITIONS


def status(view: TableView) -> Status:
    if view.abandoned:
        return Status(line="abandoned", reason=view.abandon_reason)
    if view.phase == "initial_view":
        return _first_look(view)
    return _own_turn(view) if view.is_my_turn else _turn_of_another(view)


def _first_look(view: TableView) -> Status:
    if "confirm_initial_view" in view.available_actions:
        return Status(line="remember", until=f"{view.initial_view_ends_at:.1f}")
    waiting = tuple(
        player.display_name for player in view.players if not player.has_viewed_initial_cards and player is not view.me
    )
    return Status(line="waiting", names=waiting)


def _own_turn(view: TableView) -> Status:
    held, power = view.held_card, view.open_power
    last = view.phase == "final_round"
    if power:
        return Status(line=f"own_{power.power_type}", card=view.discard_top)
    if held:
        # A card from the discard pile has to stay, so its power does not count.
        counts = POWERS[held.card] if held.source == "deck" else None
        return Status(line=f"hold_{held.source}", card=held.card, last=last, points=POINTS[held.card], power=counts)
    return Status(line="draw", card=view.discard_top, last=last)


def _turn_of_another(view: TableView) -> Status:
    player = player_with(view, view.current_turn_player_id)
    name, kept = player.display_name, kept_until(view, player)
    if kept:
        return Status(line="away", name=name, until=kept)
    if view.open_power:
        looking = view.stage == "power_reveal"
        return Status(line="looking" if looking else f"choosing_{view.open_power.power_type}", name=name)
    if view.stage == "awaiting_draw":
        return Status(line="drawing", name=name)
    return Status(line="holding", name=name, card=view.held_card.card if view.held_card else None)


def modal(view: TableView) -> Context:
    """The power dialog, for its owner alone."""
    power = view.open_power
    if power is None or power.player_id != view.my_player_id:
        return EMPTY
    return _choice(view, power) if power.reveal is None else _reveal(view, power, power.reveal)


def _reveal(view: TableView, power: PowerView, reveal: RevealView) -> Reveal:
    return Reveal(
        name=name_for(view, reveal.owner_id),
        position=reveal.position,
        card=reveal.card,
        glimpse=power.power_type == "look_own",
        until=f"{view.peek_expires_at:.1f}",
    )


def _choice(view: TableView, power: PowerView) -> Choice:
    # Who is connected is left out: a choice half made must not be lost because somebody's connection flickers.
    others = tuple(face(player) for player in others_after(view, view.my_seat))
    return Choice(kind=power.power_type, card=view.discard_top, others=others)
