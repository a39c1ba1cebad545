from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from tabletop import games
from tabletop.accounts import adapters, services
from tabletop.accounts.models import User
from tests.accounts.conftest import PASSWORD, delivered, path_in_mail


def address_in_mail(to: str) -> EmailAddress | None:
    """What the link in the last mail to this address would confirm; None if it has ended."""
    confirmation = EmailConfirmationHMAC.from_key(path_in_mail(to).rstrip("/").rpartition("/")[2])
    return confirmation and confirmation.email_address


def test_a_guest_has_a_name_and_nothing_to_log_in_with(guest: User) -> None:
    assert (guest.display_name, guest.is_guest, guest.email) == ("Teo", True, None)
    assert not guest.has_usable_password()


def test_a_guest_becomes_an_account_in_the_same_row(guest: User) -> None:
    services.turn_guest_into_account(user=guest, email="Teo@Example.org", password=PASSWORD)
    address = address_in_mail("teo@example.org")
    assert address
    services.confirm_email(address=address)
    account = User.objects.get(email="teo@example.org")
    assert account.pk == guest.pk
    assert not account.is_guest
    assert account.check_password(PASSWORD)


def test_until_the_link_is_opened_the_address_belongs_to_nobody(guest: User) -> None:
    services.turn_guest_into_account(user=guest, email="teo@example.org", password=PASSWORD)
    guest.refresh_from_db()
    assert guest.is_guest
    assert guest.email is None


def test_a_link_works_once(guest: User) -> None:
    services.turn_guest_into_account(user=guest, email="teo@example.org", password=PASSWORD)
    address = address_in_mail("teo@example.org")
    assert address
    services.confirm_email(address=address)
    assert address_in_mail("teo@example.org") is None


def test_both_mails_of_a_double_click_work(guest: User) -> None:
    services.turn_guest_into_account(user=guest, email="teo@example.org", password=PASSWORD)
    first = path_in_mail("teo@example.org")
    services.turn_guest_into_account(user=guest, email="teo@example.org", password=PASSWORD)
    for link in (first, path_in_mail("teo@example.org")):
        assert EmailConfirmationHMAC.from_key(link.rstrip("/").rpartition("/")[2])


def test_signing_up_again_with_another_password_spends_the_first_link(guest: User) -> None:
    services.turn_guest_into_account(user=guest, email="teo@example.org", password=PASSWORD)
    services.turn_guest_into_account(user=guest, email="teo2@example.org", password="another long one")
    assert address_in_mail("teo@example.org") is None
    assert address_in_mail("teo2@example.org")


def test_of_two_who_confirm_the_same_address_the_first_gets_it(guest: User) -> None:
    rival = services.sign_up(name="Rival", email="same@example.org", password=PASSWORD)
    rivals_address = address_in_mail("same@example.org")
    services.turn_guest_into_account(user=guest, email="same@example.org", password=PASSWORD)
    guests_address = address_in_mail("same@example.org")
    assert rivals_address
    assert guests_address
    services.confirm_email(address=guests_address)
    with pytest.raises(services.LinkIsSpentError):
        services.confirm_email(address=rivals_address)
    rival.refresh_from_db()
    assert rival.is_guest


@pytest.mark.both_shapes
@pytest.mark.django_db(transaction=True)
def test_of_two_who_confirm_the_same_address_at_once_one_gets_it() -> None:
    addresses = []
    for name in ("Ada", "Teo"):
        services.sign_up(name=name, email="same@example.org", password=PASSWORD)
        addresses.append(address_in_mail("same@example.org"))

    def confirm(address: EmailAddress) -> bool:
        try:
            services.confirm_email(address=address)
        except services.LinkIsSpentError:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(2) as threads:
        outcomes = list(threads.map(confirm, [address for address in addresses if address]))
    assert sorted(outcomes) == [False, True]


def test_a_changed_address_is_told_to_the_old_one(ada: User) -> None:
    services.ask_to_confirm(user=ada, email="new@example.org")
    address = address_in_mail("new@example.org")
    assert address
    services.confirm_email(address=address)
    ada.refresh_from_db()
    assert ada.email == "new@example.org"
    assert delivered()[-1].to == ["ada@example.org"]
    assert "new@example.org" in delivered()[-1].body


def test_a_new_password_ends_the_links_to_new_addresses(ada: User) -> None:
    services.ask_to_confirm(user=ada, email="new@example.org")
    services.change_password(user=ada, password="eight red lanterns")
    assert address_in_mail("new@example.org") is None


def test_the_address_of_an_account_is_its_one_confirmed_row_however_it_was_set(ada: User) -> None:
    boss = User.objects.create_superuser(email="boss@example.org", password=PASSWORD, display_name="The boss")
    services.ask_to_confirm(user=boss, email="waiting@example.org")
    boss.email = "chief@example.org"
    boss.save()
    rows = EmailAddress.objects.order_by("email").values_list("email", "verified", "primary")
    assert [*rows] == [
        ("ada@example.org", True, True),
        ("chief@example.org", True, True),
        ("waiting@example.org", False, False),
    ]


def test_a_mail_server_that_fails_holds_nobody_up_and_the_mail_waits_for_it(
    guest: User, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    services.turn_guest_into_account(user=guest, email="teo@example.org", password=PASSWORD)
    assert not caplog.records, "only the mailer connects to the mail server"
    assert delivered() == []
    assert "could not be sent" in caplog.text
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    with time_machine.travel(timezone.now() + timedelta(minutes=1)):
        assert address_in_mail("teo@example.org")


@pytest.mark.django_db(transaction=True)
def test_a_password_is_noted_only_together_with_the_mail(guest: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(adapters, "queue_mail", fail)
    with pytest.raises(RuntimeError):
        services.turn_guest_into_account(user=guest, email="teo@example.org", password=PASSWORD)
    guest.refresh_from_db()
    assert not guest.has_usable_password()


def test_a_deleted_person_leaves_nothing_personal_behind(ada: User) -> None:
    services.delete_account(user=ada, proof=PASSWORD)
    ada.refresh_from_db()
    assert (ada.display_name, ada.email, ada.is_active) == ("deleted player", None, False)
    assert ada.deleted_at
    assert not ada.has_usable_password()
    assert not EmailAddress.objects.exists()


def test_the_address_of_a_deleted_account_is_free_again(ada: User) -> None:
    services.delete_account(user=ada, proof=PASSWORD)
    User.objects.create_user(email="ada@example.org", password=PASSWORD, display_name="Ada")


def test_every_game_is_told_to_forget_a_deleted_person(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[User, str]] = []
    probe = games.Game(
        slug="probe",
        title="Probe",
        blurb="",
        facts=(),
        art="",
        forget_person=lambda user: told.append((user, user.display_name)),
    )
    monkeypatch.setitem(games._games, "probe", probe)
    services.delete_account(user=ada, proof=PASSWORD)
    assert told == [(ada, "deleted player")]


def test_if_one_game_cannot_forget_nothing_is_deleted(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(user: User) -> None:
        raise RuntimeError

    broken = games.Game(slug="broken", title="Broken", blurb="", facts=(), art="", forget_person=fail)
    monkeypatch.setitem(games._games, "broken", broken)
    with pytest.raises(RuntimeError):
        services.delete_account(user=ada, proof=PASSWORD)
    ada.refresh_from_db()
    assert (ada.display_name, ada.is_active) == ("Ada", True)


def test_an_account_is_deleted_with_its_password_alone(ada: User) -> None:
    with pytest.raises(ValidationError):
        services.delete_account(user=ada, proof="Ada")
    ada.refresh_from_db()
    assert ada.is_active


def test_a_guest_is_deleted_by_typing_the_name(guest: User) -> None:
    with pytest.raises(ValidationError):
        services.delete_account(user=guest, proof="Tea")
    services.delete_account(user=guest, proof=" Teo ")
    guest.refresh_from_db()
    assert guest.display_name == "deleted player"
