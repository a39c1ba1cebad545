from django.urls import include, path

from imperial.pages import views

app_name = "imperial"
urlpatterns = [
    *views.shared.urls(),
    path("rules/", views.rules_page, name="rules"),
    path("api/game/", include("imperial.api.urls")),
    path("<uuid:game_id>/", views.table, name="table"),
    path("<uuid:game_id>/act/", views.act, name="act"),
    path("<uuid:game_id>/draft/", views.draft, name="draft"),
    path("<uuid:game_id>/hint/", views.hint, name="hint"),
    path("<uuid:game_id>/undo/", views.undo, name="undo"),
    path("<uuid:game_id>/turns/", views.latest_turn, name="turns"),
    path("<uuid:game_id>/turn/<int:number>/", views.turn, name="turn"),
    path("<uuid:game_id>/chart/", views.chart, name="chart"),
    path("<uuid:game_id>/history/", views.history, name="history"),
    path("<uuid:game_id>/places/", views.places, name="places"),
]
