"""The end of a game: the result, how it went, the final map and the way back to the auction."""

from typing import Any
from uuid import UUID

import pytest

from imperial import services
from tabletop.accounts.models import User
from tabletop.play import settle
from tests.imperial import kit
from tests.imperial.pages.visits import HTMX, browser, page_of, post, put

pytestmark = pytest.mark.django_db

MOST_STATEMENTS_OF_THE_CHARTS = 8
"""Two for who asks, four for how it ended (the last: has a move come in between?), two for how it came to that."""


@pytest.fixture
def finished(persons: list[User]) -> UUID:
    """A game of two rounds: a bid, then the taxation that ends it."""
    game_id = kit.begun(persons)
    kit.act(game_id, "Juno", "bid", amount=5)
    austria = {"points": 23, "money": 3, "tax_chips": ("Romania", "Bulgaria", "Greece", "Tunis")}
    put(game_id, round=2, countries={"Austria": austria}, money={"Juno": 12.5, "Mara": 7, "Nils": 0})
    client = browser(persons[0])
    post(client, game_id, "draft", spot="Taxation")
    assert post(client, game_id, "act", type="propose").status_code == 200
    assert kit.game_of(game_id).mode == "game-over"
    return game_id


def test_the_result_asks_everybody_to_play_again_and_tells_who_is_in(finished: UUID, persons: list[User]) -> None:
    juno, mara, nils = persons
    assert "Play again with them" in page_of(mara, finished)
    address = browser(juno).post(f"/imperial/{finished}/rematch/")["Location"]
    page = page_of(mara, finished)
    for words in ("Juno wants to play again.", "Juno is in", "Nils thinks", "I am in", "Not this time"):
        assert words in page
    assert browser(mara).post(f"/imperial/{finished}/rematch/")["Location"] == address
    assert browser(nils).post(f"/imperial/{finished}/decline/").status_code == 302
    page = page_of(juno, finished)
    for words in ("Mara is in", "Nils has left", "Go to the next table"):
        assert words in page
    assert 'id="decline"' not in page_of(nils, finished)


def test_when_all_who_played_are_in_the_next_game_begins_by_itself(finished: UUID, persons: list[User]) -> None:
    entries = [services.rematch(game_id=finished, person=person) for person in persons]
    (next_id,) = {entry.game_id for entry in entries}
    starts_at = kit.state_of(next_id).series.starts_at
    assert starts_at is not None
    settle(services.engine, next_id, now=starts_at)
    assert (kit.game_of(next_id).mode, kit.seated_names(next_id)) == ("bid", ["Juno", "Mara", "Nils"])


def test_the_charts_show_points_and_cash_at_the_end_of_every_round(finished: UUID) -> None:
    charts = browser(kit.guest("Tess")).get(f"/imperial/{finished}/chart/", **HTMX).content.decode()
    assert '<th scope="row">Austria-Hungary</th><td>0</td><td>23</td><td>25</td>' in charts
    assert '<th scope="row">Mara</th><td>$20.33</td><td>$7</td><td>$7</td>' in charts
    assert charts.count('role="img"') == 2
    assert "<html" not in charts


def test_the_charts_are_read_in_eight_statements_however_long_the_game(
    finished: UUID, persons: list[User], django_assert_max_num_queries: Any
) -> None:
    client = browser(persons[0])
    client.get(f"/imperial/{finished}/")
    with django_assert_max_num_queries(MOST_STATEMENTS_OF_THE_CHARTS):
        client.get(f"/imperial/{finished}/chart/", **HTMX)


def test_without_script_the_charts_are_a_page(finished: UUID, persons: list[User]) -> None:
    assert "</html>" in browser(persons[0]).get(f"/imperial/{finished}/chart/").content.decode()


def test_a_game_that_goes_on_has_no_charts_yet(persons: list[User]) -> None:
    assert browser(persons[0]).get(f"/imperial/{kit.begun(persons)}/chart/").status_code == 404
    assert browser(persons[0]).get(f"/imperial/{UUID(int=1)}/chart/").status_code == 404


def test_the_result_leads_to_the_final_map_to_the_auction_and_to_others(finished: UUID, persons: list[User]) -> None:
    page = page_of(persons[0], finished)
    assert f'hx-get="/imperial/{finished}/chart/"' in page
    assert f'href="/imperial/{finished}/?map"' in page
    assert 'class="imp-table"' in page
    final = browser(persons[0]).get(f"/imperial/{finished}/?map").content.decode()
    assert 'class="imp-table is-final"' in final
    assert f'href="/imperial/{finished}/#result"' in final
    assert f'/imperial/{finished}/"' in page.partition("data-copy=")[2]
    assert browser(persons[0]).get(f"/imperial/{finished}/turn/1/").status_code == 200


def test_a_tie_says_what_decided_it_and_the_result_what_every_score_is_made_of(persons: list[User]) -> None:
    game_id = kit.begun(persons)
    bonds = {"Austria": {"Juno": [5], "Mara": [2]}, "Italy": {"Mara": [3], "Nils": [1]}}
    countries = {"Austria": {"points": 25, "money": 3}, "Italy": {"points": 5}}
    put(
        game_id, bonds=bonds, countries=countries, money={"Juno": 1, "Mara": 13, "Nils": 2}, mode="game-over", to_act=()
    )
    page = page_of(persons[0], game_id)
    assert "Juno wins, level with Mara" in page
    assert "Level on points, Juno wins with more shares where the most points are." in page
    assert "Play again with them" in page
    assert '<abbr class="cc p-it" title="Italy">IT</abbr> 3 <small>3 \N{MULTIPLICATION SIGN} 1</small>' in page
    assert "Clock" not in page.partition('class="rank"')[2].partition("</table>")[0]
