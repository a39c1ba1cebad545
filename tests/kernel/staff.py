"""Members of staff for the tests, and what they ask of the list of duels."""

from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client

from tabletop.accounts.models import User
from tests.kit.clients import client_of
from tests.tinygame.models import DuelGame

LIST = "/admin/tinygame/duelgame/"


def boss() -> Client:
    return client_of(User.objects.create_superuser("boss@example.org", "x", display_name="The boss"))


def helper(*permissions: str, name: str = "Newcomer") -> Client:
    """A member of staff with these permissions only."""
    email = f"{name.lower()}@example.org"
    person = User.objects.create_user(email, "x", display_name=name, is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return client_of(person)


def page_after(client: Client, action: str, *duels: DuelGame, **fields: str) -> str:
    """The page that an action on the chosen duels leads to."""
    chosen: dict[str, Any] = {"action": action, "_selected_action": [str(duel.pk) for duel in duels], **fields}
    return client.post(LIST, chosen, follow=True).content.decode()


def logged() -> list[tuple[str, str]]:
    """What the admin log says, the oldest first: of which row, and what was done."""
    return list(LogEntry.objects.order_by("pk").values_list("object_repr", "change_message"))
