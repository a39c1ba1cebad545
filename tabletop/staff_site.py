"""Names the site of the admin; stands apart from it, because it is read before the models are."""

from django.contrib.admin.apps import AdminConfig


class StaffConfig(AdminConfig):
    """Stands in `INSTALLED_APPS` in place of Django's own."""

    default_site = "tabletop.accounts.staff.StaffSite"
