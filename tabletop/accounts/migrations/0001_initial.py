import django.db.models.functions.text
import django.utils.timezone
import tabletop.accounts.names
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('email', models.EmailField(blank=True, error_messages={'unique': 'Another account has this address.'}, max_length=254, null=True, unique=True, verbose_name='e-mail')),
                ('display_name', models.CharField(max_length=20, validators=[tabletop.accounts.names.validate_display_name], verbose_name='name')),
                ('is_guest', models.BooleanField(default=False, verbose_name='guest')),
                ('notify_by_mail', models.BooleanField(default=True, verbose_name='mail when it is their turn')),
                ('theme', models.CharField(choices=[('system', 'Like my device'), ('light', 'Light'), ('dark', 'Dark')], default='system', max_length=6, verbose_name='colours')),
                ('sounds', models.BooleanField(default=False, verbose_name='sounds')),
                ('is_staff', models.BooleanField(default=False, verbose_name='staff')),
                ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='joined')),
                ('deleted_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='deleted')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'person',
                'verbose_name_plural': 'people',
                'constraints': [models.CheckConstraint(condition=models.Q(('is_guest', False), ('email__isnull', True), _connector='OR'), name='guest_has_no_email'), models.CheckConstraint(condition=models.Q(('deleted_at__isnull', True), models.Q(('email__isnull', True), ('is_active', False)), _connector='OR'), name='deleted_person_is_gone'), models.CheckConstraint(condition=models.Q(('is_guest', True), ('deleted_at__isnull', False), ('email__isnull', False), _connector='OR'), name='account_has_email'), models.CheckConstraint(condition=models.Q(('email', django.db.models.functions.text.Lower('email'))), name='email_is_lower_case'), models.CheckConstraint(condition=models.Q(('theme__in', ['system', 'light', 'dark'])), name='theme_is_known')],
            },
        ),
    ]
