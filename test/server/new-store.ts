import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../src/server/store/migrate.ts';
import { openDatabase } from '../../src/server/store/open.ts';

// A new embedded store with its tables, made once for each version of PGlite and of the migrations: a copy of it takes a
// twentieth of the time.

const MODULES = join(import.meta.dirname, '../../node_modules');
const MIGRATIONS = join(import.meta.dirname, '../../src/server/store/migrations');

/** The database of a PostgreSQL server that those of tests are copies of. */
export const TEMPLATE = 'querygate_template';

/** The folder of the store, and a tar file of PostgreSQL's files in it, with which a store in memory can begin. */
export interface NewStore {
  readonly folder: string;
  readonly image: string;
}

/** Makes the store if there is none yet. */
export async function newStore(): Promise<NewStore> {
  const made = join(MODULES, `.cache/querygate/store-${version()}`);
  if (!existsSync(made)) {
    // Atomic: other test files may look for it at the same time.
    const draft = `${made}.${process.pid}`;
    mkdirSync(draft, { recursive: true });
    const db = await openDatabase({ folder: join(draft, 'data'), durable: false });
    await migrate(db);
    await db.close();
    // As PGlite writes it: its reader knows no longer names, and none without a slash.
    const names = ['--format', 'ustar', '--absolute-names', '--transform', 's,^\\.,,'];
    execFileSync('tar', [...names, '-cf', join(draft, 'image.tar'), '-C', join(draft, 'data/store'), '.']);
    try {
      renameSync(draft, made);
    } catch (error) {
      rmSync(draft, { recursive: true });
      if (!existsSync(made)) throw error;
    }
  }
  return { folder: join(made, 'data'), image: join(made, 'image.tar') };
}

/** Makes `folder`, which is missing or empty, a new embedded store with its tables. */
export async function copyNewStore(folder: string): Promise<void> {
  const { folder: from } = await newStore();
  // Keeps modes: a store that others can read is refused.
  execFileSync('cp', ['-a', `${from}/.`, folder]);
}

function version(): string {
  const hash = createHash('sha256').update(readFileSync(join(MODULES, '@electric-sql/pglite/package.json')));
  const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
  for (const name of names.sort()) hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  return hash.digest('hex').slice(0, 16);
}
