import { describe, expect, test } from 'vitest';
import { DIALECTS, type Dialect } from '../../src/model/index.ts';
import { LEXICAL } from '../../src/sql/text/dialects.ts';
import { lex } from '../../src/sql/text/lexer/index.ts';
import { T } from '../../src/sql/text/tokens.ts';
import { cpu, HEAVY_DIALECTS, OTHER_DIALECTS } from './hostile.ts';
import { operationsOf, read, unreadableOf } from './read.ts';

const MB = 1024 * 1024;

function heavySuite(dialect: Dialect): void {
  // The whole size in one dialect; growth.slow.test.ts compares the times of sizes in each.
  const sized = (size: number) => (dialect === 'postgresql' ? size : size / 4);

  test('reads a statement of megabytes', () => {
    const rows = sized(400_000);
    const script = read(dialect, `INSERT INTO a (b, c) VALUES ${"(1, 'a'), ".repeat(rows)}(2, 'b')`);
    expect(script.statements.map(({ operations }) => operations.map(({ kind }) => kind))).toEqual([['insert']]);
    expect(script.statements[0]?.facts.valuesRows).toBe(rows + 1);
    expect(script.unreadable).toEqual([]);
  });

  const isUnreadable = (unit: string, megabytes: number) => {
    // The text ends with an unclosed comment.
    const script = read(dialect, `${unit.repeat((sized(megabytes) * MB) / unit.length)} /*`);
    expect([...script.unreadable, ...script.statements.flatMap(({ unreadable }) => unreadable)]).not.toEqual([]);
  };
  const title = 'reports %j, repeated for megabytes, as unreadable';
  test.each<[string, number]>([
    ['(', 1],
    ['/*', 1],
    ["x' ", 4],
    ['(DELETE x ', 1],
    ['SELECT CASE WHEN ', 1],
    ['"x ', 1],
    ['$a$x ', 1],
    ['FROB ', 1],
  ])(title, isUnreadable);
  test.each<[string, number]>([
    ['(', 4],
    ['/*', 4],
  ])(`${title}, four times as long`, { tags: ['variant'] }, isUnreadable);

  test.each(['END ', 'IF ', 'BEGIN ', 'ELSE '])('reads %j, repeated many times, to the end', (unit) => {
    const sql = `${unit.repeat(sized(150_000))}; DROP TABLE users`;
    expect(operationsOf(dialect, sql).at(-1)).toMatch(/^drop_table users/);
  });

  test('reads tens of thousands of statements with the right spans', () => {
    const count = sized(50_000);
    const { statements } = read(dialect, 'UPDATE a SET b = 1 WHERE c = 2;\n'.repeat(count));
    expect(statements).toHaveLength(count);
    expect(statements.at(-1)?.span).toEqual({ start: 32 * (count - 1), end: 32 * count - 2 });
    expect(statements.at(-1)?.operations[0]).toMatchObject({ kind: 'update', filter: 'conditional' });
  });

  test('reads thousands of conditions', () => {
    const filter = (operator: string, last: string) => {
      const sql = `DELETE FROM a WHERE x = 1${` ${operator} x = 2`.repeat(sized(20_000))} ${operator} ${last}`;
      return read(dialect, sql).statements[0]?.operations[0]?.filter;
    };
    expect(filter('AND', 'x = 3')).toBe('conditional');
    expect(filter('OR', 'x = 3')).toBe('conditional');
    expect(filter('OR', '1 = 1')).toBe('always_true');
    expect(filter('AND', '1 = 1')).toBe('conditional');
  });

  test('finds a statement after any padding', () => {
    const paddings = ['-- x\n'.repeat(100_000), `/*${' '.repeat(MB)}*/`, '\n'.repeat(MB), "SELECT 'x';".repeat(20_000)];
    for (const padding of paddings)
      expect(operationsOf(dialect, `${padding}DROP TABLE users`)).toContain('drop_table users');
  });
}
describe.each(HEAVY_DIALECTS)('%s', heavySuite);
describe.each(OTHER_DIALECTS)('%s', { tags: ['variant'] }, heavySuite);

describe.each(DIALECTS)('%s', (dialect) => {
  test('reads random text without throwing, and accounts for every character', () => {
    const random = generator(20_261_120);
    for (let round = 0; round < 1500; round++) {
      const text = randomText(random);
      const { statements, unreadable } = read(dialect, text);
      let end = 0;
      for (const { span } of statements) {
        expect(span.start, JSON.stringify(text)).toBeGreaterThanOrEqual(end);
        expect(span.end, JSON.stringify(text)).toBeGreaterThan(span.start);
        end = span.end;
      }
      expect(end).toBeLessThanOrEqual(text.length);
      for (const problem of [...unreadable, ...statements.flatMap((statement) => statement.unreadable)]) {
        expect(problem.span.start, JSON.stringify(text)).toBeGreaterThanOrEqual(0);
        expect(problem.span.end, JSON.stringify(text)).toBeLessThanOrEqual(text.length);
      }
      expect(unaccounted(text, dialect, statements), JSON.stringify(text)).toBe('');
    }
  });
});

describe('nesting beyond the limits is reported as unreadable', () => {
  const nest = (wrap: (sql: string, level: number) => string, levels: number): string => {
    let sql = 'DROP TABLE users';
    for (let level = 0; level < levels; level++) sql = wrap(sql, level);
    return sql;
  };

  test.each<[string, Dialect, string]>([
    ['DO blocks', 'postgresql', nest((sql, level) => `DO $x${level}$ BEGIN ${sql}; END $x${level}$`, 60)],
    [
      'functions',
      'postgresql',
      nest(
        (sql, level) =>
          `CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $x${level}$ BEGIN ${sql}; END $x${level}$`,
        60,
      ),
    ],
    ['prepared statements', 'postgresql', nest((sql) => `PREPARE p AS ${sql}`, 100)],
    ['EXEC', 'transactsql', nest((sql) => `EXEC('${sql.replaceAll("'", "''")}')`, 12)],
    [
      'writes in a WITH',
      'postgresql',
      `WITH ${Array.from({ length: 300 }, (_, i) => `c${i} AS (DELETE FROM t${i} RETURNING 1)`).join(', ')} SELECT 1`,
    ],
    ['operations', 'mysql', `DROP TABLE ${'a,'.repeat(250_000)}users`],
  ])('%s', (_, dialect, sql) => {
    expect(unreadableOf(dialect, sql).join()).toMatch(/nest|more than|grammar/);
  });

  test.each<[string, Dialect, string]>([
    ['seven DO blocks', 'postgresql', nest((sql, level) => `DO $x${level}$ BEGIN ${sql}; END $x${level}$`, 7)],
    ['seven nested EXEC strings', 'transactsql', nest((sql) => `EXEC('${sql.replaceAll("'", "''")}')`, 7)],
    [
      'a hundred writes in a WITH',
      'postgresql',
      `WITH ${Array.from({ length: 100 }, (_, i) => `c${i} AS (DELETE FROM t${i} RETURNING 1)`).join(', ')} DROP TABLE users`.replace(
        ' DROP TABLE users',
        ' SELECT 1',
      ),
    ],
  ])('%s are read', (_, dialect, sql) => {
    expect(operationsOf(dialect, sql).join()).toMatch(/drop_table users|delete t99/);
    expect(unreadableOf(dialect, sql)).toEqual([]);
  });

  // PostgreSQL's scanner takes quadratic time on such a run.
  test.each([
    `SELECT ${'+'.repeat(200_000)}1`,
    `SELECT 1 ${'/*'.repeat(100_000)}${'*/'.repeat(100_000)}`,
    `DO $$ BEGIN ${'/*'.repeat(100_000)}${'*/'.repeat(100_000)} DROP TABLE users; END $$`,
    `DO ' BEGIN ${'/*'.repeat(100_000)}${'*/'.repeat(100_000)} DROP TABLE users; END '`,
    `DO $$ BEGIN x := ${'+'.repeat(200_000)}1; DROP TABLE users; END $$`,
    `DO E' BEGIN ${'\\057*'.repeat(40_000)}${'*/'.repeat(40_000)} DROP TABLE users; END '`,
  ])('%.40s', (sql) => {
    const seconds = cpu(() => read('postgresql', sql)) / 1000;
    const alone = cpu(() => read('postgresql', `SELECT '${'x'.repeat(sql.length)}'`)) / 1000;
    // Passed to the grammar unchanged, it would take minutes.
    expect(seconds).toBeLessThan(2 + alone * 100);
    if (sql.includes('users')) expect(operationsOf('postgresql', sql)).toContain('drop_table users @do_block');
  });
});

/** A seeded generator of random numbers (mulberry32), so that a failure can be reproduced. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

const PIECES = [
  ...'\'"`[](){};,.:$@#\\/*-!<>=+|&%?_ \t\n\r\0',
  ...['/*', '*/', '/*!', '/*!50000 ', '/*M!', '--', '-- ', '$$', '$a$', "E'", "U&'", 'U&"', "N'"],
  ...['${', '${a}', '{{', '}}', '{%', '%}', '<%', '%>'],
  ...['\nGO\n', '\nDELIMITER //\n', '//', '\\.\n', '\n\\i x\n', '\n:r x\n', '\n.read x\n'],
  ...['\ufeff', '\u00a0', '\ud800', '\u00e9', '\u{1f600}'],
  ...(
    'SELECT INSERT INTO UPDATE DELETE FROM WHERE SET DROP TABLE CREATE ALTER PROCEDURE FUNCTION TRIGGER AS BEGIN END IF THEN ' +
    'ELSE CASE WHEN LOOP DO EXECUTE EXEC PREPARE WITH VALUES MERGE USING ON MATCHED COPY GRANT TO REVOKE DECLARE CURSOR FOR ' +
    'COMMENT IS NULL NOT AND OR IN LIKE BETWEEN EXISTS ATOMIC LANGUAGE plpgsql sql a b users 1 2.5 x'
  ).split(' '),
];

function randomText(random: () => number): string {
  const length = 1 + Math.floor(random() * 40);
  let text = '';
  for (let i = 0; i < length; i++) {
    text += PIECES[Math.floor(random() * PIECES.length)];
    if (random() < 0.6) text += ' ';
  }
  return text;
}

/** The characters outside all statements, terminators, DELIMITER lines (of MySQL and of loaders for PostgreSQL), comments and white space. */
function unaccounted(
  text: string,
  dialect: Dialect,
  statements: readonly { readonly span: { readonly start: number; readonly end: number } }[],
): string {
  const list = lex(text, dialect);
  const seen = new Uint8Array(text.length);
  for (const { span } of statements) seen.fill(1, span.start, span.end);
  for (const { start, end } of list.comments) seen.fill(1, start, end);
  for (let at = 0; at < list.length; at++) {
    if (list.kind(at) === T.terminator || list.word(at) === ';') seen.fill(1, list.start(at), list.end(at));
  }
  if (LEXICAL[dialect].separator.startsWith('delimiter')) {
    for (const { index, 0: line } of text.matchAll(/^[ \t\ufeff]*delimiter[ \t]+[^\r\n]*/gim))
      seen.fill(1, index, index + line.length);
  }
  let rest = '';
  for (let at = 0; at < text.length; at++)
    if (!seen[at] && !/[\s\ufeff]/.test(text.charAt(at))) rest += text.charAt(at);
  return rest;
}
