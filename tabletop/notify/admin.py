from django.contrib import admin
from django.http import HttpRequest

from tabletop.notify.models import Notice


@admin.register(Notice)
class NoticeAdmin(admin.ModelAdmin):
    """To look at and to delete: mails are written by the games."""

    list_display = ["task", "recipient", "subject", "created_at", "attempts", "claimed_at", "sent_at", "error"]
    list_filter = [("claimed_at", admin.EmptyFieldListFilter), ("sent_at", admin.EmptyFieldListFilter)]
    list_select_related = ["recipient"]
    search_fields = ["task", "recipient__display_name", "recipient__email"]
    date_hierarchy = "created_at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Notice | None = None) -> bool:
        return False
