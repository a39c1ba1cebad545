"""Builds the world of the access matrix in the database of a served site: `python -m tests.fuzz.arrange`.

Answers every line with what the visitors of that world hold: cookies, tokens, addresses.
"""

import sys

import django
import msgspec

django.setup()

from allauth.account.models import EmailAddress  # noqa: E402
from allauth.usersessions.models import UserSession  # noqa: E402
from django.contrib.auth.models import Group  # noqa: E402
from django.db.models import CharField  # noqa: E402
from django.db.models.functions import Cast  # noqa: E402

from tabletop.accounts.models import User  # noqa: E402
from tabletop.notify.models import Notice  # noqa: E402
from tests.access.visitors import GAMES, VISITORS, build_world  # noqa: E402
from tests.fuzz.holdings import Holdings, TableOf  # noqa: E402


def build_holdings() -> Holdings:
    """Of a world beside the earlier ones, whose people give up what must be unique."""
    User.objects.filter(is_guest=False).update(email=Cast("pk", CharField()))
    Group.objects.all().delete()
    Notice.objects.all().delete()
    UserSession.objects.all().delete()
    EmailAddress.objects.all().delete()
    world = build_world(password=None)
    tables = [
        TableOf(slug=slug, state=state, game_id=str(table.game_id), room_code=table.room_code, token=table.token)
        for (slug, state), table in world.tables.items()
    ]
    assert {table.slug for table in tables} == {*GAMES}
    assert {*world.cookies} < {*VISITORS}
    return Holdings(
        people={name: str(person.pk) for name, person in world.people.items()},
        cookies=dict(world.cookies),
        tables=tables,
        deck_id=str(world.deck_id),
        share_token=world.share_token,
    )


if __name__ == "__main__":
    for _line in sys.stdin:
        print(msgspec.json.encode(build_holdings()).decode(), flush=True)
