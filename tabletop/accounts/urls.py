"""Pages of the profile. Those with names of allauth, which it looks up itself, are in `entry_urls`."""

from django.urls import path

from tabletop.accounts.views import entry, profile

app_name = "accounts"

urlpatterns = [
    path("guest/", entry.GuestView.as_view(), name="guest"),
    path("", profile.ProfileView.as_view(), name="profile"),
    path("preferences/", profile.PreferencesView.as_view(), name="preferences"),
    path("muted/", profile.MutedView.as_view(), name="muted"),
    path("delete/", profile.DeleteView.as_view(), name="delete"),
]
