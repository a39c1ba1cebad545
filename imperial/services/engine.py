from imperial import store, table
from imperial.notifications import tell_whose_turn_it_is
from tabletop.play import Engine

engine = Engine(
    slug="imperial",
    rules=table,
    store=store,
    version="1",
    place=table.place,
    saved=tell_whose_turn_it_is,
)
