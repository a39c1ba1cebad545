"""A game as one JSON object in the seed's schema, out and in; and setups, which come the same way."""

import json
from copy import deepcopy
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client
from msgspec.structs import replace

from imperial import queries, rules, services, setups, store
from imperial.exchange import BadImport, read_game, write_game
from imperial.models import Game, Setup
from imperial.plug import table
from imperial.replay import verify
from tests.imperial.kit import (
    act,
    begun,
    game_of,
    guest,
    lines,
    member,
    names_at,
    people,
    play_randomly,
    random_states,
    rows_of,
    state_of,
)

SETUP = rules.load_setup()

# As the original database would dump it: lists that are empty are left out, one with a gap is an object, amounts are
# floats, names are sorted, the setup is a path, and the proposal carries code.
DUMPED: dict[str, Any] = {
    "mode": "proposal-opp",
    "countryUp": "France",
    "round": 4.0,
    "turnID": 57,
    "setup": "setups/standard",
    "sameTurn": False,
    "undo": "Alice",
    "history": {"0": "The game begins.", "2": "Alice proposes."},
    "proposal 1": {
        "game": "g1",
        "name": "Alice",
        "wheelSpot": "Import",
        "import": {"types": ["army", None], "territories": ["Paris", None]},
        "setWheelSpot": "function(x){ steal(x); }",
        "resetValues": "() => {}",
        "fleetProduce": None,
    },
    "voting": None,
    "swissSet": "undefined",
    "timer": {"timed": True, "increment": 30, "pause": 0, "lastMove": 1700000000000.0, "banked": 600},
    "playerInfo": {
        "Alice": {
            "money": 3.3300000000000001,
            "myTurn": False,
            "investor": True,
            "order": 1,
            "stock": [{"country": "France", "stock": 4}, None, {"country": "France", "stock": 0}],
            "banked": 599.7,
            "email": "alice@example.com",
        },
        "Bob": {"money": 0.1 + 0.2, "myTurn": True, "order": 2, "stock": [{"country": "France", "stock": 3}]},
        "history": {"money": -1.5, "order": 3, "swiss": True, "stock": {"1": {"country": "France", "stock": 2}}},
    },
    "countryInfo": {
        name: {
            "money": 7.25 if name == "France" else 0,
            "points": 3,
            "factories": list(SETUP.countries[name].start.factories),
            "wheelSpot": "center",
            "gov": "democracy" if name == "France" else "dictatorship",
            **({"leadership": ["Alice", "Bob", "history"]} if name == "France" else {}),
            **({"availStock": [1, 5, 6, 7, 8]} if name == "France" else {"availStock": [1, 2, 3, 4, 5, 6, 7, 8]}),
            "offLimits": False,
            "lastTax": 5,
        }
        for name in sorted(SETUP.countries)
    },
}


def test_a_game_dumped_from_the_original_database_loads() -> None:
    game = read_game(DUMPED, setup=SETUP)
    assert (game.mode, game.country_up, game.round, game.turn_id, game.setup) == (
        *("proposal-opp", "France", 4, 57),
        "standard",
    )
    assert list(game.country_info) == list(SETUP.countries)
    assert {name: player.money for name, player in game.player_info.items()} == {
        "Alice": 333,
        "Bob": 30,
        "history": -150,
    }
    assert game.player_info["Alice"].banked == 599
    assert [bond.stock for bond in game.player_info["Alice"].stock] == [4]
    assert game.history == ("The game begins.", "Alice proposes.")
    assert (game.undo, game.swiss_set, game.country_info["Austria"].leadership) == (None, None, ())
    assert game.proposal_1 is not None
    assert game.proposal_1.imports == rules.Import(types=("army",), territories=("Paris",))
    assert "steal" not in repr(game)


@pytest.mark.parametrize("leadership", [["history", "Bob", "Alice"], ["Alice"], ["Alice", "Bob", "Bob", "history"], []])
def test_who_leads_follows_from_the_bonds_whatever_was_noted(leadership: list[str]) -> None:
    game = deepcopy(DUMPED)
    game["countryInfo"]["France"] |= {"leadership": leadership, "gov": "dictatorship"}
    assert read_game(game, setup=SETUP).country_info["France"] == read_game(DUMPED, setup=SETUP).country_info["France"]


def test_at_the_end_it_is_nobodys_turn_whatever_was_noted() -> None:
    game = deepcopy(DUMPED) | {"mode": "game-over"}
    game["countryInfo"]["France"]["points"] = 25
    assert any(player["myTurn"] for player in game["playerInfo"].values())
    assert not any(player.my_turn for player in read_game(game, setup=SETUP).player_info.values())


def without_addresses(game: rules.State) -> rules.State:
    """Addresses stand in the rows of the seats, not in the game."""
    return replace(game, player_info={name: replace(player, email="") for name, player in game.player_info.items()})


@pytest.mark.django_db
def test_the_address_of_somebody_from_elsewhere_stands_in_the_row_of_the_seat_alone() -> None:
    row = services.import_game(data=DUMPED)
    kept = rows_of(row.pk)
    assert [name for name, found in kept.items() if "alice@example.com" in repr(found)] == ["PlayerInfo"]
    assert row.players.get(display_name="Alice").email == "alice@example.com"
    assert queries.export(row)["game"]["playerInfo"]["Alice"]["email"] == "alice@example.com"


@pytest.mark.django_db
def test_it_is_played_on_here() -> None:
    alice = guest("Alice")
    row = services.import_game(data=DUMPED, people={"Alice": alice})
    names, seated = names_at(row.pk), store.load(row.pk).sitters
    assert {names[str(seat)]: sitter.person for seat, sitter in seated.items()} == {
        "Alice": alice.pk,
        "Bob": None,
        "history": None,
    }
    assert game_of(row.pk) == without_addresses(replace(read_game(DUMPED, setup=SETUP), history=()))
    assert lines(row.pk) == ["The game begins.", "Alice proposes."]
    act(row.pk, "Bob", "agree")
    assert (game_of(row.pk).mode, game_of(row.pk).country_info["France"].wheel_spot) == ("proposal", "Import")
    play_randomly(row.pk, seed=1, actions=20)
    verify(Game.objects.get(pk=row.pk))


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
        (lambda game: game["playerInfo"].update({"x" * 39: game["playerInfo"]["Bob"]}), "needs a shorter name"),
        (lambda game: game["playerInfo"].update({" ": game["playerInfo"]["Bob"]}), "needs a shorter name"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_become_a_game_is_refused_with_the_reason(change: Any, problem: str) -> None:
    game = deepcopy(DUMPED)
    change(game)
    with pytest.raises(BadImport, match=problem):
        read_game(game, setup=SETUP)


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


def test_what_the_original_keeps_in_disorder_is_put_in_order() -> None:
    game = deepcopy(DUMPED)
    game["playerInfo"]["Alice"]["bid"] = 3
    game["countryInfo"]["France"] |= {"availStock": [8, 6, 7, 5], "offLimits": True}
    game["playerInfo"]["history"]["stock"] = [{"country": "France", "stock": stock} for stock in (2, 1)]
    game["countryInfo"]["Italy"] |= {
        "fleets": [{"territory": "Naples", "hostile": False}],
        "armies": [{"territory": place, "hostile": False} for place in ("Spain", "Rome", "Paris")],
    }
    read = read_game(game, setup=SETUP)
    france, italy = read.country_info["France"], read.country_info["Italy"]
    assert (read.player_info["Alice"].bid, france.avail_stock, france.off_limits) == (None, (5, 6, 7, 8), False)
    assert [bond.stock for bond in read.player_info["history"].stock] == [1, 2]
    assert [unit.hostile for unit in (*italy.fleets, *italy.armies)] == [True, True, True, False]


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
def test_operators_read_a_game_from_a_file_and_say_whose_seats_are_whose(tmp_path: Path) -> None:
    alice, file, out = member("Alice"), tmp_path / "game.json", StringIO()
    file.write_text(json.dumps(DUMPED))
    call_command("import_imperial", str(file), "--seat", "Alice=ALICE@example.com", stdout=out)
    row = Game.objects.get()
    assert out.getvalue() == f"The game is at table {row.room_code}.\n"
    assert row.players.get(display_name="Alice").user == alice


def exported_by_admin(*game_ids: UUID) -> str:
    staff = get_user_model().objects.create_superuser(email="staff@example.com", password="x", display_name="Staff")
    client = Client()
    client.force_login(staff)
    chosen = {"action": "export_json", "_selected_action": [str(game_id) for game_id in game_ids]}
    return client.post("/admin/imperial/game/", chosen).content.decode()


@pytest.mark.django_db
def test_what_staff_export_is_read_again(tmp_path: Path) -> None:
    game_id, file = begun(people(3)), tmp_path / "game.json"
    play_randomly(game_id, seed=2, actions=30)
    for content in (exported_by_admin(game_id), json.dumps(queries.export(Game.objects.get(pk=game_id)), default=str)):
        file.write_text(content)
        call_command("import_imperial", str(file), stdout=StringIO())
        again = Game.objects.order_by("created_at").last()
        assert again is not None
        assert again.pk != game_id
        assert game_of(again.pk) == replace(game_of(game_id), undo=None)
        assert lines(again.pk) == lines(game_id)


@pytest.mark.django_db
def test_a_game_of_two_people_with_one_name_goes_out_by_shown_names_and_comes_back() -> None:
    game_id = begun([guest("Anna"), guest("Anna"), guest("Austria")])
    play_randomly(game_id, seed=2, actions=60)
    exported = queries.export(Game.objects.get(pk=game_id))
    assert list(exported["game"]["playerInfo"]) == ["Anna", "Anna (2)", "Austria"]
    document = json.dumps(exported["game"])
    assert not [seat_id for seat_id in names_at(game_id) if seat_id in document]
    again = services.import_game(data=json.loads(json.dumps(exported, default=str)))
    assert list(names_at(again.pk).values()) == ["Anna", "Anna (2)", "Austria"]
    assert game_of(again.pk) == replace(game_of(game_id), undo=None)
    assert lines(again.pk) == lines(game_id)
    # The country is no seat, though a person is called like it.
    assert "Austria" in " ".join(store.lines(again.pk))
    play_randomly(again.pk, seed=3, actions=20)
    verify(again)


@pytest.mark.django_db
def test_of_exported_tables_one_is_read_and_one_with_a_game(tmp_path: Path) -> None:
    waiting = services.create_table(person=guest("Juno"), player_count=2).game_id
    content = exported_by_admin(begun(people(2)), waiting)
    with pytest.raises(BadImport, match="There are 2 tables in it"):
        services.import_game(data=json.loads(content))
    with pytest.raises(BadImport, match="no game had begun"):
        services.import_game(data=queries.export(Game.objects.get(pk=waiting)))
    assert Game.objects.count() == 2


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


@pytest.mark.parametrize(("players", "seed"), [(2, 0), (6, 4)])
def test_every_state_goes_out_and_comes_back(players: int, seed: int) -> None:
    for state in random_states(players, seed=seed)[::5]:
        data = json.loads(json.dumps(write_game(state, history=state.history)))
        read = read_game(data, setup=SETUP)
        assert read == replace(state, undo=None)


# --- setups -----------------------------------------------------------------------------------------------------------


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
