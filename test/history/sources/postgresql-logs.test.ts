import { describe, expect, it } from 'vitest';
import { postgresqlCsvlog } from '../../../src/history/sources/postgresql/csvlog.ts';
import { postgresqlJsonlog } from '../../../src/history/sources/postgresql/jsonlog.ts';
import { postgresqlStderr } from '../../../src/history/sources/postgresql/stderr.ts';
import type { SourceFormat } from '../../../src/history/sources/source.ts';
import { expectGolden } from '../../golden.ts';
import { fixture, readAll, sqlOf, type WhatWasRead } from './read.ts';

/**
 * Written by PostgreSQL 15: the same session at the same time to all three destinations, under different settings. The
 * session uses the simple and the extended protocol, portals that are fetched in parts, prepared statements, failing
 * statements, messages raised to look like log lines, and names with all kinds of characters.
 */
const SETTINGS = [
  'statement-and-duration', // log_statement = all, log_min_duration_statement = 0
  'duration', // log_min_duration_statement = 0, auto_explain
  'log-duration', // log_statement = all, log_duration = on, log_error_verbosity = verbose
  'audit', // pgaudit.log = all, pgaudit.log_parameter = on
  'audit-and-statement', // log_statement = all, pgaudit.log = all, pgaudit.log_relation = on
];
const FORMATS: readonly (readonly [string, SourceFormat])[] = [
  ['jsonlog', postgresqlJsonlog],
  ['csvlog', postgresqlCsvlog],
  ['text', postgresqlStderr],
];
const ALL = SETTINGS.flatMap((setting) => FORMATS.map(([ending, format]) => [setting, ending, format] as const));

function shown(read: WhatWasRead): string {
  const statements = read.statements.map((statement) => JSON.stringify(statement));
  const rest = { unread: read.unread, passedOver: read.passedOver, notes: read.notes, notCarried: read.notCarried };
  return `${[...statements, JSON.stringify(rest, undefined, 1)].join('\n')}\n`;
}

describe('logs of a real server', () => {
  it.each([...SETTINGS, 'slow-only'])('reads %s', (setting) => {
    const read = readAll(postgresqlJsonlog, fixture(`postgresql/${setting}.jsonlog`));
    expectGolden(`history/sources/golden/postgresql-${setting}`, shown(read));
  });

  it.each(SETTINGS)('reads the same from all three formats: %s', (setting) => {
    const [json, csv, text] = FORMATS.map(([ending, format]) =>
      readAll(format, fixture(`postgresql/${setting}.${ending}`)),
    );
    expect(csv?.statements).toEqual(json?.statements);
    expect(text?.statements).toEqual(json?.statements);
    expect(csv?.passedOver).toEqual(json?.passedOver);
    expect(text?.passedOver).toEqual(json?.passedOver);
    expect([csv?.unread, text?.unread]).toEqual([[], []]);
  });

  it.each(ALL)('does not depend on chunk boundaries: %s.%s', (setting, ending, format) => {
    const input = fixture(`postgresql/${setting}.${ending}`);
    const whole = readAll(format, input);
    for (const chunk of [1, 2, 3, 7, 61, 1000, 4096]) expect(readAll(format, input, { chunk })).toEqual(whole);
  });

  it.each(ALL)('assigns each record to exactly one part: %s.%s', (setting, ending, format) => {
    const broken = Buffer.from('\n{"broken\n2026-11-20 no record,\n');
    const input = Buffer.concat([fixture(`postgresql/${setting}.${ending}`), broken]);
    const whole = readAll(format, input);
    for (const of of [2, 3, 5]) {
      const parts = Array.from({ length: of }, (_, index) => readAll(format, input, { part: { index, of } }));
      const joined = (pick: (read: WhatWasRead) => readonly unknown[]) =>
        parts.flatMap((part) => pick(part).map((item) => JSON.stringify(item))).sort();
      const sorted = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).sort();
      expect(joined(({ statements }) => statements)).toEqual(sorted(whole.statements));
      expect(joined(({ unread }) => unread)).toEqual(sorted(whole.unread));
      const counts: Record<string, number> = {};
      for (const part of parts) {
        for (const [what, count] of Object.entries(part.passedOver)) counts[what] = (counts[what] ?? 0) + count;
      }
      expect(counts).toEqual(whole.passedOver);
      for (const part of parts) {
        const sessions = new Set(part.statements.map(({ session }) => session));
        for (const other of parts) {
          if (other !== part) expect(other.statements.some(({ session }) => sessions.has(session))).toBe(false);
        }
      }
    }
  });

  it('are distinguished by format', () => {
    for (const [setting, ending, format] of ALL) {
      const head = fixture(`postgresql/${setting}.${ending}`).subarray(0, 262_144);
      const scores = FORMATS.map(([, other]) => other.sniff(head, 'a.log'));
      expect(format.sniff(head, 'a.log'), `${setting}.${ending}`).toBeGreaterThan(0.8);
      expect(scores.filter((score) => score > 0.3)).toHaveLength(1);
    }
  });

  it.each(['de', 'es', 'fr', 'it', 'ja', 'ka', 'ko', 'ru', 'sv', 'uk', 'zh'])(
    'reads the lines of a server that speaks %s',
    (language) => {
      const read = readAll(postgresqlStderr, fixture(`postgresql/languages/${language}.text`));
      expect(read.unread).toEqual([]);
      expect(sqlOf(read)).toEqual([
        `SELECT 'café 😀', E'a\\tb'\n FROM pg_class\n\tWHERE relname = 'x"y'\n LIMIT 5`,
        'SELECT 1; SELECT 2 LIMIT 3; -- two',
        '-- only a comment',
        'SELECT $1::text, $2::int LIMIT $3',
        'SELECT g FROM generate_series(1, $1) g WHERE $2::text LIKE $2',
        'SELECT g FROM generate_series(1, $1) g WHERE $2::text LIKE $2',
      ]);
      expect(read.statements[3]?.binds).toEqual(["it's", null, '50']);
      expect(read.passedOver['failed statement']).toBe(1);
      expect(read.passedOver['parse or bind step']).toBeGreaterThan(4);
      expect(read.passedOver['further fetch from a portal']).toBe(2);
    },
  );

  it('count a duration in an unknown language as unread', () => {
    const line = (message: string) =>
      `${JSON.stringify({ timestamp: '2026-11-20 10:00:00 UTC', session_id: 'a.1', error_severity: 'LOG', message })}\n`;
    const read = readAll(
      postgresqlJsonlog,
      line('trvání: 0.123 ms  příkaz: SELECT 1') + line('checkpoint starting: time'),
    );
    expect(read.unread).toEqual(['1: duration line in an unknown language (1)']);
    expect(read.passedOver).toEqual({ 'server message': 1 });
  });
});
