"""What a viewer sees of a table (rules 13.2)."""

from itertools import chain
from typing import Any

import pytest

from cambio import rules
from cambio.plug import table
from cambio.table_view import view_with_player_ids, with_player_ids
from tests.cambio.rules.random_play import random_game
from tests.cambio.table.seating import arranged, opened


def all_values(data: Any, *names: str) -> list[Any]:
    if isinstance(data, list):
        return [value for item in data for value in all_values(item, *names)]
    if not isinstance(data, dict):
        return []
    own = [value for name, value in data.items() if name in names]
    return own + [value for item in data.values() for value in all_values(item, *names)]


def test_the_lobby_and_the_game_have_the_same_fields() -> None:
    seating = opened().join("Teo")
    waiting = seating.view(0)
    playing = seating.do(0, "start").view(0)
    assert waiting.keys() == playing.keys()
    assert waiting["players"][0].keys() == playing["players"][0].keys()
    assert waiting["players"][0]["cards"] == []


def test_the_view_names_players_by_their_ids_and_seats_by_their_numbers() -> None:
    seating = arranged((None, None, None), turn=1, phase="final_round", caller=0, held="7c")
    seen = seating.view(1)
    assert (seen["myPlayerId"], seen["mySeat"]) == ("id-Teo", 1)
    assert (seen["currentTurnPlayerId"], seen["cambioCallerId"]) == ("id-Teo", "id-Ines")
    assert seen["heldCard"] == {"playerId": "id-Teo", "source": "deck", "card": "7c"}
    assert [player["playerId"] for player in seen["players"]] == ["id-Ines", "id-Teo", "id-Mara"]
    assert [player["turnOrder"] for player in seen["players"]] == [0, 1, 2]
    opened_power = seating.do(1, "discard").do(1, "use_power", position=2).view(1)["openPower"]
    assert opened_power == {
        "playerId": "id-Teo",
        "powerType": "peek_own",
        "reveal": {"ownerId": "id-Teo", "position": 2, "card": "4d"},
    }


def test_the_result_names_players_by_their_ids() -> None:
    seating = arranged((None, None), turn=1, phase="final_round", caller=0, held="6c", held_from="discard")
    seating.do(1, "swap", position=0)
    outcome = table.result(seating.state)
    assert outcome is not None
    assert outcome["winnerId"] == "id-Ines"
    assert outcome["winnerIds"] == ["id-Ines"]
    assert [line["playerId"] for line in outcome["scores"]] == ["id-Ines", "id-Teo"]
    assert seating.view(0)["winnerId"] == "id-Ines"
    assert seating.event("GAME_COMPLETED") == {"type": "GAME_COMPLETED", **outcome}


def test_no_seat_number_is_left_where_the_outside_expects_an_id() -> None:
    seating = arranged((None, None, None), held="Jc")
    names = ("playerId", "ownerId", "targetPlayerId", "callerId", "winnerId", "currentTurnPlayerId", "myPlayerId")
    told = []
    for step in (("discard", {}), ("use_power", {"position": 0, "targetSeat": 2, "targetPosition": 1})):
        seating.do(0, step[0], **step[1])
        told += [event.to_json() for event in seating.events]
    told += [seating.view(seat) for seat in (0, 1, 2, None)]
    found = all_values(told, *names)
    assert found
    assert all(value is None or str(value).startswith("id-") for value in found), found


def test_the_view_says_who_is_host_and_who_is_a_bot() -> None:
    seen = opened(max_players=3, takeover=True).add_bot("Robo", level="medium").view(0)
    assert (seen["maxPlayers"], seen["takeover"], seen["hostPlayerId"]) == (3, True, "id-Ines")
    assert [(player["type"], player["botLevel"], player["isHost"]) for player in seen["players"]] == [
        ("human", None, True),
        ("bot", "medium", False),
    ]
    assert seen["isHost"]


def test_a_spectator_is_nobody() -> None:
    for seating in (opened().join("Teo"), opened().join("Teo").do(0, "start")):
        seen = seating.view(None)
        assert (seen["myPlayerId"], seen["mySeat"], seen["isHost"]) == (None, None, False)
        assert seen["availableActions"] == []
        assert seating.view(7) == seen


def test_what_a_bot_remembers_and_when_it_acts_is_nobodys_business() -> None:
    seating = arranged(("hard", None))
    for seat in (0, 1, None):
        assert not all_values(seating.view(seat), "botMemory", "botDue")


def test_a_table_with_an_overdue_deadline_is_seen_as_after_settling() -> None:
    seating = opened().join("Teo").do(0, "start")
    assert table.view(seating.state, 0, now=seating.now + 10)["phase"] == "playing"
    assert table.legal_actions(seating.state, 0, now=seating.now + 10)
    away = arranged((None, None), takeover=True).do(0, "left")
    assert table.view(away.state, 1, now=away.now + 60)["players"][0]["botLevel"] == "medium"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_ids_stand_in_every_field_for_players(players: int) -> None:
    """Views of the rules are rewritten field by field, all else by name: both say the same."""
    ids, phases = [f"seat-{place}" for place in range(players)], set()
    for step in chain.from_iterable(random_game(seed, players) for seed in range(4)):
        for seat in (*range(players), None):
            seen = rules.view(step.after, seat, now=step.now)
            assert view_with_player_ids(seen, ids) == with_player_ids(seen, ids)
        phases.add(step.after.phase)
    assert phases == {"initial_view", "playing", "final_round", "completed"}
