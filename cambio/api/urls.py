from django.urls import path

from cambio.api import views

# The id is read by the views: one that cannot be an id is a table nobody knows.
urlpatterns = [
    path("create", views.create, name="api_create"),
    path("join", views.join_by_code, name="api_join_by_code"),
    path("<str:game_id>", views.show, name="api_state"),
    path("<str:game_id>/join", views.join, name="api_join"),
    *(path(f"<str:game_id>/{name}", view, name=f"api_{name.replace('-', '_')}") for name, view in views.MOVES.items()),
    path("<str:game_id>/scores", views.scores, name="api_scores"),
]
