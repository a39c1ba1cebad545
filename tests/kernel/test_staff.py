"""Staff may look at the kernel's rows and change none."""

import pytest
from django.urls import reverse

from tabletop.accounts.models import User
from tabletop.models import Deadline
from tests.kit.clients import client_of
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db


def test_staff_look_at_a_deadline_and_cannot_take_it_from_its_table(duel: DuelGame) -> None:
    client = client_of(User.objects.create_superuser(email="boss@example.org", password="x", display_name="The boss"))
    deadline = Deadline.objects.get(game_id=duel.pk)
    assert client.get(reverse("admin:tabletop_deadline_change", args=[deadline.pk])).status_code == 200
    delete = client.post(reverse("admin:tabletop_deadline_delete", args=[deadline.pk]), {"post": "yes"})
    assert delete.status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [str(deadline.pk)], "post": "yes"}
    client.post(reverse("admin:tabletop_deadline_changelist"), chosen)
    assert Deadline.objects.get(game_id=duel.pk) == deadline
