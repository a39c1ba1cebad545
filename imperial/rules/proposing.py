"""Proposals of leader and opposition, and agreement (rules 3.3, 3.4): legality and payment."""

from imperial.rules.actions import Agree, Propose
from imperial.rules.board import Setup
from imperial.rules.events import Agreed, Step
from imperial.rules.factory import check_factory, factory_shortfall
from imperial.rules.importing import check_import, import_shortfall
from imperial.rules.investor import payouts
from imperial.rules.maneuver.progress import enter
from imperial.rules.money import in_words
from imperial.rules.production import check_production
from imperial.rules.proposals import execute, lay_before, return_mode_of
from imperial.rules.refusals import refusal
from imperial.rules.rondel import FACTORY, IMPORT, INVESTOR, MANEUVER, PRODUCE, Turn, turns_from
from imperial.rules.state import Proposal, ReturnMode, State
from tabletop.rules import gettext_noop as _
from tabletop.rules import say

_SLOTS: dict[ReturnMode, int] = {"execute": 0, "proposal-opp": 1, "vote": 2}


def propose(state: State, player: str, action: Propose, *, setup: Setup) -> Step:
    """Raises `illegal_spot`, `illegal_place`, `cannot_afford` and the like; a maneuver is entered instead."""
    turn = _checked_turn(state, player, action.wheel_spot, setup=setup)
    proposal = proposal_of(player, action)
    return_mode = return_mode_of(state)
    if action.wheel_spot in MANEUVER:
        return enter(
            state,
            player=player,
            wheel_spot=action.wheel_spot,
            return_mode=return_mode,
            proposal_slot=_SLOTS[return_mode],
            setup=setup,
        )
    check_places(state, proposal, setup=setup)
    _check_purse(state, proposal, turn)
    return lay_before(state, proposal, return_mode=return_mode, setup=setup)


def agree(state: State, player: str, _action: Agree, *, setup: Setup) -> Step:
    """Raises `illegal_action` without a proposal."""
    if state.proposal_1 is None:
        raise refusal("illegal_action", _("There is no proposal to agree with."))
    agreed = Agreed(player=player, country=state.country_up)
    state, events = execute(state, state.proposal_1, setup=setup)
    return state, (agreed, *events)


def _checked_turn(state: State, player: str, spot: str, *, setup: Setup) -> Turn:
    """Raises `illegal_spot` and `cannot_afford`."""
    country = state.country_info[state.country_up]
    turn = turns_from(setup, country.wheel_spot).get(spot)
    if turn is None:
        if spot not in setup.wheel:
            raise refusal("illegal_spot", _("The wheel has no spot called %(spot)s."), spot=spot)
        raise refusal(
            "illegal_spot",
            _("%(country)s moves one to six spots; from %(from_spot)s %(spot)s is too far."),
            country=say(state.country_up),
            from_spot=say(country.wheel_spot),
            spot=say(spot),
        )
    money = state.player_info[player].purse
    if money < turn.cost:
        template = _("Turning the wheel that far costs you %(cost)s; you have %(money)s.")
        raise refusal("cannot_afford", template, cost=in_words(turn.cost), money=in_words(money))
    return turn


def proposal_of(player: str, action: Propose) -> Proposal:
    """Raises `illegal_action` for choices of another spot: ignoring them would mislead the player."""
    spot = action.wheel_spot
    strays = (
        action.factory_loc is not None and spot != FACTORY,
        (action.fleet_produce or action.army_produce) and spot not in PRODUCE,
        action.imports is not None and action.imports.types and spot != IMPORT,
    )
    if any(strays):
        raise refusal("illegal_action", _("That choice does not belong to %(spot)s."), spot=say(spot))
    return Proposal(
        player=player,
        wheel_spot=spot,
        factory_loc=action.factory_loc,
        fleet_produce=action.fleet_produce,
        army_produce=action.army_produce,
        imports=action.imports if spot == IMPORT else None,
    )


def check_places(state: State, proposal: Proposal, *, setup: Setup) -> None:
    if proposal.wheel_spot == FACTORY:
        check_factory(state, proposal, setup=setup)
    elif proposal.wheel_spot in PRODUCE:
        check_production(state, proposal, setup=setup)
    elif proposal.wheel_spot == IMPORT:
        check_import(state, proposal, setup=setup)


def _check_purse(state: State, proposal: Proposal, turn: Turn) -> None:
    """Rules Q3: no proposal may leave its author below zero."""
    money, adds = state.player_info[proposal.player].purse - turn.cost, to_add(state, proposal)
    if money < adds:
        template = _("The treasury of %(country)s is short: you would add %(adds)s and have %(money)s to spare.")
        country = say(state.country_up)
        raise refusal("cannot_afford", template, country=country, adds=in_words(adds), money=in_words(money))


def to_add(state: State, proposal: Proposal) -> int:
    """Returns the cents that the author pays besides the steps; negative for interest received."""
    if proposal.wheel_spot == FACTORY:
        return factory_shortfall(state, proposal)
    if proposal.wheel_spot == IMPORT:
        return import_shortfall(state, proposal)
    if proposal.wheel_spot == INVESTOR:
        return -payouts(state, state.country_up, proposal.player)[proposal.player]
    return 0
