"""Idempotency keys belong to the id of a seat: in a waiting room another person may move up to its place."""

from hashlib import blake2b
from typing import Any

from django.db import migrations


def give_keys_to_seats(apps: Any, _schema_editor: Any) -> None:
    Player, CambioAction = apps.get_model("cambio", "Player"), apps.get_model("cambio", "CambioAction")
    keyed = CambioAction.objects.filter(key__isnull=False, actor__isnull=False)
    games = keyed.values_list("game_id", flat=True).distinct()
    seat_ids = {
        (game_id, place): player_id
        for game_id, place, player_id in Player.objects.filter(game_session__in=games).values_list(
            "game_session", "turn_order", "pk"
        )
    }
    for action in keyed.iterator():
        seat_id = seat_ids.get((action.game_id, action.actor))
        if seat_id is not None:
            action.key = blake2b(f"{seat_id} {action.key}".encode(), digest_size=16).hexdigest()
            action.save(update_fields=["key"])


class Migration(migrations.Migration):
    dependencies = [("cambio", "0004_one_table_for_all_games")]

    operations = [migrations.RunPython(give_keys_to_seats, migrations.RunPython.noop)]
