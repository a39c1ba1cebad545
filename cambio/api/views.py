"""The addresses for programs (rules 13.1)."""

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from cambio import queries, rules, services
from cambio.api.answers import Happened, api, move
from cambio.api.bodies import CreateBody, DrawBody, PowerBody, SwapBody
from cambio.api.shapes import CambioCalled, Discarded, Drawn, Look, Scores, Swapped, UsedPower, ViewedInitial
from cambio.api.wire import wire
from tabletop.api.bodies import Body
from tabletop.api.identity import Caller
from tabletop.play import read
from tabletop.rules import Json

endpoint = api.endpoint


@api.create_endpoint(CreateBody)
def create(request: HttpRequest, body: CreateBody) -> Json:
    return api.create(request, body, level=body.bot_level or body.bot_difficulty)


@endpoint("GET", Body, answer=Look, summary=_("The table as your seat may know it"))
def show(request: HttpRequest, _body: Body, game_id: str) -> Json:
    caller = api.caller(request, game_id)
    player = caller.player
    return api.answer(read(services.engine, caller.game_id), player.player_id, {"gameId": str(caller.game_id)})


@endpoint(
    "GET",
    Body,
    answer=Scores,
    summary=_("The scores of a game that is over"),
    codes=("game_abandoned", "game_not_completed"),
)
def scores(request: HttpRequest, _body: Body, game_id: str) -> Json:
    caller = api.caller(request, game_id)
    player = caller.player
    loaded = read(services.engine, caller.game_id)
    return api.answer(loaded, player.player_id, wire(queries.scores(loaded)))


def _drawn(body: DrawBody, happened: Happened) -> Json:
    return {"drawnCard": happened["CARD_DRAWN"]["card"], "mustSwap": body.source == "discard"}


def _swapped(_body: SwapBody, happened: Happened) -> Json:
    return {"discardedCard": happened["CARD_SWAPPED"]["discardedCard"]}


def _discarded(_body: Body, happened: Happened) -> Json:
    power_type = happened["CARD_DISCARDED"]["powerType"]
    if power_type is None:
        return {"power": None}
    if power_type != "look_own":
        return {"power": {"powerType": power_type}}
    # Rules 13.1: for a king the answer itself carries the revealed card.
    shown = happened["CARD_REVEALED"]
    revealed = shown["card"] | {"position": shown["position"], "expiresAt": shown["expiresAt"]}
    return {"power": {"powerType": power_type, "revealed": revealed}}


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


def _used(body: PowerBody, happened: Happened) -> Json:
    if body.skip or body.dismiss:
        return {}
    if "CARD_REVEALED" in happened:
        shown = happened["CARD_REVEALED"]
        place = {"ownerId": shown["ownerId"], "position": shown["position"]}
        return {"revealedCard": shown["card"] | place, "expiresAt": shown["expiresAt"]}
    swapped = happened["SWAP_COMPLETED"]
    return {"swap": {name: swapped[name] for name in ("position", "targetPlayerId", "targetPosition")}}


def _called(_body: Body, happened: Happened) -> Json:
    return {"remainingTurns": happened["CAMBIO_CALLED"]["remainingTurns"]}


ADDRESSES = {
    "view-initial": move(
        Body,
        rules.ConfirmInitialView(),
        lambda _body, _happened: {"hasViewedInitialCards": True},
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
