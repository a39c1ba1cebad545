from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class TabletopConfig(AppConfig):
    name = "tabletop"
    verbose_name = _("Tables in play")

    def ready(self) -> None:
        from tabletop.accounts.old_cookies import mark_new_sessions
        from tabletop.live.identity import watch_sign_outs
        from tabletop.operation.reports import start_reports

        watch_sign_outs()
        mark_new_sessions()
        start_reports(settings.SENTRY_DSN)
