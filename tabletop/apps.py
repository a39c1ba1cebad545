from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TabletopConfig(AppConfig):
    name = "tabletop"
    verbose_name = _("Tables in play")

    def ready(self) -> None:
        from tabletop.live.identity import watch_sign_outs

        watch_sign_outs()
