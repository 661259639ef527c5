import { describe, expect, it } from 'vitest';
import { jsonl } from '../../../src/history/sources/jsonl.ts';
import { mysqlDigest } from '../../../src/history/sources/mysql/digest.ts';
import { mysqlGeneral } from '../../../src/history/sources/mysql/general.ts';
import { mysqlSlow } from '../../../src/history/sources/mysql/slow.ts';
import type { SourceFormat } from '../../../src/history/sources/source.ts';
import { expectGolden } from '../../golden.ts';
import { fixture, printed, transcript } from './transcript.ts';

/** MariaDB 10.11 wrote `mariadb-*`; the others are written by hand, in the formats of MySQL 8.4 and our own. */
const FIXTURES: readonly (readonly [string, SourceFormat])[] = [
  ['mariadb-slow.log', mysqlSlow],
  ['mysql-slow.log', mysqlSlow],
  ['mariadb-general.log', mysqlGeneral],
  ['mysql-general.log', mysqlGeneral],
  ['mariadb-digest.tsv', mysqlDigest],
  ['mysql-digest.csv', mysqlDigest],
  ['statements.jsonl', jsonl],
];

describe.each(FIXTURES)('%s', (name, format) => {
  const bytes = fixture(name);

  it('is read', () => {
    expectGolden(`history/sources/golden/${name}`, printed(transcript(format, bytes, {})));
  });

  it('does not depend on chunk boundaries', () => {
    const whole = transcript(format, bytes, {});
    for (const size of [1, 2, 3, 5, 7, 16, 61, 64, 127, 512, 1000, 4096]) {
      expect(transcript(format, bytes, { size }), `chunks of ${size}`).toEqual(whole);
    }
  });

  it('is read the same with Windows line ends', () => {
    const text = bytes.toString('latin1');
    const crlf = Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');
    const unix = (line: string) => line.replaceAll('\\r\\n', '\\n');
    expect(transcript(format, crlf, {}).lines.map(unix)).toEqual(transcript(format, bytes, {}).lines);
  });

  it.each([2, 3, 5])('is divided into %i parts, with each record in one', (of) => {
    const whole = transcript(format, bytes, {});
    const parts = Array.from({ length: of }, (_, index) =>
      transcript(format, bytes, { part: { index, of }, size: 100 }),
    );
    expect(parts.flatMap(({ lines }) => anySession(lines)).sort()).toEqual([...anySession(whole.lines)].sort());
    for (const { notes } of parts) expect(notes).toEqual(whole.notes);
    // A session stays in one part.
    const sessions = parts.map(
      ({ lines }) => new Set(lines.flatMap((line) => /"session":"(\d+)/.exec(line)?.[1] ?? [])),
    );
    const all = sessions.flatMap((set) => [...set]);
    if (format.kind === 'mysql-general') expect(new Set(all).size).toBe(all.length);
  });

  it('is detected from its content', () => {
    expect(format.sniff(bytes, 'x')).toBeGreaterThan(0.9);
  });
});

/** The name of a session may differ between parts. */
function anySession(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/"session":"(\d+)\/\d+"/, '"session":"$1"'));
}
