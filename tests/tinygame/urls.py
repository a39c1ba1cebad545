from django.urls import include, path

from tests.tinygame import views

app_name = "duel"
urlpatterns = [
    path("start/", views.start, name="start"),
    path("new/", views.shared.new_table, name="new_table"),
    path("practice/", views.shared.practice, name="practice"),
    path("api/game/", include("tests.tinygame.api")),
    path("<uuid:game_id>/", views.table, name="table"),
    path("<uuid:game_id>/parts/", views.shared.parts, name="parts"),
    path("<uuid:game_id>/move/", views.move, name="move"),
    path("<uuid:game_id>/join/", views.shared.join, name="join"),
    path("<uuid:game_id>/leave/", views.shared.leave, name="leave"),
    path("<uuid:game_id>/rematch/", views.shared.rematch, name="rematch"),
]
