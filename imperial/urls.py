from django.urls import path

from imperial import views

app_name = "imperial"
urlpatterns = [
    path("<uuid:game_id>/", views.table, name="table"),
]
