"""What is said at a table: who may say what, and who reads it."""

import re
import time
from itertools import count
from uuid import UUID

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client

from tabletop.accounts.models import User
from tabletop.operation.tidy import chores, tidy_up
from tabletop.table import Choices
from tabletop.talk import queries
from tabletop.talk.models import Remark
from tests.kernel.conftest import any_move, game_of
from tests.kernel.talk import read, refused, send, start, texts
from tests.kit.clients import client_of
from tests.kit.ids import assert_no_ids
from tests.tinygame import rules, services
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db


def test_players_read_players_and_watchers_read_watchers(duel: DuelGame, people: list[User], eve: User) -> None:
    send(people[0], duel, "say", text="Good luck everybody.")
    send(eve, duel, "say", text="Mara has two kings!")
    for player in people:
        assert texts(read(player, duel)) == ["Good luck everybody."]
    assert texts(read(eve, duel)) == ["Mara has two kings!"]


def test_players_read_the_watchers_when_the_game_is_over(duel: DuelGame, people: list[User], eve: User) -> None:
    send(eve, duel, "say", text="I saw it coming.")
    while not rules.is_over(state := game_of(duel)):
        services.move(game_id=duel.pk, seat=state.turn, action=any_move(state))
    assert texts(read(people[0], duel)) == ["I saw it coming."]
    send(people[0], duel, "say", text="Well, well.")
    assert texts(read(eve, duel)) == ["I saw it coming."]


@pytest.mark.parametrize("text", ["", " \n\t", "\u202e\u2066", "\u200b", "\u200d", "\u3164", "\u2800"])
def test_nothing_is_not_said(duel: DuelGame, people: list[User], text: str) -> None:
    assert refused(people[0], duel, "say", text=text) == "Write something first."


def test_a_text_has_300_characters_at_most(duel: DuelGame, people: list[User]) -> None:
    assert "These are 301." in refused(people[0], duel, "say", text="x" * 301)
    assert texts(send(people[0], duel, "say", text="x" * 300)) == ["x" * 300]


def test_markup_and_links_are_shown_as_text(duel: DuelGame, people: list[User]) -> None:
    html = send(people[0], duel, "say", text='<script>alert(1)</script> https://example.org/ <a href="#">')
    assert "<script>alert" not in html
    assert 'href="https' not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt; https://example.org/" in html


def test_what_cannot_be_seen_goes_and_marks_do_not_pile_up(duel: DuelGame, people: list[User]) -> None:
    (text,) = texts(send(people[0], duel, "say", text="one\u202etwo\x00\nthree e" + "\u0301" * 50))
    assert text == "one two three e" + "\u0301" * 4


@pytest.mark.parametrize("between", ["\u200d", "\u200c", "\u115f", "\u3164"])
def test_what_shows_nothing_does_not_part_a_pile_of_marks(duel: DuelGame, people: list[User], between: str) -> None:
    (text,) = texts(send(people[0], duel, "say", text="e" + ("\u0301" * 3 + between) * 20))
    assert text.count("\u0301") == 4


@pytest.mark.parametrize(
    "emoji", ["\U0001fae8", "\U0001fae9", "\U0001faea", "\U0001f469\u200d\u2764\ufe0f\u200d\U0001f468"]
)
def test_emoji_of_any_year_are_kept(duel: DuelGame, people: list[User], emoji: str) -> None:
    assert texts(send(people[0], duel, "say", text=f"so {emoji}")) == [f"so {emoji}"]


def test_300_emoji_can_be_typed_and_said(duel: DuelGame, people: list[User]) -> None:
    emoji = "\U0001f600" * 300
    longest = re.search(r'maxlength="(\d+)"', read(people[0], duel))
    assert longest
    assert int(longest[1]) >= len(emoji.encode("utf-16-le")) / 2
    assert texts(send(people[0], duel, "say", text=emoji)) == [emoji]


def test_a_text_that_is_far_too_long_is_refused_unread(duel: DuelGame, people: list[User]) -> None:
    assert "These are 1201." in refused(people[0], duel, "say", text="\u200b" * 1201)


def test_a_repeated_request_says_it_once(duel: DuelGame, people: list[User]) -> None:
    for _try in range(2):
        assert texts(send(people[0], duel, "say", text="Hello", key="one")) == ["Hello"]
        assert texts(send(people[1], duel, "word:oops", key="one")) == ["Hello"]
    assert Remark.objects.count() == 2
    sentence = "This request was used for something else before. Reload the page."
    assert refused(people[0], duel, "say", text="Another", key="one") == sentence
    send(people[0], duel, "say", text="Hello", key="x" * 65, status=400)


@time_machine.travel("2026-01-01 12:00:00", tick=False)
def test_a_repeated_request_is_not_counted(duel: DuelGame, people: list[User]) -> None:
    for _try in range(12):
        send(people[0], duel, "say", text="Hello", key="one")


def test_a_request_that_comes_twice_at_once_says_it_once(
    duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    send(people[0], duel, "say", text="Hello", key="one")
    look_up, looked = queries.remark_with_key, count()
    # The first look is too early to find the other.
    monkeypatch.setattr(queries, "remark_with_key", lambda *asked: look_up(*asked) if next(looked) else None)
    assert texts(send(people[0], duel, "say", text="Hello", key="one")) == ["Hello"]


@pytest.mark.parametrize(("do", "times"), [("word:oops", 1), ("say", 10)])
def test_a_request_that_comes_twice_at_once_is_counted_once(
    duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch, do: str, times: int
) -> None:
    with time_machine.travel("2026-01-01 12:00:00", tick=False):
        for number in range(times):
            send(people[0], duel, do, text="Hello", key=str(number))
        said = Remark.objects.count()
        look_up, looked = queries.remark_with_key, count()
        monkeypatch.setattr(queries, "remark_with_key", lambda *asked: look_up(*asked) if next(looked) else None)
        monkeypatch.setattr(queries, "has_said_word_since", lambda *_asked: False)
        send(people[0], duel, do, text="Hello", key=str(number))
        assert Remark.objects.count() == said
        # Another request is refused, and leaves no row.
        refused(people[0], duel, do, status=429, text="Hello", key="another")


def test_a_word_that_is_saved_between_two_looks_is_said_once(
    duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first request commits while the second looks for it."""
    looked = count()

    def said_meanwhile(person: UUID, at: float) -> bool:
        if not next(looked):
            monkeypatch.setattr(queries, "has_said_word_since", has_said)
            send(people[0], duel, "word:oops", key="one")
        return has_said(person, at)

    has_said = queries.has_said_word_since
    monkeypatch.setattr(queries, "has_said_word_since", said_meanwhile)
    send(people[0], duel, "word:oops", key="one")
    assert Remark.objects.count() == 1


@time_machine.travel("2026-01-01 12:00:00", tick=False)
def test_ten_times_a_minute(duel: DuelGame, people: list[User]) -> None:
    for number in range(10):
        send(people[0], duel, "say", text=f"number {number}")
    assert refused(people[0], duel, "say", status=429, text="one more").startswith("You have written 10 times")
    send(people[1], duel, "say", text="I have not.")


def test_guests_at_open_tables_have_the_quick_words(people: list[User]) -> None:
    duel = start(people, Choices(is_open=True))
    assert "guests have the quick words" in refused(people[0], duel, "say", text="Buy my things")
    assert 'id="talk-text"' not in read(people[0], duel)
    send(people[0], duel, "word:thanks")
    User.objects.filter(pk=people[1].pk).update(is_guest=False, email="mara@example.org")
    send(User.objects.get(pk=people[1].pk), duel, "say", text="Hello!")


def test_guests_who_watch_where_everybody_may_do_not_write(people: list[User], eve: User) -> None:
    duel = start(people, Choices(watching="everybody"))
    send(people[0], duel, "say", text="We know each other.")
    assert "guests have the quick words" in refused(eve, duel, "say", text="Buy my things")
    assert 'id="talk-text"' not in read(eve, duel)
    account = User.objects.create(display_name="Ida", email="ida@example.org", is_guest=False)
    send(account, duel, "say", text="Hello!")


def test_quick_words_are_six_once_in_three_seconds_and_not_listed(
    duel: DuelGame, people: list[User], eve: User
) -> None:
    assert len(re.findall(r'id="word-\w+"', read(people[0], duel))) == 6
    assert texts(send(people[0], duel, "word:oops")) == []
    assert "Wait 3 seconds" in refused(people[0], duel, "word:oops")
    Remark.objects.update(at=0)
    with time_machine.travel(time.time() + 4):
        send(people[0], duel, "word:luck")
    assert refused(people[0], duel, "word:curse") == "There is no such quick word."
    assert refused(eve, duel, "word:oops") == "The quick words are for those who play."
    assert 'id="word-' not in read(eve, duel)


@pytest.mark.parametrize("do", ["", "shout", "word", "mute", "report:seat-1", "say:more"])
def test_what_no_page_sends_is_refused(duel: DuelGame, people: list[User], do: str) -> None:
    send(people[0], duel, do, status=400)
    assert not Remark.objects.exists()


def test_nobody_else_reads_or_writes(people: list[User], eve: User) -> None:
    duel = start(people, Choices(watching="nobody"))
    client = client_of(eve)
    assert client.get(f"/duel/{duel.pk}/talk/").status_code == 403
    assert client.post(f"/duel/{duel.pk}/talk/", {"do": "say", "text": "Hello"}).status_code == 403
    assert Client().get(f"/duel/{duel.pk}/talk/").status_code == 302
    assert not Remark.objects.exists()


def test_without_script_it_is_a_page_of_its_own(duel: DuelGame, people: list[User]) -> None:
    client, address = client_of(people[0]), f"/duel/{duel.pk}/talk/"
    answer = client.post(address, {"do": "say", "text": "Hello"})
    assert (answer.status_code, answer["Location"]) == (303, address)
    page = client.get(address).content.decode()
    assert texts(page) == ["Hello"]
    assert "<title>" in page
    assert client.post(address, {"do": "say", "text": ""}).status_code == 409


def test_no_page_shows_an_id(duel: DuelGame, people: list[User]) -> None:
    send(people[1], duel, "say", text="Hello")
    seats = [sitter.seat_id for sitter in services.tables.engine.store.load(duel.pk).sitters.values()]
    assert_no_ids([read(person, duel) for person in people], [*seats, *(str(person.pk) for person in people)])


def test_quick_words_go_after_a_day_and_texts_stay(duel: DuelGame, people: list[User]) -> None:
    send(people[0], duel, "word:oops")
    send(people[0], duel, "say", text="Hello")
    Remark.objects.update(at=0)
    tidy_up(tell=lambda *_told: None, find=lambda: (each for each in chores() if each.name == "old quick words"))
    assert [remark.text for remark in Remark.objects.all()] == ["Hello"]


def test_a_remark_is_either_a_word_or_a_text(duel: DuelGame, people: list[User]) -> None:
    send(people[0], duel, "say", text="Hello")
    for word, text in (("oops", "Hello"), ("", "")):
        with pytest.raises(IntegrityError), transaction.atomic():
            Remark.objects.update(word=word, text=text)


def test_what_was_said_goes_with_its_table(duel: DuelGame, people: list[User]) -> None:
    send(people[1], duel, "say", text="Hello")
    services.tables.remove_table(game_id=duel.pk)
    assert not Remark.objects.exists()
