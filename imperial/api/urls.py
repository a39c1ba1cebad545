from django.urls import path

from imperial.api import views

# The id is read by the views: one that cannot be an id is a table nobody knows.
urlpatterns = [
    path("create", views.create, name="api_create"),
    path("join", views.join_by_code, name="api_join_by_code"),
    path("<str:game_id>", views.show, name="api_state"),
    path("<str:game_id>/history", views.history, name="api_history"),
    path("<str:game_id>/options", views.show_options, name="api_options"),
    path("<str:game_id>/plan", views.plan, name="api_plan"),
    path("<str:game_id>/join", views.join, name="api_join"),
    path("<str:game_id>/add_bot", views.add_bot, name="api_add_bot"),
    path("<str:game_id>/remove_bot", views.remove_bot, name="api_remove_bot"),
    *(path(f"<str:game_id>/{name}", view, name=f"api_{name}") for name, view in views.SEAT_ACTIONS.items()),
    *(path(f"<str:game_id>/{name}", view, name=f"api_{name}") for name, view in views.MOVES.items()),
]
