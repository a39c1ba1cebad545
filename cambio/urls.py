from django.urls import include, path

from cambio.pages import views

app_name = "cambio"
urlpatterns = [
    path("new/", views.shared.new_table, name="new_table"),
    path("practice/", views.shared.practice, name="practice"),
    path("how-to-play/", views.how_to_play, name="how_to_play"),
    path("api/game/", include("cambio.api.urls")),
    path("<uuid:game_id>/", views.table, name="table"),
    path("<uuid:game_id>/parts/", views.shared.parts, name="parts"),
    path("<uuid:game_id>/act/", views.act, name="act"),
    path("<uuid:game_id>/join/", views.shared.join, name="join"),
    path("<uuid:game_id>/leave/", views.shared.leave, name="leave"),
    path("<uuid:game_id>/rematch/", views.shared.rematch, name="rematch"),
]
