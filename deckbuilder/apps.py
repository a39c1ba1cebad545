from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from tabletop.games import Fact, Game, Link, register


class DeckbuilderConfig(AppConfig):
    name = "deckbuilder"

    def ready(self) -> None:
        from deckbuilder import services

        register(
            Game(
                slug="deckbuilder",
                home="deckbuilder:decks",
                title=_("Deckbuilder"),
                blurb=_("Deal a hand, let the weak cards go, and put the rest in the order you will play them."),
                facts=(Fact(icon="people", text=_("Solo")), Fact(icon="clock", text=_("As long as you like"))),
                art="deckbuilder/_art.html",
                picture="img/invitation-deckbuilder.png",
                play_links=(
                    Link(label=_("Deal a hand"), url_name="deckbuilder:play", post=True, short=_("Deal a hand")),
                    Link(label=_("My decks"), url_name="deckbuilder:decks"),
                ),
                urls="deckbuilder.urls",
                sockets="deckbuilder.sockets",
                forget_person=services.forget_person,
            )
        )
