from django.conf import settings

from tabletop import play, timebase
from tabletop.accounts.models import User
from tabletop.engine import UnknownGame
from tabletop.games import get_engine
from tabletop.live.presence import is_present
from tabletop.notify.models import Notice


def wants_mail(person: User) -> bool:
    return bool(settings.MAIL_AVAILABLE and person.is_active and person.notify_by_mail and person.email)


def is_still_wanted(notice: Notice) -> bool:
    """Whether the mail still applies when it is sent: the player is away, and it is the player's turn."""
    if notice.recipient is not None and not wants_mail(notice.recipient):
        return False
    if notice.game_id is None or notice.seat is None:
        return True
    engine = get_engine(notice.game_slug)
    if is_present(engine, notice.game_id, notice.seat, now=timebase.now()):
        return False
    try:
        loaded = play.read(engine, notice.game_id)
    except UnknownGame:
        return False
    sitter = loaded.sitters.get(notice.seat)
    is_theirs = sitter is not None and sitter.person == notice.recipient_id
    return is_theirs and notice.seat in engine.rules.players_to_act(loaded.state)
