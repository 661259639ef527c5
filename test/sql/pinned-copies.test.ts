import { describe, expect, it } from 'vitest';
import { createSqlReader } from '../../src/sql/index.ts';
import { withFacts } from '../../src/sql/reader/operation.ts';

const SQL = 'DELETE FROM orders WHERE tenant_id = 1 AND note IN (SELECT note FROM notes WHERE tenant_id = 2)';
const reader = await createSqlReader('postgresql');

function readOne() {
  const statement = reader.read(SQL, { path: 'a.sql' }).statements[0];
  const operation = statement?.operations[0];
  if (!statement || !operation) throw new Error('nothing was read');
  return { facts: statement.facts, operation };
}

describe('pinned columns that are computed on use are part of every copy', () => {
  it.each([
    ['by spreading', <Value extends object>(value: Value) => ({ ...value })],
    ['for another thread', <Value extends object>(value: Value) => structuredClone(value)],
    ['as JSON', <Value extends object>(value: Value) => JSON.parse(JSON.stringify(value)) as Value],
  ])('%s', (_, copy) => {
    const { facts, operation } = readOne();
    expect(copy(operation).pinnedColumns).toEqual(['tenant_id']);
    expect(copy(facts).pinnedColumns).toEqual(['orders.tenant_id', 'notes.tenant_id']);
  });

  it('with other facts changed', () => {
    const copy = withFacts(readOne().operation, { temporary: true });
    expect(withFacts({ ...copy }, { deferred: true })).toMatchObject({
      pinnedColumns: ['tenant_id'],
      temporary: true,
      deferred: true,
      filter: 'conditional',
    });
    expect(copy.pinnedColumns).toEqual(['tenant_id']);
  });

  it('and are the same list each time', () => {
    const { facts, operation } = readOne();
    expect(operation.pinnedColumns).toBe(operation.pinnedColumns);
    expect(facts.pinnedColumns).toBe(facts.pinnedColumns);
  });
});
