from functools import partial

from django.db import transaction

from imperial import store, table
from imperial.notifications import tell_whose_turn_it_is
from tabletop.live.announce import announce
from tabletop.play import Engine

engine = Engine(
    slug="imperial",
    rules=table,
    store=store,
    version="1",
    place=table.place,
    saved=tell_whose_turn_it_is,
)


def announce_after_commit(*topics: str) -> None:
    transaction.on_commit(partial(announce, topics=topics), robust=True)
