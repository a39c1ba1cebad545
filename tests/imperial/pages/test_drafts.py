"""Drafts: how long they hold, what is refused, and answers to questions that are gone."""

import re
from typing import Any
from uuid import UUID

import pytest

from imperial import services
from imperial.models import Game, PlayerInfo
from imperial.pages.table import page
from tabletop.accounts.models import User
from tabletop.live.parts import ContextMemory
from tests.imperial import kit
from tests.imperial.pages.visits import between_look_and_lock, browser, page_of, post, put
from tests.kit.roads import both_roads

# What drafts need of the database differs between SQLite and PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.both_shapes, both_roads]

BY_VOTE = {"Austria": {"Juno": [4], "Mara": [3], "Nils": [2]}}


def start_vote(game_id: UUID) -> None:
    put(game_id, bonds=BY_VOTE)
    kit.act(game_id, "Juno", "propose", wheel_spot="Taxation")
    kit.act(game_id, "Mara", "propose", wheel_spot="Investor")


def test_a_choice_made_while_somebody_else_votes_is_answered_with_the_table_as_it_stands(
    game_id: UUID, persons: list[User]
) -> None:
    start_vote(game_id)
    client = browser(persons[2])
    with between_look_and_lock(lambda: kit.act(game_id, "Juno", "vote", choice=1), statement='UPDATE "player_info"'):
        answer = post(client, game_id, "draft", choice="2").content.decode()
    assert "Vote for 2: Investor" in answer
    assert f'data-seq="{Game.objects.get(pk=game_id).seq}"' in answer


def test_a_vote_that_is_chosen_stays_chosen_when_somebody_else_votes(game_id: UUID, persons: list[User]) -> None:
    start_vote(game_id)
    post(browser(persons[2]), game_id, "draft", choice="2")
    assert "Vote for 2: Investor" in page_of(persons[2], game_id)
    kit.act(game_id, "Juno", "vote", choice=1)
    assert "Vote for 2: Investor" in page_of(persons[2], game_id)


def test_a_bid_for_a_country_that_is_gone_is_refused(game_id: UUID, persons: list[User]) -> None:
    shown = page_of(persons[0], game_id)
    for name in ("Mara", "Nils", "Juno"):
        assert 'name="turn" value="1"' in shown
        kit.act(game_id, name, "bid", amount=0)
    assert kit.game_of(game_id).country_up == "Italy"
    answer = post(browser(persons[0]), game_id, "act", type="bid", amount="4", turn="1")
    assert answer.status_code == 409
    assert kit.game_of(game_id).player_info["Juno"].bid is None


def test_an_answer_sent_again_because_nothing_came_back_counts_once(game_id: UUID, persons: list[User]) -> None:
    for name in ("Mara", "Nils"):
        kit.act(game_id, name, "bid", amount=0)
    client, sent = browser(persons[0]), {"type": "bid", "amount": "0", "turn": "1"}
    for _time in range(2):
        answer = post(client, game_id, "act", key="k", **sent)
        assert answer.status_code == 200
    assert kit.game_of(game_id).country_up == "Italy"
    assert kit.game_of(game_id).turn_id == 4


def test_late_bids_of_others_change_nothing_about_a_bid(game_id: UUID, persons: list[User]) -> None:
    kit.act(game_id, "Mara", "bid", amount=0)
    assert post(browser(persons[0]), game_id, "act", type="bid", amount="4", turn="1").status_code == 200


def test_a_bid_taken_back_while_the_table_is_read_changes_nothing_about_another(
    game_id: UUID, persons: list[User]
) -> None:
    kit.act(game_id, "Juno", "bid", amount=4)
    taking_back = between_look_and_lock(lambda: kit.undo(game_id, "Juno"), statement='SELECT "player_info"')
    with taking_back:
        assert post(browser(persons[1]), game_id, "act", type="bid", amount="6").status_code == 200
    assert kit.game_of(game_id).player_info["Mara"].bid == 600
    assert kit.game_of(game_id).player_info["Juno"].bid is None


def test_a_maneuver_entered_again_after_an_undo_starts_with_a_new_plan(game_id: UUID, persons: list[User]) -> None:
    put(game_id, armies={"Austria": ["Vienna"]})
    client = browser(persons[0])
    kit.act(game_id, "Juno", "propose", wheel_spot="R-Maneuver")
    post(client, game_id, "draft", row="0", destination="Romania")
    assert "Vienna to Romania" in page_of(persons[0], game_id)
    kit.undo(game_id, "Juno")
    kit.act(game_id, "Juno", "propose", wheel_spot="R-Maneuver")
    assert "Vienna to Romania" not in page_of(persons[0], game_id)


def test_an_undo_is_answered_without_the_plan_it_deletes(game_id: UUID, persons: list[User]) -> None:
    put(game_id, armies={"Austria": ["Vienna"]})
    client = browser(persons[0])
    kit.act(game_id, "Juno", "propose", wheel_spot="R-Maneuver")
    post(client, game_id, "draft", row="0", destination="Romania")
    assert post(client, game_id, "act", type="maneuver_batch").status_code == 200
    answer = post(client, game_id, "undo").content.decode()
    assert "plan the maneuver" in answer
    assert "Vienna to Romania" not in answer


def test_what_others_have_chosen_outlasts_an_undo(game_id: UUID, persons: list[User]) -> None:
    start_vote(game_id)
    post(browser(persons[2]), game_id, "draft", choice="2")
    kit.act(game_id, "Juno", "vote", choice=1)
    kit.undo(game_id, "Juno")
    assert "Vote for 2: Investor" in page_of(persons[2], game_id)


def test_an_undo_is_answered_with_the_log_as_it_stands(game_id: UUID, persons: list[User]) -> None:
    kit.act(game_id, "Juno", "bid", amount=4)
    answer = post(browser(persons[0]), game_id, "undo").content.decode()
    assert 'id="log"' in answer
    assert "Juno has bid" not in answer


@pytest.mark.parametrize(
    "fields",
    [
        {"inHand": "-1"},
        {"inHand": "7"},
        {"action": "0 war Atlantis fleet"},
        {"action": "-1 hostile"},
        {"row": "-1", "destination": "Romania"},
        {"row": "0", "destination": "Atlantis"},
        {"askFirst": "Atlantis"},
    ],
    ids=str,
)
def test_a_plan_takes_no_choice_the_page_does_not_offer(
    game_id: UUID, persons: list[User], fields: dict[str, str]
) -> None:
    put(game_id, armies={"Austria": ["Vienna"]})
    kit.act(game_id, "Juno", "propose", wheel_spot="R-Maneuver")
    assert post(browser(persons[0]), game_id, "draft", **fields).status_code == 409
    assert PlayerInfo.objects.get(game=game_id, display_name="Juno").draft is None
    assert "plan the maneuver" in page_of(persons[0], game_id)


def test_what_the_form_shows_is_what_is_proposed(game_id: UUID, persons: list[User]) -> None:
    """Without script nothing else tells of it; with script the button may be quicker than the draft."""
    put(game_id, countries={"Austria": {"money": 9}})
    client = browser(persons[0])
    post(client, game_id, "draft", spot="Factory")
    assert post(client, game_id, "act", type="propose", spot="Factory", factory="Prague").status_code == 200
    assert "Prague" in kit.game_of(game_id).country_info["Austria"].factories


def test_units_that_are_kept_are_kept_however_often_that_is_said(game_id: UUID, persons: list[User]) -> None:
    put(game_id, countries={"Austria": {"money": 9}})
    client = browser(persons[0])
    post(client, game_id, "draft", spot="Import", add="army Vienna")
    post(client, game_id, "draft", add="army Prague")
    post(client, game_id, "draft", add="fleet Trieste")
    assert 'name="keep" value="army Prague"' in page_of(persons[0], game_id)
    kept = ["", "army Vienna", "fleet Trieste"]
    post(client, game_id, "draft", keep=kept)
    assert post(client, game_id, "act", type="propose", keep=kept).status_code == 200
    austria = kit.game_of(game_id).country_info["Austria"]
    assert ([unit.territory for unit in austria.armies], [unit.territory for unit in austria.fleets]) == (
        ["Vienna"],
        ["Trieste"],
    )


def test_two_choices_made_at_once_both_count(
    game_id: UUID, persons: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(game_id)
    client = browser(persons[0])
    post(client, game_id, "draft", spot="Import", add="army Vienna")

    def meanwhile(*arguments: Any, **options: Any) -> int | None:
        monkeypatch.undo()
        post(client, game_id, "draft", add="army Prague")
        return services.replace_draft(*arguments, **options)

    monkeypatch.setattr("imperial.pages.views.services.replace_draft", meanwhile)
    answer = post(client, game_id, "draft", add="fleet Trieste").content.decode()
    assert all(f'name="keep" value="{unit}"' in answer for unit in ("army Vienna", "army Prague", "fleet Trieste"))
    draft = PlayerInfo.objects.get(game=game_id, display_name="Juno").draft
    assert draft is not None
    assert draft["imports"] == [["army", "Vienna"], ["army", "Prague"], ["fleet", "Trieste"]]


def test_a_player_who_is_not_asked_has_nothing_to_choose(game_id: UUID, persons: list[User]) -> None:
    put(game_id)
    assert post(browser(persons[1]), game_id, "draft", spot="Taxation").status_code == 409
    assert PlayerInfo.objects.get(game=game_id, display_name="Mara").draft is None


def test_nothing_is_asked_of_a_person_whose_seat_a_bot_plays(game_id: UUID, persons: list[User]) -> None:
    put(game_id)
    services.hand_to_bot(game_id=game_id, seat_id=kit.seat(game_id, "Juno"))
    shown = page_of(persons[0], game_id)
    assert "choose an action" not in shown
    assert "badge--turn" not in shown
    assert "Play yourself again" in shown


def test_the_page_tells_older_drafts_from_newer_ones(game_id: UUID, persons: list[User]) -> None:
    put(game_id)
    client = browser(persons[0])

    def drawn(html: bytes) -> list[str]:
        return re.findall(r'data-draft="(\d+)"', html.decode())

    assert drawn(client.get(f"/imperial/{game_id}/").content) == ["0"]
    assert drawn(post(client, game_id, "draft", spot="Factory").content) == ["1"]
    # The page has not drawn the answer to the first press if the second was made by then.
    assert drawn(post(client, game_id, "draft", spot="Factory").content) == ["1"]
    assert drawn(post(client, game_id, "draft", spot="Import").content) == ["2"]
    assert drawn(client.get(f"/imperial/{game_id}/").content) == ["2"]
    assert drawn(browser(kit.guest("Tess")).get(f"/imperial/{game_id}/").content) == []


def test_a_way_chosen_again_is_drawn_by_a_process_that_never_showed_the_other(
    game_id: UUID, persons: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(game_id, armies={"Austria": ["Vienna"]})
    kit.act(game_id, "Juno", "propose", wheel_spot="R-Maneuver")
    client = browser(persons[0])
    first, second = ContextMemory(), ContextMemory()
    for memory, place in ((first, "Romania"), (second, "Prague"), (first, "Romania")):
        monkeypatch.setitem(page.__dict__, "_memory", memory)
        assert 'id="routes"' in post(client, game_id, "draft", row="0", destination=place).content.decode()
