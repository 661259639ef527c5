import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that the programs are run on. */
export interface Input {
  readonly name: string;
  readonly files: readonly string[];
  /** How often each program runs. */
  readonly runs: number;
  /** Whether the other programs run too. They refuse a syntax error, and read generated rows in their own ways. */
  readonly peers: boolean;
}

const PLAIN = `ALTER TABLE users ADD COLUMN email text;
CREATE INDEX CONCURRENTLY users_email_idx ON users (email);
ALTER TABLE users ADD CONSTRAINT users_email_key UNIQUE (email);
`;

const WITH_FUNCTION = `${PLAIN}UPDATE users SET email = lower(email) WHERE id BETWEEN 1 AND 1000;
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE audits SET seen = now() WHERE id = NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER users_touch AFTER UPDATE ON users FOR EACH ROW EXECUTE FUNCTION touch();
`;

const SMALL_RUNS = 15;
export const LARGE_RUNS = 3;

/**
 * Generated files and, if there are any, real ones.
 *
 * @param work a folder for the generated files
 * @param lemmy a clone of LemmyNet/lemmy: 342 migrations, each with an `up.sql` and a `down.sql`
 * @param more a folder with other SQL files of PostgreSQL
 */
export function inputs(work: string, lemmy: string | undefined, more: string | undefined): readonly Input[] {
  const generated = (name: string, file: string, text: string, runs: number, peers = false): Input => {
    const path = join(work, file);
    writeFileSync(path, text);
    return { name, files: [path], runs, peers };
  };
  const real = (folder: string, kind: RegExp, of: string): Input => {
    const files = sqlFiles(folder).filter((path) => kind.test(path));
    return { name: `${files.length.toLocaleString('en')} ${of}`, files, runs: LARGE_RUNS, peers: true };
  };
  return [
    generated('one small migration', 'small.sql', PLAIN, SMALL_RUNS, true),
    generated('one with a function and a trigger', 'function.sql', WITH_FUNCTION, SMALL_RUNS, true),
    ...(lemmy === undefined
      ? [manyFiles(work)]
      : [
          real(lemmy, /\/migrations\/.*\/up\.sql$/, 'migrations of Lemmy'),
          real(lemmy, /\/migrations\/.*\/(?:up|down)\.sql$/, 'with their down files'),
        ]),
    ...(more === undefined ? [] : [real(more, /\.sql$/, 'files of several projects')]),
    generated('50,000 UPDATEs (2 MB)', 'updates.sql', updates(50_000), LARGE_RUNS),
    generated('one INSERT of 4 MB', 'insert.sql', insert(100_000), LARGE_RUNS),
    generated('400 kB of `a;`', 'errors.sql', 'a;'.repeat(200_000), LARGE_RUNS),
  ];
}

function sqlFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sql'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function manyFiles(work: string): Input {
  const folder = join(work, 'files');
  mkdirSync(folder);
  for (let i = 0; i < 342; i++)
    writeFileSync(join(folder, `${i}.sql`), WITH_FUNCTION.replaceAll('users', `users_${i}`).repeat(3));
  return { name: '342 generated files', files: sqlFiles(folder), runs: LARGE_RUNS, peers: true };
}

function updates(count: number): string {
  return Array.from({ length: count }, (_, i) => `UPDATE items SET price = ${i} WHERE id = ${i};`).join('\n');
}

function insert(rows: number): string {
  return `INSERT INTO items (id, name, price) VALUES\n${Array.from({ length: rows }, (_, i) => `(${i}, 'item number ${i}', ${i}.50)`).join(',\n')};\n`;
}
