import type { WorkspaceFiles } from '../../../src/ci/index.ts';
import { runSimulate, type SimulateRequest } from '../../../src/commands/index.ts';
import { type Change, HISTORY_FILE } from '../../../src/model/index.ts';
import { changeOf, type Files, RULES } from '../build.ts';
import { NOW, type Ran, snapshotOf } from '../snapshot.ts';

/** What production runs: five queries of two applications. */
export const RAN: readonly Ran[] = [
  { sql: 'SELECT id, total FROM orders WHERE customer_id = 7 LIMIT 50', calls: 4000 },
  { sql: 'SELECT id, total FROM orders WHERE customer_id = 7 LIMIT 5000', calls: 100 },
  { sql: 'SELECT * FROM orders', application: 'nightly-export', user: 'export', calls: 20 },
  { sql: "UPDATE orders SET state = 'sent' WHERE id = 3", calls: 900 },
  { sql: 'DELETE FROM sessions', application: 'nightly-export', user: 'export', calls: 10 },
];
export const HISTORY = await snapshotOf(RAN);
export const KEPT = { [HISTORY_FILE]: HISTORY };

export const NO_DISK: WorkspaceFiles = { find: async () => ({ kind: 'missing' }), list: async () => [] };

export type Settings = Partial<Omit<SimulateRequest, 'change' | 'head'>>;

/** Simulates a pull request without using the disk. */
export function simulatePull(base: Files, head: Files, settings: Settings = {}, more: Partial<Change> = {}) {
  const change = changeOf(base, head, more);
  return runSimulate({
    change,
    head: change.head,
    event: change.event,
    now: NOW,
    files: NO_DISK,
    limits: {},
    service: {},
    ...settings,
  });
}

/** A rule file with these rules: id, operations and condition of each. */
export function ruleFile(
  list: Readonly<Record<string, readonly [operations: string, when: string, verdict?: string]>>,
  more = '',
) {
  const rules = Object.entries(list).map(
    ([id, [operations, when, verdict = 'block']]) =>
      `  - id: ${id}\n    operations: [${operations}]\n    when: '${when}'\n    verdict: ${verdict}\n    message: do not do that\n`,
  );
  return { [RULES]: `version: 1\n${rules.length > 0 ? `rules:\n${rules.join('')}` : ''}${more}` };
}

export const STAR = ['select', 'statement.selectStar'] as const;
export const LIMIT = ['select', 'statement.hasLimit && statement.limit > 1000'] as const;
export const FILTER = ['delete', 'operation.filter != "conditional"'] as const;
export const OLD = ruleFile({ 'no-unfiltered-delete': FILTER });
