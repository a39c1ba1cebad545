from django.urls import path

from tabletop.reference import views

app_name = "reference"
urlpatterns = [path("", views.page, name="page"), path("schema.json", views.schema, name="schema")]
