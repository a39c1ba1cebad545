from django.contrib import admin

from tabletop.admin import ReadOnlyAdmin
from tabletop.notify.models import Notice
from tabletop.staff_links import OfPersonFilter


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """Hides the text: a link in it is for the recipient alone."""

    list_display = [
        "task",
        "recipient",
        "address",
        "subject",
        "created_at",
        "attempts",
        "claimed_at",
        "sent_at",
        "error",
    ]
    list_filter = [("claimed_at", admin.EmptyFieldListFilter), ("sent_at", admin.EmptyFieldListFilter), OfPersonFilter]
    of_person = "recipient"
    list_select_related = ["recipient"]
    search_fields = ["task", "recipient__display_name", "recipient__email", "address"]
    date_hierarchy = "created_at"
    exclude = ["body"]
    may_be_deleted = True
