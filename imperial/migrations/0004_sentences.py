from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("imperial", "0003_visits"),
    ]

    operations = [
        migrations.AddField(
            model_name="gamehistory",
            name="sentences",
            field=models.TextField(null=True),
        ),
    ]
