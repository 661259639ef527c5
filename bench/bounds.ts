import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { costOf } from './measure.ts';

// What the largest files cost: CPU, memory and the size of the report. `npm run bench -- bounds [<cli.js>]`.
// The floor is the same client on a file with one statement.

const cli = process.argv[2] ?? join(import.meta.dirname, '..', 'dist', 'cli.js');
const FORMATS = ['terminal', 'json', 'github', 'sarif', 'junit'] as const;

const count = (n: number, line: (at: number) => string) => Array.from({ length: n }, (_, at) => line(at)).join('');

const FILES: readonly (readonly [name: string, text: () => string])[] = [
  ['one SELECT', () => 'SELECT 1;\n'],
  ['200,000 × `a;`', () => 'a;'.repeat(200_000)],
  ['500,000 equal DELETEs', () => 'DELETE FROM t;\n'.repeat(500_000)],
  ['500,000 DELETEs of other tables', () => count(500_000, (at) => `DELETE FROM t${at};\n`)],
  ['1,000,000 SELECTs', () => 'SELECT 1;\n'.repeat(1_000_000)],
  ['180,000 INSERTs', () => count(180_000, (at) => `INSERT INTO t (a, b) VALUES (${at}, 'x${at}');\n`)],
  ['100,000 suppressions', () => count(100_000, () => '-- querygate:allow no-drop-table: x\nDROP TABLE t;\n\n')],
  ['100,000 suppressions of nothing', () => count(100_000, () => '-- querygate:allow nothing\nSELECT 1;\n\n')],
  [
    'one statement with 200,000 columns',
    () => `ALTER TABLE t ${count(200_000, (at) => `DROP COLUMN c${at}, `)}DROP COLUMN z;`,
  ],
  ['5,000 open parentheses', () => `SELECT ${'('.repeat(5000)}1`],
  ['31,000,000 open parentheses', () => '('.repeat(31_000_000)],
  ['a sum of 15,500,000 numbers', () => `SELECT 1${'+1'.repeat(15_500_000)}`],
  ['3,000,000 open CASEs', () => 'CASE WHEN '.repeat(3_000_000)],
  ['one INSERT of 5,000,000 rows', () => `INSERT INTO t VALUES (1,2)${',(1,2)'.repeat(5_000_000)};`],
  ['800,000 SETs of a mode', () => 'SET standard_conforming_strings = off;\n'.repeat(800_000)],
  ['800,000 COPYs', () => 'COPY a FROM stdin;\nDROP TABLE x;\n\\.\n'.repeat(800_000)],
  ['31,000,000 NULs', () => '\0'.repeat(31_000_000)],
  ['10,300,000 client commands', () => '\\a\n'.repeat(10_300_000)],
  ['10,300,000 comments', () => '--\n'.repeat(10_300_000)],
  ['15,000 statements of 999 parentheses', () => `SELECT ${'('.repeat(999)}1${')'.repeat(999)};`.repeat(15_000)],
];

const USAGE = join(import.meta.dirname, 'usage.mjs');
const work = mkdtempSync(join(tmpdir(), 'querygate-bounds-'));
const file = join(work, 'file.sql');
try {
  let floor = 0;
  process.stdout.write(`${'file'.padEnd(38)} ${'format'.padEnd(9)}  CPU s  ratio     MB  characters\n`);
  for (const [name, text] of FILES) {
    writeFileSync(file, text());
    for (const format of FORMATS) {
      const command = [
        process.execPath,
        '--import',
        USAGE,
        cli,
        'check',
        file,
        '--dialect',
        'postgresql',
        '--format',
        format,
      ];
      const { cpu, peak = 0, stdout } = costOf(command, { keepOutput: true });
      floor ||= cpu;
      const numbers = [
        cpu.toFixed(1).padStart(6),
        (cpu / floor).toFixed(1).padStart(6),
        (peak / 2 ** 20).toFixed(0).padStart(6),
      ];
      process.stdout.write(
        `${name.padEnd(38)} ${format.padEnd(9)} ${numbers.join(' ')} ${stdout.length.toLocaleString('en').padStart(10)}\n`,
      );
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
