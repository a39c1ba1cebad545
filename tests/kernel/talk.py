"""What tests of the talk at a table send and read."""

import re

from tabletop.accounts.models import User
from tabletop.table import Choices
from tabletop.talk.models import Mute, Remark, Report
from tabletop.talk.speakers import mark_of
from tests.kit.clients import client_of
from tests.tinygame import services
from tests.tinygame.models import DuelGame


def mark(duel: DuelGame, person: User) -> str:
    return mark_of(duel.pk, person.pk)


def start(people: list[User], choices: Choices) -> DuelGame:
    entry = services.tables.create_table(person=people[0], choices=choices)
    services.tables.join_table(game_id=entry.game_id, person=people[1])
    return DuelGame.objects.get(pk=entry.game_id)


def send(person: User, duel: DuelGame, do: str, *, status: int = 200, key: str = "", **fields: str) -> str:
    headers = {"HX-Request": "true"} | ({"Idempotency-Key": key} if key else {})
    answer = client_of(person).post(f"/duel/{duel.pk}/talk/", {"do": do, **fields}, headers=headers)
    assert answer.status_code == status
    return answer.content.decode()


def refused(person: User, duel: DuelGame, do: str, *, status: int = 409, key: str = "", **fields: str) -> str:
    """The sentence; nothing has changed."""
    before = (Remark.objects.count(), Mute.objects.count(), Report.objects.count())
    html = send(person, duel, do, status=status, key=key, **fields)
    assert (Remark.objects.count(), Mute.objects.count(), Report.objects.count()) == before
    found = re.search(r'id="talk-refusal"[^>]*>([^<]*)<', html)
    assert found
    return found[1]


def read(person: User, duel: DuelGame) -> str:
    answer = client_of(person).get(f"/duel/{duel.pk}/talk/", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, no-store"
    return answer.content.decode()


def texts(html: str) -> list[str]:
    return re.findall(r'<p dir="auto">([^<]*)</p>', html)
