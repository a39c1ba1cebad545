from django.urls import path

from tabletop.lobby import views

app_name = "lobby"

urlpatterns = [
    path("", views.home, name="home"),
    path("lobby/parts/", views.parts, name="parts"),
    path("join/", views.join, name="join"),
    path("t/<str:code>/", views.by_code, name="by_code"),
]
