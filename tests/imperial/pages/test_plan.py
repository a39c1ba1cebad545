"""A maneuver over HTTP: moved as a whole or one by one, plans the board has overtaken, and posts that come too late."""

import re
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from imperial.models import PlayerInfo
from tabletop.accounts.models import User
from tests.imperial import kit
from tests.imperial.pages.visits import between_look_and_lock, browser, page_of, post, put
from tests.kit.roads import both_roads

pytestmark = [pytest.mark.django_db, both_roads]

ITALY_IS_MARAS = {"Austria": {"Juno": [5]}, "Italy": {"Mara": [5]}}


def plan(game_id: UUID, client: Client, *moves: tuple[int, str]) -> None:
    kit.act(game_id, "Juno", "propose", wheel_spot="R-Maneuver")
    for row, destination in moves:
        assert post(client, game_id, "draft", row=str(row), destination=destination).status_code == 200


def planned(page: str) -> list[str]:
    """What the rows say that can still change."""
    return re.findall(r'id="row-\d+"><b>([^<]+)</b>', page)


def committed(page: str) -> list[str]:
    return re.findall(r'<li class="is-locked">.*?<b>([^<]+)</b>', page, re.DOTALL)


def test_one_move_is_made_now_and_the_rest_stays_a_draft(game_id: UUID, persons: list[User]) -> None:
    put(game_id, fleets={"Austria": ["Trieste"]}, armies={"Austria": ["Vienna", "Prague"]})
    client = browser(persons[0])
    plan(game_id, client, (0, "Ionian Sea"), (1, "Tunis"), (2, "Romania"))
    page = page_of(persons[0], game_id)
    assert "Make only move 1 now" in page
    turn = kit.game_of(game_id).turn_id
    answer = post(client, game_id, "act", type="maneuver_step", turn=turn)
    assert answer.status_code == 200
    assert "Make only move 2 now" in answer.content.decode()
    for person in persons:
        assert committed(page_of(person, game_id)) == ["Trieste to Ionian Sea"]
    assert planned(page_of(persons[0], game_id)) == ["Vienna to Tunis", "Prague to Romania"]
    assert "Tunis" not in page_of(persons[1], game_id).split('id="decide"')[1].split('id="envelopes"')[0]
    # The last unit ends the maneuver; alone it needs no second button.
    post(client, game_id, "act", type="maneuver_step", turn=turn + 1)
    assert "submit-step" not in page_of(persons[0], game_id)
    post(client, game_id, "act", type="maneuver_batch", turn=turn + 2)
    austria = kit.game_of(game_id).country_info["Austria"]
    assert [army.territory for army in austria.armies] == ["Tunis", "Romania"]


def test_a_step_sent_twice_moves_one_unit(game_id: UUID, persons: list[User]) -> None:
    put(game_id, armies={"Austria": ["Vienna", "Prague"]})
    client = browser(persons[0])
    plan(game_id, client, (0, "Romania"))
    sent: dict[str, Any] = {"type": "maneuver_step", "turn": kit.game_of(game_id).turn_id}
    for _time in range(2):
        answer = post(client, game_id, "act", key="k", **sent)
        assert answer.status_code == 200
    # Without the key it is a press on a page that is gone.
    assert post(client, game_id, "act", **sent).status_code == 409
    assert committed(page_of(persons[0], game_id)) == ["Vienna to Romania"]


def test_two_presses_at_once_move_one_unit(game_id: UUID, persons: list[User]) -> None:
    """The second one has seen the same position, and comes to the table after the first."""
    put(game_id, armies={"Austria": ["Vienna", "Vienna", "Prague"]})
    client = browser(persons[0])
    plan(game_id, client, (0, "Romania"), (1, "Budapest"))
    first = partial(kit.act, game_id, "Juno", "maneuver_step", origin="Vienna", destination="Romania", action="")
    with between_look_and_lock(first):
        answer = post(client, game_id, "act", type="maneuver_step", turn=kit.game_of(game_id).turn_id)
    assert answer.status_code == 409
    assert committed(page_of(persons[0], game_id)) == ["Vienna to Romania"]


@pytest.mark.parametrize("kind", ["maneuver_batch", "maneuver_step"])
def test_a_player_who_takes_moves_back_plans_anew(game_id: UUID, persons: list[User], kind: str) -> None:
    """Rules 5.10: undo deletes the draft."""
    put(game_id, armies={"Austria": ["Vienna", "Prague"]})
    client = browser(persons[0])
    plan(game_id, client, (0, "Romania"), (1, "Munich"))
    post(client, game_id, "draft", action="1 hostile")
    assert post(client, game_id, "act", type=kind).status_code == 200
    assert post(client, game_id, "undo").status_code == 200
    page = page_of(persons[0], game_id)
    assert committed(page) == []
    assert planned(page) == ["Stays in Vienna", "Stays in Prague"]


def test_a_step_keeps_the_plan_an_offer_of_peace_has_interrupted(game_id: UUID, persons: list[User]) -> None:
    """Whether it was planned here or sent by a program."""
    armies = {"Austria": ["Vienna", "Prague", "Budapest"], "Italy": ["Venice"]}
    put(game_id, bonds=ITALY_IS_MARAS, armies=armies)
    kit.act(game_id, "Juno", "propose", wheel_spot="R-Maneuver")
    sent = [["Vienna", "Venice", "peace"], ["Prague", "Munich", "hostile"], ["Budapest", "Romania", ""]]
    kit.act(game_id, "Juno", "maneuver_batch", army_man=sent)
    kit.act(game_id, "Mara", "dictator_peace", accept=True)
    assert post(browser(persons[0]), game_id, "act", type="maneuver_step").status_code == 200
    page = page_of(persons[0], game_id)
    assert committed(page) == ["Vienna to Venice", "Prague to Munich"]
    assert planned(page) == ["Budapest to Romania"]


def overtaken(game_id: UUID, client: Client) -> None:
    """Juno counts on a fleet that Mara then refuses to let in: two armies have no ship, one comes by land."""
    fleets = {"Austria": ["Trieste", "Trieste"], "Italy": ["Ionian Sea", "Ionian Sea"]}
    put(game_id, bonds=ITALY_IS_MARAS, fleets=fleets, armies={"Austria": ["Vienna", "Prague", "Budapest"]})
    plan(game_id, client, (0, "Ionian Sea"), (1, "Ionian Sea"))
    for fleet in ("0", "1"):
        post(client, game_id, "draft", action=f"{fleet} peace")
    for row, destination in ((2, "Tunis"), (3, "Greece"), (4, "Romania")):
        assert post(client, game_id, "draft", row=str(row), destination=destination).status_code == 200
    post(client, game_id, "act", type="maneuver_batch")
    kit.act(game_id, "Mara", "dictator_peace", accept=False)
    post(client, game_id, "act", type="maneuver_step")
    kit.act(game_id, "Mara", "dictator_peace", accept=False)


def test_a_plan_the_board_has_overtaken_is_kept_and_refused_row_by_row(game_id: UUID, persons: list[User]) -> None:
    client = browser(persons[0])
    overtaken(game_id, client)
    sentence = "The board has changed since you opened this. Your plan is kept; rows 3, 4 need a new place."
    page = page_of(persons[0], game_id)
    assert sentence in page
    assert planned(page) == ["Vienna to Tunis", "Prague to Greece", "Budapest to Romania"]
    before = kit.rows_of(game_id)
    for late in ({}, {"turn": str(kit.game_of(game_id).turn_id)}, {"turn": "1"}):
        answer = post(client, game_id, "act", type="maneuver_batch", **late)
        assert answer.status_code == 409
        told = answer.content.decode()
        assert told.count(sentence) == 2  # in the panel, and said aloud
        assert "No free fleet carries the army in Vienna to Tunis" in told
        assert "No free fleet carries the army in Prague to Greece" in told
        assert kit.rows_of(game_id) == before
    # Both get a new place, and the plan goes.
    for row, destination in (("0", "Vienna"), ("1", "Prague")):
        answer = post(client, game_id, "draft", row=row, destination=destination)
    assert "need" not in answer.content.decode()
    assert post(client, game_id, "act", type="maneuver_batch").status_code == 200
    assert [army.territory for army in kit.game_of(game_id).country_info["Austria"].armies] == [
        "Vienna",
        "Prague",
        "Romania",
    ]


def test_a_plan_from_a_page_that_is_gone_is_refused_even_if_it_could_go(game_id: UUID, persons: list[User]) -> None:
    """Another device has made the first move."""
    put(game_id, armies={"Austria": ["Vienna", "Prague"]})
    client = browser(persons[0])
    plan(game_id, client, (0, "Romania"))
    turn = kit.game_of(game_id).turn_id
    post(client, game_id, "act", type="maneuver_step", turn=turn)
    before = kit.rows_of(game_id)
    answer = post(client, game_id, "act", type="maneuver_batch", turn=turn)
    assert answer.status_code == 409
    assert "Your plan is kept: look at it again." in answer.content.decode()
    assert kit.rows_of(game_id) == before


def test_a_choice_on_a_page_that_is_gone_changes_no_other_row(game_id: UUID, persons: list[User]) -> None:
    """Rows are told by their place in the list, and the first has left it."""
    put(game_id, armies={"Austria": ["Vienna", "Prague", "Budapest"]})
    client = browser(persons[0])
    plan(game_id, client, (0, "Romania"))
    turn = kit.game_of(game_id).turn_id
    page = page_of(persons[0], game_id)
    assert page.count(f'name="turn" value="{turn}"') == 2
    post(client, game_id, "act", type="maneuver_step", turn=turn)
    for fields in ({"row": "1", "destination": "Romania"}, {"down": "0"}, {"inHand": "1"}):
        answer = post(client, game_id, "draft", turn=turn, **fields)
        assert answer.status_code == 409
        assert "The board has changed since you opened this." in answer.content.decode()
    assert planned(page_of(persons[0], game_id)) == ["Stays in Prague", "Stays in Budapest"]


def test_another_answer_to_an_offer_keeps_what_was_planned_meanwhile(game_id: UUID, persons: list[User]) -> None:
    fleets = {"Austria": ["Trieste"], "Italy": ["Ionian Sea"]}
    put(game_id, bonds=ITALY_IS_MARAS, fleets=fleets, armies={"Austria": ["Vienna", "Prague"]})
    client = browser(persons[0])
    plan(game_id, client, (0, "Ionian Sea"), (2, "Romania"))
    post(client, game_id, "draft", action="0 peace")
    post(client, game_id, "act", type="maneuver_batch")
    kit.act(game_id, "Mara", "dictator_peace", accept=True)
    post(client, game_id, "draft", row="0", destination="Tunis")
    kit.undo(game_id, "Mara")
    kit.act(game_id, "Mara", "dictator_peace", accept=False)
    page = page_of(persons[0], game_id)
    assert "Your plan is kept; row 2 needs a new place." in page
    assert planned(page) == ["Vienna to Tunis", "Prague to Romania"]


MANEUVERING = ({"type": "maneuver_batch"}, {"type": "maneuver_step"})


def test_only_who_moves_the_units_can_plan_and_move_them(game_id: UUID, persons: list[User]) -> None:
    put(game_id, armies={"Austria": ["Vienna", "Prague"]})
    plan(game_id, browser(persons[0]), (0, "Romania"))
    before = kit.rows_of(game_id)
    tess = kit.guest("Tess")
    for person, status in ((persons[1], 409), (tess, 403)):
        client = browser(person)
        for fields in MANEUVERING:
            assert post(client, game_id, "act", **fields).status_code == status
        assert post(client, game_id, "draft", row="0", destination="Romania").status_code == status
        assert post(client, game_id, "draft", inHand="0").status_code == status
        assert post(client, game_id, "undo").status_code == status
        assert kit.rows_of(game_id) == before
    for person in (persons[1], tess):
        assert "Juno plans the maneuver of Austria-Hungary" in page_of(person, game_id)
    assert PlayerInfo.objects.get(game=game_id, display_name="Mara").draft is None


@pytest.mark.parametrize("rest", [["Prague", "Munich", "hostile"], ["Prague", "Prague", ""]], ids=["goes", "stays"])
def test_who_is_asked_for_peace_cannot_try_out_what_else_is_planned(
    game_id: UUID, persons: list[User], rest: list[str]
) -> None:
    put(game_id, bonds=ITALY_IS_MARAS, armies={"Austria": ["Vienna", "Prague"], "Italy": ["Venice"]})
    kit.act(game_id, "Juno", "propose", wheel_spot="R-Maneuver")
    kit.act(game_id, "Juno", "maneuver_batch", army_man=[["Vienna", "Venice", "peace"], rest])
    for action in ("0 hostile", "0 peace", "0 "):
        assert post(browser(persons[1]), game_id, "draft", action=action).status_code == 409
    assert PlayerInfo.objects.get(game=game_id, display_name="Mara").draft is None


def test_a_finished_game_takes_nothing_and_its_page_stays(game_id: UUID, persons: list[User]) -> None:
    put(game_id, mode="game-over", to_act=())
    before = kit.rows_of(game_id)
    client = browser(persons[0])
    sent = [("act", {"type": kind}) for kind in ("propose", "buy", "punt", "agree", "vote", "bid", "pause")]
    sent += [("act", fields) for fields in MANEUVERING]
    sent += [("draft", {"spot": "Taxation"}), ("draft", {"row": "0", "destination": "Vienna"}), ("undo", {})]
    for verb, fields in sent:
        answer = post(client, game_id, verb, **fields)
        assert (answer.status_code, 'id="result"' in answer.content.decode()) == (409, True), (verb, fields)
    assert kit.rows_of(game_id) == before
    assert "wins" in page_of(persons[0], game_id)
