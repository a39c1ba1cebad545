"""The public log on the page: a move sends the lines it added, and a submission taken back the whole end of the log."""

import re
from uuid import UUID

import pytest

from imperial.pages.loading import loader
from imperial.pages.table import page
from tabletop.accounts.models import User
from tabletop.live.parts import Contexts, changed_contexts, render_socket_update
from tests.imperial import kit
from tests.imperial.pages.visits import browser, page_of, post, put

pytestmark = pytest.mark.django_db
ADDED = re.compile(r'<ol id="log" hx-swap-oob="afterbegin">(.*?)</ol>')
WHOLE = re.compile(r'<ol id="log">(.*?)</ol>')


def ids(lines: str) -> list[str]:
    return re.findall(r'<li id="log-(\d+-\d+)"', lines)


def shown_to(player: str, game_id: UUID) -> Contexts:
    return page.contexts(loader.load(game_id), player)


def news(game_id: UUID, player: str, shown: Contexts) -> str:
    """As the page's socket sends it."""
    now = shown_to(player, game_id)
    return render_socket_update(changed_contexts(shown, now), seq=0, shown=shown, language="en")


def test_a_move_sends_its_own_lines_alone(game_id: UUID, persons: list[User]) -> None:
    put(game_id)
    for spot in ("Taxation", "Investor"):
        before, shown = page_of(persons[1], game_id), shown_to("Mara", game_id)
        kit.act(game_id, "Juno", "propose", wheel_spot=spot)
        added = ADDED.search(news(game_id, "Mara", shown))
        assert added
        after = ids(page_of(persons[1], game_id))
        assert ids(added[1])
        assert ids(added[1]) + ids(before) == after
        assert len(set(after)) == len(after)


def test_a_submission_taken_back_sends_the_end_of_the_log_anew(game_id: UUID, persons: list[User]) -> None:
    put(game_id)
    client = browser(persons[0])
    kit.act(game_id, "Juno", "propose", wheel_spot="Taxation")
    shown = shown_to("Mara", game_id)
    assert post(client, game_id, "undo").status_code == 200
    taken_back = news(game_id, "Mara", shown)
    assert not ADDED.search(taken_back)
    whole = WHOLE.search(taken_back)
    assert whole
    assert ids(whole[1]) == ids(page_of(persons[1], game_id))


def test_another_line_in_the_place_of_one_that_was_taken_back_is_not_taken_for_it(game_id: UUID) -> None:
    """For a page that has missed the undo in between."""
    put(game_id)
    kit.act(game_id, "Juno", "propose", wheel_spot="Taxation")
    shown = shown_to("Mara", game_id)
    kit.undo(game_id, "Juno")
    kit.act(game_id, "Juno", "propose", wheel_spot="L-Produce")
    update = news(game_id, "Mara", shown)
    assert not ADDED.search(update)
    assert "produc" in WHOLE.findall(update)[0].lower()
