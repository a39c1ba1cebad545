"""Setups as files: the shipped ones, those of an operator, and those that are refused."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from imperial import services, setups
from imperial.models import Game, Setup
from imperial.plug import table
from imperial.replay import verify
from tests.imperial.kit import begun, guest, people, play_randomly, state_of
from tests.imperial.services.dumps import SETUP


def seed(*arguments: str) -> str:
    out = StringIO()
    call_command("seed_setups", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_the_shipped_setups_are_loaded_once() -> None:
    assert seed() == "Loaded the setup standard 1.\nLoaded the setup seed-example 1.\n"
    assert seed() == ""
    assert sorted(map(str, Setup.objects.all())) == ["seed-example 1", "standard 1"]
    assert "nothing wrong" in seed("--check")


@pytest.mark.django_db
def test_a_version_that_staff_have_added_stays_the_newest_when_the_shipped_ones_are_loaded_again() -> None:
    seed()
    own, _is_new = setups.load(setups.shipped_text("standard").replace('"armyLimit": 12', '"armyLimit": 11'))
    assert seed() == ""
    assert setups.latest("standard") == own


@pytest.mark.django_db
def test_a_file_that_is_told_makes_a_new_version_even_of_what_was_there_before(tmp_path: Path) -> None:
    file = tmp_path / "standard.json"
    file.write_text(setups.shipped_text("standard"))
    seed()
    setups.load(setups.shipped_text("standard").replace('"armyLimit": 12', '"armyLimit": 11'))
    assert seed("--file", str(file)) == "Loaded the setup standard 3.\n"


@pytest.mark.django_db
def test_a_game_is_played_on_the_other_setup_too() -> None:
    game_id = begun(people(3), setup="seed-example")
    board = state_of(game_id).settings.board
    assert board.stock_costs[-1] == 27
    assert board.wheel != SETUP.wheel
    play_randomly(game_id, seed=3, actions=60)
    assert not table.is_over(state_of(game_id))
    verify(Game.objects.get(pk=game_id))


@pytest.mark.django_db
def test_a_setup_of_ones_own_is_checked_and_loaded(tmp_path: Path) -> None:
    data = json.loads(setups.shipped_text("standard")) | {"name": "islands"}
    file = tmp_path / "islands.json"
    file.write_text(json.dumps(data))
    assert "nothing wrong" in seed("--check", "--file", str(file))
    assert not Setup.objects.exists()
    assert seed("--file", str(file)) == "Loaded the setup islands 1.\n"
    data["stockCosts"][-1] += 1
    file.write_text(json.dumps(data))
    assert seed("--file", str(file)) == "Loaded the setup islands 2.\n"
    services.create_table(person=guest("Juno"), player_count=2, setup="islands")


@pytest.mark.django_db
def test_a_setup_with_places_the_map_does_not_have_is_loaded_and_they_are_named(tmp_path: Path) -> None:
    file = tmp_path / "vienna.json"
    file.write_text(setups.shipped_text("standard").replace('"Vienna"', '"Wien"').replace('"standard"', '"vienna"'))
    told = f"{file}: not on the map, but told in words: Wien.\n"
    assert seed("--check", "--file", str(file)) == f"{told}{file}: nothing wrong.\n"
    assert seed("--file", str(file)) == f"{told}Loaded the setup vienna 1.\n"


ROOM = (f"The name {'x' * 41} is too long", "room for 6 countries, not for 7")


@pytest.mark.django_db
def test_a_bad_setup_is_refused_with_every_problem_and_nothing_is_loaded(tmp_path: Path) -> None:
    data = json.loads(setups.shipped_text("standard"))
    data["name"] = "broken"
    data["territories"]["Paris"]["adjacencies"].remove("Dijon")
    data["territories"]["Rome"]["adjacencies"].append("Atlantis")
    data["wheel"] = [spot for spot in data["wheel"] if spot not in ("Investor", "Taxation")]
    data["countries"]["Italy"]["order"] = 1
    data["countries"]["x" * 41] = {"order": 7, "fleetLimit": 1, "armyLimit": 1}
    bad, good = tmp_path / "bad.json", tmp_path / "good.json"
    bad.write_text(json.dumps(data))
    good.write_text(json.dumps(json.loads(setups.shipped_text("standard")) | {"name": "good"}))
    with pytest.raises(CommandError) as refused:
        seed("--file", str(good), "--file", str(bad))
    told = str(refused.value)
    for problem in ("Dijon borders Paris", "Atlantis", "no Investor", "no Taxation", "orders of the countries", *ROOM):
        assert problem in told
    assert told.endswith("Nothing has been loaded.")
    assert not Setup.objects.exists()
    with pytest.raises(CommandError, match="cannot be read"):
        seed("--file", str(tmp_path / "missing.json"))


@pytest.mark.django_db
def test_an_unknown_setup_is_no_board() -> None:
    with pytest.raises(setups.UnknownSetup):
        setups.latest("atlantis")


@pytest.mark.django_db
def test_a_setup_is_found_by_the_path_that_a_state_tells() -> None:
    assert setups.latest("setups/standard") == setups.latest("standard")
