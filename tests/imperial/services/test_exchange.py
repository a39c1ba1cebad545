"""A game as one JSON object in the exchange format: read from a dump, exported, and read again."""

import json
from copy import deepcopy
from io import StringIO
from pathlib import Path
from uuid import UUID

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from msgspec.structs import replace

from imperial import queries, rules, services, store
from imperial.exchange import BadImport, read_game, write_game
from imperial.models import Game
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
)
from tests.imperial.services.dumps import DUMPED, SETUP
from tests.kit.clients import client_of


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
    client = client_of(staff)
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


@pytest.mark.parametrize(("players", "seed"), [(2, 0), (6, 4)])
def test_every_state_goes_out_and_comes_back(players: int, seed: int) -> None:
    for state in random_states(players, seed=seed)[::5]:
        data = json.loads(json.dumps(write_game(state, history=state.history)))
        read = read_game(data, setup=SETUP)
        assert read == replace(state, undo=None)
