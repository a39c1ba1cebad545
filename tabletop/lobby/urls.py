from django.urls import path

from tabletop.games import all_games
from tabletop.lobby import views

app_name = "lobby"

urlpatterns = [
    path("", views.home, name="home"),
    path("lobby/parts/", views.parts, name="parts"),
    path("join/", views.join, name="join"),
    *(path(f"{game.slug}/", views.game, {"slug": game.slug}, name=game.slug) for game in all_games() if not game.home),
]
