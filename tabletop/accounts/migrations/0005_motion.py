from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_home_visits"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="motion",
            field=models.CharField(
                choices=[
                    ("system", "Like my device"),
                    ("full", "Full"),
                    ("brisk", "Brisk: half as long"),
                    ("none", "None"),
                ],
                db_default="system",
                default="system",
                max_length=6,
                verbose_name="motion",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(("motion__in", ["system", "full", "brisk", "none"])), name="motion_is_known"
            ),
        ),
    ]
