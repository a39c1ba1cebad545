"""Whom one need not hear at a table, what is reported of them, and what is forgotten with a person."""

import re

import pytest
from django.db import IntegrityError
from django.utils import timezone

from tabletop.accounts.models import User
from tabletop.accounts.services import erase_person
from tabletop.operation.tidy import EMPTY_GUESTS_STAY, chores, tidy_up
from tabletop.table import Choices
from tabletop.talk.models import Mute, Remark, Report, ReportedRemark
from tests.kernel.talk import mark, read, refused, send, texts
from tests.kit.clients import client_of
from tests.tinygame import services
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db


def test_who_is_muted_is_not_read_at_any_table_and_not_told(duel: DuelGame, people: list[User]) -> None:
    send(people[1], duel, "say", text="Slow, slow.")
    assert texts(send(people[0], duel, f"mute:{mark(duel, people[1])}")) == []
    another = services.start_duel(people=people)
    send(people[1], another, "say", text="Slow again.")
    assert texts(read(people[0], another)) == []
    assert texts(read(people[1], duel)) == ["Slow, slow."]
    assert "Hear Juno" not in read(people[1], duel)
    assert texts(send(people[0], duel, f"unmute:{mark(duel, people[1])}")) == ["Slow, slow."]


def test_somebody_who_watches_can_be_muted_and_heard_again(duel: DuelGame, people: list[User], eve: User) -> None:
    ben = User.objects.create(display_name="Ben", is_guest=True)
    send(eve, duel, "say", text="Boring!")
    muted = send(ben, duel, f"mute:{mark(duel, eve)}")
    assert (texts(muted), "Hear Eve again" in muted) == ([], True)
    assert texts(send(ben, duel, f"unmute:{mark(duel, eve)}")) == ["Boring!"]
    # What stands in another room names nobody.
    assert refused(people[0], duel, f"mute:{mark(duel, eve)}") == "No other person is there."


def test_somebody_who_watches_in_silence_can_be_reported_for_the_name(
    duel: DuelGame, people: list[User], eve: User
) -> None:
    fay = User.objects.create(display_name="Rude Word", is_guest=True)
    nameless = User.objects.create(display_name="Guest 4711", is_guest=True)
    for person in (fay, nameless):
        assert client_of(person).get(f"/duel/{duel.pk}/parts/").status_code == 200
    for reader in (people[0], eve):
        assert "Report Rude Word" in read(reader, duel)
        assert "Report Guest" not in read(reader, duel)
        assert "Hear Rude Word again" in send(reader, duel, f"mute:{mark(duel, fay)}")
        assert "Reported." in send(reader, duel, f"report:{mark(duel, fay)}:name")
    assert {(made.about, made.reason) for made in Report.objects.all()} == {(fay, "name")}
    assert "Report Rude Word" not in read(fay, duel)


def test_somebody_who_is_muted_without_a_word_has_a_name_in_the_profile(
    duel: DuelGame, people: list[User], eve: User
) -> None:
    fay, kim = (User.objects.create(display_name=name, is_guest=True) for name in ("Rude Word", "Ruder"))
    for person in (fay, kim):
        assert client_of(person).get(f"/duel/{duel.pk}/parts/").status_code == 200
    for reader in (people[0], eve):
        send(reader, duel, f"mute:{mark(duel, fay)}")
        send(reader, duel, f"report:{mark(duel, kim)}:name")
        page = client_of(reader).get("/account/muted/").content.decode()
        assert ("Hear Rude Word again" in page, "Hear Ruder again" in page) == (True, True)


def test_who_said_a_quick_word_and_gave_the_seat_up_can_be_muted(people: list[User], eve: User) -> None:
    entry = services.tables.create_table(person=people[0], choices=Choices())
    services.tables.join_table(game_id=entry.game_id, person=people[1])
    duel = DuelGame.objects.get(pk=entry.game_id)
    send(people[1], duel, "word:hurry")
    services.tables.act(game_id=duel.pk, person=people[1], action={"type": "leave"})
    services.tables.join_table(game_id=duel.pk, person=eve)
    assert "Mute Mara" in read(eve, duel)
    assert "Hear Mara again" in send(eve, duel, f"mute:{mark(duel, people[1])}")
    # To somebody who looks on too, whose room the word was not said in.
    fay = User.objects.create(display_name="Fay", is_guest=True)
    assert "Hear Mara again" in send(fay, duel, f"mute:{mark(duel, people[1])}")
    assert "Hear Mara again" in client_of(fay).get("/account/muted/").content.decode()


def test_a_button_means_the_person_it_names(people: list[User], eve: User) -> None:
    entry = services.tables.create_table(person=people[0], choices=Choices())
    services.tables.join_table(game_id=entry.game_id, person=people[1])
    duel = DuelGame.objects.get(pk=entry.game_id)
    services.tables.act(game_id=duel.pk, person=people[1], action={"type": "leave"})
    services.tables.join_table(game_id=duel.pk, person=eve)
    assert refused(people[0], duel, f"report:{mark(duel, people[1])}:words") == "No other person is there."


@pytest.mark.parametrize("who", ["", "seat-1", "x" * 9000, "²", "own"])
def test_there_is_nobody_to_mute(duel: DuelGame, people: list[User], who: str) -> None:
    who = mark(duel, people[0]) if who == "own" else who
    assert refused(people[0], duel, f"mute:{who}") == "No other person is there."
    assert refused(people[0], duel, f"report:{who}:words") == "No other person is there."


def test_a_report_takes_the_words_along_and_mutes(duel: DuelGame, people: list[User]) -> None:
    send(people[1], duel, "say", text="You play like a duck.")
    assert refused(people[0], duel, f"report:{mark(duel, people[1])}:face") == "Choose a reason for the report."
    html = send(people[0], duel, f"report:{mark(duel, people[1])}:words")
    assert "Reported." in html
    assert texts(html) == []
    report = Report.objects.get()
    assert (report.about, report.reporter, report.reason, report.seq) == (people[1], people[0], "words", 2)
    assert str(report.remarks.get()) == "2  Mara: You play like a duck."
    send(people[0], duel, f"report:{mark(duel, people[1])}:play")
    assert Report.objects.count() == 1
    assert texts(send(people[0], duel, f"unreport:{mark(duel, people[1])}")) == ["You play like a duck."]
    assert (Report.objects.count(), Mute.objects.count()) == (0, 0)


def test_every_reason_for_a_report_is_offered(duel: DuelGame, people: list[User]) -> None:
    page = read(people[0], duel)
    button = rf'value="report:{mark(duel, people[1])}:(\w+)" aria-label="([^"]*)"\s*>\s*([^<]*?)\s*</button>'
    assert re.findall(button, page) == [
        ("words", "Report Mara: Rude words", "Rude words"),
        ("play", "Report Mara: Spoils the game", "Spoils the game"),
        ("name", "Report Mara: The name", "The name"),
    ]
    assert 'aria-label="Undo the report of Mara"' in send(people[0], duel, f"report:{mark(duel, people[1])}:name")


def test_a_report_taken_back_leaves_muted_who_was_muted_before(duel: DuelGame, people: list[User]) -> None:
    send(people[0], duel, f"mute:{mark(duel, people[1])}")
    send(people[0], duel, f"report:{mark(duel, people[1])}:name")
    send(people[0], duel, f"unreport:{mark(duel, people[1])}")
    assert (Report.objects.count(), Mute.objects.count()) == (0, 1)


def test_the_mute_of_a_report_stays_for_another_open_one(duel: DuelGame, people: list[User]) -> None:
    second = services.start_duel(people=people)
    for table in (duel, second):
        send(people[0], table, f"report:{mark(table, people[1])}:words")
    send(people[0], duel, f"unreport:{mark(duel, people[1])}")
    assert (Report.objects.count(), Mute.objects.count()) == (1, 1)
    send(people[0], second, f"unreport:{mark(second, people[1])}")
    assert (Report.objects.count(), Mute.objects.count()) == (0, 0)


def test_a_report_taken_back_leaves_muted_who_was_muted_on_purpose_since(duel: DuelGame, people: list[User]) -> None:
    second = services.start_duel(people=people)
    send(people[0], duel, f"report:{mark(duel, people[1])}:words")
    client_of(people[0]).post("/account/muted/", {"mute": str(Mute.objects.get().pk)})
    send(people[0], second, f"mute:{mark(second, people[1])}")
    send(people[0], duel, f"unreport:{mark(duel, people[1])}")
    assert (Report.objects.count(), Mute.objects.count()) == (0, 1)


def test_a_mute_on_purpose_outlives_the_report_that_made_it(duel: DuelGame, people: list[User]) -> None:
    send(people[0], duel, f"report:{mark(duel, people[1])}:words")
    send(people[0], duel, f"mute:{mark(duel, people[1])}")
    send(people[0], duel, f"unreport:{mark(duel, people[1])}")
    assert (Report.objects.count(), Mute.objects.count()) == (0, 1)


def test_a_new_report_taken_back_leaves_the_mute_of_a_settled_one(duel: DuelGame, people: list[User]) -> None:
    send(people[0], duel, f"report:{mark(duel, people[1])}:words")
    Report.objects.update(settled_at=1.0)
    send(people[0], duel, f"report:{mark(duel, people[1])}:play")
    send(people[0], duel, f"unreport:{mark(duel, people[1])}")
    assert (Report.objects.count(), Mute.objects.count()) == (1, 1)


def test_who_deletes_the_account_leaves_no_words(duel: DuelGame, people: list[User]) -> None:
    send(people[1], duel, "say", text="You play like a duck.")
    send(people[0], duel, "say", text="And you like two.")
    send(people[1], duel, f"report:{mark(duel, people[0])}:words")
    send(people[0], duel, f"mute:{mark(duel, people[1])}")
    erase_person(user=people[0])
    assert [remark.text for remark in Remark.objects.all()] == ["You play like a duck."]
    assert (Mute.objects.count(), Report.objects.count(), ReportedRemark.objects.count()) == (0, 0, 0)


def test_reports_lose_the_words_of_who_left_and_keep_those_of_the_others(people: list[User]) -> None:
    bo, bob, eve = (User.objects.create(display_name=name, is_guest=True) for name in ("Bo", "Bob", "Eve"))
    duel = services.start_duel(people=[bo, bob])
    send(bo, duel, "say", text="I am new here.")
    send(bob, duel, "say", text="Bob is a nobody, Bo.")
    send(bo, duel, f"report:{mark(duel, bob)}:words")
    erase_person(user=bo)
    report = Report.objects.get()
    assert (report.reporter, report.about, report.settled_at) == (None, bob, None)
    assert [str(said) for said in report.remarks.all()] == ["2  Bob: Bob is a nobody, Bo."]
    # Without the table nobody knows any more at which tables a person spoke.
    services.tables.remove_table(game_id=duel.pk)
    erase_person(user=eve)
    assert report.remarks.count() == 1
    erase_person(user=bob)
    assert not Report.objects.exists()


def test_a_guest_who_is_tidied_up_leaves_no_words_and_the_reports(
    duel: DuelGame, people: list[User], eve: User
) -> None:
    before = timezone.now() - EMPTY_GUESTS_STAY * 2
    ida = User.objects.create(display_name="Ida", is_guest=True)
    send(people[1], duel, "say", text="You watch like a duck.")
    send(ida, duel, "say", text="Hello!")
    Report.objects.create(reporter=ida, about=people[1], reason="words", game_slug="duel", game_id=duel.pk, seq=2, at=0)
    send(eve, duel, f"report:{mark(duel, ida)}:play")
    assert ReportedRemark.objects.get().text == "Hello!"
    User.objects.filter(pk=ida.pk).update(date_joined=before, last_login=before)
    tidy_up(tell=lambda *_told: None, find=lambda: (each for each in chores() if each.name.startswith("guests")))
    assert not User.objects.filter(pk=ida.pk).exists()
    assert [remark.text for remark in Remark.objects.all()] == ["You watch like a duck."]
    assert [(report.reporter, report.about) for report in Report.objects.all()] == [(None, people[1])]
    assert not ReportedRemark.objects.exists()


def test_nobody_mutes_themselves(people: list[User]) -> None:
    with pytest.raises(IntegrityError):
        Mute.objects.create(person=people[0], muted=people[0])


def test_a_page_of_the_profile_lists_the_muted_people(duel: DuelGame, people: list[User], eve: User) -> None:
    client, address = client_of(people[0]), "/account/muted/"
    assert f'href="{address}"' in client.get("/account/").content.decode()
    assert "You have muted nobody." in client.get(address).content.decode()
    send(people[0], duel, f"mute:{mark(duel, people[1])}")
    send(eve, duel, f"mute:{mark(duel, people[0])}")
    page = client.get(address).content.decode()
    assert ("Hear Mara again" in page, "Hear Juno again" in page, str(people[1].pk) in page) == (True, False, False)
    own, others = (Mute.objects.get(person=person).pk for person in (people[0], eve))
    for wrong in (str(others), "", "²", "9" * 30, "x"):
        assert client.post(address, {"mute": wrong}).status_code == 302
        assert Mute.objects.count() == 2
    assert client.post(address, {"mute": str(own)})["Location"] == address
    assert [mute.person for mute in Mute.objects.all()] == [eve]


def test_the_muted_people_are_listed_as_their_tables_showed_them(people: list[User], eve: User) -> None:
    """Neither by a name of later, nor by that of the account: at the table two may be called the same."""
    namesake = User.objects.create(display_name="Eve", is_guest=True)
    duel = services.start_duel(people=[namesake, eve])
    send(people[0], duel, "say", text="Boring!")
    send(people[1], duel, "say", text="It is.")
    send(people[0], duel, f"mute:{mark(duel, people[1])}")
    send(namesake, duel, f"report:{mark(duel, eve)}:words")
    for person in (*people, eve):
        User.objects.filter(pk=person.pk).update(display_name="Zoe")
    names = dict(Mute.objects.values_list("person", "name"))
    shown = services.tables.engine.store.load(duel.pk)
    assert names == {people[0].pk: "Mara", namesake.pk: shown.names[shown.sitters[1].seat_id]}
    assert names[namesake.pk] != "Eve"
    page = client_of(namesake).get("/account/muted/").content.decode()
    assert (f"Hear {names[namesake.pk]} again" in page, "Zoe" in page) == (True, False)
    erase_person(user=User.objects.get(pk=eve.pk))
    assert not Mute.objects.filter(person=namesake).exists()
