"""Staff see everything about a table but its secrets, and can help; they change nothing by hand."""

from collections.abc import Callable, Iterable
from functools import partial
from operator import attrgetter
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME, ActionForm
from django.contrib.auth import get_permission_codename
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tabletop.admin import ReadOnlyAdmin, is_superuser, time_column
from tabletop.engine import UnknownGame, distinct_names
from tabletop.games import table_url
from tabletop.hidden_cards import HiddenCards, log_look, may_see_hidden_cards
from tabletop.models import ActionRow
from tabletop.rules import Json, RuleViolation
from tabletop.staff_links import OfPersonFilter
from tabletop.staff_log import record
from tabletop.tables.models import CLOSED_BECAUSE
from tabletop.tables.queries import exported_publicly
from tabletop.tables.services import TableServices
from tabletop.tables.staff_filters import IdleFilter, StuckFilter
from tabletop.tables.verdicts import judge, summary, write_csv
from tabletop.translation import translate

MOST_AT_ONCE = 200
"""Tables that one action is about: pages wait for it. The operators' commands are about all of them."""


def seat_form(*, otherwise: str | Promise) -> type[ActionForm]:
    """Asks for the name or the place of a seat; left empty, the action is about those who are `otherwise` meant."""
    hint = forms.TextInput(attrs={"placeholder": otherwise, "size": 16})
    seat = forms.CharField(label=_("Seat (name or place):"), required=False, max_length=60, widget=hint)
    return type("SeatForm", (ActionForm,), {"seat": seat})


class ClosingForm(forms.Form):
    reason = forms.ChoiceField(label=_("Reason, which the players read:"), choices=[("", "---------"), *CLOSED_BECAUSE])


class TableAdmin(HiddenCards, ReadOnlyAdmin):
    """The tables of a game. Closing one tells the players why and keeps it; only superusers delete."""

    ordering = ["-updated_at"]
    date_hierarchy = "created_at"
    actions = [*("verify_tables", "verify_as_csv", "export_json"), *("hand_turn_to_bot", "offer_seats", "abort_tables")]
    change_form_template = "admin/staff_change_form.html"

    search_fields = ["room_code", "id", "players__display_name"]
    of_person = "players__user"
    shared_filters = (IdleFilter, StuckFilter, "abandoned", "abandon_reason", OfPersonFilter)
    bot_acts = time_column("bot_due", label=_("bot acts"))

    services: TableServices
    is_running: Callable[[Any], bool]
    awaited: Callable[[Any], list[Any]]
    """The players whom the table waits for."""
    nobody_awaited: str | Promise
    """What staff are told where there are none."""
    export: Callable[[Any], Json]
    verify: Callable[[Any], None]
    """Raises BrokenLog."""

    # --- who may ------------------------------------------------------------------------------------------------------

    def plays_at(self, request: HttpRequest, row: Any) -> bool:
        """Players see no more of a running table than the others, staff or not; nor who may take a seat back there."""
        return self.is_running(row) and row.has_seated(request.user.pk)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_view_permission(request, obj) and not (obj is not None and self.plays_at(request, obj))

    def has_help_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(f"{self.opts.app_label}.{get_permission_codename('change', self.opts)}")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_superuser(request)

    def decides_about(self, request: HttpRequest, row: Any) -> bool:
        """Tells a person who plays at a running table that others help there; superusers may be alone on a site."""
        if is_superuser(request) or not self.plays_at(request, row):
            return True
        self.tell_problem(request, row, _("You play at this table. Ask another member of staff to do this."))
        return False

    # --- looking ------------------------------------------------------------------------------------------------------

    def get_list_filter(self, request: HttpRequest) -> Any:
        return [*super().get_list_filter(request), *self.shared_filters]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Deleting comes last."""
        actions = super().get_actions(request)
        return dict(sorted(actions.items(), key=lambda entry: entry[0] == "delete_selected"))

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """Adds the links to the table's own page, its log and its hidden cards."""
        if (row := kwargs.get("obj")) is not None:
            log = self.services.engine.store.actions._meta
            log_url = reverse(f"admin:{log.app_label}_{log.model_name}_changelist")
            links = [
                (table_url(self.services.engine.slug, row.pk), _("Table's page")),
                (f"{log_url}?q={row.pk}", _("Log")),
                *self.hidden_link(request, row),
            ]
            context = context | {"staff_links": links}
        return super().render_change_form(request, context, *args, **kwargs)

    def seated(self, row: Any) -> list[Any]:
        """The players in the order of their seats."""
        return sorted(row.players.all(), key=attrgetter(self.services.seats.place_column))

    def seat_names(self, row: Any) -> list[str]:
        """The names of the seats in their order, told apart as on the table's page."""
        return list(distinct_names({str(player.pk): player.display_name for player in self.seated(row)}).values())

    @admin.display(description=_("players"))
    def players_at_the_table(self, row: Any) -> str:
        return ", ".join(self.seat_names(row))

    @admin.display(description=_("closed"), empty_value="")
    def closed(self, row: Any) -> str | None:
        """Why, if the table is closed."""
        return (row.get_abandon_reason_display() or str(_("everybody was away"))) if row.abandoned else None

    # --- closing and deleting -----------------------------------------------------------------------------------------

    @admin.action(description=_("Abort: close the chosen tables, with a reason"), permissions=["help"])
    def abort_tables(self, request: HttpRequest, chosen: QuerySet[Any]) -> HttpResponse | None:
        """Asks for the reason first; the answer comes back as the same action."""
        rows = self._not_too_many(request, chosen)
        if rows is None:
            return None
        form = ClosingForm(request.POST if "confirmed" in request.POST else None)
        if form.is_valid():
            self._close(request, rows, form.cleaned_data["reason"])
            return None
        context = {
            **self.admin_site.each_context(request),
            "title": _("Close tables"),
            "opts": self.opts,
            "form": form,
            "tables": [(row, self.players_at_the_table(row)) for row in rows],
            "checkbox": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "admin/close_tables.html", context)

    def _close(self, request: HttpRequest, rows: Iterable[Any], reason: Any) -> None:
        said = str(_("Closed: %(reason)s.") % {"reason": dict(CLOSED_BECAUSE)[reason]})
        count = 0
        for row in rows:
            close = partial(self.services.abandon, game_id=row.pk, reason=reason)
            count += self.decides_about(request, row) and self._take_step(request, row, close, said)
        if count:
            told = ngettext("%(count)d table is closed.", "%(count)d tables are closed.", count)
            self.message_user(request, told % {"count": count}, messages.SUCCESS)

    def _take_step(self, request: HttpRequest, row: Any, step: Callable[[], object], said: str) -> bool:
        """Takes a step at a table and logs it, both or neither; tells why where it cannot be taken."""
        with transaction.atomic():
            # Caught within: what time has brought about at the table stays.
            try:
                step()
            except RuleViolation as refusal:
                self.tell_problem(request, row, translate(refusal.sentence))
                return False
            except UnknownGame as gone:
                self.tell_problem(request, row, gone)
                return False
            record(request, [row], said)
        return True

    def get_deleted_objects(
        self, objs: QuerySet[Any] | Iterable[Any], request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[str]]:
        tables = [f"{row}: {self.players_at_the_table(row)}" for row in objs]
        return tables, {str(self.opts.verbose_name_plural): len(tables)}, set(), []

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        self.services.remove_table(game_id=obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for row in list(queryset):
            self.services.remove_table(game_id=row.pk)

    # --- helping ------------------------------------------------------------------------------------------------------

    @admin.action(description=_("Hand a seat, or all that are to act, to bots"), permissions=["help"])
    def hand_turn_to_bot(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        said, told = _("Handed the seat at place %(place)d to a bot."), _("%(table)s: a bot plays for %(name)s.")
        self._help(request, chosen, self.services.hand_to_bot, said, told)

    @admin.action(description=_("Offer a seat, or all that are to act, to others"), permissions=["help"])
    def offer_seats(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        said, told = _("Offered the seat at place %(place)d to others."), _("%(table)s: %(name)s may be replaced.")
        self._help(request, chosen, self.services.offer_seat, said, told)

    def _help(self, request: HttpRequest, chosen: QuerySet[Any], step: Callable[..., object], *words: Promise) -> None:
        """Takes the step for each of the seats that are meant, with words for the log and for the page."""
        said, told = map(str, words)
        wanted = request.POST.get("seat", "").strip()
        for row in self._not_too_many(request, chosen) or ():
            if not self.decides_about(request, row):
                continue
            players = self._seats_called(row, wanted) if wanted else self.awaited(row)
            if not players:
                self.tell_problem(request, row, _("There is no such seat.") if wanted else self.nobody_awaited)
            for player in players:
                place = {"place": getattr(player, self.services.seats.place_column)}
                if self._take_step(request, row, partial(step, game_id=row.pk, seat_id=str(player.pk)), said % place):
                    self.message_user(request, told % {"table": row, "name": player}, messages.SUCCESS)

    def _seats_called(self, row: Any, wanted: str) -> list[Any]:
        """The seat with this name, as the list shows it, or at this place, which counts from 0."""
        players, names = self.seated(row), [name.casefold() for name in self.seat_names(row)]
        if wanted.casefold() in names:
            return [players[names.index(wanted.casefold())]]
        return players[int(wanted) :][:1] if wanted.isascii() and wanted.isdigit() else []

    # --- reading ------------------------------------------------------------------------------------------------------

    @admin.action(description=_("Export as JSON"), permissions=["view"])
    def export_json(self, request: HttpRequest, chosen: QuerySet[Any]) -> HttpResponse | None:
        """Of a game that goes on, what is hidden is exported for those who may see it, and the look is logged."""
        few = self._not_too_many(request, chosen)
        if few is None:
            return None
        rows = [row for row in few if not self.plays_at(request, row)]
        running = [row for row in rows if self.is_running(row)]
        hidden = [] if may_see_hidden_cards(request) else running
        engine = self.services.engine
        tables = [exported_publicly(engine, row.pk) if row in hidden else self.export(row) for row in rows]
        record(request, rows, str(_("Exported.")))
        log_look(request, [row for row in running if row not in hidden])
        response = JsonResponse({"tables": tables}, json_dumps_params={"indent": 1})
        response["Content-Disposition"] = f'attachment; filename="{self.opts.app_label}.json"'
        return response

    @admin.action(description=_("Verify: replay the logs and compare"), permissions=["view"])
    def verify_tables(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        rows = self._not_too_many(request, chosen)
        if rows is None:
            return
        line, is_fine = summary(judge(rows, self.verify))
        record(request, rows, str(_("Verified.")))
        self.message_user(request, line, messages.SUCCESS if is_fine else messages.ERROR)

    @admin.action(description=_("Verify, with a file (CSV)"), permissions=["view"])
    def verify_as_csv(self, request: HttpRequest, chosen: QuerySet[Any]) -> HttpResponse | None:
        """The line about all tables stands on the next page."""
        rows = self._not_too_many(request, chosen)
        if rows is None:
            return None
        response = HttpResponse(content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{self.opts.app_label}-verified.csv"'
        line, is_fine = summary(write_csv(response, judge(rows, self.verify)))
        record(request, rows, str(_("Verified.")))
        self.message_user(request, line, messages.SUCCESS if is_fine else messages.ERROR)
        return response

    def _not_too_many(self, request: HttpRequest, chosen: QuerySet[Any]) -> list[Any] | None:
        """The chosen rows; None if they are too many for one action, which staff are told."""
        rows = list(chosen[: MOST_AT_ONCE + 1])
        if len(rows) <= MOST_AT_ONCE:
            return rows
        told = _("Choose at most %(most)d tables at once. Commands of the operators work through all of them.")
        self.message_user(request, told % {"most": MOST_AT_ONCE}, messages.ERROR)
        return None

    def tell_problem(self, request: HttpRequest, row: Any, problem: str | Promise | Exception) -> None:
        self.message_user(request, f"{row}: {problem}", messages.ERROR)


class ActionLogAdmin(ReadOnlyAdmin):
    """The log of a game's actions: when, who and of which kind.

    What was said stays out, and so do the events: staff may play too, and both tell of cards, bids and votes.
    """

    list_display = ["game", "seq", "actor", "kind", "time"]
    fields = ["game", "seq", "actor", "kind", "time", "engine_version"]
    readonly_fields = ["kind", "time"]
    search_fields = ["game__room_code", "game__id"]
    ordering = ["-at"]
    list_select_related = ["game"]
    time = time_column("at", label=_("time"))

    @admin.display(description=_("action"))
    def kind(self, entry: ActionRow) -> str:
        return str(entry.payload.get("type"))
