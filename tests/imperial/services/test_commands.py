"""Simulating games among bots, and checking stored games against their logs."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from imperial.models import PlayerInfo
from tests.imperial.kit import begun, lobby_of, people, play_randomly


def simulate(*arguments: str) -> tuple[str, str]:
    out, progress = StringIO(), StringIO()
    call_command("simulate_imperial", "--bots", "random", *arguments, stdout=out, stderr=progress)
    return out.getvalue(), progress.getvalue()


def test_bots_play_and_the_results_are_told_by_seat_and_country() -> None:
    told, progress = simulate("--games", "2", "--players", "3", "--seed", "7")
    assert "2 games" in told
    for word in ("seat 1", "seat 3", "random", "Austria", "Russia", "reached 25"):
        assert word in told
    assert "2 of 2 games" in progress
    assert progress.count("#" * 40) == 1


def test_the_same_seed_gives_the_same_games_and_programs_get_json() -> None:
    arguments = ("--games", "2", "--players", "2", "--seed", "7", "--json")
    first: dict[str, Any] = json.loads(simulate(*arguments)[0])
    assert first == json.loads(simulate(*arguments)[0])
    assert first["games"] == 2
    assert sum(line["wins"] for line in first["seats"].values()) == 2
    assert sum(line["reachedTheEnd"] for line in first["countries"].values()) >= 2
    other = json.loads(simulate(*arguments[:4], "--seed", "8", "--json")[0])
    assert other["actions"] != first["actions"]


def test_bots_play_on_the_other_setup_too() -> None:
    assert "1 games" in simulate("--games", "1", "--setup", "seed-example")[0]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--players", "7"), "two to six players"),
        (("--players", "1"), "two to six players"),
        (("--games", "0"), "at least one game"),
        (("--bots", "perfect"), "There is no level 'perfect'"),
        (("--setup", "atlantis"), "There is no setup called atlantis"),
    ],
    ids=range(5),
)
def test_what_cannot_be_simulated_is_refused(arguments: tuple[str, ...], problem: str) -> None:
    with pytest.raises(CommandError, match=problem):
        simulate(*arguments)


@pytest.mark.django_db
def test_stored_games_are_compared_with_their_logs() -> None:
    good, bad = begun(people(2)), begun(people(3))
    lobby_of(people(2))
    for game_id in (good, bad):
        play_randomly(game_id, seed=2, actions=12)
    out = StringIO()
    call_command("verify_imperial", stdout=out)
    assert out.getvalue() == "3 tables agree with their log.\n"
    PlayerInfo.objects.filter(game=bad, display_name="Juno").update(money=1)
    errors = StringIO()
    with pytest.raises(CommandError, match="1 of 3 tables differ"):
        call_command("verify_imperial", stderr=errors)
    assert str(bad) in errors.getvalue()
