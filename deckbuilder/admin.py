"""Decks in the admin: read-only, but staff may delete one."""

import json

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from deckbuilder import history, rules, store
from deckbuilder.models import DeckState
from deckbuilder.sharing import share_address
from tabletop.admin import ReadOnlyAdmin

# The seed is left out: it would reveal every coming hand.
SHOWN = (
    *("name", "person", "phase", "turn", "cards", "version", "steps_back", "steps_forth", "shared_order"),
    *("created_at", "updated_at", "saved_state"),
)


@admin.register(DeckState)
class DeckStateAdmin(ReadOnlyAdmin):
    list_display = ["name", "person", "phase", "turn", "cards", "version", "updated_at"]
    list_filter = ["updated_at"]
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
    def shared_order(self, row: DeckState) -> SafeString | str:
        if row.share_token is None:
            return str(_("not shared"))
        address = share_address(row.share_token)
        return format_html('<a href="{}">{}</a>', address, address)

    @admin.display(description=_("saved state"))
    def saved_state(self, row: DeckState) -> SafeString:
        try:
            text = json.dumps(json.loads(row.state), indent=1, ensure_ascii=False)
        except ValueError:
            text = row.state
        return format_html("<pre>{}</pre>", text)
