from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_names_in_any_script"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="home_seen_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="home_seen_before",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
