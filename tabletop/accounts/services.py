"""What people change about themselves.

No answer reveals whether an address has an account: every address gets a mail, either with the link that binds it to
the person who asked, or with the news that it has an account already. Until the link is opened the person stays a
guest; then the same row becomes the account, so games and decks need no merging.

A saved change of a person is announced after the commit (`tabletop.live.identity`): sockets of a person who is signed
out by it close, and no process goes on with what it keeps of the person's tables. A function locks rows only if it says
so. Mail is queued in the transaction of the caller.
"""

import re
import secrets
from datetime import timedelta

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tabletop.accounts import queries
from tabletop.accounts.models import User
from tabletop.accounts.names import DELETED_PLAYER, clean_display_name
from tabletop.characters import normalised
from tabletop.games import all_games
from tabletop.notify.services import queue_mail
from tabletop.talk.forgetting import forget_words_of

VISIT = timedelta(minutes=30)
"""Looking again sooner is the same visit."""


class LinkIsSpentError(Exception):
    """The link has been used, or a newer address or password has taken its place."""


UNCHOSEN_NAME = re.compile(r"Guest \d{4}")


def random_guest_name() -> str:
    return f"Guest {secrets.randbelow(9000) + 1000}"


def has_chosen_name(name: str) -> bool:
    """Whether it is another than those that the site gives to guests."""
    return UNCHOSEN_NAME.fullmatch(name) is None


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


def note_visit(*, user: User) -> None:
    """Notes that the person looks at the home page: one statement when a visit begins, none during it."""
    now, seen_at = timezone.now(), user.home_seen_at
    if seen_at is not None and now - seen_at < VISIT:
        return
    # Two pages opened at once are one visit.
    User.objects.filter(pk=user.pk, home_seen_at=seen_at).update(home_seen_at=now, home_seen_before=seen_at)
    user.home_seen_at, user.home_seen_before = now, seen_at


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
    user.set_password(password)
    # Opened after the slow hashing: other writers would wait for it.
    with transaction.atomic():
        user.save(update_fields=["password"])
        ask_to_confirm(user=user, email=email, is_sign_up=True)


@transaction.atomic
def ask_to_confirm(*, user: User, email: str, is_sign_up: bool = False) -> None:
    """Notes the address as not yet confirmed and queues a mail to it; a present one counts until the link is opened.

    The links to other addresses that the person has asked for end. Announces nothing.
    """
    email = User.objects.normalize_email(email)
    EmailAddress.objects.filter(user=user, verified=False).exclude(email=email).delete()
    if queries.is_taken(email):
        get_adapter().send_account_already_exists_mail(email)
    else:
        address, _is_new = EmailAddress.objects.get_or_create(user=user, email=email)
        address.send_confirmation(signup=is_sign_up)


def confirm_email(*, address: EmailAddress) -> User:
    """Binds the address to the person, makes a guest an account, and queues a mail to the former address.

    Locks the person's row. Raises LinkIsSpentError, also if another person has confirmed the address first. Announces
    the change.
    """
    try:
        with transaction.atomic():
            user = User.objects.select_for_update().filter(pk=address.user_id, is_active=True).first()
            if user is None or not EmailAddress.objects.filter(pk=address.pk, verified=False).exists():
                raise LinkIsSpentError
            former = user.email
            user.email, user.is_guest = address.email, False
            user.save(update_fields=["email", "is_guest"])
            if former:
                queue_mail(former, template="accounts/mail/email_changed.txt", person=user, email=user.email)
    except IntegrityError as error:
        # Another person has confirmed the same address meanwhile.
        raise LinkIsSpentError from error
    return user


def keep_address_confirmed(*, user: User, is_new: bool) -> None:
    """The address of an account is confirmed: it has the one confirmed row of the person, however it was set."""
    confirmed = {"verified": True, "primary": True}
    if is_new:
        EmailAddress.objects.create(user=user, email=user.email, **confirmed)
        return
    EmailAddress.objects.filter(user=user, verified=True).exclude(email=user.email).delete()
    EmailAddress.objects.update_or_create(user=user, email=user.email, defaults=confirmed)


def change_password(*, user: User, password: str) -> None:
    """Saves the password, which ends all sessions of the person; the caller renews its own. Announces the change.

    Links to new addresses end too: who knew the old password may have asked for them.
    """
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        EmailAddress.objects.filter(user=user, verified=False).delete()


def change_preferences(*, user: User, theme: str, sounds: bool, motion: str, notify_by_mail: bool) -> None:
    """Saves them together and announces the change: processes keep with a table who there wants mail."""
    user.theme = theme
    user.sounds = sounds
    user.motion = motion
    user.notify_by_mail = notify_by_mail
    user.save(update_fields=["theme", "sounds", "motion", "notify_by_mail"])


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
    elif normalised(proof) != normalised(user.display_name):
        raise ValidationError(_("Type your name exactly as it is shown."), code="wrong_name")
    erase_person(user=user)


@transaction.atomic
def erase_person(*, user: User) -> None:
    """Erases name, addresses, second factors, devices and rights in one transaction, and ends all sessions; games stay.

    Calls `forget_person` of the games, which copy the new name to their seats and lock the rows of the person's tables;
    the person's own row comes last, as in a move, so that the two never wait for each other in a ring. Announces the
    change, and what the games announce.
    """
    user.email = None
    user.display_name = DELETED_PLAYER
    user.is_active = user.is_staff = user.is_superuser = False
    user.deleted_at = user.deleted_at or timezone.now()
    user.home_seen_at = user.home_seen_before = None
    user.set_unusable_password()
    for game in all_games():
        game.forget_person(user)
    user.save()
    for kind in (EmailAddress, Authenticator, UserSession):
        kind.objects.filter(user=user).delete()
    forget_words_of(user.pk)
    user.groups.clear()
    user.user_permissions.clear()
