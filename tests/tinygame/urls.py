from django.urls import include, path

from tests.tinygame import views

app_name = "duel"
urlpatterns = [
    *views.shared.urls(),
    path("start/", views.start, name="start"),
    path("api/game/", include("tests.tinygame.api")),
    path("<uuid:game_id>/", views.table, name="table"),
    path("<uuid:game_id>/move/", views.move, name="move"),
]
