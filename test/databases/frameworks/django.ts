import type { Framework } from './framework.ts';

/** A migration after another one of the same application. */
const migration = (after: string, operations: string, { app = 'shop', head = '', attributes = '' } = {}) =>
  `from django.db import migrations, models\n${head}

class Migration(migrations.Migration):
${attributes}    dependencies = [${after === '' ? '' : `('${app}', '${after}')`}]

    operations = [
${operations}
    ]
`;

/** Where Django finds its database, by the name of its backend. */
const DATABASES = {
  postgresql: ['PGDATABASE', 'PGUSER', 'PGPASSWORD', 'PGHOST', 'PGPORT'],
  mysql: ['MYSQL_DATABASE', 'MYSQL_USER', 'MYSQL_PASSWORD', 'MYSQL_HOST', 'MYSQL_PORT'],
} as const;

export function djangoSettings(backend: keyof typeof DATABASES, ...applications: readonly string[]): string {
  const [name, user, password, host, port] = DATABASES[backend];
  return `import os

SECRET_KEY = 'test'
INSTALLED_APPS = [
    'django.contrib.contenttypes',
    'django.contrib.auth',
${applications.map((name) => `    '${name}',\n`).join('')}]
DATABASES = {
    'default': {
        'ENGINE': 'django.db.backends.${backend}',
        'NAME': os.environ['${name}'],
        'USER': os.environ['${user}'],
        'PASSWORD': os.environ.get('${password}', ''),
        'HOST': os.environ['${host}'],
        'PORT': os.environ['${port}'],
    }
}
DEFAULT_AUTO_FIELD = 'django.db.models.BigAutoField'
`;
}

const MANAGE = `import os
import sys

from django.core.management import execute_from_command_line

os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'settings')
execute_from_command_line(sys.argv)
`;

const SHOP = `        migrations.CreateModel('Customer', [
            ('id', models.BigAutoField(primary_key=True, serialize=False)),
            ('name', models.CharField(max_length=100)),
        ]),
        migrations.CreateModel('Order', [
            ('id', models.BigAutoField(primary_key=True, serialize=False)),
            ('customer', models.ForeignKey('shop.customer', models.PROTECT)),
            ('agent', models.ForeignKey('shop.customer', models.PROTECT, null=True, db_constraint=False, related_name='+')),
            ('country', models.CharField(max_length=40)),
            ('note', models.TextField(null=True)),
            ('status', models.CharField(max_length=20, null=True)),
            ('total', models.IntegerField()),
        ]),
        migrations.CreateModel('Log', [
            ('id', models.BigAutoField(primary_key=True, serialize=False)),
            ('text', models.TextField()),
        ]),
        migrations.CreateModel('Coupon', [
            ('id', models.BigAutoField(primary_key=True, serialize=False)),
            ('code', models.CharField(max_length=20)),
        ]),`;

const ROWS = `
def add(apps, schema_editor):
    customer = apps.get_model('shop', 'Customer').objects.create(name='a')
    orders = apps.get_model('shop', 'Order')
    for number in range(5):
        orders.objects.create(customer=customer, country='de', note='a', total=number)

`;

const BATCHES = `from django.db import transaction


def fill(apps, schema_editor):
    orders = apps.get_model('shop', 'Order')
    while True:
        keys = list(orders.objects.filter(channel=None).values_list('pk', flat=True)[:2])
        if not keys:
            break
        with transaction.atomic():
            orders.objects.filter(pk__in=keys).update(channel='web')
    for order in orders.objects.iterator(chunk_size=2):
        order.channel = order.channel.upper()
        order.save(update_fields=['channel'])
    changed = list(orders.objects.all())
    for order in changed:
        order.channel = 'shop'
    orders.objects.bulk_update(changed, ['channel'])

`;

const DJANGO_PROJECT = {
  probe: ['/usr/bin/python3', '-c', 'import django, psycopg2'],
  command: () => ['/usr/bin/python3', 'manage.py', 'migrate'],
};

const SHOP_FILES = { 'manage.py': MANAGE, 'shop/__init__.py': '', 'shop/migrations/__init__.py': '' };

export const DJANGO: Framework = {
  name: 'Django',
  ...DJANGO_PROJECT,
  project: { ...SHOP_FILES, 'settings.py': djangoSettings('postgresql', 'shop') },
  base: {
    'shop/migrations/0001_initial.py': migration('', SHOP),
    'shop/migrations/0002_orders.py': migration('0001_initial', '        migrations.RunPython(add),', { head: ROWS }),
  },
  change: [
    {
      path: 'shop/migrations/0003_remove_note.py',
      text: migration('0002_orders', "        migrations.RemoveField('order', 'note'),"),
      rules: ['no-drop-column'],
    },
    {
      path: 'shop/migrations/0004_delete_logs.py',
      text: migration('0003_remove_note', '        migrations.RunPython(delete),', {
        head: "\ndef delete(apps, schema_editor):\n    apps.get_model('shop', 'Log').objects.all().delete()\n\n",
      }),
      rules: ['no-unfiltered-delete'],
    },
    {
      path: 'shop/migrations/0005_status.py',
      text: migration('0004_delete_logs', '        migrations.RunPython(update),', {
        head: "\ndef update(apps, schema_editor):\n    apps.get_model('shop', 'Order').objects.update(status='new')\n\n",
      }),
      rules: ['no-unfiltered-update'],
    },
    {
      path: 'shop/migrations/0006_country_index.py',
      text: migration(
        '0005_status',
        "        migrations.AddIndex('order', models.Index(fields=['country'], name='order_country')),",
      ),
      rules: ['require-concurrent-index'],
    },
    {
      path: 'shop/migrations/0007_country_length.py',
      text: migration(
        '0006_country_index',
        "        migrations.AlterField('order', 'country', models.CharField(max_length=20)),",
      ),
      rules: ['no-column-type-change'],
    },
    {
      path: 'shop/migrations/0008_status_required.py',
      text: migration(
        '0007_country_length',
        "        migrations.AlterField('order', 'status', models.CharField(max_length=20, default='new'), preserve_default=False),",
      ),
      rules: ['no-backfill-after-ddl', 'require-checked-not-null'],
    },
    {
      path: 'shop/migrations/0009_rename_total.py',
      text: migration('0008_status_required', "        migrations.RenameField('order', 'total', 'amount'),"),
      rules: ['no-rename'],
    },
    {
      path: 'shop/migrations/0010_rename_customer.py',
      text: migration('0009_rename_total', "        migrations.RenameModel('Customer', 'Client'),"),
      rules: ['no-rename', 'require-not-valid-foreign-key'],
    },
    {
      path: 'shop/migrations/0011_unique.py',
      text: migration(
        '0010_rename_customer',
        "        migrations.AddConstraint('client', models.UniqueConstraint(fields=['name'], name='client_name')),",
      ),
      rules: ['require-constraint-using-index'],
    },
    {
      path: 'shop/migrations/0012_payer.py',
      text: migration(
        '0011_unique',
        "        migrations.AddField('order', 'payer', models.ForeignKey('shop.client', models.PROTECT, null=True, related_name='+')),",
      ),
      rules: ['require-concurrent-index'],
    },
    {
      path: 'shop/migrations/0013_agent_key.py',
      text: migration(
        '0012_payer',
        "        migrations.AlterField('order', 'agent', models.ForeignKey('shop.client', models.PROTECT, null=True, related_name='+')),",
      ),
      rules: ['require-not-valid-foreign-key'],
    },
    {
      path: 'shop/migrations/0014_percent.py',
      text: migration('0013_agent_key', "        migrations.AddField('coupon', 'percent', models.IntegerField()),"),
      rules: ['require-default-for-not-null'],
    },
    {
      path: 'shop/migrations/0015_channel.py',
      text: migration(
        '0014_percent',
        `        migrations.AddField('order', 'channel', models.CharField(max_length=20, null=True)),
        migrations.AddField('order', 'weight', models.IntegerField(default=0)),`,
      ),
      rules: [],
    },
    {
      path: 'shop/migrations/0016_fill_channel.py',
      text: migration('0015_channel', '        migrations.RunPython(fill),', {
        head: BATCHES,
        attributes: '    atomic = False\n',
      }),
      rules: [],
    },
    {
      path: 'shop/migrations/0017_channel_index.py',
      text: migration(
        '0016_fill_channel',
        "        AddIndexConcurrently('order', models.Index(fields=['channel'], name='order_channel')),",
        {
          head: 'from django.contrib.postgres.operations import AddIndexConcurrently\n',
          attributes: '    atomic = False\n',
        },
      ),
      rules: [],
    },
    {
      path: 'shop/migrations/0018_basket.py',
      text: migration(
        '0017_channel_index',
        `        migrations.CreateModel('Basket', [
            ('id', models.BigAutoField(primary_key=True, serialize=False)),
            ('client', models.ForeignKey('shop.client', models.CASCADE)),
            ('owner', models.CharField(max_length=20, db_index=True)),
            ('orders', models.ManyToManyField('shop.order')),
        ], options={'unique_together': {('client', 'owner')}}),
        migrations.AddIndex('basket', models.Index(fields=['owner', 'client'], name='basket_owner')),`,
      ),
      rules: [],
    },
    {
      path: 'shop/migrations/0019_delete_log.py',
      text: migration('0018_basket', "        migrations.DeleteModel('Log'),"),
      rules: ['no-drop-table'],
    },
    {
      path: 'shop/migrations/0020_cleanup.py',
      text: migration('0019_delete_log', "        migrations.RunSQL('TRUNCATE shop_coupon', migrations.RunSQL.noop),"),
      rules: ['no-truncate'],
    },
  ],
};

/** Applications whose migrations have the same names: one lies in another, one has a label of its own, one is new. */
export const DJANGO_APPLICATIONS: Framework = {
  name: 'Django with several applications',
  ...DJANGO_PROJECT,
  project: {
    ...SHOP_FILES,
    'settings.py': djangoSettings('postgresql', 'shop', 'shop.carts', 'till.apps.TillConfig', 'reports'),
    'shop/carts/__init__.py': '',
    'shop/carts/migrations/__init__.py': '',
    'till/__init__.py': '',
    'till/apps.py':
      "from django.apps import AppConfig\n\n\nclass TillConfig(AppConfig):\n    name = 'till'\n    label = 'billing'\n",
    'till/migrations/__init__.py': '',
    'reports/__init__.py': '',
    'reports/migrations/__init__.py': '',
  },
  base: {
    'shop/migrations/0001_initial.py': migration('', SHOP),
    'shop/carts/migrations/0001_initial.py': migration(
      '',
      `        migrations.CreateModel('Cart', [
            ('id', models.BigAutoField(primary_key=True, serialize=False)),
            ('owner', models.CharField(max_length=20)),
        ]),`,
    ),
    'till/migrations/0001_initial.py': migration(
      '',
      `        migrations.CreateModel('Invoice', [
            ('id', models.BigAutoField(primary_key=True, serialize=False)),
            ('text', models.TextField()),
        ]),`,
    ),
  },
  change: [
    {
      path: 'shop/migrations/0002_cleanup.py',
      text: migration('0001_initial', "        migrations.DeleteModel('Log'),"),
      rules: ['no-drop-table'],
    },
    {
      path: 'shop/carts/migrations/0002_cleanup.py',
      text: migration('0001_initial', "        migrations.RenameField('cart', 'owner', 'buyer'),", { app: 'carts' }),
      rules: ['no-rename'],
    },
    {
      path: 'till/migrations/0002_cleanup.py',
      text: migration('0001_initial', "        migrations.RemoveField('invoice', 'text'),", { app: 'billing' }),
      rules: ['no-drop-column'],
    },
    {
      path: 'reports/migrations/0001_initial.py',
      text: migration(
        '0001_initial',
        `        migrations.CreateModel('Report', [('id', models.BigAutoField(primary_key=True, serialize=False))]),
        migrations.RunPython(update),`,
        {
          head: "\ndef update(apps, schema_editor):\n    apps.get_model('shop', 'Order').objects.update(total=1)\n\n",
        },
      ),
      rules: ['no-unfiltered-update'],
    },
    {
      path: 'shop/migrations/0003_percent.py',
      text: migration('0002_cleanup', "        migrations.AddField('coupon', 'percent', models.IntegerField()),"),
      rules: ['require-default-for-not-null'],
    },
  ],
};
