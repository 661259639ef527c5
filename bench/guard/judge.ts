import type { Dialect } from '../../src/model/index.ts';
import { judgeStatement, loadRuleset, type Ruleset } from '../../src/rules/index.ts';
import { createSqlReader, type SqlReader } from '../../src/sql/index.ts';
import { RULESETS, type RulesetName } from './rulesets.ts';

/** Why Querygate refuses a text under one of the rulesets; empty if it passes. */
export type Refusals = (dialect: Dialect, sql: string) => Promise<readonly string[]>;

/** Judges texts as a proxy does: what is not understood or not decided is refused. */
export async function refusalsUnder(name: RulesetName): Promise<Refusals> {
  const ruleset = await rulesetOf(name);
  const readers = new Map<Dialect, SqlReader>();
  return async (dialect, sql) => {
    const reader = readers.get(dialect) ?? (await createSqlReader(dialect));
    readers.set(dialect, reader);
    const { statements, unreadable } = reader.readTraffic(sql);
    const refusals = unreadable.map(({ reason }) => reason);
    if (statements.length === 0) refusals.push('no statement');
    for (const statement of statements) {
      refusals.push(...statement.unreadable.map(({ reason }) => reason));
      const hits = judgeStatement(ruleset, statement, { file: undefined, caller: CALLER, today: '2026-01-01' });
      for (const hit of hits) if (hit.verdict !== 'warn') refusals.push(hit.rule.id);
    }
    return [...new Set(refusals)];
  };
}

const CALLER = { user: 'agent', role: '', application: '', database: 'shop', tags: {} };

async function rulesetOf(name: RulesetName): Promise<Ruleset> {
  const bytes = new TextEncoder().encode(RULESETS[name]);
  const ruleset = await loadRuleset({
    entry: 'rules.yml',
    tree: {
      label: 'benchmark',
      commit: undefined,
      read: async (path) => (path === 'rules.yml' ? { kind: 'file', bytes } : { kind: 'missing' }),
      list: async () => ['rules.yml'],
    },
  });
  if (!ruleset) throw new Error('no ruleset');
  return ruleset;
}
