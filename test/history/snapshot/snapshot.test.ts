import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snapshotFrom } from '../../../src/history/index.ts';
import type { InputSource } from '../../../src/history/input/open.ts';
import { TOO_LARGE } from '../../../src/history/snapshot/row-text.ts';
import { ConfigError, type HistoryRow } from '../../../src/model/index.ts';
import { callerFacts, history, operation, plainRow, row, statementFacts, target } from '../build.ts';
import { writeHistory } from '../write-history.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-history-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Rows that use every feature of the format. */
const ROWS: readonly HistoryRow[] = [
  row(),
  row({ shape: 'with a "quote", a \\ and ,"facts": in it', days: { '': 5 } }),
  row({
    shape: 'delete from "Users"',
    dialect: 'mysql',
    caller: callerFacts({ application: undefined, user: undefined, database: undefined, tags: undefined }),
    operations: [
      operation({
        kind: 'delete',
        target: { name: 'Users', schema: 'shop', quoted: true, text: 'shop.Users' },
        filter: 'conditional',
        filterColumns: ['id', 'tenant'],
        createdHere: undefined,
        place: 'cte',
      }),
      operation({ kind: 'drop_table', target: target('shop.users'), cascade: true, temporary: undefined }),
    ],
    facts: statementFacts({
      limit: undefined,
      hasLimit: true,
      longestInList: 40,
      tablesWritten: ['shop.Users'],
      selectStar: true,
    }),
    days: { '2026-10-31': 2, '2026-11-01': 400_000 },
  }),
  row({
    shape: 'call p(?)',
    unreadable: 'the text is cut off',
    truncated: true,
    caller: callerFacts({ tags: { action: 'show', controller: ',"days":{' } }),
    callerPatterns: ['application', 'tags'],
    operations: [
      operation({
        kind: 'call',
        target: { name: undefined, schema: undefined, quoted: false, text: '…' },
        readable: false,
      }),
    ],
  }),
  row({ shape: 'select 1', caller: callerFacts({ application: 'etl-*', user: ',"callerPatterns":[' }) }),
  // The same facts, with another caller.
  row({
    shape: 'select 1',
    caller: callerFacts({ application: 'etl-*', user: ',"callerPatterns":[' }),
    callerPatterns: ['application'],
  }),
  row({ shape: 'drop table é\u2028\u0000😀', operations: [] }),
];

const sorted = (rows: readonly HistoryRow[]) => [...rows].sort((a, b) => (a.shape < b.shape ? -1 : 1));

async function written(rows: readonly HistoryRow[], name = 'h.jsonl.gz'): Promise<string> {
  const path = join(folder, name);
  await writeHistory(history(rows), path);
  return path;
}

function textOf(path: string): string {
  return gunzipSync(readFileSync(path)).toString();
}

/** The error for a snapshot with this text, with its place. */
async function refusal(text: string | Uint8Array, packed = true): Promise<string> {
  const bytes = packed ? gzipSync(text) : Buffer.from(text);
  const error: unknown = await snapshotFrom({ name: 'h.jsonl.gz', bytes }).then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).toLine();
}

async function plain(source: InputSource) {
  const { header, rows } = await snapshotFrom(source);
  return { header, rows: rows.map(plainRow) };
}

describe('a snapshot', () => {
  it('returns what was written, sorted', async () => {
    const { header, rows } = await snapshotFrom(await written(ROWS));
    expect(sorted(rows.map(plainRow))).toEqual(sorted(ROWS));
    expect(rows.map(({ shape }) => shape)).toEqual(sorted(ROWS).map(({ shape }) => shape));
    expect(header).toEqual({ ...history(ROWS).header });
  });

  it('reads the same from bytes, uncompressed, and with its keys in another order', async () => {
    const path = await written(ROWS);
    const wanted = await plain(path);
    const text = textOf(path);
    const turned = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line) as object).reverse()), null, 1))
      .map((line) => line.replaceAll('\n', ''))
      .join('\r\n');
    for (const bytes of [readFileSync(path), Buffer.from(text), Buffer.from(turned), gzipSync(text)]) {
      expect(await plain({ name: 'x', bytes })).toEqual(wanted);
    }
    expect(textOf(await written(ROWS, 'plain.jsonl').then(() => path))).toBe(
      readFileSync(join(folder, 'plain.jsonl'), 'utf8'),
    );
  });

  it('has the same bytes for the same rows in any order', async () => {
    const bytes = readFileSync(await written(ROWS));
    const again = readFileSync(await written([...ROWS].reverse(), 'again.jsonl.gz'));
    expect(again.equals(bytes)).toBe(true);
    expect(bytes.readUInt32LE(4)).toBe(0);
  });

  it('shares equal objects between rows', async () => {
    const rows = Array.from({ length: 50 }, (_, i) => row({ shape: `select ${i}` }));
    const read = (await snapshotFrom(await written(rows, 'shared.jsonl.gz'))).rows;
    for (const part of ['caller', 'facts', 'operations'] as const) {
      expect(new Set(read.map((one) => one[part])).size).toBe(1);
    }
  });

  it('leaves no partial file behind', async () => {
    const path = join(folder, 'half.jsonl.gz');
    const bad = { ...history([row()]), rows: [row(), row({ shape: 'b' })] };
    await expect(writeHistory(bad, path)).rejects.toThrow('executions');
    expect(readdirSync(folder).filter((name) => name.startsWith('half'))).toEqual([]);
  });

  it('is not written to a folder, or to a path that cannot be created', async () => {
    await expect(writeHistory(history([row()]), folder)).rejects.toThrow(/is a folder: name a file/);
    writeFileSync(join(folder, 'file'), '');
    await expect(writeHistory(history([row()]), join(folder, 'file/x.gz'))).rejects.toThrow(
      /^cannot write .*: name a file that this user can write$/,
    );
  });
});

describe('values that no rule can read', () => {
  it.each([
    [
      'a list of more than 1,000 items',
      { tablesRead: Array.from({ length: 1001 }, (_, i) => `t${i}`) },
      ['tablesRead'],
    ],
    ['a list of more than 64,000 characters', { functions: ['f'.repeat(64_001)] }, ['functions']],
    ['a number beyond what can be told apart', { limit: 2 ** 60, offset: Number.NaN }, ['limit', 'offset']],
  ])('%s is not recorded', async (_, facts, missing) => {
    const [read] = (await snapshotFrom(await written([row({ facts: statementFacts(facts) })], 'large.jsonl.gz'))).rows;
    const uncarried = Object.entries(read ? plainRow(read).facts : {}).filter(([, value]) => value === undefined);
    expect(uncarried.map(([name]) => name)).toEqual([...missing, 'inTransaction', 'lockTimeoutSet']);
  });

  it('more than 1,000 operations leave a statement with nothing known', async () => {
    const operations = Array.from({ length: 1001 }, () => operation({ kind: 'drop_table' }));
    const [read] = (await snapshotFrom(await written([row({ operations })], 'many.jsonl.gz'))).rows;
    expect(read).toMatchObject({ operations: [], unreadable: TOO_LARGE });
    const { dialect, ...facts } = statementFacts(read?.facts);
    expect(dialect).toBe('postgresql');
    expect(Object.values(facts).every((value) => value === undefined)).toBe(true);
  });

  it('a long shape is cut and stays distinct from others with the same beginning', async () => {
    const long = ['a', 'b'].map((end) => row({ shape: `select ${'x, '.repeat(20_000)}${end}` }));
    const { rows } = await snapshotFrom(await written(long, 'long.jsonl.gz'));
    expect(rows).toHaveLength(2);
    for (const { shape } of rows) expect(shape).toMatch(/ … \[60008 characters, sha256 [0-9a-f]{12}\]$/);
  });
});

describe('an invalid snapshot', () => {
  let header: string;
  let lines: readonly string[];
  beforeAll(async () => {
    [header = '', ...lines] = textOf(await written([row(), row({ shape: 'z' })], 'two.jsonl.gz'))
      .trimEnd()
      .split('\n');
  });
  const file = (...changed: readonly string[]) => `${changed.join('\n')}\n`;

  it.each([
    ['an empty file', () => '', 'h.jsonl.gz:1: the file is empty'],
    ['another file', () => '{"a":1}\n', 'h.jsonl.gz:1: the first line is not a snapshot header'],
    ['no JSON', () => file(header, 'x', lines[1] ?? ''), 'h.jsonl.gz:2: the line is not a JSON object'],
    [
      'a line too few',
      () => file(header, lines[0] ?? ''),
      'h.jsonl.gz:2: the snapshot holds 1 row with 1 execution, but its header says 2 with 2',
    ],
    [
      'a line too many',
      () => file(header, ...lines, lines[0] ?? ''),
      'h.jsonl.gz:4: the snapshot has more rows than its header says (2)',
    ],
    [
      'changed counts',
      () => file(header, ...lines).replace('"2026-11-01":1', '"2026-11-01":2'),
      'its header says 2 with 2',
    ],
    [
      'a newer version',
      () => file(header.replace('"querygateHistory":1', '"querygateHistory":2'), ...lines),
      'h.jsonl.gz:1: this snapshot has version 2, but this querygate reads version 1: update querygate',
    ],
    [
      'newer facts',
      () => file(header.replace(/"factsVersion":\d/, '"factsVersion":7'), ...lines),
      "h.jsonl.gz:1: this snapshot's facts have version 7, but this querygate reads versions 1 to 5: update querygate",
    ],
    [
      'an unknown key in the header',
      () => file(header.replace('"tool"', '"tools"'), ...lines),
      'h.jsonl.gz:1: the header has an unknown key `tools`',
    ],
    [
      'a key of the prototype',
      () => file(header.replace('"unread":{}', '"unread":{"__proto__":1}'), ...lines),
      'a source has an invalid `unread`',
    ],
  ])('%s', async (_, text, message) => {
    expect(await refusal(text())).toContain(message);
  });

  it.each([
    ['"facts":{', '"facts":{"rows":1,', '`facts` has an unknown key `rows`'],
    ['"facts":{', '"facts":{"limit":1.5,', '`facts.limit` must be an integer'],
    ['"facts":{', '"facts":{"limit":"1",', '`facts.limit` must be an integer'],
    ['"facts":{', '"facts":{"__proto__":{},', '`facts` has an unknown key `__proto__`'],
    ['"inTransaction"', '"inTransit"', '`facts.notCarried` names an unknown fact'],
    ['"facts":{', '"facts":{"inTransaction":true,', '`facts.inTransaction` is both given and listed in `notCarried`'],
    ['{"kind":"select"', '{"kind":"slect"', '`operation.kind` is unknown'],
    ['{"kind":"select"', '{"kind":"toString"', '`operation.kind` is unknown'],
    ['{"kind":"select"', '{"kind":"select","place":"attic"', '`operation.place` is unknown'],
    ['{"kind":"select"', '{"kind":"select","target":{"quoted":1}', '`operation.target.quoted` must be of type bool'],
    ['"operations":[', '"operations":[1,', 'an operation must be an object'],
    ['"dialect":"postgresql"', '"dialect":"cobol"', '`dialect` is unknown'],
    ['"dialect":"postgresql"', '"dialect":"postgresql","truncated":1', '`truncated` must be true or false'],
    ['"caller":{', '"caller":{"tags":{"__proto__":"x"},', '`caller.tags` must be of type map<string, string>'],
    [
      '"days":',
      '"callerPatterns":["role"],"days":',
      '`callerPatterns` must be a list of user, application, database, tags',
    ],
    [
      '"days":',
      '"callerPatterns":"user","days":',
      '`callerPatterns` must be a list of user, application, database, tags',
    ],
    ['"caller":{', '"caller":{"tags":{"a":1},', '`caller.tags` must be of type map<string, string>'],
    ['"days":{', '"days":{"2026-02-30":1,', '`days` must map days (`2026-01-31`) to positive integers'],
    ['"days":{', '"days":{"yesterday":1,', '`days` must map days (`2026-01-31`) to positive integers'],
    ['"2026-11-01":1', '"2026-11-01":0', '`days` must map days (`2026-01-31`) to positive integers'],
    ['"2026-11-01":1', '', '`days` must map days (`2026-01-31`) to positive integers'],
    ['{"shape":', '{"shape":1,"x":', 'a row has an unknown key `x`'],
    ['"shape":"select ? from users"', '"shape":1', '`shape` must be a string'],
  ])('%s as %s', async (from, to, message) => {
    const changed = (lines[0] ?? '').replace(from, to);
    expect(changed).not.toBe(lines[0]);
    expect(await refusal(file(header, changed, lines[1] ?? ''))).toContain(`h.jsonl.gz:2: ${message}`);
  });

  it('is rejected if it is cut off, damaged or not text', async () => {
    const whole = gzipSync(file(header, ...lines));
    for (const bytes of [whole.subarray(0, whole.length - 20), Buffer.concat([whole, whole.subarray(0, 30)])]) {
      expect(await refusal(bytes, false)).toContain('the snapshot is cut off or damaged');
    }
    const middle = Buffer.from(whole);
    middle.fill(0x55, 100, 140);
    expect(await refusal(middle, false)).toMatch(/^h\.jsonl\.gz:\d+: /);
    const text = Buffer.from(file(header, ...lines));
    text[header.length + 15] = 0xff;
    expect(await refusal(text)).toContain('the snapshot is not valid UTF-8');
  });
});

describe('a hostile snapshot', () => {
  const MB = 1024 * 1024;

  it('that unpacks to an endless line is rejected early', async () => {
    const bomb = Buffer.concat([
      gzipSync('{"querygateHistory":1,"x":"'),
      ...Array(40).fill(gzipSync(Buffer.alloc(MB, 'a'))),
    ]);
    expect(bomb.length).toBeLessThan(MB / 10);
    expect(await refusal(bomb, false)).toContain('a line has more than 16777216 bytes');
  });

  it('that nests deeply is rejected', async () => {
    const [header = ''] = textOf(await written([row()], 'one.jsonl.gz')).split('\n');
    const deep = `{"shape":"x","dialect":"postgresql","facts":${'['.repeat(MB)}`;
    expect(await refusal(`${header}\n${deep}\n`)).toContain(':2: the line is not a JSON object');
    const closed = `{"shape":"x","dialect":"postgresql","facts":${'['.repeat(5000)}${']'.repeat(5000)},"operations":[],"caller":{},"days":{"":1}}`;
    expect(await refusal(`${header}\n${closed}\n`)).toContain(':2: `facts` must be an object');
  });

  it('whose header announces too many rows is rejected before they are read', async () => {
    const [header = ''] = textOf(await written([row()], 'one.jsonl.gz')).split('\n');
    expect(await refusal(`${header.replace('"rows":1', '"rows":1000001')}\n`)).toContain('more than 1000000 rows');
  });
});
