from django.urls import include, path

from cambio.pages import views

app_name = "cambio"
urlpatterns = [
    *views.shared.urls(),
    path("how-to-play/", views.how_to_play, name="how_to_play"),
    path("api/game/", include("cambio.api.urls")),
    path("<uuid:game_id>/", views.table, name="table"),
    path("<uuid:game_id>/act/", views.act, name="act"),
]
