import { describe, expect, it } from 'vitest';
import { FIELD, JSON_KEYS, JsonLine, unescapeJson } from '../../../src/history/sources/postgresql/json-line.ts';
import { postgresqlJsonlog } from '../../../src/history/sources/postgresql/jsonlog.ts';
import { fixture, readAll, sqlOf } from './read.ts';

/** Pseudo-random numbers, the same in every run. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const LINES = ['statement-and-duration', 'duration', 'log-duration', 'audit'].flatMap((name) =>
  fixture(`postgresql/${name}.jsonlog`).toString('utf8').trimEnd().split('\n'),
);

/** Characters that a mutation inserts: JSON syntax, escapes of all kinds, and letters. */
const PIECES = [
  ...['"', '\\', '{', '}', '[', ']', ':', ',', ' ', '\t', '\r', '0', '-', '1e3', 'null', '""', '\u0001', '\u001f'],
  ...['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t', '\\x', '\\u', '\\u00', '\\u0041', '\\u00e9', '\\u20AC'],
  ...['\\ud83d\\ude00', '\\ud83d', '\\ude00', '\\ude00\\ud83d', '\\ud83d\\u0041', 'é', '漢', '😀', '\u007f', '\u2028'],
  ...['"message":"other"', ',"message":"twice"', ',"pid":"text"', ',"pid":07', ',"message":7', ',"detail":null'],
  ...[',"user":{"a":1}', ',"unknown":-0', ',"session_id":""', ',"error_severity":"ERROR"', '"mess\\u0061ge":"x",'],
];

/** Lone surrogates become U+FFFD. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString('utf8');
}

function mutated(line: string, random: (below: number) => number): string {
  let text = line;
  for (let times = random(4) === 0 ? 2 : 1; times > 0; times--) {
    const at = random(text.length + 1);
    const piece = PIECES[random(PIECES.length)] ?? '';
    switch (random(4)) {
      case 0:
        text = text.slice(0, at) + piece + text.slice(at);
        break;
      case 1:
        text = text.slice(0, at) + text.slice(at + 1 + random(3));
        break;
      case 2:
        text = text.slice(0, at) + piece + text.slice(at + piece.length);
        break;
      case 3: {
        const other = LINES[random(LINES.length)] ?? '';
        text = text.slice(0, at) + other.slice(random(other.length));
        break;
      }
    }
  }
  // A line has no line end, and half a letter is not text.
  return wellFormed(text.replaceAll('\n', ' '));
}

/** The fields that JSON.parse reads; undefined if it rejects the line, or the line is not a flat object. */
function parsed(text: string): Record<string, string> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields: Record<string, string> = {};
  for (const key of JSON_KEYS) {
    const field: unknown = Object.hasOwn(value, key) ? value[key as keyof typeof value] : undefined;
    if (field === undefined) continue;
    if (typeof field === 'string') fields[key] = wellFormed(field);
    else if (typeof field === 'number') fields[key] = String(field);
    else return undefined;
  }
  return fields;
}

/** The fields that `JsonLine` reads; undefined if it leaves the line to JSON.parse. */
function cut(line: JsonLine, bytes: Buffer): Record<string, string> | undefined {
  if (line.cut(bytes, 0, bytes.length, () => false) !== true) return undefined;
  const fields: Record<string, string> = {};
  for (const key of JSON_KEYS) {
    const place = FIELD[key];
    const start = line.starts[place] ?? -1;
    if (start < 0) continue;
    const into = Buffer.alloc(bytes.length);
    fields[key] = into.toString('utf8', 0, unescapeJson(bytes, start, line.ends[place] ?? 0, into));
  }
  return fields;
}

describe('parsing a line', () => {
  it('accepts every line of the server, and reads it like JSON.parse', () => {
    const line = new JsonLine();
    for (const text of LINES) expect(cut(line, Buffer.from(text))).toEqual(parsed(text));
  });

  it('accepts no mutated line that JSON.parse rejects, and reads none differently', () => {
    const random = generator(11);
    const line = new JsonLine();
    let taken = 0;
    let refused = 0;
    for (let round = 0; round < 80_000; round++) {
      const text = mutated(LINES[random(LINES.length)] ?? '', random);
      const fields = cut(line, Buffer.from(text));
      if (fields === undefined) continue;
      taken++;
      const right = parsed(text);
      if (right === undefined) refused++;
      expect(fields, text).toEqual(right);
    }
    expect(refused).toBe(0);
    // Otherwise the test would check nothing.
    expect(taken).toBeGreaterThan(3_000);
  });

  it('reads keys in any order, ever new keys, and CR before the line end', () => {
    const random = generator(5);
    const lines = Array.from({ length: 500 }, (_, number) => {
      const fields: [string, unknown][] = Object.entries({
        timestamp: '2026-11-20 10:00:00.123 CET',
        user: 'ann',
        dbname: 'shop',
        session_id: `a.${number % 7}`,
        error_severity: 'LOG',
        message: `statement: SELECT ${number}`,
        [`key_${number}`]: number,
        [`${'long'.repeat(20)}`]: 'x',
      });
      for (let at = fields.length - 1; at > 0; at--) {
        const other = random(at + 1);
        [fields[at], fields[other]] = [fields[other] ?? ['', ''], fields[at] ?? ['', '']];
      }
      return `${JSON.stringify(Object.fromEntries(fields))}\r\n`;
    });
    const read = readAll(postgresqlJsonlog, lines.join(''), { chunk: 1000 });
    expect(sqlOf(read)).toEqual(lines.map((_, number) => `SELECT ${number}`));
    expect(new Set(read.statements.map(({ at, user, database }) => `${at} ${user} ${database}`))).toEqual(
      new Set(['2026-11-20T09:00:00.123Z ann shop']),
    );
    expect(read.unread).toEqual([]);
  });

  it('unescapes both notations to the same text', () => {
    for (const text of [
      '',
      'plain',
      'a"b\\c/d\b\f\n\r\t',
      'é漢😀',
      '\u0000\u001f',
      'x'.repeat(100),
      `${'y'.repeat(60)}\n😀`,
    ]) {
      for (const written of [JSON.stringify(text).slice(1, -1), escapedWhole(text)]) {
        const bytes = Buffer.from(written);
        const into = Buffer.alloc(bytes.length);
        expect(into.toString('utf8', 0, unescapeJson(bytes, 0, bytes.length, into))).toBe(text);
      }
    }
  });
});

function escapedWhole(text: string): string {
  return text.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

describe('reading lines', () => {
  const record = { timestamp: '2026-11-20 10:00:00 UTC', session_id: 'a.1', error_severity: 'LOG' };
  const line = (fields: object) => `${JSON.stringify({ ...record, ...fields })}\n`;

  it('falls back to JSON.parse for other forms', () => {
    const spaced = `{ "error_severity" : "LOG", "message" : "statement: SELECT 1", "pid": 4711, "detail": null }\n`;
    const nested = line({ message: 'statement: SELECT 2', extra: { a: [1] } });
    const read = readAll(postgresqlJsonlog, spaced + nested);
    expect(read.statements.map(({ sql, session }) => [sql, session])).toEqual([
      ['SELECT 1', '4711'],
      ['SELECT 2', 'a.1'],
    ]);
  });

  it('counts unreadable lines, with their numbers', () => {
    const good = line({ message: 'statement: SELECT 1' });
    const read = readAll(postgresqlJsonlog, `${good}{"timestamp":\n\n[1]\n{"a":1}\n${good}{"timestamp":"2026`);
    expect(sqlOf(read)).toEqual(['SELECT 1', 'SELECT 1']);
    expect(read.unread).toEqual([
      '2: line is not valid JSON (1)',
      '4: JSON line that is not a log record (1)',
      '5: JSON line that is not a log record (1)',
      '7: line cut off at the end of the file (1)',
    ]);
  });

  it('reads lines wrapped by CloudNativePG, and skips its own lines', () => {
    const wrapped = (message: string, more: object = {}) => ({
      level: 'info',
      ts: 1,
      logger: 'postgres',
      msg: 'record',
      record: {
        log_time: '2026-11-20 10:00:00.5 UTC',
        user_name: 'ann',
        database_name: 'shop',
        process_id: '600',
        session_id: 'a.258',
        error_severity: 'LOG',
        message,
        application_name: 'web',
        ...more,
      },
    });
    const audit = {
      ...wrapped(''),
      logger: 'pgaudit',
      record: {
        ...wrapped('').record,
        session_id: 'a.259',
        audit: {
          audit_type: 'SESSION',
          statement_id: '1',
          substatement_id: '1',
          class: 'READ',
          command: 'SELECT',
          statement: 'SELECT $1',
          parameter: '7',
        },
      },
    };
    const lines = [
      wrapped('statement: SELECT 1'),
      wrapped('duration: 0.1 ms'),
      wrapped('execute <unnamed>: SELECT $1', { detail: "parameters: $1 = 'it''s'" }),
      wrapped('relation does not exist', { error_severity: 'ERROR', query: 'SELECT * FROM nosuch' }),
      audit,
      { level: 'info', ts: 2, msg: 'Readiness probe failing' },
    ];
    const text = lines.map((value) => `${JSON.stringify(value)}\n`).join('');
    const read = readAll(postgresqlJsonlog, text);
    expect(postgresqlJsonlog.sniff(Buffer.from(text), 'x')).toBe(1);
    expect(
      read.statements.map(({ sql, session, user, database, application, binds }) => [
        sql,
        session,
        user,
        database,
        application,
        binds,
      ]),
    ).toEqual([
      ['SELECT 1', 'a.258', 'ann', 'shop', 'web', undefined],
      ['SELECT $1', 'a.258', 'ann', 'shop', 'web', ["it's"]],
      ['SELECT $1', 'a.259', 'ann', 'shop', 'web', ['7']],
    ]);
    expect(read.unread).toEqual([]);
    expect(read.passedOver).toEqual({
      'duration of a logged statement': 1,
      'failed statement': 1,
      'line of another program': 1,
    });
  });
});
