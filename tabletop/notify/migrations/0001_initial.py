import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('task', models.TextField(help_text='What the mail is about; never mailed twice.', unique=True, verbose_name='task')),
                ('subject', models.TextField(verbose_name='subject')),
                ('body', models.TextField(verbose_name='text')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='written')),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='not before')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('claimed_at', models.DateTimeField(blank=True, null=True, verbose_name='taken up')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
                ('error', models.TextField(blank=True, verbose_name='what went wrong')),
                ('recipient', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='recipient')),
            ],
            options={
                'verbose_name': 'mail',
                'verbose_name_plural': 'mails',
                'indexes': [models.Index(condition=models.Q(('claimed_at__isnull', True)), fields=['due_at'], name='notice_waiting'), models.Index(fields=['created_at'], name='notice_age')],
                'constraints': [models.CheckConstraint(condition=models.Q(('sent_at__isnull', True), ('claimed_at__isnull', False), _connector='OR'), name='notice_is_claimed_before_it_is_sent')],
            },
        ),
    ]
