import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notify', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='notice',
            name='address',
            field=models.EmailField(blank=True, max_length=254, verbose_name='address'),
        ),
        migrations.AddField(
            model_name='notice',
            name='game_id',
            field=models.UUIDField(null=True, verbose_name='table'),
        ),
        migrations.AddField(
            model_name='notice',
            name='game_slug',
            field=models.CharField(blank=True, max_length=20, verbose_name='game'),
        ),
        migrations.AddField(
            model_name='notice',
            name='seat',
            field=models.JSONField(null=True, verbose_name='seat'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='recipient',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='recipient'),
        ),
    ]
