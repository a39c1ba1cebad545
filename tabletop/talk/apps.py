from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TalkConfig(AppConfig):
    name = "tabletop.talk"
    verbose_name = _("Talk")
