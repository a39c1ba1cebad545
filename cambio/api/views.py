"""The addresses for programs (rules 13.1)."""

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from cambio import queries, rules, services
from cambio.api.answers import api, standing
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
from tabletop.rules import Json

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


@api.move_endpoint(Body, answer=ViewedInitial, summary=_("Put back the two cards you have looked at"))
def view_initial(request: HttpRequest, body: Body, game_id: str) -> Struct:
    now = api.act(api.asked(request, body, game_id), rules.ConfirmInitialView()).now
    return ViewedInitial(version=now.version, state=now.state, has_viewed_initial_cards=True)


@api.move_endpoint(DrawBody, answer=Drawn, summary=_("Draw from the deck, or take the top of the discard pile"))
def draw(request: HttpRequest, body: DrawBody, game_id: str) -> Struct:
    made = api.act(api.asked(request, body, game_id), rules.Draw(source=body.source))
    card = typed(made.latest["CARD_DRAWN"]["card"], Card)
    return Drawn(version=made.now.version, state=made.now.state, drawn_card=card, must_swap=body.source == "discard")


@api.move_endpoint(SwapBody, answer=Swapped, summary=_("Swap the card you hold with one of yours"))
def swap(request: HttpRequest, body: SwapBody, game_id: str) -> Struct:
    made = api.act(api.asked(request, body, game_id), rules.Swap(position=body.position))
    card = typed(made.latest["CARD_SWAPPED"]["discardedCard"], Card)
    return Swapped(version=made.now.version, state=made.now.state, discarded_card=card)


@api.move_endpoint(Body, answer=Discarded, summary=_("Discard the card you hold"))
def discard(request: HttpRequest, body: Body, game_id: str) -> Struct:
    made = api.act(api.asked(request, body, game_id), rules.Discard())
    return Discarded(version=made.now.version, state=made.now.state, power=_gained_power(made.latest))


def _gained_power(happened: dict[str, Json]) -> GainedPower | None:
    power_type = happened["CARD_DISCARDED"]["powerType"]
    if power_type is None:
        return None
    if power_type != "look_own":
        return GainedPower(power_type=power_type)
    # Rules 13.1: for a king the answer itself carries the revealed card.
    shown = happened["CARD_REVEALED"]
    revealed = shown["card"] | {"position": shown["position"], "expiresAt": shown["expiresAt"]}
    return GainedPower(power_type=power_type, revealed=typed(revealed, RevealedOwnCard))


@api.move_endpoint(PowerBody, answer=UsedPower, summary=_("Use, skip or end the power of a card"))
def power(request: HttpRequest, body: PowerBody, game_id: str) -> Struct:
    asked = api.asked(request, body, game_id)
    made = api.act(asked, _use_of_power(body, asked.caller))
    used = UsedPower(version=made.now.version, state=made.now.state)
    if body.skip or body.dismiss:
        return used
    if shown := made.latest.get("CARD_REVEALED"):
        place = {"ownerId": shown["ownerId"], "position": shown["position"]}
        used.revealed_card = typed(shown["card"] | place, RevealedCard)
        used.expires_at = shown["expiresAt"]
        return used
    swapped = made.latest["SWAP_COMPLETED"]
    used.swap = SwapMade(
        position=swapped["position"],
        target_player_id=swapped["targetPlayerId"],
        target_position=swapped["targetPosition"],
    )
    return used


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


@api.move_endpoint(Body, answer=CambioCalled, summary=_("Call Cambio"))
def call_cambio(request: HttpRequest, body: Body, game_id: str) -> Struct:
    made = api.act(api.asked(request, body, game_id), rules.CallCambio())
    remaining = made.latest["CAMBIO_CALLED"]["remainingTurns"]
    return CambioCalled(version=made.now.version, state=made.now.state, remaining_turns=remaining)


ADDRESSES = {
    "view-initial": view_initial,
    "draw": draw,
    "swap": swap,
    "discard": discard,
    "power": power,
    "cambio": call_cambio,
    "scores": scores,
}
"""By their last part; besides those of every table."""
