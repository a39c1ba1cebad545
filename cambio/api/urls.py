from django.urls import path

from cambio.api import views

# The id is read by the views: one that cannot be an id is a table nobody knows.
urlpatterns = [
    path("create", views.create, name="api_create"),
    path("join", views.join_by_code, name="api_join_by_code"),
    path("<str:game_id>", views.show, name="api_state"),
    path("<str:game_id>/join", views.join, name="api_join"),
    path("<str:game_id>/leave", views.leave, name="api_leave"),
    path("<str:game_id>/start", views.start, name="api_start"),
    path("<str:game_id>/view-initial", views.view_initial, name="api_view_initial"),
    path("<str:game_id>/draw", views.draw, name="api_draw"),
    path("<str:game_id>/swap", views.swap, name="api_swap"),
    path("<str:game_id>/discard", views.discard, name="api_discard"),
    path("<str:game_id>/power", views.power, name="api_power"),
    path("<str:game_id>/cambio", views.cambio, name="api_cambio"),
    path("<str:game_id>/scores", views.scores, name="api_scores"),
]
