"""Names that nobody may choose, however they are spelled; people who have one already keep it."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from tabletop.accounts import services
from tabletop.accounts.models import User
from tabletop.accounts.names import clean_display_name
from tests.kit.clients import client_of

SENTENCE = "This name is kept for the site itself. Choose another."
RESERVED = [
    *("Admin", "ADMIN 1", "Adm1n", "adrnin", "AdminBob", "Administrator", "Bob the admin", "Moderator", "M0derat0r"),
    *("The Moderator", "TheModerator", "mod er ator", "Mod", "Mod 2", "Tabletop", "Table top", "Tabletop Team"),
    *("deleted player", "Deleted Player", "DeIeted  P1ayer", "deletedplayer", "deleted", "Staff", "5 Staff 5"),
    *("System", "Support", "Root", "Bot", "B0t 7", "Official Ada"),
    *("SiteAdmin", "theadmin", "TheStaff", "Mod3rator", "5taff", "Mods", "4dmin", "The Admins", "theadmins"),
    *("SiteMods", "GameMaster Mod", "our5taff", "5upport", "Sy5tem", "7abletop", "Bots", "TheAdministrator"),
    "Siteadm1n 7",
]
FREE = [
    *("Padmini", "Falstaff", "Wagstaff", "Stafford", "Staffan", "Modesty", "Theodora", "Thelma", "Sitara", "Talbot"),
    *("Abbott", "Brad Min", "Supporter", "Agent 57", "Room 3", "Nadmina", "Rootsie", "Thebes", "Gamelan", "Mode 7"),
    *("Guest 5747", "Guest 3057", "Est3r", "Systematic 5"),
    *("Ada", "Badminton", "Modern", "Model", "Robot", "Admiral", "Ruby", "Guest 1234", "Systematic", "Rooted", "Bott"),
]


@pytest.mark.parametrize("name", RESERVED)
def test_a_name_of_the_site_is_refused_however_it_is_spelled(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        clean_display_name(name)
    assert refusal.value.messages == [SENTENCE]


@pytest.mark.parametrize("name", FREE)
def test_words_that_only_sound_like_one_are_names(name: str) -> None:
    assert clean_display_name(name) == name


@pytest.mark.django_db
def test_a_stranger_who_chooses_one_is_told_so_and_is_nobody(client: Client) -> None:
    answer = client.post("/account/guest/", {"name": "Moderator"})
    assert (answer.status_code, SENTENCE in answer.content.decode()) == (400, True)
    assert not User.objects.exists()
    for game, count in (("cambio", "creatorDisplayName"), ("imperial", "creatorDisplayName")):
        body = {"playerCount": 2, count: "deleted player"}
        refused = client.post(f"/{game}/api/game/create", body, content_type="application/json")
        assert (refused.status_code, refused.json()["message"]) == (400, SENTENCE)
    assert not User.objects.exists()


@pytest.mark.django_db
def test_a_person_is_not_renamed_to_one() -> None:
    ada = services.create_guest(name="Ada")
    for address, fields in (("/account/guest/", {"name": "Staff"}), ("/account/", {"display_name": "Staff"})):
        answer = client_of(ada).post(address, {"theme": "system", **fields})
        assert (answer.status_code, SENTENCE in answer.content.decode()) == (400, True)
    ada.refresh_from_db()
    assert ada.display_name == "Ada"


@pytest.mark.django_db
def test_a_person_who_has_one_keeps_it_plays_and_cannot_come_back_to_it() -> None:
    old = User.objects.create(display_name="Moderator", is_guest=True)
    client = client_of(old)
    assert client.post("/account/", {"display_name": "Moderator", "theme": "dark"}).status_code == 302
    opened = client.post("/cambio/new/", {"player_count": "2", "bot_count": "0", "level": "easy"})
    assert "Moderator" in client.get(opened["Location"]).content.decode()
    assert client.post("/account/", {"display_name": "Ada", "theme": "dark"}).status_code == 302
    assert client.post("/account/", {"display_name": "Moderator", "theme": "dark"}).status_code == 400
    old.refresh_from_db()
    assert (old.display_name, old.theme) == ("Ada", "dark")
