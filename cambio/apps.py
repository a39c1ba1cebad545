from functools import partial

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from tabletop.games import Fact, Game, Link, register


class CambioConfig(AppConfig):
    name = "cambio"

    def ready(self) -> None:
        from cambio import queries, services
        from tabletop.tables.queries import tables_to_watch

        register(
            Game(
                slug="cambio",
                title=_("Cambio"),
                blurb=_(
                    "Four cards you may not look at. Remember, spy, swap, "
                    "and call when you think yours is the lowest hand."
                ),
                facts=(Fact(icon="people", text=_("2 to 4 players")), Fact(icon="clock", text=_("10 minutes"))),
                art="cambio/_art.html",
                picture="img/invitation-cambio.png",
                how_far=queries.how_far,
                play_links=(
                    Link(label=_("Play against a bot"), url_name="cambio:practice", post=True, short=_("Bot")),
                    Link(label=_("New table"), url_name="cambio:new_table", short=_("New table")),
                    Link(label=_("Rules"), url_name="cambio:how_to_play"),
                ),
                engine=services.engine,
                tables=services.tables,
                urls="cambio.urls",
                sockets="cambio.sockets",
                open_tables=queries.open_tables,
                watched_tables=partial(tables_to_watch, services.engine, queries.seats),
                tables_of=queries.tables_of,
                marks_of=queries.tables_of.marks,
                forget_person=services.forget_person,
            )
        )
