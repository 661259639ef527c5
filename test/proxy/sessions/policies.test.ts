import { describe, expect, it } from 'vitest';
import { QueryJudge } from '../../../src/proxy/judging/index.ts';
import { refusal as mysqlRefusal } from '../../../src/proxy/mysql/errors.ts';
import { reportFields } from '../../../src/proxy/postgresql/messages.ts';
import { refusal } from '../../../src/proxy/postgresql/refusal.ts';
import { loadPacks } from '../../../src/rules/index.ts';

const CALLER = { user: 'app', role: '', application: '', database: 'shop', tags: {} };
const SESSION = {
  name: '',
  areNamesSure: true,
  caller: CALLER,
  mode: undefined,
  inTransaction: false,
  lockTimeoutSet: false,
};
const POLICIES = { unknown: 'block' } as const;

async function judge(sql: string, dialect: 'postgresql' | 'mysql') {
  const ruleset = await loadPacks('querygate:read-only@1,querygate:recommended@1');
  const current = { ruleset, version: undefined, hash: ruleset.hash, mode: undefined };
  const rules = { current, age: () => 0, close: async () => {}, reload: async () => {} };
  const judge = await QueryJudge.create(dialect, rules, () => '2026-01-01');
  return judge.judge({ bytes: Buffer.from(sql), binds: undefined }, SESSION);
}

describe('the error of a blocked query', () => {
  it('says what to do instead, and names no exemption', async () => {
    const fields = reportFields(refusal(await judge('DELETE FROM orders', 'postgresql'), 'e-1', POLICIES));
    expect(fields.get('D')).toMatch(/^Rule .*`require-read-only`/);
    expect(fields.get('H')).toMatch(
      /^The query did not run\. Event e-1 has the details\. Ask for the rows with a SELECT\./,
    );
    expect(fields.get('H')).not.toMatch(/exce?mpt|exception/i);
  });

  it('says nothing more if no rule decided', async () => {
    const closed = { ...POLICIES, closed: () => 'the rules are too old' };
    const fields = reportFields(refusal(await judge('DELETE FROM orders', 'postgresql'), '', closed));
    expect([fields.get('M'), fields.get('H')]).toEqual([
      'blocked by Querygate: the rules are too old',
      'The query did not run.',
    ]);
  });

  it('has the advice in MySQL as far as there is room', async () => {
    const { message } = mysqlRefusal(await judge('DELETE FROM orders', 'mysql'), 'e-1', POLICIES);
    expect(message).toMatch(/Event e-1 has the details\. Ask for the rows with a SELECT\./);
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(511);
    const long = mysqlRefusal(
      await judge(`DELETE FROM \`${'é'.repeat(60)}\`; ${'DELETE FROM a; '.repeat(30)}`, 'mysql'),
      'e-1',
      POLICIES,
    );
    expect(Buffer.byteLength(long.message)).toBeLessThanOrEqual(511);
    expect(long.message).toContain('Event e-1 has the details.');
  });
});
