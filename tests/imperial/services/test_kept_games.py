"""A press starts from the table as this process keeps it, and is judged again where the rows say something else."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.db import OperationalError, connection, connections
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from imperial import services, store
from imperial.models import Game, PlayerInfo, PrivateInfo
from tabletop import kept_games
from tabletop.accounts.models import User
from tabletop.engine import Loaded
from tabletop.live.announce import unwatch, watch
from tests.imperial import kit
from tests.imperial.pages.visits import browser, page_of, post, put
from tests.imperial.rules.positions import STANDARD

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def persons() -> list[User]:
    return kit.people(3)


@pytest.fixture
def game_id(persons: list[User]) -> Iterator[UUID]:
    """Juno plans a maneuver of Austria, and this process shows the table."""
    game_id = kit.begun(persons)
    names = [person.display_name for person in persons]
    bonds = {country: {names[number % 3]: [5]} for number, country in enumerate(STANDARD.countries)}
    put(game_id, bonds=bonds, armies={"Austria": ["Vienna", "Prague"]})
    watch(f"imperial:{game_id}")
    kit.act(game_id, "Juno", "propose", wheel_spot="R-Maneuver")
    yield game_id
    unwatch(f"imperial:{game_id}")
    kept_games.forget_game(f"imperial:{game_id}")


@pytest.fixture
def juno(persons: list[User], game_id: UUID) -> Client:
    return browser(persons[0])


def kept(game_id: UUID) -> Loaded[Any]:
    return kept_games._games[f"imperial:{game_id}"]


def put_back(entry: Loaded[Any]) -> None:
    """As if another process had written whatever came after."""
    kept_games._games[f"imperial:{entry.row.pk}"] = entry


def private(loaded: Loaded[Any], name: str) -> PrivateInfo:
    assert isinstance(loaded.row, Game)
    return loaded.row.private_of(kit.seat(loaded.row.pk, name))


def armies(game_id: UUID) -> list[str]:
    return [unit.territory for unit in kit.game_of(game_id).country_info["Austria"].armies]


def test_a_choice_is_kept_for_the_move_that_is_made_of_it(
    game_id: UUID, juno: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    post(juno, game_id, "draft", row=0, destination="Romania")
    assert private(kept(game_id), "Juno") == private(store.load(game_id), "Juno")
    monkeypatch.setattr("imperial.store.load", None)
    assert post(juno, game_id, "act", type="maneuver_batch").status_code == 200
    monkeypatch.undo()
    assert armies(game_id) == ["Romania", "Prague"]
    assert kept(game_id).state == store.load(game_id).state


def test_a_plan_that_was_changed_at_another_process_is_submitted_as_it_lies_there(game_id: UUID, juno: Client) -> None:
    post(juno, game_id, "draft", row=0, destination="Romania")
    outdated = kept(game_id)
    post(juno, game_id, "draft", row=0, destination="Budapest")
    put_back(outdated)
    assert post(juno, game_id, "act", type="maneuver_batch").status_code == 200
    assert armies(game_id) == ["Budapest", "Prague"]


def test_a_plan_that_another_process_has_submitted_is_not_submitted_again(game_id: UUID, juno: Client) -> None:
    post(juno, game_id, "draft", row=0, destination="Romania")
    outdated = kept(game_id)
    post(juno, game_id, "act", type="maneuver_batch")
    put_back(outdated)
    seq = store.load(game_id).row.seq
    assert post(juno, game_id, "act", type="maneuver_batch").status_code == 409
    assert store.load(game_id).row.seq == seq


def test_what_is_asked_now_can_be_answered_where_an_older_question_is_kept(
    game_id: UUID, persons: list[User], juno: Client
) -> None:
    outdated = kept(game_id)
    post(juno, game_id, "act", type="maneuver_batch")
    put_back(outdated)
    assert post(browser(persons[1]), game_id, "act", type="propose", spot="Taxation").status_code == 200
    assert kit.game_of(game_id).country_info["Italy"].wheel_spot == "Taxation"
    assert kept(game_id).state == store.load(game_id).state


def test_a_refusal_is_judged_once_more_by_the_rows_and_not_more_often(game_id: UUID, persons: list[User]) -> None:
    mara, loads = browser(persons[1]), []
    for _time in range(2):
        with CaptureQueriesContext(connection) as captured:
            assert post(mara, game_id, "act", type="agree").status_code == 409
        loads.append(sum("shuffle_seed" in query["sql"] for query in captured if "SELECT" in query["sql"]))
        # The second time nothing is kept.
        assert f"imperial:{game_id}" not in kept_games._games
    # To read the press, with the row locked, and for the answer.
    assert loads == [3, 3]


def test_who_has_lost_the_seat_at_another_process_does_nothing(game_id: UUID, juno: Client) -> None:
    """Whatever changes a seat is counted like a move."""
    PlayerInfo.objects.filter(game=game_id, display_name="Juno").update(user=kit.guest("Tess"))
    Game.objects.filter(pk=game_id).update(seq=kept(game_id).row.seq + 1)
    before = kit.rows_of(game_id)
    assert post(juno, game_id, "act", type="maneuver_batch").status_code == 403
    assert kit.rows_of(game_id) == before


def test_explanations_are_dropped_where_others_were_dropped_at_another_process(game_id: UUID, juno: Client) -> None:
    outdated = kept(game_id)
    assert {"bid", "plan"} <= {*private(outdated, "Juno").hints}
    post(juno, game_id, "hint", hint="bid")
    put_back(outdated)
    post(juno, game_id, "act", type="maneuver_batch")
    assert not {"bid", "plan"} & {*private(store.load(game_id), "Juno").hints}
    assert private(kept(game_id), "Juno").hints == private(store.load(game_id), "Juno").hints


def test_what_a_move_leaves_of_a_draft_changes_nothing_that_was_kept_before(game_id: UUID) -> None:
    seat = kit.seat(game_id, "Juno")
    step = {"type": "maneuver_step", "origin": "Vienna", "destination": "Romania", "action": ""}
    receipt = services.act(game_id=game_id, seat=seat, action=step)
    before, lay_there = kept(game_id), private(kept(game_id), "Juno")
    cleared = services.clear_after_move(receipt, "maneuver_step")
    assert before is receipt.loaded
    assert private(before, "Juno") == lay_there
    assert private(cleared.loaded, "Juno").draft_number == lay_there.draft_number + 1
    assert private(kept(game_id), "Juno") == private(cleared.loaded, "Juno") == private(store.load(game_id), "Juno")


def test_the_answer_tells_the_whole_end_of_the_log(game_id: UUID, persons: list[User], juno: Client) -> None:
    """Also that of a move after one for which the page was loaded."""
    PlayerInfo.objects.filter(game=game_id).update(hints=[])
    kept_games.forget_game(f"imperial:{game_id}")
    post(juno, game_id, "act", type="maneuver_batch")
    answer = post(browser(persons[1]), game_id, "act", type="propose", spot="Taxation").content.decode()
    page = page_of(persons[1], game_id)
    shown = page[page.index('data-turn="') :].split("</ol>")[0]
    assert shown in answer


@pytest.mark.parametrize("elsewhere", [None, {"turnId": 0}, {"turnId": 99}], ids=["nothing", "old", "new"])
def test_after_an_undo_a_draft_with_the_number_that_is_kept_is_the_one_that_is_kept(
    game_id: UUID, persons: list[User], juno: Client, elsewhere: dict[str, int] | None
) -> None:
    """Whatever another process has written into a draft meanwhile."""
    post(juno, game_id, "act", type="maneuver_batch")
    post(browser(persons[1]), game_id, "draft", spot="Taxation")
    if elsewhere is not None:
        rows = PlayerInfo.objects.filter(game=game_id, display_name="Mara")
        rows.update(draft=elsewhere, draft_number=F("draft_number") + 1)
    assert post(juno, game_id, "undo").status_code == 200
    here, there = private(kept(game_id), "Mara"), private(store.load(game_id), "Mara")
    assert (here == there) is (here.draft_number == there.draft_number) is (elsewhere is None)


def test_a_commit_that_fails_leaves_nothing(game_id: UUID, juno: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: Any) -> None:
        raise OperationalError

    post(juno, game_id, "draft", row=0, destination="Romania")
    before = kit.rows_of(game_id)
    monkeypatch.setattr(connections["default"], "_commit", fail)
    assert post(juno, game_id, "act", type="maneuver_batch").status_code == 503
    monkeypatch.undo()
    assert f"imperial:{game_id}" not in kept_games._games
    assert kit.rows_of(game_id) == before
    assert post(juno, game_id, "act", type="maneuver_batch").status_code == 200
    assert armies(game_id) == ["Romania", "Prague"]
