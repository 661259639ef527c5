import { Queries, type Server } from './queries.ts';
import { Random, Weighted } from './random.ts';
import { makeTables, type Table } from './schema.ts';
import type { Style } from './style.ts';
import { Template } from './template.ts';

/** Change this whenever the generated logs change: they are cached between runs. */
export const GENERATOR_VERSION = 1;
export const SEED = 20_261_120;

/** One application that runs statements. */
export interface Application {
  /** Application name of its connections; `#` is a number, `@` a pod name. */
  readonly name: string;
  readonly user: string;
  readonly database: string;
  /** Whether it binds values, or writes them into the text. */
  readonly protocol: 'simple' | 'extended';
  readonly connections: number;
  /** Number of statements per connection. */
  readonly life: number;
  /** Share of its statements that begin or end a transaction. */
  readonly transactions: number;
  readonly weight: number;
  /** Most frequent first. */
  readonly templates: Weighted<Template>;
}

export interface Workload {
  readonly applications: readonly Application[];
  /** Failing statements, and schema changes: rare. */
  readonly failing: readonly Template[];
  readonly ddl: readonly Template[];
}

type Mix = readonly (readonly [keyof typeof MAKERS, number])[];

const MAKERS = {
  byId: (queries: Queries) => queries.byId(),
  byIds: (queries: Queries) => queries.byIds(),
  page: (queries: Queries) => queries.page(),
  search: (queries: Queries) => queries.search(),
  count: (queries: Queries) => queries.count(),
  exists: (queries: Queries) => queries.exists(),
  joined: (queries: Queries) => queries.joined(),
  report: (queries: Queries) => queries.report(),
  insert: (queries: Queries) => queries.insert(1),
  insertMany: (queries: Queries) => queries.insert(40),
  update: (queries: Queries) => queries.update(),
  delete: (queries: Queries) => queries.delete(),
  queue: (queries: Queries) => queries.queue(),
} as const;

const WEB: Mix = [
  ['byId', 30],
  ['page', 16],
  ['byIds', 8],
  ['exists', 8],
  ['count', 6],
  ['joined', 8],
  ['search', 3],
  ['insert', 8],
  ['update', 10],
  ['delete', 3],
];
const JOBS: Mix = [
  ['byId', 25],
  ['queue', 10],
  ['byIds', 10],
  ['insert', 12],
  ['insertMany', 8],
  ['update', 25],
  ['delete', 5],
  ['count', 5],
];
const REPORTS: Mix = [
  ['report', 70],
  ['joined', 20],
  ['count', 10],
];

interface Plan extends Omit<Application, 'templates'> {
  readonly style: Style;
  readonly mix: Mix;
  readonly templates: number;
  /** Comments that name the caller. */
  readonly tags: 'none' | 'rails' | 'sqlcommenter';
}

const rails: Style = { quote: '"', upper: true, columns: 'star', break: ' ', schema: false, lists: 'in' };
const django: Style = { quote: '"', upper: true, columns: 'qualified', break: ' ', schema: false, lists: 'in' };
const hibernate: Style = { quote: '', upper: false, columns: 'aliased', break: ' ', schema: false, lists: 'in' };
const sqlalchemy: Style = { quote: '', upper: true, columns: 'labelled', break: ' \n', schema: false, lists: 'in' };
const sqlx: Style = { quote: '"', upper: true, columns: 'qualified', break: ' ', schema: true, lists: 'any' };
const byHand: Style = { quote: '', upper: true, columns: 'bare', break: '\n', schema: false, lists: 'in' };
const laravel: Style = { quote: '`', upper: false, columns: 'star', break: ' ', schema: false, lists: 'in' };
const doctrine: Style = { quote: '', upper: true, columns: 'aliased', break: ' ', schema: false, lists: 'in' };
const wordpress: Style = { quote: '', upper: true, columns: 'bare', break: ' ', schema: false, lists: 'in' };

function plan(given: Partial<Plan> & Pick<Plan, 'name' | 'style' | 'mix' | 'templates' | 'weight'>): Plan {
  return {
    user: given.name.replace(/[-\s].*$/, ''),
    database: 'shop',
    protocol: 'simple',
    connections: 20,
    life: 5_000,
    transactions: 0.06,
    tags: 'none',
    ...given,
  };
}

const POSTGRESQL: readonly Plan[] = [
  plan({ name: 'storefront-@', style: rails, mix: WEB, templates: 5200, weight: 30, connections: 40, tags: 'rails' }),
  plan({ name: 'backoffice', style: django, mix: WEB, templates: 5200, weight: 20, life: 400, tags: 'sqlcommenter' }),
  plan({
    name: 'billing',
    style: hibernate,
    mix: WEB,
    templates: 2000,
    weight: 15,
    protocol: 'extended',
    transactions: 0.15,
  }),
  plan({ name: 'gateway', style: sqlx, mix: WEB, templates: 2600, weight: 10, protocol: 'extended' }),
  plan({
    name: 'sidekiq 7.2 storefront [# of 10 busy]',
    user: 'storefront',
    style: rails,
    mix: JOBS,
    templates: 2600,
    weight: 15,
  }),
  plan({ name: 'importer', style: sqlalchemy, mix: JOBS, templates: 1600, weight: 6, database: 'warehouse' }),
  plan({
    name: 'Metabase',
    user: 'reports',
    style: byHand,
    mix: REPORTS,
    templates: 900,
    weight: 3,
    database: 'warehouse',
    connections: 6,
  }),
  plan({ name: 'psql', user: 'admin', style: byHand, mix: WEB, templates: 300, weight: 0.2, connections: 2, life: 30 }),
];

/** A slow log has no application names, so applications have different users. */
const MARIADB: readonly Plan[] = [
  plan({ name: 'shop', style: laravel, mix: WEB, templates: 5200, weight: 35, connections: 40, life: 60 }),
  plan({ name: 'cms', style: wordpress, mix: WEB, templates: 4200, weight: 25, life: 40, database: 'cms' }),
  plan({ name: 'erp', style: doctrine, mix: WEB, templates: 4200, weight: 20, database: 'erp', transactions: 0.12 }),
  plan({ name: 'worker', style: laravel, mix: JOBS, templates: 2600, weight: 15 }),
  plan({ name: 'reports', style: byHand, mix: REPORTS, templates: 900, weight: 3, connections: 6 }),
];

const SERVERS: Readonly<Record<'postgresql' | 'mariadb', Server & { readonly plans: readonly Plan[] }>> = {
  postgresql: { returning: true, upsert: 'conflict', plans: POSTGRESQL },
  mariadb: { returning: false, upsert: 'duplicate', plans: MARIADB },
};

/**
 * The statements of a company's applications on a database server: the same for the same seed.
 *
 * @param only the applications that run, each with that many different statements; by default all, with thousands
 */
export function makeWorkload(
  dialect: 'postgresql' | 'mariadb',
  only?: { readonly applications: readonly string[]; readonly templates: number },
): Workload {
  const random = new Random(SEED);
  const tables = makeTables(random);
  const server = SERVERS[dialect];
  const plans = only
    ? server.plans
        .filter(({ name }) => only.applications.includes(name))
        .map((planned) => ({ ...planned, templates: only.templates }))
    : server.plans;
  const applications = plans.map((planned) => {
    const queries = new Queries(random, tables, planned.style, server);
    const kinds = new Weighted(planned.mix, ([, weight]) => weight);
    const templates = Array.from({ length: planned.templates }, () => {
      const [kind] = kinds.pick(random);
      return tagged(MAKERS[kind](queries), planned, kind, random);
    });
    // The statement at place n runs 1/n as often as the first, as is usual for names, words and queries.
    return { ...planned, templates: new Weighted(templates, (_, at) => 1 / (at + 1)) };
  });
  return { applications, failing: failing(), ddl: ddl(tables, random) };
}

function tagged(template: Template, { tags, name }: Plan, kind: string, random: Random): Template {
  if (tags === 'none') return template;
  const application = name.replace(/-@$/, '');
  const controller = random.pick(['orders', 'carts', 'accounts', 'products', 'api/v1/orders', 'admin/users']);
  if (tags === 'rails') return template.text(` /*action:${kind},application:${application},controller:${controller}*/`);
  return template
    .text(
      ` /*action='${kind}',controller='${controller.replaceAll('/', '%2F')}',framework='django%3A5.1',traceparent='`,
    )
    .traceparent()
    .text("'*/");
}

function failing(): readonly Template[] {
  return [
    new Template().text('INSERT INTO users (email) VALUES (').value('email').text(')'),
    new Template().text('SELECT nmae FROM customers WHERE id = ').value('id'),
    new Template().text('SELECT * FROM orders WHERE id = ').value('status'),
  ];
}

function ddl(tables: readonly Table[], random: Random): readonly Template[] {
  const made = Array.from({ length: 60 }, (_, at) => {
    const table = random.pick(tables).name;
    return random.pick([
      `ALTER TABLE ${table} ADD COLUMN note_${at} varchar(200)`,
      `CREATE INDEX ${table}_note_${at}_idx ON ${table} (tenant_id, created_at)`,
      `CREATE TABLE ${table}_archive_${at} (id bigint PRIMARY KEY, tenant_id bigint NOT NULL, payload text)`,
      `DROP TABLE IF EXISTS ${table}_old_${at}`,
      `ANALYZE TABLE ${table}`,
      `TRUNCATE TABLE ${table}_staging`,
    ]);
  });
  return made.map((text) => new Template().text(text));
}
