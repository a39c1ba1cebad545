import os
from functools import partial

from django.apps import AppConfig

from tabletop.games import Fact, Game, register


class TinyGameConfig(AppConfig):
    name = "tests.tinygame"
    label = "tinygame"

    def ready(self) -> None:
        from tabletop.live import hub
        from tabletop.tables.queries import tables_to_watch
        from tests.tinygame import queries, services

        # For a served site whose sockets are to live on the doorbell alone.
        hub.HEARTBEAT_SECONDS = float(os.environ.get("HEARTBEAT_SECONDS", hub.HEARTBEAT_SECONDS))
        register(
            Game(
                slug="duel",
                title="Duel",
                blurb="Eight cards, three tricks.",
                facts=(Fact(icon="people", text="2 players"),),
                art="tinygame/_art.html",
                engine=services.engine,
                tables=services.tables,
                urls="tests.tinygame.urls",
                sockets="tests.tinygame.sockets",
                open_tables=queries.open_tables,
                watched_tables=partial(tables_to_watch, services.engine, queries.seats),
                tables_of=queries.tables_of,
                marks_of=queries.tables_of.marks,
                forget_person=services.forget_person,
            )
        )
