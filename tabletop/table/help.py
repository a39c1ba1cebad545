"""Seats that are handed to a bot or offered to others, and tables that the staff close."""

from msgspec.structs import replace

from tabletop.rules import Seat, Step
from tabletop.table.absence import abandon_for_reason, hand_to_bot
from tabletop.table.actions import Abandon, HandToBot, HelpAction, OfferSeat, WithdrawOffer
from tabletop.table.events import HelpAsked
from tabletop.table.offers import offer, withdraw
from tabletop.table.plug import GamePlug
from tabletop.table.refusals import NOT_THERE_ANY_MORE
from tabletop.table.state import Table

Votes = dict[str, tuple[str, ...]]
"""By seat id those who want something done about it."""


def is_over(plug: GamePlug, table: Table) -> bool:
    return table.abandoned or (table.game is not None and plug.game_rules.is_over(table.game))


def why_not_in_the_lobby(plug: GamePlug, table: Table) -> str:
    """The code of the refusal."""
    if table.abandoned:
        return "game_abandoned"
    return "game_over" if is_over(plug, table) else "game_already_started"


def help_table(
    plug: GamePlug, table: Table, seat: Seat | None, place: int | None, action: HelpAction, *, now: float
) -> Step[Table]:
    """The staff close a table, hand a seat to a bot, offer it or withdraw the offer; players do so with the own seat or
    a late one's.

    Raises RuleViolation.
    """
    if isinstance(action, Abandon):
        if seat is not None:
            raise plug.refusal("invalid_request")
        if is_over(plug, table):
            raise plug.refusal(why_not_in_the_lobby(plug, table))
        return abandon_for_reason(table, action.reason)
    helper = None if seat is None else place
    if seat is None or action.seat_id is not None:
        place = table.place_of_id(action.seat_id)
    if seat is not None and helper is None:
        raise plug.refusal("player_not_in_game")
    if place is None and action.seat_id is not None:
        raise plug.refusal("no_such_person", NOT_THERE_ANY_MORE)
    if place is None:
        raise plug.refusal("player_not_in_game")
    if table.game is None:
        raise plug.refusal("game_not_started")
    if table.abandoned or not plug.may_hand_over(table.game):
        raise plug.refusal("no_takeover_now")
    if isinstance(action, OfferSeat):
        return _offer_seat(plug, table, helper, place, now=now)
    if isinstance(action, WithdrawOffer):
        return _withdraw_offer(plug, table, helper, place)
    return _hand_to_bot(plug, table, helper, place, action, now=now)


def _hand_to_bot(
    plug: GamePlug, table: Table, helper: int | None, place: int, action: HandToBot, *, now: float
) -> Step[Table]:
    """Without `helper` the action comes from the site."""
    if table.seats[place].bot_level is not None:
        raise plug.refusal("played_by_bot")
    level = action.level or plug.takeover_level
    if level not in plug.bot_levels:
        raise plug.refusal("invalid_request")
    if helper is None or helper == place:
        return hand_to_bot(plug, table, place, level, now=now)
    _check_late(plug, table, place, now=now)
    votes, asked = _ask_for_help(plug, table, helper, place, table.waits.votes)
    if asked is None:
        return hand_to_bot(plug, table, place, plug.takeover_level, now=now)
    return _noted(table, asked, votes=votes)


def _offer_seat(plug: GamePlug, table: Table, helper: int | None, place: int, *, now: float) -> Step[Table]:
    """A seat that a bot plays for its person is given up already; of others the time must have run out."""
    info = table.seats[place]
    if info.type == "bot":
        raise plug.refusal("no_such_person")
    if info.seat_id in table.waits.offered:
        return table, ()
    if helper is None or helper == place:
        return offer(plug, table, place, now=now)
    if info.bot_level is None:
        _check_late(plug, table, place, now=now)
    votes, asked = _ask_for_help(plug, table, helper, place, table.waits.offer_votes)
    if asked is None:
        return offer(plug, table, place, now=now)
    return _noted(table, replace(asked, offer=True), offer_votes=votes)


def _withdraw_offer(plug: GamePlug, table: Table, helper: int | None, place: int) -> Step[Table]:
    """Decided by those who may offer the seat, in the same way."""
    seat_id, known = table.seats[place].seat_id, table.waits.offer_votes
    if seat_id in table.waits.offered and helper is not None and helper != place:
        votes, asked = _ask_for_help(plug, table, helper, place, known)
        if asked is not None:
            return _noted(table, replace(asked, offer=False), offer_votes=votes)
    return withdraw(plug, table, seat_id)


def _check_late(plug: GamePlug, table: Table, place: int, *, now: float) -> None:
    ends_at = plug.time_ends_at(table, place)
    if ends_at is None or ends_at > now:
        raise plug.refusal("not_late_yet")


def _ask_for_help(
    plug: GamePlug, table: Table, helper: int, place: int, known: Votes
) -> tuple[Votes, HelpAsked | None]:
    """The votes with that of the helper, and what is told of it.

    None where it is decided: the host's word counts, or that of more than half of the people. Raises RuleViolation for
    a person whose seat a bot plays: they are not among those who wait.
    """
    if table.seats[helper].bot_level is not None:
        raise plug.refusal("played_by_bot")
    late, by = table.seats[place].seat_id, table.seats[helper].seat_id
    people = [info.seat_id for info in table.seats if info.bot_level is None and info.seat_id != late]
    votes = tuple(dict.fromkeys((*known.get(late, ()), by)))
    needed = len(people) // 2 + 1
    if by == table.host or len(votes) >= needed:
        return known, None
    return {**known, late: votes}, HelpAsked(player_id=late, by_player_id=by, votes=len(votes), needed=needed)


def _noted(table: Table, asked: HelpAsked, **votes: Votes) -> Step[Table]:
    """Who asks twice is heard once."""
    waits = replace(table.waits, **votes)
    return (table, ()) if waits == table.waits else (replace(table, waits=waits), (asked,))
