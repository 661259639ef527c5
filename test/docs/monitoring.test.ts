import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createProxyMetrics } from '../../src/proxy/operations/index.ts';
import { createMetrics } from '../../src/server/http/metrics.ts';
import { findPrograms } from '../databases/program.ts';
import { read, TOP } from './repository.ts';

// What the documentation, the alert rules and the board say about metrics is what the programs serve.

interface Metric {
  readonly name: string;
  readonly type: string;
}

/** The metrics of the service and of the proxy. */
async function served(): Promise<readonly Metric[]> {
  const service = createMetrics({
    ctx: { db: { query: () => Promise.reject(new Error('no store')) } } as never,
    engine: { load: { running: 0, waiting: 0 } },
    open: { count: 0 },
    recorder: { waiting: 0 },
    process: false,
  });
  const proxy = createProxyMetrics({
    rules: () => undefined,
    events: () => undefined,
    cache: () => undefined,
    now: () => 0,
    process: false,
  });
  const text = (await Promise.all([service.read(), proxy.read()])).map((each) => each.text).join('\n');
  return [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({ name, type }));
}

const ALERTS = 'examples/monitoring/alerts.yml';
const BOARD = 'examples/monitoring/grafana-board.json';

/** Names of metrics in an expression, those of histograms without their suffix. */
function namesIn(expression: string): readonly string[] {
  return [...expression.matchAll(/\bquerygate_\w+/g)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ''));
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels?: { readonly severity?: string };
  readonly annotations?: { readonly summary?: string; readonly action?: string };
}
const rules = (parse(read(ALERTS)) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const board = JSON.parse(read(BOARD)) as { panels: { title: string; targets?: { expr: string }[] }[] };

it('the table of the documentation has every metric, with its type, and no other', async () => {
  const rows = [...read('docs/operations.md').matchAll(/^\| `(querygate_\w+)` \| (\w+) \|/gm)];
  expect(rows.map(([, name, type]) => `${name} ${type}`).sort()).toEqual(
    (await served()).map(({ name, type }) => `${name} ${type}`).sort(),
  );
});

describe('the alert rules', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s names metrics that exist, and says what to do',
    async (_, rule) => {
      const known = new Set((await served()).map(({ name }) => name));
      for (const name of namesIn(rule.expr)) expect([...known]).toContain(name);
      expect(rule.labels?.severity).toMatch(/^(?:critical|warning)$/);
      expect(rule.annotations?.summary).toMatch(/\.$/);
      expect(rule.annotations?.action).toMatch(/\.$/);
    },
  );

  const found = findPrograms(['promtool']);
  const title = 'are accepted by Prometheus';
  it.skipIf(typeof found === 'string')(typeof found === 'string' ? `not run, ${found}: ${title}` : title, () => {
    if (typeof found === 'string') return;
    const { status, stdout, stderr } = spawnSync(found.promtool, ['check', 'rules', join(TOP, ALERTS)], {
      encoding: 'utf8',
    });
    expect(stderr).not.toContain('FAILED');
    expect(stdout).toContain(`SUCCESS: ${rules.length} rules found`);
    expect(status).toBe(0);
  });
});

it('the board shows every metric, and no other', async () => {
  const shown = new Set(board.panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namesIn(expr))));
  expect([...shown].sort()).toEqual((await served()).map(({ name }) => name).sort());
});
