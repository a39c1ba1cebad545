"""Requests for a seat that another person takes between the look-up of the caller and the move."""

from typing import Any

import pytest

from tabletop.accounts.models import User
from tabletop.rules import RuleViolation
from tabletop.tables import services as table_services
from tabletop.tables import tokens
from tests.kernel.programs import Pair
from tests.kit.clients import client_of
from tests.tinygame.models import DuelAction, DuelSeat
from tests.tinygame.services import tables

pytestmark = pytest.mark.django_db


def take_just_before(monkeypatch: pytest.MonkeyPatch, place: Any, name: str, pair: Pair, person: User) -> None:
    """The person takes the seat of the first program as soon as this function is called, and then it goes on."""
    pair[0].post("offer_seat")
    called = getattr(place, name)

    def late(*positional: Any, **named: Any) -> Any:
        monkeypatch.setattr(place, name, called)
        tables.take_seat(game_id=pair[0].id, person=person)
        return called(*positional, **named)

    monkeypatch.setattr(place, name, late)


@pytest.mark.parametrize(
    ("kind", "body"),
    [("move", {"type": "play", "card": 1}), ("move", {"type": "play", "card": 1, "expectedVersion": 3}), ("leave", {})],
    ids=["move", "stale", "leave"],
)
def test_a_move_is_refused_and_shows_nothing_of_the_seat(
    pair: Pair, eve: User, monkeypatch: pytest.MonkeyPatch, kind: str, body: dict[str, Any]
) -> None:
    take_just_before(monkeypatch, tables, "act", pair, eve)
    told = pair[0].post(kind, body)
    assert (told.refusal, told.json["details"]) == ((403, "player_not_in_game"), {})
    assert DuelAction.objects.latest("seq").payload["type"] == "take_seat"


def test_a_host_who_lost_the_seat_adds_no_bot(pair: Pair, eve: User, monkeypatch: pytest.MonkeyPatch) -> None:
    take_just_before(monkeypatch, tables, "add_bot", pair, eve)
    told = pair[0].post("add_bot", {"level": "low"})
    assert (told.refusal, told.json["details"]) == ((403, "player_not_in_game"), {})


def test_a_program_gets_no_token_that_counts_for_nothing(
    pair: Pair, eve: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_just_before(monkeypatch, tables, "replace_token", pair, eve)
    assert pair[0].post("revoke", {"renew": True}).refusal == (403, "player_not_in_game")


@pytest.mark.parametrize("renew", [True, False])
def test_a_token_is_neither_made_nor_taken_away(
    pair: Pair, eve: User, monkeypatch: pytest.MonkeyPatch, renew: bool
) -> None:
    """The row of the seat has been read already."""
    name = "issue_token" if renew else "revoke_token"
    take_just_before(monkeypatch, table_services, name, pair, eve)
    told = pair[0].post("revoke", {"renew": renew})
    if renew:
        assert told.refusal == (403, "player_not_in_game")
    else:
        assert told.json["playerToken"] is None
    assert tables.seats.rows(user=eve, token_hash__isnull=False).exists()


def test_the_page_shows_no_token_that_counts_for_nothing(
    pair: Pair, eve: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = DuelSeat.objects.get(pk=pair[0].player_id).user
    assert owner is not None
    take_just_before(monkeypatch, tokens, "issue_token", pair, eve)
    answer = client_of(owner).post("/programs/", {"do": "renew", "seat": pair[0].player_id})
    assert answer.status_code == 404


def test_a_seat_that_is_gone_gets_no_token(pair: Pair) -> None:
    seat = DuelSeat.objects.get(pk=pair[0].player_id)
    DuelSeat.objects.all().delete()
    with pytest.raises(RuleViolation) as refused:
        tokens.issue_token(seat)
    assert refused.value.code == "stale_state"
