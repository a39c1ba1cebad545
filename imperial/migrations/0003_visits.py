from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("imperial", "0002_draft"),
    ]

    operations = [
        migrations.AddField(
            model_name="playerinfo",
            name="seen_turn",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="playerinfo",
            name="hints",
            field=models.JSONField(null=True),
        ),
    ]
