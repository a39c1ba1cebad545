from collections.abc import Iterable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import BaseUserCreationForm
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from tabletop.accounts import services
from tabletop.accounts.models import User
from tabletop.admin import Forgiving, ReadOnlyAdmin, is_superuser
from tabletop.staff_links import OfPersonFilter, belongings_of
from tabletop.staff_log import LoggedById


class NewAccountForm(BaseUserCreationForm):
    class Meta:
        model = User
        fields = ["email", "display_name"]


RIGHTS = ["is_staff", "is_superuser", "groups", "user_permissions"]


def is_within_reach(request: HttpRequest, person: User) -> bool:
    """Whether this member of staff decides how the person gets in: only superusers do so for staff, even themselves.

    Otherwise a right to change people would be every right there is.
    """
    return is_superuser(request) or not (person.is_staff or person.is_superuser)


@admin.register(User)
class PersonAdmin(Forgiving, LoggedById, UserAdmin):
    """Deletes a person as the person could: `erase_person` keeps the games and erases the name.

    Rights are given by superusers.
    """

    add_form = NewAccountForm
    change_form_template = "admin/staff_change_form.html"
    list_display = ["display_name", "email", "is_guest", "is_staff", "is_active", "last_login", "date_joined"]
    list_filter = ["is_guest", "is_staff", "is_superuser", "is_active", "date_joined"]
    search_fields = ["display_name", "email", "id"]
    ordering = ["-date_joined"]
    date_hierarchy = "date_joined"
    readonly_fields = ["id", "is_guest", "last_login", "date_joined", "deleted_at"]
    fieldsets = [
        (None, {"fields": ["id", "display_name", "email", "password", "is_guest"]}),
        (_("Choices"), {"fields": ["notify_by_mail", "theme", "sounds", "motion"]}),
        (_("Rights"), {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        (_("Dates"), {"fields": ["date_joined", "last_login", "deleted_at"]}),
    ]
    add_fieldsets = [(None, {"fields": ["email", "display_name", "password1", "password2"]})]

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_change_permission(request, obj) and (obj is None or is_within_reach(request, obj))

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_delete_permission(request, obj) and (obj is None or is_within_reach(request, obj))

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        fields = super().get_readonly_fields(request, obj)
        return fields if is_superuser(request) else [*fields, *RIGHTS]

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """Adds links to the person's tables, decks and whatever else is known by person."""
        if (person := kwargs.get("obj")) is not None:
            context = context | {"belongings": list(belongings_of(self.admin_site, request, person))}
        return super().render_change_form(request, context, *args, **kwargs)

    def get_deleted_objects(
        self, objs: QuerySet[User] | Iterable[User], request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[str]]:
        people = [str(person) for person in objs]
        may_delete = all(self.has_delete_permission(request, person) for person in objs)
        lacking = set() if may_delete else {str(User._meta.verbose_name)}
        return people, {str(User._meta.verbose_name_plural): len(people)}, lacking, []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        services.erase_person(user=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for person in queryset:
            services.erase_person(user=person)


for kind in (Group, EmailAddress, Authenticator, UserSession):
    admin.site.unregister(kind)


@admin.register(Authenticator)
class SecondFactorAdmin(ReadOnlyAdmin):
    """For a person who has lost phone and recovery codes: staff take the factor away, and never see its secret."""

    list_display = ["user", "type", "created_at", "last_used_at"]
    list_filter = ["type"]
    list_select_related = ["user"]
    search_fields = ["user__display_name", "user__email"]
    date_hierarchy = "created_at"
    exclude = ["data"]
    may_be_deleted = True

    def has_delete_permission(self, request: HttpRequest, obj: Authenticator | None = None) -> bool:
        return super().has_delete_permission(request, obj) and (obj is None or is_within_reach(request, obj.user))


@admin.register(UserSession)
class DeviceAdmin(ReadOnlyAdmin):
    """Where people are signed in; to delete a row is to sign them out there. The key of the session is not shown."""

    list_display = ["user", "user_agent", "created_at", "last_seen_at"]
    list_filter = [OfPersonFilter]
    list_select_related = ["user"]
    search_fields = ["user__display_name", "user__email"]
    exclude = ["session_key", "data"]
    of_person = "user"
    may_be_deleted = True

    def delete_model(self, request: HttpRequest, obj: UserSession) -> None:
        obj.end()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[UserSession]) -> None:
        for session in queryset:
            session.end()


@admin.register(Group)
class GroupOfStaffAdmin(Forgiving, GroupAdmin):
    """As Django has it, for superusers: a group gives rights. Others may look."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return is_superuser(request)

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return is_superuser(request)
