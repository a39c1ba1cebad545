"""Decks in the admin: read-only, but staff may delete one. Which card lies where is on a page of its own."""

import json
from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from deckbuilder import history, rules, store
from deckbuilder.models import DeckState
from deckbuilder.sharing import share_address
from tabletop.admin import ReadOnlyAdmin
from tabletop.hidden_cards import HiddenCards, Sheet
from tabletop.staff_links import OfPersonFilter

# The seed is left out: it would reveal every coming hand.
SHOWN = (
    *("name", "person", "phase", "turn", "cards", "version", "steps_back", "steps_forth", "shared_order"),
    *("created_at", "updated_at"),
)


@admin.register(DeckState)
class DeckStateAdmin(HiddenCards, ReadOnlyAdmin):
    list_display = ["name", "person", "phase", "turn", "cards", "version", "updated_at"]
    list_filter = ["updated_at", OfPersonFilter]
    of_person = "owner"
    change_form_template = "admin/staff_change_form.html"
    search_fields = ["name", "id", "owner__display_name", "owner__email"]
    ordering = ["-updated_at"]
    list_select_related = ["owner"]
    fields = SHOWN
    readonly_fields = SHOWN
    may_be_deleted = True

    @admin.display(description=_("person"), ordering="owner__display_name")
    def person(self, row: DeckState) -> SafeString:
        address = reverse("admin:accounts_user_change", args=[row.owner_id])
        return format_html('<a href="{}">{}</a>', address, row.owner)

    @admin.display(description=_("phase"))
    def phase(self, row: DeckState) -> str:
        return rules.phase(store.deck_from(row).state)

    @admin.display(description=_("turn"))
    def turn(self, row: DeckState) -> int:
        return store.deck_from(row).state.turn_number

    @admin.display(description=_("cards"))
    def cards(self, row: DeckState) -> int:
        state = store.deck_from(row).state
        return len(state.draw_pile) + len(state.discard_pile) + len(state.hand_cards)

    @admin.display(description=_("steps back"))
    def steps_back(self, row: DeckState) -> int:
        return len(history.steps_in(row.undo))

    @admin.display(description=_("steps forth"))
    def steps_forth(self, row: DeckState) -> int:
        return len(history.steps_in(row.redo))

    @admin.display(description=_("shared order"))
    def shared_order(self, row: DeckState) -> str:
        return str(_("not shared") if row.share_token is None else _("shared"))

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        if (row := kwargs.get("obj")) is not None:
            context = context | {"staff_links": self.hidden_link(request, row)}
        return super().render_change_form(request, context, *args, **kwargs)

    def hidden_sheets(self, row: DeckState) -> Iterable[Sheet]:
        try:
            text = json.dumps(json.loads(row.state), indent=1, ensure_ascii=False)
        except ValueError:
            text = row.state
        yield Sheet(title=_("saved state"), columns=("JSON",), rows=[(format_html("<pre>{}</pre>", text),)])
        if row.share_token is not None:
            address = share_address(row.share_token)
            link = format_html('<a href="{}">{}</a>', address, address)
            yield Sheet(title=_("shared order"), columns=(_("link"),), rows=[(link,)])
