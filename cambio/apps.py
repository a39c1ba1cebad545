from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from tabletop.games import Fact, Game, register


class CambioConfig(AppConfig):
    name = "cambio"

    def ready(self) -> None:
        from cambio import queries, services

        register(
            Game(
                slug="cambio",
                title=_("Cambio"),
                blurb=_(
                    "Four cards you may not look at. Remember, spy, swap, "
                    "and call when you think yours is the lowest hand."
                ),
                facts=(
                    Fact(icon="people", text=_("2 to 4 players")),
                    Fact(icon="clock", text=_("10 minutes")),
                ),
                art="cambio/_art.html",
                engine=services.engine,
                urls="cambio.urls",
                open_tables=queries.open_tables,
                tables_of=queries.tables_of,
                table_address=queries.table_address,
                forget_person=services.forget_person,
            )
        )
