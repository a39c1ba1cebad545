from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "tabletop.accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        from tabletop.accounts.signals import watch_accounts

        watch_accounts()
