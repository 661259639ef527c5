import { DJANGO, djangoSettings } from './django.ts';
import type { Framework } from './framework.ts';
import { KNEX } from './knex.ts';
import { TYPEORM } from './typeorm.ts';

const MIGRATIONS = "migrations: { directory: './migrations' }";

/** The migrations of the change on another server: some cannot run there, and others are reported by other rules. */
function changeOf(
  { change }: Framework,
  without: readonly string[],
  rules: Readonly<Record<string, readonly string[]>>,
): Framework['change'] {
  const named = (path: string) => (name: string) => path.includes(name);
  const kept = change.filter(({ path }) => !without.some(named(path)));
  const used = new Set<string>();
  const changed = kept.map((migration) => {
    const name = Object.keys(rules).find(named(migration.path));
    if (name !== undefined) used.add(name);
    return { ...migration, rules: (name === undefined ? undefined : rules[name]) ?? migration.rules };
  });
  const unused = Object.keys(rules).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`no migration is named ${unused.join(', ')}`);
  return changed;
}

/** The same frameworks, whose migrations run on a MariaDB. */
export const MARIADB_FRAMEWORKS: readonly Framework[] = [
  {
    ...DJANGO,
    name: 'Django on MariaDB',
    server: 'mariadb',
    probe: ['/usr/bin/python3', '-c', 'import django, MySQLdb'],
    project: { ...DJANGO.project, 'settings.py': djangoSettings('mysql', 'shop') },
    change: changeOf(DJANGO, [], {
      country_index: [],
      status_required: ['no-column-type-change'],
      '0011_unique': [],
      payer: ['require-not-valid-foreign-key'],
      percent: [],
    }).map((migration) => ({
      ...migration,
      text: migration.text
        .replace('from django.contrib.postgres.operations import AddIndexConcurrently\n', '')
        .replace('AddIndexConcurrently', 'migrations.AddIndex'),
    })),
  },
  {
    ...KNEX,
    name: 'Knex on MariaDB',
    server: 'mariadb',
    packages: ['knex', 'mysql2'],
    project: {
      'knexfile.js': `module.exports = { client: 'mysql2', connection: process.env.DATABASE_URL, ${MIGRATIONS} };\n`,
    },
    change: changeOf(KNEX, [], { _index: [] }),
  },
  {
    ...TYPEORM,
    name: 'TypeORM on MariaDB',
    server: 'mariadb',
    packages: ['typeorm', 'mysql2', 'reflect-metadata'],
    project: { 'data-source.js': String(TYPEORM.project['data-source.js']).replace("'postgres'", "'mariadb'") },
    change: changeOf(TYPEORM, ['UniqueEmail', 'Concurrently'], {
      IndexCustomer: [],
      RequireStatus: ['no-column-type-change'],
      RefundReason: [],
    }),
  },
];
