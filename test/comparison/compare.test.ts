import { describe, expect, it } from 'vitest';
import { compareByThemselves } from '../../src/comparison/index.ts';
import { PLAIN_STATEMENTS } from '../../src/comparison/plain-statements.ts';
import { DIALECTS, type Dialect, type OperationKind } from '../../src/model/index.ts';
import { createSqlReader } from '../../src/sql/index.ts';
import { file, rulesetOf, TODAY } from '../simulation/build.ts';

const rule = (operations: string, when: string, verdict = 'block') =>
  `id: no-x, operations: [${operations}], when: '${when}', verdict: ${verdict}`;

async function compare(base: string, head: string, ...dialects: Dialect[]) {
  const sides = { base: await rulesetOf(base), head: await rulesetOf(head) };
  return compareByThemselves({ ...sides, today: TODAY, ...(dialects.length > 0 && { dialects: new Set(dialects) }) });
}

describe('plain statements', () => {
  it.each(DIALECTS)('are read as operations of the kind that they are listed under: %s', async (dialect) => {
    const reader = await createSqlReader(dialect);
    const wrong: string[] = [];
    for (const [kind, { every = [], ...others }] of Object.entries(PLAIN_STATEMENTS)) {
      for (const sql of [...every, ...(others[dialect] ?? [])]) {
        const { statements, unreadable } = reader.read(sql, { path: 'example.sql' });
        const kinds: OperationKind[] = statements.flatMap(({ operations }) => operations.map((each) => each.kind));
        const isRead = unreadable.length === 0 && statements.every((each) => each.unreadable.length === 0);
        if (!isRead || !kinds.includes(kind as OperationKind)) wrong.push(`${kind}: ${sql}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('the comparison of two rulesets', () => {
  it('names each kind that changes, with SQL that shows it', async () => {
    const { kinds } = await compare(
      file([rule('drop_table, drop_view', 'operation.cascade'), 'id: no-y, operations: [truncate], verdict: warn']),
      file([rule('drop_view', 'operation.cascade'), 'id: no-y, operations: [truncate], verdict: block']),
    );
    expect(kinds.map(({ kind, change, example }) => [kind, change, example.sql, example.base, example.head])).toEqual([
      ['drop_table', 'looser', 'DROP TABLE orders CASCADE', 'block', 'allow'],
      ['truncate', 'stricter', 'TRUNCATE orders', 'warn', 'block'],
    ]);
  });

  it.each<[Dialect[], string, Dialect, string]>([
    [[], 'true', 'postgresql', 'DROP TABLE orders'],
    [['mysql'], 'true', 'mysql', 'DROP TABLE orders'],
    [['sqlite', 'mariadb'], 'true', 'mariadb', 'DROP TABLE orders'],
    [['mysql'], 'operation.target.schema == "b"', 'mysql', 'DROP TABLE b.orders'],
    [['mysql'], 'statement.dialect == "sqlite"', 'sqlite', 'DROP TABLE orders'],
  ])('shows SQL in the dialects %j of the history, if there is some: %s', async (dialects, when, dialect, sql) => {
    const { kinds } = await compare(file([rule('drop_table', 'false')]), file([rule('drop_table', when)]), ...dialects);
    expect(kinds.map(({ change, example }) => [change, example.dialect, example.sql])).toEqual([
      ['stricter', dialect, sql],
    ]);
  });

  it.each([
    [
      'a name in a list',
      'drop_table',
      'operation.target.name in ["a", "b"]',
      'operation.target.name == "a"',
      'DROP TABLE b',
    ],
    [
      'a table in a list of a loop',
      'select',
      'statement.tablesRead.exists(t, !(t in ["a"]) && !((t + ".tenant_id") in statement.pinnedColumns))',
      'statement.tablesRead.exists(t, !(t in ["a", "invoices"]) && !((t + ".tenant_id") in statement.pinnedColumns))',
      'SELECT id, name FROM invoices WHERE id = 1',
    ],
    [
      'a schema',
      'drop_table',
      'operation.target.schema != "x"',
      'operation.target.schema != "x" && operation.target.schema != "y"',
      'DROP TABLE y.orders',
    ],
    [
      'a limit',
      'select',
      'statement.limit > 100',
      'statement.limit > 1000',
      'SELECT id, name FROM orders WHERE id = 1 LIMIT 101',
    ],
    [
      'a role',
      'grant',
      'operation.grantees.exists(g, g in ["anon", "web"])',
      '"web" in operation.grantees',
      'GRANT SELECT ON orders TO anon',
    ],
  ])('changes SQL until it shows the difference: %s', async (_, operations, before, after, sql) => {
    const { looser, kinds } = await compare(file([rule(operations, before)]), file([rule(operations, after)]));
    expect([looser, kinds[0]?.example.sql]).toEqual(['yes', sql]);
  });

  it('names the caller, the file or the server of the example', async () => {
    const always = file([rule('drop_table', 'true')]);
    const examples = await Promise.all(
      [
        '!(has(caller.user) && caller.user == "root")',
        '!(has(file.path) && file.path.startsWith("db/old/"))',
        '!(has(statement.serverVersion) && statement.serverVersion >= 160000)',
      ].map(async (when) => (await compare(always, file([rule('drop_table', when)]))).kinds[0]?.example),
    );
    expect(examples.map((each) => each?.caller?.['user'] ?? each?.serverVersion ?? each?.path)).toEqual([
      'root',
      'db/old/x',
      160000,
    ]);
  });

  it('names the queries of production of an example about the use of an object', async () => {
    const head = 'extends: [querygate:recommended@1]\n';
    const { kinds } = await compare(
      file([], { head }),
      file(['id: no-removal-of-used, verdict: warn, operations: [rename_column], message: m'], { head }),
    );
    const example = kinds.find(({ kind }) => kind === 'rename_table')?.example;
    expect(example?.history?.length).toBeGreaterThan(0);
    expect([example?.base, example?.head, example?.path]).toEqual(['block', 'warn', 'example.sql']);
  });

  it('is looser where a block becomes unknown, as the rules need a fact that is not known', async () => {
    const { looser, kinds } = await compare(
      file([rule('drop_table', 'true')]),
      file([
        rule('drop_table', 'operation.target.name == "a"'),
        'id: no-z, operations: [drop_table], when: \'operation.target.name != "a"\', verdict: block',
      ]),
    );
    expect([looser, kinds[0]?.example.head, kinds[0]?.example.sql]).toEqual(['yes', 'unknown', 'DROP TABLE {{name}}']);
  });

  it('looks at later days, on which exceptions are over', async () => {
    const exception = (until: string) => [
      `rule: no-x, when: 'operation.target.name == "a"', reason: r, owner: o, until: ${until}`,
    ];
    const drop = rule('drop_table', 'true');
    const { looser, kinds } = await compare(
      file([drop], { exceptions: exception('2027-01-31') }),
      file([drop], { exceptions: exception('2027-06-30') }),
    );
    expect([looser, kinds[0]?.example.from]).toEqual(['yes', '2027-02-01']);
    const back = await compare(
      file([drop], { exceptions: exception('2027-06-30') }),
      file([drop], { exceptions: exception('2027-01-31') }),
    );
    expect(back.looser).toBe('no');
  });

  it('names what stopped it if it is not decided', async () => {
    const { looser, open } = await compare(
      file([rule('drop_table', 'operation.target.name.matches("^[0-9]{40}$")')]),
      file([rule('drop_table', 'operation.target.name.matches("^[0-9]{41}$")')]),
    );
    expect([looser, open]).toEqual([
      'not_decided',
      [
        {
          kind: 'drop_table',
          rule: 'no-x',
          why: 'no SQL was found for which `operation.target.name.matches("^[0-9]{40}$")` is true',
        },
      ],
    ]);
  });

  it('ends where conditions have too many combinations', async () => {
    const names = Array.from(
      { length: 24 },
      (_, at) => `operation.target.name.contains("${String.fromCharCode(97 + at)}")`,
    );
    const pairs = names.map((name, at) => `(${name} || ${names[(at + 7) % names.length] ?? ''})`);
    const { looser } = await compare(
      file([rule('drop_table', pairs.join(' && '))]),
      file([rule('drop_table', [...pairs].reverse().join(' && '))]),
    );
    expect(['no', 'not_decided']).toContain(looser);
  });
});
