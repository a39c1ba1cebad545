"""A bot that fails holds up nobody, and the failure is written to the log of the server (rules 2.7 of the table)."""

import logging
from typing import Any
from uuid import UUID

import pytest

from cambio import bots, rules
from cambio.models import CambioAction, GameSession
from cambio.replay import verify
from tabletop.models import Deadline
from tabletop.rules import RuleViolation
from tests.cambio.kit import START, act, dealt, game_of, people, position, settle_at, state_of

pytestmark = pytest.mark.django_db

HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]


class Broken(Exception):
    pass


@pytest.fixture(autouse=True)
def broken_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(*_arguments: Any, **_more: Any) -> Any:
        raise Broken("no idea")

    monkeypatch.setattr(bots, "decide", decide)


@pytest.fixture
def game_id() -> UUID:
    """Juno has let her card go; the bot on turn acts at START + 3 at the latest."""
    game_id = dealt(people(1), bots=["hard"])
    act(game_id, 0, "confirm_initial_view")
    act(game_id, 0, "draw", source="discard")
    act(game_id, 0, "swap", position=0)
    assert game_of(game_id).current_turn_player_id == 1
    return game_id


def faults(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name == "tabletop.play"]


def test_a_bot_that_raises_is_logged_as_an_error_with_game_seq_and_traceback(
    game_id: UUID, caplog: pytest.LogCaptureFixture
) -> None:
    receipt = settle_at(game_id, START + 3)
    (fault,) = faults(caplog)
    assert fault.levelno == logging.ERROR
    assert f"cambio {game_id}, action {receipt.seq}" in fault.getMessage()
    assert fault.exc_info is not None
    kind, error, trace = fault.exc_info
    assert (kind, str(error)) == (Broken, "no idea")
    assert trace is not None
    assert "in decide" in caplog.text
    assert "Traceback" in caplog.text


def test_the_game_goes_on_with_a_legal_move_and_no_trace_of_the_failure_is_stored(game_id: UUID) -> None:
    receipt = settle_at(game_id, START + 3)
    assert [event["type"] for event in receipt.events] == ["CARD_DRAWN", "CARD_DRAWN"]
    assert len(receipt.happened) == len(receipt.events)
    assert "idea" not in repr(CambioAction.objects.filter(game=game_id).values())
    deadline = Deadline.objects.get(game_id=game_id)
    while game_of(game_id).current_turn_player_id == 1:
        settle_at(game_id, deadline.due_at)
        deadline.refresh_from_db()
    assert state_of(game_id).seats[1].bot_level == "hard"
    verify(GameSession.objects.get(pk=game_id))


def test_a_failure_is_logged_once_though_the_move_that_met_it_was_refused(
    game_id: UUID, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(RuleViolation):
        act(game_id, 0, "discard", now=START + 3)
    assert [record.levelno for record in faults(caplog)] == [logging.ERROR]


def test_bots_that_decide_are_not_logged(
    game_id: UUID, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    position(game_id, rules.arrange(HANDS, ["2c"], ["2d", "3d"], turn=1))
    settle_at(game_id, START + 60)
    settle_at(game_id, START + 63)
    assert faults(caplog) == []
