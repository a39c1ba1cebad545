from functools import partial

from django.apps import AppConfig
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _

from tabletop.games import Fact, Game, Link, register


class ImperialConfig(AppConfig):
    name = "imperial"

    def ready(self) -> None:
        from imperial import queries, services
        from imperial.map import rondel
        from imperial.map.powers import POWERS
        from tabletop.tables.queries import tables_to_watch

        register(
            Game(
                slug="imperial",
                title=_("Imperial"),
                blurb=_(
                    "Buy into the great powers of 1900, steer them round the rondel, and leave with the fattest purse."
                ),
                facts=(
                    Fact(icon="people", text=_("2 to 6 players")),
                    Fact(icon="clock", text=_("An evening, or a move a day")),
                ),
                art="imperial/_art.html",
                picture="img/invitation-imperial.png",
                how_far=queries.how_far,
                play_links=(
                    Link(label=_("Play against bots"), url_name="imperial:practice", post=True, short=_("Bots")),
                    Link(label=_("New table"), url_name="imperial:new_table", short=_("New table")),
                    Link(label=_("Rules"), url_name="imperial:rules"),
                ),
                engine=services.engine,
                tables=services.tables,
                urls="imperial.urls",
                sockets="imperial.sockets",
                names={country: gettext_lazy(known.name) for country, known in POWERS.items()}
                | {spot: gettext_lazy(action) for spot, action in rondel.SPOTS.items()},
                seed_commands=("seed_setups",),
                open_tables=queries.open_tables,
                watched_tables=partial(tables_to_watch, services.engine, queries.seats),
                tables_of=queries.tables_of,
                marks_of=queries.tables_of.marks,
                forget_person=services.forget_person,
            )
        )
