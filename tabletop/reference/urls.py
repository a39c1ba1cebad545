from django.urls import path

from tabletop.reference import views
from tabletop.reference.document import games_for_programs

app_name = "reference"
urlpatterns = [
    path("", views.page, name="page"),
    path("schema.json", views.schema, name="schema"),
    *(path(f"{game.slug}/", views.game, {"slug": game.slug}, name="game") for game in games_for_programs()),
]
