import { describe, expect, it } from 'vitest';
import { HISTORY_FILE, REPORT_FORMATS, type SimulationReport } from '../../../src/model/index.ts';
import { SIMULATION_FORMATS, simulationComment } from '../../../src/report/index.ts';
import { RULES } from '../build.ts';
import { type Ran, snapshotOf } from '../snapshot.ts';
import { OLD, ruleFile, simulatePull } from './build.ts';

const TABLES = ['orders', 'customers', 'carts', 'items', 'invoices', 'refunds', 'coupons', 'stock', 'prices'];
const COLUMNS = ['id', 'state', 'total', 'created_at', 'region', 'owner_id', 'note', 'kind', 'rank'];

/** Recurring queries of four applications without a LIMIT: joins, single tables, writes of a job, one table of a worker. */
function broken(count: number): readonly Ran[] {
  return Array.from({ length: count }, (_, n): Ran => {
    const table = TABLES[n % TABLES.length];
    const other = TABLES[(n + 1) % TABLES.length];
    const column = `${COLUMNS[Math.floor(n / TABLES.length) % COLUMNS.length]}_${Math.floor(n / 81)}`;
    const calls = 20 + 2 * ((count - n) % 500);
    if (n % 20 < 9) return { sql: `SELECT id FROM ${table} WHERE ${column} = 7`, application: 'web', calls };
    if (n % 20 < 14)
      return {
        sql: `SELECT a.id FROM ${table} a JOIN ${other} b ON b.id = a.${column} WHERE a.region = 'x'`,
        application: 'reports',
        user: 'reporting',
        calls,
      };
    if (n % 20 < 18)
      return { sql: `UPDATE ${table} SET ${column} = 1 WHERE id = 4`, application: 'billing-jobs', calls };
    return { sql: `SELECT * FROM jobs WHERE attribute_${n} = 3`, application: 'worker', calls };
  });
}

const NEEDS_LIMIT = { 'require-limit': ['select, update', '!statement.hasLimit'] } as const;
const HEALTHY: readonly Ran[] = TABLES.flatMap((table) => [
  { sql: `SELECT id FROM ${table} WHERE region = 'y' LIMIT 20`, application: 'web', calls: 400 },
  { sql: `DELETE FROM ${table} WHERE id = 9`, application: 'billing-jobs', calls: 30 },
]);

async function simulated(count: number, more = ''): Promise<SimulationReport> {
  const history = { [HISTORY_FILE]: await snapshotOf([...broken(count), ...HEALTHY]) };
  return simulatePull({ ...OLD, ...history }, { ...ruleFile(NEEDS_LIMIT, more), ...history });
}

describe('a rule that breaks 81 flows of four applications', async () => {
  const report = await simulated(81);
  const groups = report.result?.groups ?? [];
  const exceptions = groups.map(({ exception }) => exception);

  it('has four groups, each with one exception and one acknowledgement', () => {
    const { newlyBlocked, partlyBlocked } = report.result?.totals ?? {};
    expect((newlyBlocked?.flows ?? 0) + (partlyBlocked?.flows ?? 0)).toBe(81);
    expect(
      groups.map(({ callers, kinds, flows }) => `${callers.join()} ${kinds.join()} ${flows.length}`).sort(),
    ).toEqual(['billing-jobs update 16', 'reports select 20', 'web select 37', 'worker select 8']);
    for (const { exception, acknowledgement } of groups) {
      expect(exception).toBeDefined();
      expect(acknowledgement).toBe(exception);
    }
    expect(report.result?.proposalsNotTried).toBe(0);
  });

  it.each(REPORT_FORMATS)('is a few entries in the format %s', (format) => {
    const text = SIMULATION_FORMATS[format].render(report);
    expect(text.length).toBeLessThan({ json: 200_000, summary: 40_000 }[format as string] ?? 15_000);
    for (const name of ['web', 'reports', 'billing-jobs', 'worker']) expect(text).toContain(name);
  });

  it('has one entry in GitLab for each group, and one annotation on GitHub', () => {
    const entries: { check_name: string }[] = JSON.parse(SIMULATION_FORMATS['code-quality'].render(report));
    expect(entries.filter(({ check_name }) => check_name === 'require-limit')).toHaveLength(4);
    expect(SIMULATION_FORMATS.github.render(report).match(/^::error /gm)).toHaveLength(1);
  });

  it('passes with the four exceptions', async () => {
    const entries = exceptions.map(
      (when) =>
        `  - rule: require-limit\n    when: '${when}'\n    reason: meant\n    owner: dba\n    until: 2027-01-31\n`,
    );
    const { result, exitCode } = await simulated(81, `exceptions:\n${entries.join('')}`);
    expect([result?.flows, exitCode]).toEqual([[], 0]);
  });

  it('passes with the four acknowledgements, once they are filled in', async () => {
    const yaml = report.proposedAcknowledgements ?? '';
    expect([yaml.match(/rule: /g)?.length, yaml.match(/max-flows: /g)?.length]).toEqual([4, 4]);
    const unfilled = await simulated(81, yaml);
    expect(unfilled.problems).toContainEqual(
      expect.objectContaining({ exitCode: 2, place: expect.objectContaining({ file: RULES }) }),
    );
    const filled = await simulated(81, yaml.replaceAll(/"<[^>]*>"/g, 'meant'));
    expect(filled.result?.totals.acknowledged.flows).toBe(81);
    expect(filled.exitCode).toBe(0);
  });
});

describe('a rule that breaks 8,000 flows', async () => {
  const report = await simulated(8_000);

  it('has four groups, and names each flow in one of them', () => {
    const groups = report.result?.groups ?? [];
    expect(groups).toHaveLength(4);
    expect(report.result?.flows).toHaveLength(8_000);
    expect(new Set(groups.flatMap(({ flows }) => flows)).size).toBe(
      groups.reduce((sum, { flows }) => sum + flows.length, 0),
    );
    expect(report.result?.flows.map(({ id }) => id).sort()).toEqual(groups.flatMap(({ flows }) => flows).sort());
  });

  it.each(REPORT_FORMATS.filter((format) => format !== 'json'))('stays short in the format %s', (format) => {
    const text = SIMULATION_FORMATS[format].render(report);
    expect(text.length).toBeLessThan(format === 'summary' ? 40_000 : 15_000);
  });

  it('fits into a comment with its groups', () => {
    const comment = simulationComment(report, { marker: '<!-- querygate:x -->' });
    expect(comment.match(/- one exception or acknowledgement covers it: /g)).toHaveLength(4);
  });

  it('has no more acknowledgements than groups', () => {
    expect(report.proposedAcknowledgements?.match(/rule: /g)).toHaveLength(4);
  });
});
