from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F

WITH_NAMES = {("accounts", "user"), ("deckbuilder", "deckstate"), ("notify", "notice")}
"""Rows whose names are, or hold, the name of a person or a deck."""


def forget_names(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """The admin log calls people, decks and mails by their ids, as it does from now on."""
    log, kinds = apps.get_model("admin", "LogEntry"), apps.get_model("contenttypes", "ContentType")
    for app, model in WITH_NAMES:
        kind = kinds.objects.filter(app_label=app, model=model).first()
        if kind is not None:
            log.objects.filter(content_type=kind, object_id__isnull=False).update(object_repr=F("object_id"))


class Migration(migrations.Migration):
    dependencies = [
        ("tabletop", "0001_initial"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.CreateModel(
            name="StaffRight",
            fields=[],
            options={
                "permissions": [("view_hidden_cards", "Can look at hidden cards, bids and votes")],
                "proxy": True,
                "default_permissions": (),
                "indexes": [],
                "constraints": [],
            },
            bases=("tabletop.clockbeat",),
        ),
        migrations.RunPython(forget_names, migrations.RunPython.noop),
    ]
