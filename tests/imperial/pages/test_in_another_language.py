"""What the rules say, read in another language: refusals, the public log, and the mail of a turn."""

from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.test import Client

from imperial import queries
from imperial.models import GameHistory
from imperial.rules.money import in_words
from imperial.services import forget_person
from tabletop.accounts.models import User
from tabletop.notify.models import Notice
from tabletop.rules import Sentence
from tests.imperial import kit
from tests.imperial.pages.visits import browser, post, put
from tests.kit.catalogue import READER, translate_site
from tests.kit.roads import both_roads

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def german(settings: Any, tmp_path: Path) -> None:
    translate_site(settings, tmp_path)


def reader(person: User) -> Client:
    client = Client(**READER)
    client.force_login(person)
    return client


def page(client: Client, game_id: UUID) -> str:
    return client.get(f"/imperial/{game_id}/").content.decode()


@both_roads
def test_a_refusal_is_said_in_the_language_of_the_player(game_id: UUID, persons: list[User]) -> None:
    money = in_words(kit.game_of(game_id).player_info["Juno"].money)
    answer = post(reader(persons[0]), game_id, "act", type="bid", amount="999")
    assert f"Von $0 bis {money} kannst du bieten." in answer.content.decode()
    answer = post(browser(persons[0]), game_id, "act", type="bid", amount="999")
    assert f"A bid is between $0 and the {money} you have." in answer.content.decode()


def test_everybody_reads_the_log_in_their_own_language(game_id: UUID, persons: list[User]) -> None:
    kit.act(game_id, "Juno", "bid", amount=4)
    assert "Juno hat auf Österreich-Ungarn geboten." in page(reader(persons[1]), game_id)
    assert "Juno has bid on Austria-Hungary." in page(browser(persons[1]), game_id)


def test_a_proposal_is_told_down_to_its_places(game_id: UUID, persons: list[User]) -> None:
    put(game_id)
    units: Any = {"import": {"types": ["army", "army", "fleet"], "territories": ["Vienna", "Budapest", "Trieste"]}}
    kit.act(game_id, "Juno", "propose", wheel_spot="Import", **units)
    told = "Juno wählt Einfuhr - Armeen in Vienna und Budapest, dazu eine Flotte in Trieste."
    assert f"Österreich-Ungarn: {told}" in page(reader(persons[1]), game_id)


def test_looking_back_is_in_the_language_of_the_reader_too(game_id: UUID, persons: list[User]) -> None:
    kit.act(game_id, "Juno", "bid", amount=4)
    kit.act(game_id, "Mara", "bid", amount=4)
    then = reader(persons[1]).get(f"/imperial/{game_id}/turn/2/").content.decode()
    assert "Juno hat auf Österreich-Ungarn geboten." in then


@both_roads
def test_the_log_is_kept_and_exported_in_english(game_id: UUID, persons: list[User]) -> None:
    post(reader(persons[0]), game_id, "act", type="bid", amount="4")
    assert kit.lines(game_id)[-1] == "Juno has bid on Austria."


def test_a_line_of_which_only_the_text_is_known_is_shown_as_it_is(game_id: UUID, persons: list[User]) -> None:
    kit.act(game_id, "Juno", "bid", amount=4)
    GameHistory.objects.filter(game=game_id).update(sentences=None)
    assert "Juno has bid on Austria." in page(reader(persons[1]), game_id)


def test_every_line_of_a_game_is_kept_with_the_sentence_it_was_made_from(game_id: UUID) -> None:
    kit.play_randomly(game_id, seed=5, actions=120)
    lines = queries.lines_before(game_id, kit.game_of(game_id).turn_id)
    told = [None if line.sentence is None else msgspec.json.decode(line.sentence, type=Sentence) for line in lines]
    assert [line.text for line in lines] == [str(sentence) for sentence in told]


def test_who_is_forgotten_leaves_the_sentences_of_the_log_but_not_their_words(game_id: UUID) -> None:
    kit.act(game_id, "Juno", "bid", amount=4)
    gone = User.objects.get(display_name="Juno")
    gone.display_name = "country"
    forget_person(gone)
    anybody = reader(User.objects.get(display_name="Mara"))
    assert "country hat auf Österreich-Ungarn geboten." in page(anybody, game_id)
    assert "Juno" not in page(anybody, game_id)


@both_roads
def test_a_mail_is_written_in_the_language_of_the_player_who_makes_it_somebodys_turn() -> None:
    members = [kit.member(name) for name in kit.NAMES[:2]]
    game_id = kit.lobby_of(members)
    post(reader(members[0]), game_id, "act", do="start")
    assert Notice.objects.get().subject.startswith("Du bist dran: Imperial ")
