from uuid import UUID

from django.db import transaction

from imperial.models import Game, PlayerInfo
from imperial.services.engine import announce_after_commit, engine
from tabletop.live.announce import LOBBY
from tabletop.models import Deadline, Presence


@transaction.atomic
def remove_table(*, game_id: UUID) -> None:
    """The table and everything on it is gone."""
    people = PlayerInfo.objects.filter(game=game_id, user__isnull=False).values_list("user_id", flat=True)
    topics = (LOBBY, f"{engine.slug}:{game_id}", *(f"person:{person}" for person in people))
    Game.objects.filter(pk=game_id).delete()
    Deadline.objects.filter(game_slug=engine.slug, game_id=game_id).delete()
    Presence.objects.filter(game_slug=engine.slug, game_id=game_id).delete()
    announce_after_commit(*topics)
