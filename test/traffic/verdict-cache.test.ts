import { describe, expect, test } from 'vitest';
import type { CallerFacts, Dialect } from '../../src/model/index.ts';
import { createSqlReader, type LexicalMode, type SqlReader } from '../../src/sql/index.ts';
import {
  createFactReader,
  type FactReader,
  isDecidedByClass,
  type TextRequest,
  VerdictCache,
} from '../../src/traffic/index.ts';
import { logged, pick, seeded } from './exactness.ts';
import { Generator } from './generate.ts';
import { mutateEquality, mutateForm, mutateLiterals } from './mutate.ts';
import { GROUPS } from './pairs.ts';

const UNKNOWN_CALLER: CallerFacts = {
  user: undefined,
  role: undefined,
  application: undefined,
  database: undefined,
  tags: undefined,
};

/** Answers what rules see and what is recorded of a text, from the cache if it can, and compares. */
class Watched {
  hits = 0;
  asked = 0;
  readonly differences: { readonly text: string; readonly remembered: string; readonly seen: string }[] = [];
  readonly #cache: VerdictCache<string>;
  readonly #sql: SqlReader;
  readonly #facts: FactReader;

  private constructor(sql: SqlReader, facts: FactReader, cache: VerdictCache<string>) {
    this.#sql = sql;
    this.#facts = facts;
    this.#cache = cache;
  }

  static async of(dialect: Dialect, cache = new VerdictCache<string>()): Promise<Watched> {
    return new Watched(await createSqlReader(dialect), await createFactReader(dialect), cache);
  }

  /** Returns whether the answer was remembered. */
  ask(query: string, mode?: LexicalMode, more: Partial<TextRequest> = {}): boolean {
    this.asked++;
    const { dialect } = this.#sql;
    const known = this.#cache.find({ query, dialect, mode, caller: UNKNOWN_CALLER, judge: 'j', ...more });
    const read = this.#facts.read(logged(query, { mode, session: '' }));
    const script = this.#sql.readTraffic(query, mode);
    const seen = JSON.stringify([
      script.statements.map(({ operations, facts, unreadable }) => [
        operations.map(({ span: _, readers: __, ...operation }) => operation),
        facts,
        unreadable.map(({ reason }) => reason),
      ]),
      script.unreadable.map(({ reason }) => reason),
      read.tuples,
      more.caller?.tags ?? [this.#facts.tags(), this.#facts.tagsInPart?.()],
    ]);
    if (typeof known !== 'object') {
      const byClass = this.#facts.byClass && isDecidedByClass(script.statements, read.tuples);
      known?.({ outcome: seen, characters: seen.length, byClass });
      return false;
    }
    this.hits++;
    if (known.outcome !== seen) this.differences.push({ text: query, remembered: known.outcome, seen });
    return true;
  }
}

describe.each(GROUPS)('%s', (_, dialects, texts) => {
  test.each(dialects)('%s: a remembered verdict saw what a full reading sees, in any order', async (dialect) => {
    for (const order of [texts, [...texts].reverse()]) {
      const watched = await Watched.of(dialect);
      for (const text of [...order, ...order]) watched.ask(text);
      expect(watched.differences).toEqual([]);
    }
  });
});

describe.each(['postgresql', 'mysql', 'mariadb'] as const)('generated %s', (dialect) => {
  const modes: readonly (LexicalMode | undefined)[] = [
    undefined,
    dialect === 'postgresql' ? { backslash: 'always' } : { backslash: 'never' },
    dialect === 'postgresql' ? undefined : { doubleQuote: 'identifier' },
  ];
  test('a remembered verdict saw what a full reading sees', async () => {
    const watched = await Watched.of(dialect);
    const random = seeded(Number(process.env['SEED'] ?? 20261123));
    const generator = new Generator(dialect, random);
    const rounds = Number(process.env['ROUNDS'] ?? 120);
    for (let made = 0; made < rounds; made++) {
      const mode = pick(random, modes);
      const text = generator.text();
      watched.ask(text, mode);
      for (let mutant = 0; mutant < 6; mutant++) {
        const changed = mutant % 3 === 0 ? mutateForm(text, dialect, random) : text;
        watched.ask(mutateLiterals(changed, dialect, random, { wild: mutant % 2 === 0 ? 0 : 0.15, mode }), mode);
      }
      const condition = generator.condition();
      for (let mutant = 0; mutant < 10; mutant++) watched.ask(mutateEquality(condition, random), mode);
    }
    expect(watched.differences).toEqual([]);
    // Otherwise nothing was tested.
    expect(watched.hits).toBeGreaterThan(watched.asked * 0.3);
  });
});

/** Texts that must not share a verdict: what a rule sees differs, although the stored facts are equal. */
const TWINS: readonly (readonly [string, Dialect, readonly string[]])[] = [
  [
    'a value of a setting before the statement',
    'postgresql',
    [
      "SET lock_timeout = '5s'; UPDATE t SET a = 1 WHERE id = 1",
      'SET lock_timeout = 0; UPDATE t SET a = 1 WHERE id = 1',
      "SELECT set_config('lock_timeout', '5s', false); UPDATE t SET a = 1 WHERE id = 1",
      "SELECT set_config('lock_timeout', '0', false); UPDATE t SET a = 1 WHERE id = 1",
    ],
  ],
  [
    'a value of a setting',
    'postgresql',
    ["SET lock_timeout = '5s'", 'SET lock_timeout = 0', "SET statement_timeout = '1s'", 'SET statement_timeout = 0'],
  ],
  [
    'settings of one statement',
    'mariadb',
    [
      'SET STATEMENT lock_wait_timeout = 0 FOR UPDATE t SET a = 1 WHERE id = 1',
      'SET STATEMENT lock_wait_timeout = 50 FOR UPDATE t SET a = 1 WHERE id = 1',
    ],
  ],
  ['names that pass', 'postgresql', ['SAVEPOINT s1', 'SAVEPOINT s2', 'EXECUTE p_1(1)', 'EXECUTE p_2(2)']],
  [
    'a target that is a value',
    'postgresql',
    ["NOTIFY c, 'x'", "NOTIFY d, 'x'", "COPY t TO '/a'", "COPY t TO '/b'", "LOAD 'a'", "LOAD 'b'"],
  ],
  [
    'a transaction that the text starts',
    'postgresql',
    ['BEGIN; DELETE FROM t WHERE id = 1', 'COMMIT; DELETE FROM t WHERE id = 1', 'DELETE FROM t WHERE id = 1'],
  ],
  [
    'literals that decide',
    'postgresql',
    [
      ...['DELETE FROM t WHERE a = 1 OR a <> 2', 'DELETE FROM t WHERE a = 1 OR a <> 1', 'DELETE FROM t WHERE TRUE = 1'],
      ...['DELETE FROM t WHERE 1 = 2', 'DELETE FROM t WHERE 1 = 1', "DELETE FROM t WHERE a LIKE '%'"],
      ...["DELETE FROM t WHERE a LIKE 'x%'", 'SELECT a FROM t LIMIT 7', 'SELECT a FROM t LIMIT 70000'],
      ...[
        'SELECT a::varchar(0) FROM t',
        'SELECT a::varchar(5) FROM t',
        'SELECT $$a$$, $x$b$x$',
        'SELECT $$b$$, $x$b$x$',
      ],
    ],
  ],
  [
    'LIMIT with two values',
    'mysql',
    ['SELECT a FROM t LIMIT 7, 5', 'SELECT a FROM t LIMIT 5, 7', 'SELECT a FROM t LIMIT 7', 'SELECT a FROM t LIMIT 5'],
  ],
  [
    'comments that run, and hints',
    'mysql',
    [
      'SELECT a FROM t /*! WHERE a = 1 */ LIMIT 5',
      'SELECT a FROM t /* WHERE a = 1 */ LIMIT 5',
      'SELECT a FROM t /*!99999 WHERE a = 1 */ LIMIT 5',
      'SELECT /*+ MAX_EXECUTION_TIME(5) */ a FROM t LIMIT 5',
      'SELECT /*+ MAX_EXECUTION_TIME(6) */ a FROM t LIMIT 5',
    ],
  ],
  [
    'SQL in strings',
    'postgresql',
    [
      "SELECT dblink_exec('host=a', 'DELETE FROM x WHERE a = 1')",
      "SELECT dblink_exec('host=a', 'DROP TABLE x')",
      "SELECT dblink_exec('host=b', 'SELECT 1')",
    ],
  ],
  [
    'dynamic SQL',
    'transactsql',
    ["EXEC('SELECT 1')", "EXEC('DROP TABLE t')", 'SELECT TOP 5 a FROM t', 'SELECT TOP 6 a FROM t'],
  ],
  [
    'files that are names',
    'sqlite',
    ["ATTACH 'a' AS x", "ATTACH 'b' AS x", 'PRAGMA writable_schema = 1', 'PRAGMA writable_schema = 0'],
  ],
  [
    'another character in bytes',
    'postgresql',
    [
      'SELECT a FROM "t\ud800" WHERE b = 1',
      'SELECT a FROM "t\ufffd" WHERE b = 1',
      'SELECT a FROM "t\ud801" WHERE b = 1',
    ],
  ],
];

describe.each(TWINS)('%s (%s)', (_, dialect, texts) => {
  test('gives no verdict of another text', async () => {
    for (const order of [texts, [...texts].reverse()]) {
      const watched = await Watched.of(dialect);
      for (const text of [...order, ...order]) watched.ask(text);
      expect(watched.differences).toEqual([]);
    }
  });
});

describe('the key', () => {
  const TEXT = "SELECT a FROM t WHERE b = 'x' LIMIT 5";
  test.each<readonly [string, string, Partial<TextRequest>, LexicalMode | undefined, boolean]>([
    ['the same text', TEXT, {}, undefined, true],
    ['another literal that no fact depends on', TEXT.replace('x', 'y'), {}, undefined, true],
    ['other white space', TEXT.replace(' FROM', '\n  FROM'), {}, undefined, true],
    ['another limit', TEXT.replace('5', '6'), {}, undefined, false],
    ['another judge', TEXT, { judge: 'k' }, undefined, false],
    ['another user', TEXT, { caller: { ...UNKNOWN_CALLER, user: 'u' } }, undefined, false],
    ['another role', TEXT, { caller: { ...UNKNOWN_CALLER, role: 'u' } }, undefined, false],
    ['another application', TEXT, { caller: { ...UNKNOWN_CALLER, application: 'u' } }, undefined, false],
    ['another database', TEXT, { caller: { ...UNKNOWN_CALLER, database: 'u' } }, undefined, false],
    ['no tags, given', TEXT, { caller: { ...UNKNOWN_CALLER, tags: {} } }, undefined, false],
    ['tags in a comment', `${TEXT} /*job='a'*/`, {}, undefined, false],
    ['a comment without tags', `${TEXT} /* x */`, {}, undefined, true],
    ['another way to read strings', TEXT, {}, { backslash: 'always' }, false],
  ])('%s', async (_, text, more, mode, remembered) => {
    const watched = await Watched.of('postgresql');
    watched.ask(TEXT);
    expect(watched.ask(text, mode, more)).toBe(remembered);
    expect(watched.differences).toEqual([]);
  });

  test('tags of a comment and the same tags given by the client are two callers', async () => {
    const watched = await Watched.of('postgresql');
    watched.ask(`${TEXT} /*job='a'*/`);
    expect(watched.ask(`${TEXT} /*job='a'*/`)).toBe(true);
    expect(watched.ask(`${TEXT} /*job='b'*/`)).toBe(false);
    expect(watched.ask(TEXT, undefined, { caller: { ...UNKNOWN_CALLER, tags: { job: 'a' } } })).toBe(false);
  });
});

describe('the limits', () => {
  const question = (query: string): TextRequest => ({ query, dialect: 'sqlite', caller: UNKNOWN_CALLER, judge: 'j' });
  const add = (cache: VerdictCache<string>, query: string, characters = 10) => {
    const known = cache.find(question(query));
    if (typeof known === 'function') known({ outcome: query, characters, byClass: false });
    return typeof known === 'object';
  };

  test('of entries evict the least recently used', () => {
    const cache = new VerdictCache<string>({ entries: 2 });
    const [a, b, c] = ['SELECT 1', 'SELECT 2', 'SELECT 3'];
    expect([a, b, a, c, a, b].map((text) => add(cache, text))).toEqual([false, false, true, false, true, false]);
    expect(cache.size.entries).toBe(2);
  });

  test('of bytes hold for all requests', () => {
    const cache = new VerdictCache<string>({ bytes: 10_000 });
    for (let at = 0; at < 500; at++) add(cache, `SELECT ${at}`, at * 10);
    expect(cache.size.bytes).toBeLessThanOrEqual(10_000);
    expect(cache.size.bytes).toBeGreaterThan(0);
  });

  test('of a text keep long ones from being read here', () => {
    const cache = new VerdictCache<string>({ text: 20 });
    expect(cache.find(question('SELECT 1 FROM a_long_table'))).toBeUndefined();
    expect(add(cache, 'SELECT 1')).toBe(false);
    expect(add(cache, 'SELECT 1')).toBe(true);
  });
});
