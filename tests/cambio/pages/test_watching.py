"""Looking on at a game of Cambio: exactly what everybody may know, from the first card to the result."""

import random
import re
from uuid import UUID

import pytest

from cambio import services
from cambio.pages.parts import PARTS
from cambio.pages.view import to_view
from cambio.plug import table
from tabletop.accounts.models import User
from tabletop.live.parts import build_contexts, render_parts
from tabletop.table import Choices
from tests.cambio.kit import START, act, dealt, guest, people, random_action, settle_at, state_of
from tests.cambio.pages.samples import discarding, position, seen
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db


def page_of(person: User, game_id: UUID) -> str:
    answer = client_of(person).get(f"/cambio/{game_id}/")
    assert answer.status_code == 200
    return answer.content.decode()


def board_of(page: str) -> str:
    return page.partition('class="board')[2].partition("<aside")[0]


def test_a_watcher_sees_no_card_but_the_open_one_through_a_whole_game() -> None:
    persons, watcher, chance = people(3), guest("Eve"), random.Random(7)
    game_id = dealt(persons)
    now = START
    while not table.is_over(state_of(game_id)):
        now += 1
        seat, action = random_action(state_of(game_id), chance, now=now)
        services.act(game_id=game_id, seat=seat, action=action, now=now)
        if chance.random() < 0.2 and not table.is_over(state_of(game_id)):
            held = state_of(game_id).game.held_card
            board = board_of(page_of(watcher, game_id))
            shown = len(re.findall(r"cards\.svg#f-", board))
            open_cards = 1 + (held is not None and held.source == "discard")
            assert shown <= open_cards + 1, "the pile, a card that was taken from it, and what lies under it"
            assert 'name="do"' not in board
    page = page_of(watcher, game_id)
    assert board_of(page).count("is-open") == 3
    assert "rematch" not in board_of(page)


def test_a_watcher_is_told_so_and_nobody_is_called_you() -> None:
    persons, watcher = people(2), guest("Eve")
    game_id = dealt(persons)
    settle_at(game_id, START + 60)
    board = board_of(page_of(watcher, game_id))
    for words in ("You are watching", "All cards stay hidden until the end.", "Stop watching"):
        assert words in board
    assert ">You<" not in board
    assert "Juno" in board
    assert "Mara" in board


TO_WATCHERS = ("You are watching", "Your browser")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_part_calls_a_watcher_a_player(players: int) -> None:
    """Whoever is on turn, whether they draw, hold a card, choose for a power or play their last turn."""
    games = [position(players=players, turn=turn) for turn in range(players)]
    games += [position(players=players, turn=turn, held="4c", held_from="deck") for turn in range(players)]
    games += [position(players=players, turn=1, phase="final_round", caller=0)]
    views = [seen(game, seat=None, players=players) for game in games]
    powers = ("7c", "9s", "Jd", "Kc")
    views += [discarding(card, seat=turn, watched=True, players=players) for card in powers for turn in (0, 1)]
    for view in views:
        parts = render_parts(build_contexts(PARTS, to_view(view)))
        for name, html in parts.items():
            words = re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", str(html)))
            for allowed in TO_WATCHERS:
                words = words.replace(allowed, "")
            assert not re.search(r"\byou(rs?)?\b", words, re.IGNORECASE), (name, words)


def part_of(page: str, name: str) -> str:
    return re.sub("<[^>]*>", "", page.partition(f'<div id="{name}"')[2].partition("</div>")[0])


def test_a_watcher_is_told_of_every_draw_and_of_no_card_from_the_deck() -> None:
    persons, watcher = people(2), guest("Eve")
    game_id = dealt(persons)
    settle_at(game_id, START + 60)

    def turn(seat: int, source: str, place: int) -> tuple[str, str]:
        """What is told of the draw in the log, and of the whole turn under the cards in front, which are Juno's."""
        act(game_id, seat, "draw", source=source, now=START + 60)
        page = page_of(watcher, game_id)
        assert f'data-moves="{source}:held"' in page
        drawn = page.partition('<ol id="log"')[2].partition("</li>")[0]
        act(game_id, seat, "swap", position=place, now=START + 60)
        return drawn, part_of(page_of(watcher, game_id), "my_move")

    drawn, moved = turn(0, "discard", 0)
    assert re.search("took the .* of ", drawn)
    assert re.search("took the .* of .*, put it top left", moved)
    turn(1, "deck", 0)
    drawn, moved = turn(0, "deck", 3)
    assert "drew from the deck." in drawn
    assert "took" not in moved
    assert re.search("bottom right, let the .* go", moved)


def test_where_nobody_may_watch_a_stranger_stands_at_the_door() -> None:
    juno, mara = people(2)
    entry = services.create_table(person=juno, player_count=2, choices=Choices(watching="nobody"))
    services.join_table(game_id=entry.game_id, person=mara)
    act(entry.game_id, 0, "start")
    page = page_of(guest("Eve"), entry.game_id)
    assert 'class="board' not in page
    assert "closed to watchers" in page


def test_a_waiting_table_shows_its_door_and_not_its_room() -> None:
    entry = services.create_table(person=guest("Juno"), player_count=2)
    page = page_of(guest("Eve"), entry.game_id)
    assert 'class="board' not in page
    assert "Juno" in page


def test_a_watcher_of_a_closed_table_is_not_asked_to_play_again() -> None:
    game_id = dealt(people(2))
    services.tables.abandon(game_id=game_id, reason="upkeep")
    board = board_of(page_of(guest("Eve"), game_id))
    assert ("do-again" in board, "Stop watching" in board) == (False, True)


def test_the_players_page_has_no_sign_of_watching() -> None:
    persons = people(2)
    page = page_of(persons[0], dealt(persons))
    assert ("You are watching" in page, "cambio-watch" in page) == (False, False)
