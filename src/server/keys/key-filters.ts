import type { z } from 'zod';
import { KEY_FILTERS, type KeyFilter, type keysQuerySchema } from '../../contract/index.ts';
import { InternalError } from '../../model/index.ts';
import type { Queryable } from '../store/database.ts';
import { madeBy } from './key-row.ts';

export type KeysQuery = Partial<z.output<typeof keysQuerySchema>>;

const VALID = 'revoked_at IS NULL AND expired_at IS NULL AND (expires_at IS NULL OR expires_at > $now)';

/** SQL of each state. `$now` stands for the parameter with the time. */
const STATES: Readonly<Record<KeyFilter, string>> = {
  current: 'revoked_at IS NULL',
  active: VALID,
  expiring: `${VALID} AND expires_at <= $now + interval '14 days'`,
  old: `${VALID} AND created_at < $now - interval '90 days'`,
  unused: `${VALID} AND coalesce(last_used_at, created_at) < $now - interval '30 days'`,
  expired: 'revoked_at IS NULL AND (expired_at IS NOT NULL OR expires_at <= $now)',
  revoked: 'revoked_at IS NOT NULL',
};

/** Parameters of a statement: the workspace is `$1`. */
export class KeyConditions {
  readonly parameters: unknown[];
  readonly #now: string;
  readonly #conditions: string[];

  constructor(workspace: string, now: Date, { name, scope, databaseId, createdBy }: KeysQuery) {
    this.parameters = [workspace];
    this.#now = `${this.parameter(now)}::timestamptz`;
    // PostgreSQL refuses a parameter that is not used, and not every state needs the time.
    this.#conditions = ['workspace_id = $1', `${this.#now} IS NOT NULL`];
    if (name) this.#conditions.push(`strpos(lower(name), lower(${this.parameter(name)})) > 0`);
    if (scope) this.#conditions.push(`${this.parameter(scope)} = ANY (scopes)`);
    if (databaseId) this.#conditions.push(`database_id = ${this.parameter(databaseId)}`);
    if (createdBy) this.#conditions.push(madeBy(this.parameter(createdBy)));
  }

  parameter(value: unknown): string {
    return `$${this.parameters.push(value)}`;
  }

  state(state: KeyFilter): string {
    return `(${STATES[state].replaceAll('$now', this.#now)})`;
  }

  /** All conditions, and that of a state. */
  sql(state: KeyFilter | undefined): string {
    return [...this.#conditions, ...(state ? [this.state(state)] : [])].join(' AND ');
  }
}

/** Number of keys in each state that match all filters but `state`. */
export async function keyTotals(
  db: Queryable,
  workspace: string,
  now: Date,
  query: KeysQuery,
): Promise<Record<KeyFilter, number>> {
  const conditions = new KeyConditions(workspace, now, query);
  const names = Object.keys(KEY_FILTERS) as KeyFilter[];
  const counts = names.map((name) => `count(*) FILTER (WHERE ${conditions.state(name)}) AS "${name}"`);
  const { rows } = await db.query<Record<KeyFilter, number>>(
    `SELECT ${counts.join(', ')} FROM api_keys WHERE ${conditions.sql(undefined)}`,
    conditions.parameters,
  );
  const [totals] = rows;
  if (!totals) throw new InternalError('a count has one row');
  return totals;
}
