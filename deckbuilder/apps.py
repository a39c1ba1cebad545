from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from tabletop.games import Fact, Game, register


class DeckbuilderConfig(AppConfig):
    name = "deckbuilder"

    def ready(self) -> None:
        register(
            Game(
                slug="deckbuilder",
                title=_("Deckbuilder"),
                blurb=_("Deal a hand, let the weak cards go, and put the rest in the order you will play them."),
                facts=(
                    Fact(icon="people", text=_("Solo")),
                    Fact(icon="clock", text=_("As long as you like")),
                ),
                art="deckbuilder/_art.html",
            )
        )
