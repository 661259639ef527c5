import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { z } from 'zod';
import { idSchema, timestampSchema } from '../../contract/index.ts';
import { ConfigError } from '../../model/index.ts';
import type { Context } from '../context/types.ts';
import type { Queryable } from '../store/database.ts';

/** What a restored backup must not let in again. */
const revocationsSchema = z.object({
  querygateRevocations: z.literal(1),
  /** Id of the store. */
  store: z.string(),
  /** The list holds what was revoked until then. */
  at: timestampSchema,
  /** Ids of revoked keys, of expired keys, of removed trusts and of disabled users. */
  keys: z.array(idSchema),
  expired: z.array(idSchema),
  trusts: z.array(idSchema),
  users: z.array(idSchema),
});
export type Revocations = z.output<typeof revocationsSchema>;

/** Milliseconds between two lists. What is revoked after the last one is not in it. */
const INTERVAL = 10_000;

/** Reads all revocations of a store. */
export async function readRevocations(tx: Queryable, store: string, now: Date): Promise<Revocations> {
  const ids = async (sql: string) => {
    const { rows } = await tx.query<{ id: string }>(sql);
    return rows.map(({ id }) => id);
  };
  return {
    querygateRevocations: 1,
    store,
    at: now.toISOString(),
    keys: await ids('SELECT id FROM api_keys WHERE revoked_at IS NOT NULL ORDER BY id'),
    expired: await ids('SELECT id FROM api_keys WHERE revoked_at IS NULL AND expired_at IS NOT NULL ORDER BY id'),
    trusts: await ids('SELECT id FROM trusts WHERE removed_at IS NOT NULL ORDER BY id'),
    users: await ids('SELECT id FROM users WHERE disabled_at IS NOT NULL ORDER BY id'),
  };
}

/** Reads a list from a file. Raises ConfigError. */
export async function readRevocationsFile(path: string): Promise<Revocations> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigError(`cannot read the list of revocations \`${path}\` (${code})`);
  }
  const read = revocationsSchema.safeParse(parsed(text));
  if (read.success) return read.data;
  throw new ConfigError(`\`${path}\` is not a list of revocations; give the file that \`--revocations\` wrote`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replaces the file at once, so that a crash leaves the former list or the new one. */
async function writeRevocationsFile(path: string, list: Revocations): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(list)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** A list that is kept beside the store. */
export interface KeptRevocations {
  /** When the list was last written: it holds what was revoked until then. */
  readonly writtenAt: Date;
  close(): Promise<void>;
}

/**
 * Writes the list of revocations to a file, every few seconds and at the end. Raises ConfigError if the first list cannot
 * be written.
 */
export async function keepRevocations(
  { ctx, store, path }: { readonly ctx: Context; readonly store: string; readonly path: string },
  onError: (error: unknown) => void,
): Promise<KeptRevocations> {
  let writtenAt: Date;
  const write = async () => {
    const at = ctx.now();
    await writeRevocationsFile(path, await readRevocations(ctx.db, store, at));
    writtenAt = at;
  };
  try {
    await write();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigError(
      `cannot write the list of revocations \`${path}\` (${code}); name a file in a folder that exists`,
    );
  }
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(write).catch(onError);
  }, INTERVAL);
  return {
    get writtenAt() {
      return writtenAt;
    },
    close: async () => {
      clearInterval(timer);
      await running;
      await write().catch(onError);
    },
  };
}
