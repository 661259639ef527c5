import { createHash } from 'node:crypto';
import type { SimulateRequest } from '../../../src/contract/index.ts';
import type { SimulationRequest } from '../../../src/server/simulations/start.ts';
import type { Database } from '../../../src/server/store/database.ts';
import { NOON } from '../test-store.ts';

/** Adds the API key that starts simulations. */
export async function addKey(db: Database, workspace: string): Promise<void> {
  await db.query(
    `INSERT INTO api_keys (id, workspace_id, name, key_hash, scopes, created_at, created_by)
     VALUES ($1, $2, 'CI', $3, '{rules:simulate}', $4, '{}')`,
    [`key_${workspace}`, workspace, createHash('sha256').update(workspace).digest(), NOON],
  );
}

/** A request to simulate one rule file. */
export function simulationRequest(
  workspace: string,
  text: string,
  more: Partial<SimulationRequest> = {},
): SimulationRequest {
  const request: SimulateRequest = {
    workspace,
    head: { commit: 'abc', files: [{ path: '.querygate/rules.yml', text }] },
    change: { repository: 'acme/shop', head: 'abc' },
  };
  return {
    workspace,
    by: { actor: { kind: 'key', id: `key_${workspace}`, name: 'CI' }, requestId: 'req_1' },
    databaseId: 'db-1',
    request,
    requestHash: createHash('sha256').update(JSON.stringify(request)).digest(),
    idempotencyKey: undefined,
    ...more,
  };
}

/** The audit entries of a type, in order. */
export async function auditOf(db: Database, workspace: string, type: string): Promise<readonly Entry[]> {
  const { rows } = await db.query<{ entry: string }>(
    'SELECT entry FROM audit_events WHERE workspace_id = $1 AND type = $2 ORDER BY sequence',
    [workspace, type],
  );
  return rows.map(({ entry }) => JSON.parse(entry) as Entry);
}

interface Entry {
  readonly actor: unknown;
  readonly requestId?: string;
  readonly databaseId?: string;
  readonly details: unknown;
}
