"""Descriptions of proposals for the log and for voters (rules 15), computed from the state before the proposal."""

from collections import Counter
from collections.abc import Iterable, Sequence

from imperial.rules.events import listed
from imperial.rules.importing import NOTHING
from imperial.rules.investor import payouts
from imperial.rules.maneuver.action_codes import HOSTILE, PEACE, blow_up_target, is_blow_up, is_war, war_target
from imperial.rules.money import in_words
from imperial.rules.rondel import FACTORY, IMPORT, INVESTOR, PRODUCE, TAXATION
from imperial.rules.state import CENTS, ManeuverTuple, Proposal, State
from imperial.rules.taxation import assess
from tabletop.rules import Filling, Sentence, say
from tabletop.rules import gettext_noop as _


def describe(state: State, proposal: Proposal) -> str:
    """The description in English, as the data model stores it for voters."""
    return str(description(state, proposal))


def description(state: State, proposal: Proposal) -> Sentence:
    """One sentence that begins with the rondel spot."""
    spot = proposal.wheel_spot
    if spot == FACTORY and proposal.factory_loc:
        return say(_("%(spot)s: builds in %(place)s."), spot=say(spot), place=proposal.factory_loc)
    return say(_("%(spot)s: %(effect)s."), spot=say(spot), effect=_effect(state, proposal))


def _effect(state: State, proposal: Proposal) -> Filling:
    spot = proposal.wheel_spot
    if spot == FACTORY:
        return say(_("builds nothing"))
    if spot in PRODUCE:
        return _units(armies=proposal.army_produce, fleets=proposal.fleet_produce)
    if spot == IMPORT:
        return _imports(proposal)
    if spot == INVESTOR:
        return _payments(payouts(state, state.country_up, proposal.player))
    if spot == TAXATION:
        return _taxes(state)
    return _maneuver(proposal)


def _units(*, armies: Sequence[str], fleets: Sequence[str]) -> Sentence:
    groups = (
        (_("an army in %(places)s") if len(armies) == 1 else _("armies in %(places)s"), armies),
        (_("a fleet in %(places)s") if len(fleets) == 1 else _("fleets in %(places)s"), fleets),
    )
    return _both([say(template, places=listed(_counted(places))) for template, places in groups if places])


def _both(groups: Sequence[Sentence]) -> Sentence:
    """Joins the groups for armies and fleets."""
    if not groups:
        return say(_("no units"))
    return groups[0] if len(groups) == 1 else say(_("%(first)s; %(second)s"), first=groups[0], second=groups[1])


def _counted(places: Iterable[str]) -> list[str | Sentence]:
    return [_times(place, times) for place, times in Counter(places).items()]


def _times(text: str | Sentence, times: int) -> str | Sentence:
    return say(_("%(told)s (%(times)s)"), told=text, times=times) if times > 1 else text


def _imports(proposal: Proposal) -> Sentence:
    wanted = proposal.imports or NOTHING
    slots = list(zip(wanted.types, wanted.territories, strict=True))
    return _units(
        armies=[place for kind, place in slots if kind == "army"],
        fleets=[place for kind, place in slots if kind == "fleet"],
    )


def _payments(cents: dict[str, int]) -> Filling:
    pays, gets = _("%(player)s pays %(money)s"), _("%(player)s gets %(money)s")
    payments = (
        say(pays if paid < 0 else gets, player=player, money=in_words(abs(paid))) for player, paid in cents.items()
    )
    return tuple(payments) or say(_("no one is paid"))


def _taxes(state: State) -> Sentence:
    tax = assess(state, state.country_up)
    sign = "-" if tax.treasury_change_cents < 0 else "+"
    points = _("%(number)s point") if tax.points == 1 else _("%(number)s points")
    return say(
        _("%(points)s, treasury %(change)s, %(payments)s"),
        points=say(points, number=tax.points),
        change=f"{sign}${abs(tax.treasury_change_cents) / CENTS:.2f}",
        payments=_payments({player: paid * CENTS for player, paid in tax.split.items() if paid}),
    )


def _maneuver(proposal: Proposal) -> Sentence:
    fleets, armies = proposal.fleet_man, proposal.army_man
    groups = (
        (_("fleet: %(moves)s") if len(fleets) == 1 else _("fleets: %(moves)s"), fleets),
        (_("army: %(moves)s") if len(armies) == 1 else _("armies: %(moves)s"), armies),
    )
    return _both([say(template, moves=_moves(moves)) for template, moves in groups if moves])


def _moves(moves: Sequence[ManeuverTuple]) -> tuple[str | Sentence, ...]:
    return tuple(_times(_move(move), times) for move, times in Counter(moves).items())


def _move(move: ManeuverTuple) -> Sentence:
    origin, destination, action = move
    if origin == destination:
        way = say(_("stays in %(place)s"), place=destination)
    else:
        way = say(_("%(origin)s to %(destination)s"), origin=origin, destination=destination)
    if is_war(action):
        country, kind = war_target(action)
        return say(_("%(way)s, war with the %(unit)s of %(country)s"), way=way, unit=say(kind), country=say(country))
    if is_blow_up(action):
        country = blow_up_target(action)
        return say(_("%(way)s, blowing up the factory of %(country)s"), way=way, country=say(country))
    if action == PEACE:
        return say(_("%(way)s in peace"), way=way)
    return say(_("%(way)s as an occupier"), way=way) if action == HOSTILE else way
