from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import BaseUserCreationForm
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tabletop.accounts import services
from tabletop.accounts.models import User
from tabletop.admin import Forgiving


class NewAccountForm(BaseUserCreationForm):
    class Meta:
        model = User
        fields = ["email", "display_name"]


@admin.register(User)
class PersonAdmin(Forgiving, UserAdmin):
    """Deletes a person as the person could: `erase_person` keeps the games and erases the name."""

    add_form = NewAccountForm
    list_display = ["display_name", "email", "is_guest", "is_staff", "is_active", "last_login", "date_joined"]
    list_filter = ["is_guest", "is_staff", "is_superuser", "is_active", "date_joined"]
    search_fields = ["display_name", "email", "id"]
    ordering = ["-date_joined"]
    date_hierarchy = "date_joined"
    readonly_fields = ["id", "is_guest", "last_login", "date_joined", "deleted_at"]
    fieldsets = [
        (None, {"fields": ["id", "display_name", "email", "password", "is_guest"]}),
        (_("Choices"), {"fields": ["notify_by_mail", "theme", "sounds"]}),
        (_("Rights"), {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        (_("Dates"), {"fields": ["date_joined", "last_login", "deleted_at"]}),
    ]
    add_fieldsets = [(None, {"fields": ["email", "display_name", "password1", "password2"]})]

    def get_deleted_objects(
        self, objs: QuerySet[User] | Iterable[User], request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[str]]:
        people = [str(person) for person in objs]
        return people, {str(User._meta.verbose_name_plural): len(people)}, set(), []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        services.erase_person(user=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for person in queryset:
            services.erase_person(user=person)


admin.site.unregister(Group)


@admin.register(Group)
class GroupOfStaffAdmin(Forgiving, GroupAdmin):
    """As Django has it."""
