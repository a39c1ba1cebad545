import time
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from tabletop.accounts.models import User
from tabletop.engine import Engine, Receipt
from tabletop.live.announce import LOBBY, announce_after_commit
from tabletop.lobby.codes import new_code
from tabletop.models import Deadline
from tabletop.play import SETTLE, submit
from tabletop.rules import Json, Seat
from tabletop.shuffle import shuffle_at
from tests.tinygame import rules, store
from tests.tinygame.models import DuelGame, DuelSeat

engine = Engine(
    slug="duel",
    rules=rules,
    store=store,
    version="1",
    follows_presence=True,
)


@transaction.atomic
def start_duel(*, people: Sequence[User], now: float | None = None) -> DuelGame:
    now = time.time() if now is None else now
    row = DuelGame(code=new_code(), started_at=now)
    state = rules.new_game(shuffle=shuffle_at(bytes(row.shuffle_seed), "deal"), now=now)
    store.create(state, row=row, people=people)
    Deadline.set(game_slug=engine.slug, game_id=row.pk, task=SETTLE["type"], due_at=state.due)
    announce_after_commit(LOBBY, *(f"person:{person.pk}" for person in people))
    return row


def move(
    *,
    game_id: UUID,
    seat: Seat,
    action: Json,
    key: str | None = None,
    expected_seq: int | None = None,
    now: float | None = None,
) -> Receipt:
    return submit(engine, game_id, seat=seat, action=action, key=key, expected_seq=expected_seq, now=now)


def forget_person(user: User) -> None:
    DuelSeat.objects.filter(user=user).update(name=user.display_name)
