"""What becomes of seats stands in the public history of Imperial, on the table, in the whole log and for programs."""

import re
from uuid import UUID

import pytest

from imperial import queries, services, store
from imperial.models import Game
from imperial.pages.loading import loader
from imperial.replay import verify
from tabletop.accounts.models import User
from tests.imperial import kit
from tests.imperial.pages.test_growing_log import ADDED, ids, news, shown_to
from tests.imperial.pages.visits import browser, page_of, put

pytestmark = pytest.mark.django_db

HANDED = "A bot plays for Mara from now on."
BACK = "Mara plays again in place of the bot."
OFFERED = "The seat of Mara is free for somebody else. A bot plays it until then."
KEPT = "The seat of Mara is kept again. A bot plays it meanwhile."


def history(game_id: UUID) -> list[str]:
    return queries.all_lines(store.load(game_id))


def seats_told(game_id: UUID) -> list[str]:
    return [line for line in history(game_id) if "bot" in line or "seat" in line]


def test_handing_over_taking_back_offering_and_withdrawing_are_lines(game_id: UUID, persons: list[User]) -> None:
    for kind in ("hand_to_bot", "take_back", "offer_seat"):
        kit.act(game_id, "Mara", kind)
    kit.act(game_id, "Juno", "withdraw_offer", seatId=kit.seat(game_id, "Mara"))
    assert seats_told(game_id) == [HANDED, BACK, OFFERED, KEPT]
    assert queries.recent_lines(store.load(game_id)) == history(game_id)
    for person in persons:
        page = page_of(person, game_id)
        assert all(line in page for line in (HANDED, BACK, OFFERED, KEPT))
        whole = browser(person).get(f"/imperial/{game_id}/history/").content.decode()
        assert all(line in whole for line in (HANDED, BACK, OFFERED, KEPT))
    verify(Game.objects.get(pk=game_id))


def test_who_takes_the_seat_is_named(game_id: UUID) -> None:
    put(game_id)
    kit.act(game_id, "Mara", "offer_seat")
    services.tables.take_seat(game_id=game_id, person=kit.guest("Evelyn"))
    assert history(game_id)[-1] == "Evelyn has come in and plays on with this seat."


def test_lines_of_seats_stand_where_they_happened_and_outlast_what_is_taken_back(game_id: UUID) -> None:
    put(game_id)
    kit.act(game_id, "Juno", "propose", wheel_spot="Taxation")
    told = history(game_id)
    kit.act(game_id, "Mara", "hand_to_bot")
    assert history(game_id) == [*told, HANDED]
    kit.undo(game_id, "Juno")
    assert HANDED in history(game_id)
    kit.act(game_id, "Juno", "propose", wheel_spot="Investor")
    after = history(game_id)
    assert after[-1] != HANDED
    assert HANDED in after


def test_an_open_page_gets_the_line_and_no_other(game_id: UUID, persons: list[User]) -> None:
    put(game_id)
    shown = shown_to("Nils", game_id)
    known = loader.read(game_id)
    receipt = kit.act(game_id, "Mara", "hand_to_bot")
    added = ADDED.search(news(game_id, "Nils", shown))
    assert added
    assert len(ids(added[1])) == 1
    assert HANDED in re.sub("<[^>]+>", "", added[1])
    # A process that has followed the move says the same as one that reads the rows.
    followed = loader.follow(known, receipt)
    assert followed is not None
    assert followed.log == loader.load(game_id).log


def test_only_the_latest_are_kept(game_id: UUID) -> None:
    put(game_id)
    for _time in range(25):
        kit.act(game_id, "Mara", "hand_to_bot")
        kit.act(game_id, "Mara", "take_back")
    notes = kit.state_of(game_id).waits.seat_notes
    assert (len(notes), notes[-1].number) == (40, 50)
