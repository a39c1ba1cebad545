"""The addresses for programs (rules 13.1)."""

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from cambio import queries, rules, services
from cambio.api.answers import Happened, api, move, standing
from cambio.api.bodies import CreateBody, DrawBody, PowerBody, SwapBody
from cambio.api.shapes import (
    CambioCalled,
    Card,
    Discarded,
    Drawn,
    GainedPower,
    Look,
    RankedLine,
    RevealedCard,
    RevealedOwnCard,
    Scores,
    Standing,
    SwapMade,
    Swapped,
    UsedPower,
    ViewedInitial,
)
from cambio.api.wire import wire
from tabletop.api.bodies import Body
from tabletop.api.identity import Caller
from tabletop.api.typed import typed
from tabletop.play import read

endpoint = api.endpoint


@api.create_endpoint(CreateBody)
def create(request: HttpRequest, body: CreateBody) -> Struct:
    return api.create(request, body, level=body.bot_level or body.bot_difficulty)


@endpoint("GET", Body, answer=Look, summary=_("The table as your seat may know it"))
def show(request: HttpRequest, _body: Body, game_id: str) -> Struct:
    caller = api.caller(request, game_id)
    player = caller.player
    now = standing(read(services.engine, caller.game_id), player.player_id)
    return Look(version=now.version, state=now.state, game_id=str(caller.game_id))


@endpoint(
    "GET",
    Body,
    answer=Scores,
    summary=_("The scores of a game that is over"),
    codes=("game_abandoned", "game_not_completed"),
)
def scores(request: HttpRequest, _body: Body, game_id: str) -> Struct:
    caller = api.caller(request, game_id)
    player = caller.player
    loaded = read(services.engine, caller.game_id)
    outcome = wire(queries.scores(loaded))
    now = standing(loaded, player.player_id)
    return Scores(
        version=now.version,
        state=now.state,
        scores=typed(outcome["scores"], list[RankedLine]),
        winner_id=outcome["winnerId"],
        winner_ids=outcome["winnerIds"],
    )


def _viewed(now: Standing, _body: Body, _happened: Happened) -> ViewedInitial:
    return ViewedInitial(version=now.version, state=now.state, has_viewed_initial_cards=True)


def _drawn(now: Standing, body: DrawBody, happened: Happened) -> Drawn:
    card = typed(happened["CARD_DRAWN"]["card"], Card)
    return Drawn(version=now.version, state=now.state, drawn_card=card, must_swap=body.source == "discard")


def _swapped(now: Standing, _body: SwapBody, happened: Happened) -> Swapped:
    card = typed(happened["CARD_SWAPPED"]["discardedCard"], Card)
    return Swapped(version=now.version, state=now.state, discarded_card=card)


def _discarded(now: Standing, _body: Body, happened: Happened) -> Discarded:
    return Discarded(version=now.version, state=now.state, power=_gained_power(happened))


def _gained_power(happened: Happened) -> GainedPower | None:
    power_type = happened["CARD_DISCARDED"]["powerType"]
    if power_type is None:
        return None
    if power_type != "look_own":
        return GainedPower(power_type=power_type)
    # Rules 13.1: for a king the answer itself carries the revealed card.
    shown = happened["CARD_REVEALED"]
    revealed = shown["card"] | {"position": shown["position"], "expiresAt": shown["expiresAt"]}
    return GainedPower(power_type=power_type, revealed=typed(revealed, RevealedOwnCard))


def _use_of_power(body: PowerBody, caller: Caller) -> rules.Action:
    if body.skip or body.dismiss:
        return rules.SkipPower() if body.skip else rules.DismissReveal()
    return rules.UsePower(
        position=body.position,
        target_seat=_seat_number(caller, body.target_player_id),
        target_position=body.target_position,
        power_type=body.power_type,
    )


def _seat_number(caller: Caller, player_id: str | None) -> int | None:
    """The seat of another player; -1, a seat nobody has, for an id that is not of this table."""
    if player_id is None:
        return None
    return next((int(taken.seat) for taken in caller.seats if taken.player_id == player_id.lower()), -1)


def _used(now: Standing, body: PowerBody, happened: Happened) -> UsedPower:
    used = UsedPower(version=now.version, state=now.state)
    if body.skip or body.dismiss:
        return used
    if "CARD_REVEALED" in happened:
        shown = happened["CARD_REVEALED"]
        place = {"ownerId": shown["ownerId"], "position": shown["position"]}
        used.revealed_card = typed(shown["card"] | place, RevealedCard)
        used.expires_at = shown["expiresAt"]
        return used
    swapped = happened["SWAP_COMPLETED"]
    used.swap = SwapMade(
        position=swapped["position"],
        target_player_id=swapped["targetPlayerId"],
        target_position=swapped["targetPosition"],
    )
    return used


def _called(now: Standing, _body: Body, happened: Happened) -> CambioCalled:
    remaining_turns = happened["CAMBIO_CALLED"]["remainingTurns"]
    return CambioCalled(version=now.version, state=now.state, remaining_turns=remaining_turns)


ADDRESSES = {
    "view-initial": move(
        Body,
        rules.ConfirmInitialView(),
        _viewed,
        answer=ViewedInitial,
        summary=_("Put back the two cards you have looked at"),
    ),
    "draw": move(
        DrawBody,
        lambda body, _caller: rules.Draw(source=body.source),
        _drawn,
        answer=Drawn,
        summary=_("Draw from the deck, or take the top of the discard pile"),
    ),
    "swap": move(
        SwapBody,
        lambda body, _caller: rules.Swap(position=body.position),
        _swapped,
        answer=Swapped,
        summary=_("Swap the card you hold with one of yours"),
    ),
    "discard": move(Body, rules.Discard(), _discarded, answer=Discarded, summary=_("Discard the card you hold")),
    "power": move(PowerBody, _use_of_power, _used, answer=UsedPower, summary=_("Use, skip or end the power of a card")),
    "cambio": move(Body, rules.CallCambio(), _called, answer=CambioCalled, summary=_("Call Cambio")),
    "scores": scores,
}
"""By their last part; besides those of every table."""
