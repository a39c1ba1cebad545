"""What people change about themselves.

No answer reveals whether an address has an account: every address gets a mail, either with the link that binds it to
the person who asked, or with the news that it has an account already. Until the link is opened the person stays a
guest; then the same row becomes the account, so games and decks need no merging.

A saved change of a person is announced after the commit (`tabletop.live.identity`): sockets of a person who is signed
out by it close, and no process goes on with what it keeps of the person's tables. A function locks rows only if it says
so. Mail is queued in the transaction of the caller.
"""

import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext_lazy as _

from tabletop.accounts import queries
from tabletop.accounts.claims import Claim, sign_claim
from tabletop.accounts.models import User
from tabletop.accounts.names import DELETED_PLAYER, clean_display_name
from tabletop.games import all_games
from tabletop.notify.services import queue_mail


class LinkIsSpentError(Exception):
    """The link has been used, or the person's address or password has changed since."""


def random_guest_name() -> str:
    return f"Guest {secrets.randbelow(9000) + 1000}"


def create_guest(*, name: str) -> User:
    """Inserts a person without address and password. Raises ValidationError if the name cannot be shown."""
    user = User(display_name=clean_display_name(name), is_guest=True)
    user.set_unusable_password()
    user.save(force_insert=True)
    return user


def rename(*, user: User, name: str) -> None:
    """Saves the name; seats that are taken keep theirs. Raises ValidationError if it cannot be shown; announces it."""
    user.display_name = clean_display_name(name, kept=user.display_name)
    user.save(update_fields=["display_name"])


def sign_up(*, name: str, email: str, password: str) -> User:
    """Creates a guest, who becomes an account by confirming the address, and queues the mail.

    Raises ValidationError if the name cannot be shown. The guest is committed first, and stays if the rest fails.
    """
    user = create_guest(name=name)
    turn_guest_into_account(user=user, email=email, password=password)
    return user


def turn_guest_into_account(*, user: User, email: str, password: str) -> None:
    """Stores the password and queues the mail with the link, in one transaction; `confirm_email` completes the account.

    A new password is announced and ends all sessions of the person; the caller renews its own.
    """
    # Keeps the hash of the same password, so that both mails of a double click work.
    if not (user.has_usable_password() and user.check_password(password)):
        user.set_password(password)
    # Opened after the slow hashing: other writers would wait for it.
    with transaction.atomic():
        user.save(update_fields=["password"])
        _ask_to_confirm(user=user, email=email)


def change_email(*, user: User, email: str, password: str) -> None:
    """Queues a mail to the new address; the old one counts until the link is opened.

    Raises ValidationError for a wrong password. Changes and announces nothing.
    """
    check_password(user=user, password=password)
    _ask_to_confirm(user=user, email=email)


def _ask_to_confirm(*, user: User, email: str) -> None:
    email = User.objects.normalize_email(email)
    if queries.is_taken(email):
        queue_mail(
            email,
            template="accounts/mail/address_taken.txt",
            login=_absolute_url("accounts:login"),
            reset=_absolute_url("accounts:password_reset"),
        )
    else:
        link = _absolute_url("accounts:confirm_email", token=sign_claim(user=user, email=email))
        queue_mail(email, template="accounts/mail/confirm_email.txt", person=user, link=link)


def confirm_email(*, claim: Claim) -> None:
    """Binds the address to the person, makes a guest an account, and queues a mail to the former address.

    Locks the person's row. Raises LinkIsSpentError, also if another person has confirmed the address first. Announces
    the change.
    """
    user = claim.user
    unchanged = User.objects.filter(pk=user.pk, email=user.email, password=user.password, is_active=True)
    try:
        with transaction.atomic():
            changed = unchanged.select_for_update().first()
            if changed is not None:
                changed.email, changed.is_guest = claim.email, False
                changed.save(update_fields=["email", "is_guest"])
            if changed is not None and user.email:
                queue_mail(user.email, template="accounts/mail/email_changed.txt", person=user, email=claim.email)
    except IntegrityError:
        # Another person has confirmed the same address meanwhile.
        changed = None
    if changed is None:
        raise LinkIsSpentError
    user.email, user.is_guest = claim.email, False


def send_password_reset(*, email: str) -> None:
    """Queues a mail to the address: with the link, or saying that it has no account. Raises and announces nothing."""
    user = queries.account_with_email(email)
    if user is None or user.email is None:
        queue_mail(
            email, template="accounts/mail/no_account.txt", sign_up=_absolute_url("accounts:signup"), email=email
        )
        return
    link = _absolute_url(
        "accounts:password_reset_confirm",
        uidb64=urlsafe_base64_encode(force_bytes(user.pk)),
        token=default_token_generator.make_token(user),
    )
    queue_mail(user.email, template="accounts/mail/password_reset.txt", person=user, link=link)


def _absolute_url(url_name: str, **kwargs: Any) -> str:
    """Takes the host from the settings: the visitor writes the Host header."""
    return settings.SITE_URL + reverse(url_name, kwargs=kwargs)


def change_password(*, user: User, password: str) -> None:
    """Saves the password, which ends all sessions of the person; the caller renews its own. Announces the change."""
    user.set_password(password)
    user.save(update_fields=["password"])


def change_preferences(*, user: User, theme: str, sounds: bool, notify_by_mail: bool) -> None:
    """Saves them together and announces the change: processes keep with a table who there wants mail."""
    user.theme = theme
    user.sounds = sounds
    user.notify_by_mail = notify_by_mail
    user.save(update_fields=["theme", "sounds", "notify_by_mail"])


def check_password(*, user: User, password: str) -> None:
    """Raises ValidationError with the sentence for the person."""
    if not user.check_password(password):
        raise ValidationError(_("That is not your password."), code="wrong_password")


def delete_account(*, user: User, proof: str) -> None:
    """Erases the person; `proof` is the password, or a guest's name.

    Raises ValidationError if it is wrong. Locks and announces like `erase_person`.
    """
    if not user.is_guest:
        check_password(user=user, password=proof)
    elif proof.strip() != user.display_name:
        raise ValidationError(_("Type your name exactly as it is shown."), code="wrong_name")
    erase_person(user=user)


@transaction.atomic
def erase_person(*, user: User) -> None:
    """Erases name, address and rights in one transaction, and ends all sessions; games stay.

    Calls `forget_person` of the games, which copy the new name to their seats and lock the rows of the person's tables;
    the person's own row comes last, as in a move, so that the two never wait for each other in a ring. Announces the
    change, and what the games announce.
    """
    user.email = None
    user.display_name = DELETED_PLAYER
    user.is_active = user.is_staff = user.is_superuser = False
    user.deleted_at = user.deleted_at or timezone.now()
    user.set_unusable_password()
    for game in all_games():
        game.forget_person(user)
    user.save()
    user.groups.clear()
    user.user_permissions.clear()
