from django.contrib import admin
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import TemplateView

from tabletop.games import all_games
from tabletop.tables.invitation_views import invitation
from tabletop.tables.program_views import programs

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tabletop.lobby.urls")),
    path("t/<str:code>/", invitation, name="invitation"),
    path("account/", include("tabletop.accounts.urls")),
    path("account/", include("tabletop.accounts.entry_urls")),
    path("programs/", programs, name="programs"),
    path("shuffle/", TemplateView.as_view(template_name="shuffle.html"), name="shuffle"),
    path("styleguide/", TemplateView.as_view(template_name="styleguide.html"), name="styleguide"),
    path("api/", include("tabletop.reference.urls")),
    path("admin/", admin.site.urls),
    # For the admin and old browsers; our pages link their icon.
    path("favicon.ico", lambda request: redirect(static("img/favicon.svg"))),
    *(path(f"{game.slug}/", include(game.urls)) for game in all_games() if game.urls),
]

handler400 = "tabletop.errors.bad_request"
handler403 = "tabletop.errors.not_allowed"
handler404 = "tabletop.errors.not_found"
handler500 = "tabletop.errors.server_error"
