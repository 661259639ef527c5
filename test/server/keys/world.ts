import type { CreateKey } from '../../../src/contract/index.ts';
import type { Author } from '../../../src/server/context/types.ts';
import { createKey } from '../../../src/server/keys/create-key.ts';
import type { Queryable } from '../../../src/server/store/database.ts';
import { addWorkspace, NOON, openTestStore, type TestStore } from '../test-store.ts';

export const BY: Author = { actor: { kind: 'user', id: 'user_1', name: 'owner@acme.example' }, requestId: 'req_1' };

/** A new workspace in a store, and a clock. */
export interface World extends TestStore {
  readonly workspace: string;
  /** Advances the clock. */
  later(days: number): void;
  make(body?: Partial<CreateKey>): ReturnType<typeof createKey>;
  /** Types and details of the audit trail, in order. */
  trail(): Promise<readonly { readonly type: string; readonly details: Record<string, unknown> }[]>;
}

let count = 0;

export async function newWorld(store: TestStore): Promise<World> {
  const workspace = `w${++count}`;
  store.clock.now = NOON;
  await addWorkspace(store.db, workspace);
  return {
    ...store,
    workspace,
    later: (days) => {
      store.clock.now = new Date(store.clock.now.getTime() + days * 24 * 60 * 60 * 1000);
    },
    make: (body = {}) =>
      createKey(store.ctx, workspace, { name: 'ci', scopes: ['ci_dryrun:execute'], ttlDays: 10, ...body }, BY),
    trail: async () => (await entries(store.db, workspace)).map(({ type, details }) => ({ type, details })),
  };
}

interface Entry {
  readonly type: string;
  readonly actor: unknown;
  readonly requestId: unknown;
  readonly details: Record<string, unknown>;
}

export async function entries(db: Queryable, workspace: string): Promise<readonly Entry[]> {
  const { rows } = await db.query<{ entry: string }>(
    'SELECT entry FROM audit_events WHERE workspace_id = $1 ORDER BY sequence',
    [workspace],
  );
  return rows.map(({ entry }) => JSON.parse(entry));
}

/** `ok`, or the code of the problem. */
export async function codeOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return 'ok';
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
    throw error;
  }
}

export { openTestStore };
