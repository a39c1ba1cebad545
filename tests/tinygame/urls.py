from django.urls import path

from tests.tinygame import views

app_name = "duel"
urlpatterns = [
    path("start/", views.start, name="start"),
    path("<uuid:game_id>/", views.table, name="table"),
    path("<uuid:game_id>/parts/", views.parts, name="parts"),
    path("<uuid:game_id>/move/", views.move, name="move"),
]
