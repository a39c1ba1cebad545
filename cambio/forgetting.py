"""People who delete their account: their games stay, their names go; where a game has not begun, their seats go too."""

from typing import Any

from django.db import transaction

from cambio import services
from cambio.models import GameSession, Player
from tabletop.accounts.models import User


@transaction.atomic
def forget_person(user: User) -> None:
    """The name goes from the seats and from the log, so that the tables still replay."""
    for player in Player.objects.filter(user=user):
        player_id = str(player.pk)
        # Locked, so that a move that is under way does not write the name again.
        row = GameSession.objects.select_for_update(no_key=True).get(pk=player.game_session_id)
        Player.objects.filter(pk=player.pk).update(display_name=user.display_name)
        GameSession.objects.filter(pk=row.pk).update(opening=_renamed(row.opening, player_id, user.display_name))
        for entry in row.actions.all():
            payload, events = (_renamed(told, player_id, user.display_name) for told in (entry.payload, entry.events))
            if (payload, events) != (entry.payload, entry.events):
                entry.payload, entry.events = payload, events
                entry.save(update_fields=["payload", "events"])
        if row.phase == "setup":
            # Otherwise the others would wait for somebody who never comes, perhaps for their host.
            player.refresh_from_db(fields=["turn_order"])
            leave = {"type": "leave_game"}
            services.act(game_id=row.pk, seat=player.turn_order, action=leave, player_id=player_id)


def _renamed(told: Any, player_id: str, name: str) -> Any:
    if isinstance(told, list):
        return [_renamed(item, player_id, name) for item in told]
    if not isinstance(told, dict):
        return told
    copy = {key: _renamed(value, player_id, name) for key, value in told.items()}
    return copy | {"displayName": name} if "displayName" in copy and copy.get("playerId") == player_id else copy
