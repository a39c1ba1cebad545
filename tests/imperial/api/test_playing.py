"""Programs play Imperial: open a table, sit down, choose from their options, move, take back, and play to the end."""

import random
from typing import Any

import pytest
from django.test import Client

from imperial import rules
from imperial.models import Game
from imperial.replay import verify
from tests.imperial.api.conftest import Trio
from tests.imperial.api.program import Program, get, post
from tests.imperial.kit import NAMES, any_state, guest, position, random_states

pytestmark = pytest.mark.django_db


def test_a_table_is_opened_joined_by_code_and_started() -> None:
    host = Program.create(playerCount=4, timer={"increment": 30, "banked": 600}, isOpen=False, botCount=1)
    assert host.entered.status == 201
    state = host.entered.json["state"]
    assert (state["mode"], state["isHost"], state["isOpen"], state["maxPlayers"]) == ("waiting", True, False, 4)
    assert [seat["name"] for seat in state["seats"]] == ["Juno", "Ottilie"]
    joined = post("join", {"roomCode": host.entered.json["roomCode"].lower(), "displayName": "Mara"})
    mara = Program(joined)
    assert (mara.game_id, mara.name) == (host.game_id, "Mara")
    assert host.post("start").status == 200
    state = mara.state
    assert (state["mode"], state["countryUp"], state["timer"]["timed"]) == ("bid", "Austria", True)
    assert {info["money"] for info in state["playerInfo"].values()} == {20.33}
    assert state["history"] == ["The game has begun. Players: Juno, Ottilie and Mara."]


def test_the_host_brings_bots_and_sends_them_away(waiting: Trio) -> None:
    waiting[2].post("leave")
    added = waiting[0].post("add_bot")
    assert [seat["bot"] is not None for seat in added.json["state"]["seats"]] == [False, False, True]
    removed = waiting[0].post("remove_bot", {"name": "Ottilie"})
    assert [seat["name"] for seat in removed.json["state"]["seats"]] == ["Juno", "Mara"]
    assert waiting[1].post("add_bot").refusal == (403, "not_host")
    assert waiting[0].post("add_bot", {"kind": "perfect"}).refusal == (400, "invalid_request")


def test_the_common_spellings_are_read_beside_the_older_ones(waiting: Trio) -> None:
    body = {"playerCount": 3, "creatorDisplayName": "Juno", "botCount": 1, "botLevel": "random"}
    assert Program(post("create", body)).state["seats"][1]["botLevel"] == "random"
    waiting[2].post("leave")
    added = waiting[0].post("add_bot", {"level": "random"}).json["state"]["seats"][2]
    assert (added["botLevel"], added["displayName"]) == ("random", "Ottilie")
    removed = waiting[0].post("remove_bot", {"playerId": added["playerId"]})
    assert [seat["displayName"] for seat in removed.json["state"]["seats"]] == ["Juno", "Mara"]


def test_a_bot_asked_for_with_the_same_key_again_is_one_bot(waiting: Trio) -> None:
    waiting[2].post("leave")
    first, again = (waiting[0].post("add_bot", **{"Idempotency-Key": "one"}) for _time in range(2))
    assert (again.status, again.json["version"]) == (200, first.json["version"])
    assert [seat["name"] for seat in again.json["state"]["seats"]] == ["Juno", "Mara", "Ottilie"]
    other = waiting[0].post("add_bot", {"kind": "random"}, **{"Idempotency-Key": "one"})
    assert other.refusal == (409, "key_reused")


def test_a_move_answers_with_version_state_and_what_happened(trio: Trio) -> None:
    before = trio[0].get().json["version"]
    answer = trio[0].post("bid", {"amount": 4.5, "expectedVersion": before})
    assert answer.status == 200
    assert answer.json["version"] == answer.json["state"]["version"] == before + 1
    assert answer.json["events"] == [
        {"type": "bid_placed", "player": "Juno", "country": "Austria", "line": "Juno has bid on Austria."}
    ]
    assert answer.json["state"]["playerInfo"]["Juno"]["bid"] == 4.5
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_move_is_taken_back(trio: Trio) -> None:
    trio[0].post("bid", {"amount": 4})
    assert trio[0].state["canUndo"]
    assert not trio[1].state["canUndo"]
    undone = trio[0].post("undo")
    assert undone.status == 200
    assert undone.json["state"]["turnID"] == 1
    assert undone.json["state"]["playerInfo"]["Juno"]["bid"] is None
    assert trio[0].post("undo").refusal == (409, "nothing_to_undo")


def test_the_clock_is_stopped_and_started_by_anybody_at_the_table() -> None:
    host = Program.create(playerCount=2, timer={"increment": 1, "banked": 60})
    other = Program.join(host, "Mara")
    host.post("start")
    assert other.post("pause").json["state"]["timer"]["pause"] > 0
    assert other.post("pause").refusal == (409, "illegal_action")
    assert host.post("resume").json["state"]["timer"]["pause"] == 0


def test_a_bot_plays_on_for_who_resigns_until_the_seat_is_taken_back(trio: Trio) -> None:
    assert trio[1].post("resign").json["state"]["seats"][1]["bot"] is not None
    assert trio[1].post("bid", {"amount": 1}).refusal == (409, "played_by_bot")
    assert trio[1].post("take_back").json["state"]["seats"][1]["bot"] is None
    assert trio[1].post("bid", {"amount": 1}).status == 200


def test_options_are_those_the_rules_accept(trio: Trio) -> None:
    options = trio[0].get("options").json["options"]
    assert {"type": "bid", "amount": 0} in [action | {} for action in options["legalActions"]]
    assert all(action["type"] == "bid" for action in options["legalActions"])
    assert options["wheelOptions"] == []


def test_the_leader_sees_the_wheel_and_what_tax_and_investor_would_bring(trio: Trio) -> None:
    state = any_state(3, lambda state: state.mode == "proposal")
    position(trio[0].id, state)
    leader = next(program for program in trio if state.player_info[program.name].my_turn)
    options = leader.get("options").json["options"]
    setup = rules.load_setup()
    assert options["wheelOptions"] == rules.wheel_options(state, setup=setup)
    assert options["taxPreview"] == rules.tax_preview(state, state.country_up, setup=setup)
    assert options["investorPreview"] == rules.investor_preview(state, state.country_up, leader.name)
    assert options["legalActions"]


def test_a_planner_asks_where_a_unit_can_go_and_what_it_can_do_there(trio: Trio) -> None:
    def moves_fleets(state: rules.State) -> bool:
        maneuver = state.current_maneuver
        return maneuver is not None and maneuver.phase == "fleet" and maneuver.unit_index == 0

    state = any_state(3, moves_fleets)
    maneuver = state.current_maneuver
    assert maneuver is not None
    position(trio[0].id, state)
    unit = {"kind": "fleet", "origin": maneuver.pending_fleets[0].territory}
    planner = next(program for program in trio if program.name == maneuver.player)
    reachable = planner.post("plan", {"unit": unit}).json["reachable"]
    assert reachable == rules.reachable(state, [], unit, setup=rules.load_setup())
    actions = planner.post("plan", {"unit": unit, "destination": reachable[-1], "plan": []}).json["actions"]
    assert actions == rules.actions_at(state, [], unit, reachable[-1], setup=rules.load_setup())
    assert planner.post("plan", {"unit": {"kind": "fleet", "origin": "Nowhere"}}).refusal == (409, "wrong_units")
    assert planner.post("plan", {"unit": {"kind": "tank", "origin": "Paris"}}).refusal == (409, "wrong_units")
    assert planner.post("plan", {"unit": {"kind": "fleet"}}).refusal == (400, "invalid_request")


def test_who_looks_on_sees_what_everybody_may_see(trio: Trio) -> None:
    client = Client()
    client.force_login(guest("Olga"))
    trio[0].post("bid", {"amount": 4})
    seen = get(trio[0].game_id, client=client).json["state"]
    assert seen["me"] is None
    assert seen["playerInfo"]["Juno"]["bid"] is None
    assert get(f"{trio[0].game_id}/options", client=client).json["options"]["legalActions"] == []


def test_the_whole_log_is_there_for_who_asks(trio: Trio) -> None:
    trio[0].post("bid", {"amount": 4})
    assert trio[1].get("history").json["history"][-1] == "Juno has bid on Austria."


def test_programs_play_a_game_to_its_end() -> None:
    """The end of a long game; every step chosen from the options as they are told."""
    host = Program.create(playerCount=5)
    programs = {program.name: program for program in (host, *(Program.join(host, name) for name in NAMES[1:5]))}
    host.post("start")
    position(host.id, random_states(5, seed=3)[-8])
    chance = random.Random(5)
    state: Any = host.state
    steps = 0
    while state["mode"] != "game-over" and steps < 400:
        steps += 1
        program = programs[chance.choice(state["playersToAct"])]
        menu = program.get("options").json["options"]["legalActions"]
        # Taxes bring the game to its end.
        action = next((action for action in menu if action.get("wheel_spot") == "Taxation"), chance.choice(menu))
        answer = program.post(action["type"], {name: value for name, value in action.items() if name != "type"})
        assert answer.status == 200, (action, answer.text)
        state = answer.json["state"]
    assert state["result"]["winner"] in programs
    assert state["shuffleSeed"]


def test_what_programs_have_played_replays(trio: Trio) -> None:
    for program in trio:
        program.post("bid", {"amount": 6})
    trio[0].post("undo")
    verify(Game.objects.get(pk=trio[0].id))
