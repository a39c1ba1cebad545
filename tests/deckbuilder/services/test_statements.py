"""Statements of an action, and concurrent actions.

Every statement counts, BEGIN and COMMIT included. A service sends two without a transaction: it reads the row, and
writes it if its version is unchanged. Over HTTP two more read the session and the person.
"""

import json
import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from deckbuilder import rules, services, store
from deckbuilder.models import DeckState
from deckbuilder.rules.reduce import HANDLERS
from deckbuilder.services import Receipt
from tabletop.rules import Json, RuleViolation
from tests.deckbuilder.kit import (
    act,
    discard_first,
    guest,
    lock,
    new_deck,
    order_all,
    override,
    plain,
    press,
    row_of,
    state_of,
)
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 4
THOUSAND = override(*[f"Card {number}" for number in range(1000)])


def statements(run: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        run()
    return [query["sql"] for query in captured.captured_queries]


def verbs(sql: list[str]) -> list[str]:
    return [line.split()[0] for line in sql]


def first_card(deck_id: UUID) -> str:
    return state_of(deck_id).hand_ids[0]


def whole_discard(deck_id: UUID) -> list[Json]:
    chosen = state_of(deck_id).hand_ids[:2]
    return [*(plain("TOGGLE_CARD_SELECTION", instanceId=each) for each in chosen), plain("CONFIRM_DISCARD")]


ACTIONS: list[tuple[str, Callable[[UUID], list[Json]]]] = [
    ("discard", lambda deck_id: [plain("INIT")]),
    ("discard", lambda deck_id: [plain("DEAL_NEXT_HAND")]),
    ("discard", lambda deck_id: [plain("RESET")]),
    ("discard", lambda deck_id: [plain("START_CUSTOM_DECK")]),
    ("discard", lambda deck_id: [plain("LOAD_PRESET_DECK", presetId="starter-deck")]),
    ("discard", lambda deck_id: [plain("LOAD_PRESET_DECK", presetId="nothing")]),
    ("discard", lambda deck_id: [THOUSAND]),
    ("discard", lambda deck_id: [{"type": "APPLY_JSON_OVERRIDE", "payload": "["}]),
    ("discard", lambda deck_id: [plain("CHANGE_PARAMETERS", handSize=10, immediateReset=True)]),
    ("discard", whole_discard),
    ("planning", lambda deck_id: [plain("SELECT_FOR_PLAY_ORDER", instanceId=first_card(deck_id))]),
    ("ordered", lambda deck_id: [plain("DESELECT_FROM_PLAY_ORDER", instanceId=first_card(deck_id))]),
    ("ordered", lambda deck_id: [plain("CLEAR_PLAY_ORDER")]),
    ("ordered", lambda deck_id: [plain("LOCK_PLAY_ORDER")]),
    ("locked", lambda deck_id: [plain("END_TURN")]),
]
KINDS = {
    *("INIT", "DEAL_NEXT_HAND", "RESET", "START_CUSTOM_DECK", "LOAD_PRESET_DECK", "APPLY_JSON_OVERRIDE", "END_TURN"),
    *("CHANGE_PARAMETERS", "TOGGLE_CARD_SELECTION", "CONFIRM_DISCARD", "SELECT_FOR_PLAY_ORDER", "LOCK_PLAY_ORDER"),
    *("DESELECT_FROM_PLAY_ORDER", "CLEAR_PLAY_ORDER"),
}


def in_phase(phase: str) -> tuple[UUID, Any]:
    person = guest()
    deck_id = new_deck(person)
    steps: dict[str, list[Callable[..., object]]] = {
        "discard": [],
        "planning": [discard_first],
        "ordered": [discard_first, order_all],
        "locked": [lock],
    }
    for step in steps[phase]:
        step(deck_id, person)
    services.share(deck_id=deck_id, person=person)
    return deck_id, person


def test_every_kind_of_action_is_counted_here() -> None:
    assert set(HANDLERS) == KINDS


@pytest.mark.parametrize(("phase", "actions"), ACTIONS, ids=range(len(ACTIONS)))
def test_an_action_is_one_read_and_one_conditional_write(phase: str, actions: Callable[[UUID], list[Json]]) -> None:
    deck_id, person = in_phase(phase)
    version, chosen = row_of(deck_id).version, actions(deck_id)
    sql = statements(lambda: services.act(deck_id=deck_id, person=person, actions=chosen, expected_version=version))
    assert verbs(sql) == ["SELECT", "UPDATE"]
    assert row_of(deck_id).version == version + 1
    assert "version" in sql[1].partition("WHERE")[2]


def test_undo_redo_parameters_and_files_cost_the_same() -> None:
    deck_id, person = in_phase("locked")
    content = store.to_text(rules.serialize(state_of(deck_id))).encode()
    for service, more in (
        (services.undo, {}),
        (services.redo, {}),
        (services.change_parameters, {"hand_size": 4, "discard_count": 1}),
        (services.import_saved, {"content": content}),
    ):
        version = row_of(deck_id).version

        def run(service: Any = service, more: Any = more, version: int = version) -> None:
            service(deck_id=deck_id, person=person, expected_version=version, **more)

        assert verbs(statements(run)) == ["SELECT", "UPDATE"], service


def test_an_ignored_or_stale_action_writes_nothing() -> None:
    deck_id, person = in_phase("discard")
    assert verbs(statements(lambda: act(deck_id, person, plain("END_TURN")))) == ["SELECT"] * 2  # one is the test's own

    def act_on_an_old_version() -> None:
        with pytest.raises(RuleViolation):
            services.act(deck_id=deck_id, person=person, actions=[plain("RESET")], expected_version=7)

    assert verbs(statements(act_on_an_old_version)) == ["SELECT"]


@pytest.mark.parametrize("phase", ["discard", "planning", "ordered", "locked"])
def test_over_http_an_action_needs_four_statements_with_the_answer(phase: str) -> None:
    deck_id, person = in_phase(phase)
    client, version = client_of(person), row_of(deck_id).version
    card = first_card(deck_id)
    buttons = {
        "discard": {"do": "confirm", "selected": list(state_of(deck_id).hand_ids[:2])},
        "planning": {"do": f"select:{card}"},
        "ordered": {"do": "lock"},
        "locked": {"do": "end"},
    }
    # The first request of a session writes the time of its renewal.
    press(client, deck_id, "undo", version=999)
    sql = statements(lambda: press(client, deck_id, version=version, **buttons[phase]))  # type: ignore[arg-type]
    assert len(sql) <= MOST
    assert verbs(sql) == ["SELECT", "SELECT", "SELECT", "UPDATE"]
    assert row_of(deck_id).version == version + 1


@pytest.mark.parametrize("link", ["on", "off"])
def test_a_link_is_switched_with_four_statements(link: str) -> None:
    deck_id, person = in_phase("locked")
    if link == "on":
        services.unshare(deck_id=deck_id, person=person)
    client, headers = client_of(person), {"HX-Request": "true", "X-Table-Seq": str(row_of(deck_id).version)}
    press(client, deck_id, "undo", version=999)
    sql = statements(lambda: client.post(f"/deckbuilder/{deck_id}/share/", {"link": link}, headers=headers))
    assert verbs(sql) == ["SELECT", "SELECT", "SELECT", "UPDATE"]
    assert bool(row_of(deck_id).share_token) == (link == "on")


def test_the_page_of_a_deck_needs_four_statements() -> None:
    deck_id, person = in_phase("locked")
    client = client_of(person)
    client.get(f"/deckbuilder/{deck_id}/")
    assert len(statements(lambda: client.get(f"/deckbuilder/{deck_id}/"))) == 4


# --- concurrent requests ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("round_number", range(5))
def test_of_two_tabs_that_act_at_once_one_is_refused_and_the_turn_ends_once(round_number: int) -> None:
    deck_id, person = in_phase("locked")
    before, version = state_of(deck_id), row_of(deck_id).version
    start, outcomes = threading.Barrier(2, timeout=60), []

    def end_turn() -> None:
        start.wait()
        try:
            done: Receipt | None = services.act(
                deck_id=deck_id, person=person, actions=[plain("END_TURN")], expected_version=version
            )
        except RuleViolation:
            done = None
        finally:
            connection.close()
        outcomes.append(done)

    tabs = [threading.Thread(target=end_turn, daemon=True) for _tab in range(2)]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    (winner,) = [outcome for outcome in outcomes if outcome]
    after = state_of(deck_id)
    assert after == winner.deck.state
    assert (after.turn_number, row_of(deck_id).version) == (before.turn_number + 1, version + 1)
    assert sorted((*after.draw_pile, *after.discard_pile, *after.hand)) == sorted(rules.DEFAULT_DECK)
    assert len(json.loads(row_of(deck_id).undo)) == version + 1


def test_pressing_deal_several_times_at_once_creates_one_deck() -> None:
    person = guest()
    start, answers = threading.Barrier(4, timeout=60), []

    def press_deal(client: Client) -> None:
        start.wait()
        try:
            answers.append(client.post("/deckbuilder/play/"))
        finally:
            connection.close()

    presses = [threading.Thread(target=press_deal, args=[client_of(person)], daemon=True) for _press in range(4)]
    for each in presses:
        each.start()
    for each in presses:
        each.join()
    assert [answer.status_code for answer in answers] == [302] * 4
    assert len({answer["Location"] for answer in answers}) == DeckState.objects.count() == 1
