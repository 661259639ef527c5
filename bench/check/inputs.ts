import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, printRow } from './measure.ts';

const root = join(import.meta.dirname, '..');

const SMALL = `ALTER TABLE users ADD COLUMN email text;
CREATE INDEX CONCURRENTLY users_email_idx ON users (email);
UPDATE users SET email = lower(email) WHERE id BETWEEN 1 AND 1000;
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE audits SET seen = now() WHERE id = NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER users_touch AFTER UPDATE ON users FOR EACH ROW EXECUTE FUNCTION touch();
ALTER TABLE users ADD CONSTRAINT users_email_key UNIQUE (email);
`;

function write(work: string, name: string, text: string): string {
  const path = join(work, name);
  writeFileSync(path, text);
  return path;
}

function sqlFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => join(folder, name));
}

function madeUpFiles(work: string): string {
  const folder = join(work, 'files');
  mkdirSync(folder);
  for (let i = 0; i < 342; i++)
    writeFileSync(join(folder, `${i}.sql`), SMALL.replaceAll('users', `users_${i}`).repeat(3));
  return folder;
}

function updates(count: number): string {
  return Array.from({ length: count }, (_, i) => `UPDATE items SET price = ${i} WHERE id = ${i};`).join('\n');
}

function insert(rows: number): string {
  return `INSERT INTO items (id, name, price) VALUES\n${Array.from({ length: rows }, (_, i) => `(${i}, 'item number ${i}', ${i}.50)`).join(',\n')};\n`;
}

export interface CheckBench {
  /** The packaged client. */
  readonly cli: string;
  readonly node: string;
  /** A folder of SQL files for the comparison with squawk; if undefined, files are generated. */
  readonly folder: string | undefined;
}

/** Prints the cost of checking files, as ratios of CPU seconds. */
export function benchCheck({ cli, node, folder: given }: CheckBench): void {
  const work = mkdtempSync(join(tmpdir(), 'querygate-bench-'));
  const file = (name: string, text: string) => write(work, name, text);
  const check = (...paths: readonly string[]) => [
    ...[node, cli, 'check', '--dialect', 'postgresql', '--format', 'json', '--'],
    ...paths,
  ];
  try {
    const small = file('small.sql', SMALL);
    printRow('one small PostgreSQL file', compare(check(small), [node, '-e', '0'], 11), 'node -e 0', '2x or better');

    // The Node.js of the development dependencies: that of the Actions.
    const newer = join(root, 'node_modules/.bin/node');
    const onNewer = compare([newer, ...check(small).slice(1)], [newer, '-e', '0'], 11);
    printRow('the same on the Node.js of the Actions', onNewer, 'node -e 0', '2.6x or better');
    const errors = compare(check(file('a.sql', 'a;'.repeat(200_000))), [node, '-e', '0'], 1);
    printRow('400 KB of `a;`', errors, 'node -e 0', 'less than before');

    const folder = given ?? madeUpFiles(work);
    const files = sqlFiles(folder);
    const squawk = join(root, 'node_modules/.bin/squawk');
    const name = `${files.length} ${given ? 'files' : 'made-up files (give a folder of real ones)'}`;
    if (existsSync(squawk))
      printRow(name, compare(check(...files), [squawk, ...files], 5), 'squawk through npm', '1x or better');
    else process.stdout.write(`${name}: skipped: squawk is not installed\n\n`);

    const half = compare(check(file('u1.sql', updates(50_000))), check(file('u2.sql', updates(25_000))), 3);
    printRow('50,000 UPDATEs (2 MB) against half of them', half, 'half', 'linear: 2x or less');
    const rows = compare(check(file('i1.sql', insert(100_000))), check(file('i2.sql', insert(50_000))), 3);
    printRow('one INSERT of 4 MB against half of it', rows, 'half', 'linear: 2x or less');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
