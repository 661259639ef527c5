import type { Framework } from './framework.ts';

/** A revision after another one. */
const revision = (id: string, after: string, upgrade: string, downgrade = '    pass', head = '') =>
  `"""Change the tables

Revision ID: ${id}
Revises: ${after}
"""
from alembic import op
import sqlalchemy as sa
${head}
revision = '${id}'
down_revision = ${after === '' ? 'None' : after.includes(',') ? `(${after})` : `'${after}'`}
branch_labels = None
depends_on = None

def upgrade():
${upgrade}

def downgrade():
${downgrade}
`;

const environment = (options: string) => `import os

from alembic import context
from sqlalchemy import create_engine

with create_engine(os.environ['DATABASE_URL']).connect() as connection:
    context.configure(connection=connection, target_metadata=None${options})
    with context.begin_transaction():
        context.run_migrations()
`;

const ALEMBIC_PROJECT = {
  probe: ['/usr/bin/python3', '-c', 'import alembic, psycopg2'],
  command: () => ['/usr/bin/python3', '-m', 'alembic.config', 'upgrade', 'heads'],
};

const INI = '[alembic]\nscript_location = migrations\n';

const TABLES = `    op.create_table(
        'customers',
        sa.Column('id', sa.BigInteger(), primary_key=True),
        sa.Column('name', sa.String(100), nullable=False),
    )
    op.create_table(
        'orders',
        sa.Column('id', sa.BigInteger(), primary_key=True),
        sa.Column('customer_id', sa.BigInteger(), nullable=False),
        sa.Column('country', sa.String(40), nullable=False),
        sa.Column('note', sa.Text()),
        sa.Column('status', sa.String(20)),
        sa.Column('total', sa.Integer(), nullable=False),
    )
    op.create_index('ix_orders_total', 'orders', ['total'])
    op.create_table('logs', sa.Column('id', sa.BigInteger(), primary_key=True), sa.Column('text', sa.Text()))
    op.create_table('coupons', sa.Column('id', sa.BigInteger(), primary_key=True), sa.Column('code', sa.String(20)))`;

const ROWS = `    customers = sa.table('customers', sa.column('id'), sa.column('name'))
    op.bulk_insert(customers, [{'id': 1, 'name': 'a'}])
    orders = sa.table('orders', sa.column('customer_id'), sa.column('country'), sa.column('total'))
    op.bulk_insert(orders, [{'customer_id': 1, 'country': 'de', 'total': total} for total in range(5)])`;

const LOG = `from sqlalchemy.orm import Session, declarative_base

Base = declarative_base()


class Log(Base):
    __tablename__ = 'logs'
    id = sa.Column(sa.BigInteger, primary_key=True)

`;

const BATCHES = `    connection = op.get_bind()
    orders = sa.table('orders', sa.column('id'), sa.column('channel'))
    while True:
        ids = connection.execute(sa.select(orders.c.id).where(orders.c.channel == None).limit(2)).scalars().all()
        if not ids:
            break
        connection.execute(orders.update().where(orders.c.id.in_(ids)).values(channel='web'))
    for row in connection.execute(sa.select(orders.c.id, orders.c.channel)).all():
        connection.execute(orders.update().where(orders.c.id == row.id).values(channel=row.channel.upper()))`;

/** As `alembic init` makes it: one transaction for all revisions. */
export const ALEMBIC: Framework = {
  name: 'Alembic',
  ...ALEMBIC_PROJECT,
  project: { 'alembic.ini': INI, 'migrations/env.py': environment('') },
  base: {
    'migrations/versions/1a01_tables.py': revision('1a01', '', TABLES),
    'migrations/versions/1a02_rows.py': revision('1a02', '1a01', ROWS),
  },
  change: [
    {
      path: 'migrations/versions/2b01_drop_note.py',
      text: revision('2b01', '1a02', "    op.drop_column('orders', 'note')"),
      rules: ['no-drop-column'],
    },
    {
      path: 'migrations/versions/2b02_delete_logs.py',
      text: revision(
        '2b02',
        '2b01',
        '    session = Session(bind=op.get_bind())\n    session.query(Log).delete()\n    session.flush()',
        undefined,
        LOG,
      ),
      rules: ['no-unfiltered-delete'],
    },
    {
      path: 'migrations/versions/2b03_status.py',
      text: revision(
        '2b03',
        '2b02',
        "    orders = sa.table('orders', sa.column('status'))\n    op.execute(orders.update().values(status='new'))",
      ),
      rules: ['no-unfiltered-update'],
    },
    {
      path: 'migrations/versions/2b04_country_index.py',
      text: revision('2b04', '2b03', "    op.create_index(op.f('ix_orders_country'), 'orders', ['country'])"),
      rules: ['require-concurrent-index'],
    },
    {
      path: 'migrations/versions/2b05_country_length.py',
      text: revision(
        '2b05',
        '2b04',
        "    op.alter_column('orders', 'country', existing_type=sa.String(40), type_=sa.String(20), existing_nullable=False)",
      ),
      rules: ['no-column-type-change'],
    },
    {
      path: 'migrations/versions/2b06_status_required.py',
      text: revision(
        '2b06',
        '2b05',
        "    op.alter_column('orders', 'status', existing_type=sa.String(20), nullable=False)",
      ),
      rules: ['require-checked-not-null'],
    },
    {
      path: 'migrations/versions/2b07_percent.py',
      text: revision(
        '2b07',
        '2b06',
        "    op.add_column('coupons', sa.Column('percent', sa.Integer(), nullable=False))",
      ),
      rules: ['require-default-for-not-null'],
    },
    {
      path: 'migrations/versions/2b08_customer_key.py',
      text: revision(
        '2b08',
        '2b07',
        "    op.create_foreign_key('fk_orders_customer', 'orders', 'customers', ['customer_id'], ['id'])",
      ),
      rules: ['require-not-valid-foreign-key'],
    },
    {
      path: 'migrations/versions/2b09_unique.py',
      text: revision(
        '2b09',
        '2b08',
        "    with op.batch_alter_table('customers') as batch:\n        batch.create_unique_constraint('uq_customers_name', ['name'])",
      ),
      rules: ['require-constraint-using-index'],
    },
    {
      path: 'migrations/versions/2b10_channel.py',
      text: revision(
        '2b10',
        '2b09',
        `    columns = [column['name'] for column in sa.inspect(op.get_bind()).get_columns('orders')]
    if 'channel' not in columns:
        op.add_column('orders', sa.Column('channel', sa.String(20)))
    kind = sa.Enum('small', 'large', name='order_kind')
    kind.create(op.get_bind(), checkfirst=True)
    op.add_column('orders', sa.Column('kind', kind, nullable=False, server_default='small'))`,
      ),
      rules: [],
    },
    {
      path: 'migrations/versions/2b11_fill_channel.py',
      text: revision('2b11', '2b10', BATCHES),
      rules: [],
    },
    {
      path: 'migrations/versions/2b12_channel_index.py',
      text: revision(
        '2b12',
        '2b11',
        `    with op.get_context().autocommit_block():
        op.create_index('ix_orders_channel', 'orders', ['channel'], postgresql_concurrently=True)`,
      ),
      rules: [],
    },
    {
      path: 'migrations/versions/2b13_carts.py',
      text: revision(
        '2b13',
        '2b12',
        `    op.create_table(
        'carts',
        sa.Column('id', sa.BigInteger(), primary_key=True),
        sa.Column('customer_id', sa.BigInteger(), sa.ForeignKey('customers.id', ondelete='CASCADE'), nullable=False),
        sa.Column('owner', sa.String(20), index=True),
    )
    op.create_index('ix_carts_customer', 'carts', ['customer_id'])
    op.create_unique_constraint('uq_carts_owner', 'carts', ['owner'])
    op.drop_column('carts', 'owner')`,
      ),
      rules: [],
    },
    {
      path: 'migrations/versions/2b14_rename.py',
      text: revision(
        '2b14',
        '2b13',
        "    op.alter_column('orders', 'total', new_column_name='amount')\n    op.rename_table('customers', 'clients')",
      ),
      rules: ['no-rename'],
    },
    {
      path: 'migrations/versions/2b15_drop_index.py',
      text: revision('2b15', '2b14', "    op.drop_index('ix_orders_total', table_name='orders')"),
      rules: ['require-concurrent-drop-index'],
    },
    {
      path: 'migrations/versions/2b16_source.py',
      text: revision(
        '2b16',
        '2b15',
        `    op.add_column('orders', sa.Column('source', sa.String(20)))
    orders = sa.table('orders', sa.column('source'))
    op.get_bind().execute(orders.update().values(source='shop'))
    op.alter_column('orders', 'source', nullable=False)`,
      ),
      rules: ['no-backfill-after-ddl', 'require-checked-not-null'],
    },
    {
      path: 'migrations/versions/2b17_cleanup.py',
      text: revision('2b17', '2b16', '    op.execute("TRUNCATE coupons")'),
      rules: ['no-truncate'],
    },
    {
      path: 'migrations/versions/2b18_drop_logs.py',
      text: revision('2b18', '2b17', "    op.drop_table('logs')"),
      rules: ['no-drop-table'],
    },
  ],
};

/** A transaction for each revision, and two branches that a third revision joins. */
export const ALEMBIC_BRANCHES: Framework = {
  name: 'Alembic with branches',
  ...ALEMBIC_PROJECT,
  project: {
    'alembic.ini': `${INI}version_locations = migrations/versions migrations/billing\n`,
    'migrations/env.py': environment(", transaction_per_migration=True, version_table_schema='public'"),
  },
  base: {
    'migrations/versions/1a01_tables.py': revision('1a01', '', TABLES),
    'migrations/versions/1a02_rows.py': revision('1a02', '1a01', ROWS),
  },
  change: [
    {
      path: 'migrations/versions/2b01_drop_note.py',
      text: revision('2b01', '1a02', "    op.drop_column('orders', 'note')"),
      rules: ['no-drop-column'],
    },
    {
      path: 'migrations/versions/2b02_delete_orders.py',
      text: revision(
        '2b02',
        '2b01',
        "    op.get_bind().execute(sa.table('orders').delete())\n    op.get_bind().execute(sa.table('logs').delete())",
      ),
      rules: ['no-unfiltered-delete'],
    },
    {
      path: 'migrations/billing/3c01_country_index.py',
      text: revision('3c01', '1a02', "    op.create_index('ix_orders_country', 'orders', ['country'])"),
      rules: ['require-concurrent-index'],
    },
    {
      path: 'migrations/billing/3c02_country_length.py',
      text: revision('3c02', '3c01', "    op.alter_column('orders', 'country', type_=sa.String(20))"),
      rules: ['no-column-type-change'],
    },
    {
      path: 'migrations/versions/4d01_join.py',
      text: revision('4d01', "'2b02', '3c02'", '    pass'),
      rules: [],
    },
    {
      path: 'migrations/versions/4d02_two_indexes.py',
      text: revision(
        '4d02',
        '4d01',
        `    op.add_column('orders', sa.Column('channel', sa.String(20)))
    with op.get_context().autocommit_block():
        op.create_index('ix_orders_channel', 'orders', ['channel'], postgresql_concurrently=True)
        op.drop_index('ix_orders_total', 'orders', postgresql_concurrently=True)`,
      ),
      rules: [],
    },
    {
      path: 'migrations/versions/4d03_drop_logs.py',
      text: revision('4d03', '4d02', "    op.drop_table('logs')\n    op.rename_table('coupons', 'vouchers')"),
      rules: ['no-drop-table', 'no-rename'],
    },
    {
      path: 'migrations/versions/5e01_key.py',
      text: revision(
        '5e01',
        '4d03',
        "    op.create_foreign_key('fk_orders_customer', 'orders', 'customers', ['customer_id'], ['id'], postgresql_not_valid=True)",
      ),
      rules: [],
    },
    {
      path: 'migrations/versions/5e02_validate.py',
      text: revision('5e02', '5e01', '    op.execute("ALTER TABLE orders VALIDATE CONSTRAINT fk_orders_customer")'),
      rules: [],
    },
  ],
};

/** Revisions that are undone and applied again, to see that they can be. */
export const ALEMBIC_DOWNGRADE: Framework = {
  name: 'Alembic, there and back',
  ...ALEMBIC_PROJECT,
  command: () => ['/bin/sh', 'migrate.sh'],
  project: {
    'alembic.ini': INI,
    'migrations/env.py': environment(''),
    'migrate.sh': ['upgrade heads', 'downgrade 1a02', 'upgrade heads']
      .map((command) => `/usr/bin/python3 -m alembic.config ${command}`)
      .join(' &&\n'),
  },
  base: {
    'migrations/versions/1a01_tables.py': revision('1a01', '', TABLES),
    'migrations/versions/1a02_rows.py': revision('1a02', '1a01', ROWS),
  },
  change: [
    {
      path: 'migrations/versions/2b01_channel.py',
      text: revision(
        '2b01',
        '1a02',
        "    op.add_column('orders', sa.Column('channel', sa.String(20)))",
        "    op.drop_column('orders', 'channel')",
      ),
      rules: [],
    },
    {
      path: 'migrations/versions/2b02_carts.py',
      text: revision(
        '2b02',
        '2b01',
        "    op.create_table('carts', sa.Column('id', sa.BigInteger(), primary_key=True))",
        "    op.drop_table('carts')",
      ),
      rules: [],
    },
    {
      path: 'migrations/versions/2b03_owner.py',
      text: revision(
        '2b03',
        '2b02',
        "    op.add_column('carts', sa.Column('owner', sa.String(20)))\n    op.drop_column('orders', 'note')",
        "    op.add_column('orders', sa.Column('note', sa.Text()))\n    op.drop_column('carts', 'owner')",
      ),
      rules: ['no-drop-column'],
    },
  ],
};
