import type { ObservedQuery } from '../../src/proxy/types.ts';

const ROW = JSON.stringify({
  shape: 'select ? from t',
  dialect: 'postgresql',
  facts: {},
  operations: [{ kind: 'select', target: { name: 't' } }],
  caller: { user: 'app', application: 'shop', database: 'orders', notCarried: ['role'] },
});

/** A query that was allowed. */
export function query(changes: Partial<ObservedQuery> & { readonly sql?: string } = {}): ObservedQuery {
  const { sql = 'SELECT 1 FROM t', ...rest } = changes;
  return {
    at: Date.parse('2026-11-20T12:00:00Z'),
    durationMs: 2,
    session: 'p1:s1',
    statement: 1,
    caller: { user: 'app', role: undefined, application: 'shop', database: 'orders', tags: undefined },
    text: () => sql,
    isDecodable: () => true,
    binds: undefined,
    inTransaction: false,
    rows: [ROW],
    judged: { verdict: 'allow', rules: [], ruleset: 7, mode: 'enforce' },
    outcome: 'ok',
    sqlstate: undefined,
    ...rest,
  };
}
