"""Names that run from right to left, in the talk of a table."""

import time

import pytest

from tabletop.accounts.models import User
from tabletop.talk.models import Remark
from tests.cambio.kit import dealt, people
from tests.cambio.pages.visits import client_of

LAYLA, SARA = "\u0644\u064a\u0644\u0649", "\u05e9\u05e8\u05d4"


@pytest.mark.django_db
def test_a_name_from_right_to_left_is_isolated_once() -> None:
    layla, juno = people(2)
    User.objects.filter(pk=layla.pk).update(display_name=LAYLA)
    sara = User.objects.create(display_name=SARA, is_guest=True)
    game_id = dealt([User.objects.get(pk=layla.pk), juno], now=time.time())
    for person in (layla, sara):
        answer = client_of(person).post(f"/cambio/{game_id}/talk/", {"do": "say", "text": "Hello"})
        assert answer.status_code == 303
    isolated = [f"\u2068{name}\u2069" for name in (LAYLA, SARA)]
    assert [remark.name for remark in Remark.objects.order_by("pk")] == isolated
    page = client_of(juno).get(f"/cambio/{game_id}/talk/").content.decode()
    assert isolated[0] in page
    assert "\u2068\u2068" not in page
