"""Imports that are refused, with every reason, and leave nothing behind."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from imperial import services
from imperial.exchange import BadImport, read_game, write_game
from imperial.models import Game
from tabletop.accounts.names import LONGEST_NAME
from tabletop.characters import MOST_CODE_POINTS_OF_NAME
from tests.imperial.kit import guest
from tests.imperial.rules.positions import STANDARD, position
from tests.imperial.services.dumps import DUMPED, SETUP


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda game: game.pop("mode"), "mode is missing."),
        (lambda game: game.pop("playerInfo"), "playerInfo is missing."),
        (lambda game: game["countryInfo"].pop("Italy"), "The country Italy is missing."),
        (lambda game: game["countryInfo"].update(Atlantis={}), "The setup has no country Atlantis."),
        (lambda game: game["playerInfo"].pop("Bob") and game["playerInfo"].pop("Alice"), "two to six players, not 1"),
        (lambda game: game.update(countryUp="Atlantis"), "the unknown country Atlantis"),
        (lambda game: game["countryInfo"]["Italy"].update(armies=[{"territory": "Mu"}]), "unknown territory Mu"),
        (lambda game: game["countryInfo"]["Italy"].update(leadership=["Zed"]), "Zed leads Italy, but is no player."),
        (lambda game: game["countryInfo"]["Italy"].update(wheelSpot="Moon"), "the unknown wheel spot Moon"),
        (lambda game: game["countryInfo"]["Italy"].update(points=26), "money or points that cannot be"),
        (lambda game: game["countryInfo"]["Italy"].update(points=25), "Italy has 25 points, so the game is over"),
        (lambda game: game["playerInfo"]["Bob"].update(investor=True), "One player has the investor card, not 2."),
        (lambda game: game["playerInfo"]["Bob"].update(money="much"), "This is not a game"),
        (lambda game: game["playerInfo"]["Bob"].update(money=float("nan")), "This is not a game"),
        (lambda game: game.update(mode="vote"), "voting is missing in the mode vote."),
        (lambda game: game.update(mode="dance"), "This is not a game"),
        (lambda game: game.update(history="once"), "A list is expected"),
        (lambda game: game.update(history=["\0"]), "The character zero"),
        (lambda game: game["playerInfo"].update({"x" * 81: game["playerInfo"]["Bob"]}), "needs a shorter name"),
        (lambda game: game["playerInfo"].update({" ": game["playerInfo"]["Bob"]}), "needs a shorter name"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_become_a_game_is_refused_with_the_reason(change: Any, problem: str) -> None:
    game = deepcopy(DUMPED)
    change(game)
    with pytest.raises(BadImport, match=problem):
        read_game(game, setup=SETUP)


def test_the_name_with_the_most_marks_is_read_again() -> None:
    longest = "q\u0323\u030c\u0301" * LONGEST_NAME
    assert len(longest) == MOST_CODE_POINTS_OF_NAME
    state = position(players=(longest, "Ben"))
    assert list(read_game(write_game(state, history=[]), setup=STANDARD).player_info) == [longest, "Ben"]


def nested(depth: int) -> list[Any]:
    inner: list[Any] = []
    for _level in range(depth):
        inner = [inner]
    return inner


@pytest.mark.parametrize(
    "change",
    [
        *(lambda game, name=name: game.update({name: 10**30}) for name in ("turnID", "round")),
        *(
            lambda game, name=name: game["playerInfo"]["Bob"].update({name: 10**30})
            for name in ("money", "banked", "order", "scoreModifier")
        ),
        *(lambda game, name=name: game["countryInfo"]["Italy"].update({name: 10**30}) for name in ("money", "lastTax")),
        *(lambda game, name=name: game["timer"].update({name: 10**30}) for name in ("increment", "banked", "lastMove")),
        lambda game: game["playerInfo"]["Bob"].update(scoreModifier=-(2**31)),
        lambda game: game["playerInfo"]["Bob"].update(money=1e300),
        lambda game: game.update(turnID=2**31),
    ],
    ids=range(14),
)
def test_numbers_without_end_are_refused(change: Any) -> None:
    game = deepcopy(DUMPED)
    change(game)
    with pytest.raises(BadImport, match="too large"):
        read_game(game, setup=SETUP)


@pytest.mark.parametrize("name", ["history", "timer", "more"])
@pytest.mark.parametrize("depth", [600, 5000])
def test_lists_without_end_are_refused(name: str, depth: int) -> None:
    with pytest.raises(BadImport):
        read_game(DUMPED | {name: nested(depth)}, setup=SETUP)


@pytest.mark.parametrize("change", [{"history": ["\ud800"]}, {"undo": "\ud800"}], ids=str)
def test_half_a_letter_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadImport, match="half a letter"):
        read_game(DUMPED | change, setup=SETUP)


def test_everything_that_is_wrong_is_told_at_once() -> None:
    game = deepcopy(DUMPED)
    game["countryInfo"]["Italy"] |= {"factories": ["Mu"], "wheelSpot": "Moon", "leadership": ["Zed"]}
    with pytest.raises(BadImport) as refused:
        read_game(game, setup=SETUP)
    assert len(refused.value.problems) == 3


@pytest.mark.django_db
def test_a_game_that_cannot_be_is_refused_with_all_that_is_wrong_and_nothing_is_loaded() -> None:
    game = deepcopy(DUMPED)
    game["playerInfo"]["Alice"]["investor"] = False
    game["playerInfo"]["Bob"]["stock"].append({"country": "France", "stock": 4})
    game["countryInfo"]["Italy"] |= {"armies": [{"territory": "Ionian Sea"}], "taxChips": ["Spain"]}
    game["countryInfo"]["Austria"] |= {"fleets": [{"territory": "Vienna"}], "taxChips": ["Spain", "Rome"]}
    with pytest.raises(BadImport) as refused:
        services.import_game(data=game)
    told = " ".join(refused.value.problems)
    for problem in ("investor card", "bond 4 of France", "army at sea", "fleet in Vienna", "chip in Spain", "in Rome"):
        assert problem in told
    assert not Game.objects.exists()


@pytest.mark.parametrize("data", [None, 7, [], "game", {}, {"playerInfo": 3, "countryInfo": []}])
def test_what_is_no_game_at_all_is_refused(data: object) -> None:
    with pytest.raises(BadImport):
        read_game(data, setup=SETUP)


@pytest.mark.django_db
def test_an_import_with_unknown_people_or_setup_leaves_nothing_behind() -> None:
    with pytest.raises(BadImport, match="Nobody in this game is called Zed"):
        services.import_game(data=DUMPED, people={"Zed": guest("Zed")})
    with pytest.raises(BadImport, match="There is no setup called atlantis"):
        services.import_game(data=DUMPED | {"setup": "setups/atlantis"})
    assert not Game.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "arguments", "problem"),
    [
        (json.dumps(DUMPED), ("--seat", "Alice=nobody@example.com"), "No account has the address"),
        (json.dumps(DUMPED), ("--seat", "Alice"), "NAME=E-MAIL"),
        (json.dumps(DUMPED | {"countryUp": "Mu"}), (), "unknown country Mu.\nNothing has been loaded."),
        ("{", (), "cannot be read"),
        ("[]", (), "A game is a JSON object."),
    ],
    ids=range(5),
)
def test_a_file_that_is_no_game_is_refused(
    tmp_path: Path, content: str, arguments: tuple[str, ...], problem: str
) -> None:
    file = tmp_path / "game.json"
    file.write_text(content)
    with pytest.raises(CommandError, match=problem):
        call_command("import_imperial", str(file), *arguments)
    assert not Game.objects.exists()
