import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importSnapshot } from '../../../src/server/history/import-snapshot.ts';
import { activateRuleset } from '../../../src/server/rulesets/activate.ts';
import { activeRuleset } from '../../../src/server/rulesets/active.ts';
import { etagOf } from '../../../src/server/rulesets/etag.ts';
import { COMMITS, checkEmbedded, type Rules, sentRules, simulateEmbedded } from '../cases.ts';
import { DRY_RUN_CASES } from '../dry-run-cases.ts';
import { SIMULATION_CASES } from '../simulation-cases.ts';
import { BY, startTestApp, type TestApp } from './test-app.ts';

// End to end: a command in service mode, the client, HTTP, the server, its engine and its store. The result equals that
// of the same command in embedded mode, except for who judged.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ runner: true });
});
afterAll(() => app.close());

/** A workspace with these active rules, and the settings for a command to use it. */
async function serviceWith(active: Rules) {
  const workspace = await app.workspace();
  const before = etagOf(await activeRuleset(app.ctx, workspace));
  await activateRuleset(app.ctx, app.engine, {
    workspace,
    body: { ruleset: sentRules(active, COMMITS.base) },
    ifMatch: before,
    by: BY,
  });
  const { secret } = await app.key(workspace, ['ci_dryrun:execute', 'rules:simulate']);
  return { workspace, service: { baseUrl: app.url.origin, apiKey: secret, workspace, env: {}, timeout: 60 } };
}

describe('a dry run', () => {
  it.each(DRY_RUN_CASES)('$name', async (one) => {
    const embedded = await checkEmbedded(one);
    const { workspace, service } = await serviceWith(one.active);
    const report = await checkEmbedded(one, { service });
    expect(report.service).toEqual({ workspace, rulesetVersion: 2 });
    const { verdict, exitCode, totals, findings, suppressions, files } = report;
    expect({ verdict, exitCode, totals }).toEqual({
      verdict: embedded.verdict,
      exitCode: embedded.exitCode,
      totals: embedded.totals,
    });
    expect(findings).toEqual(embedded.findings);
    expect(suppressions).toEqual(embedded.suppressions);
    expect(files).toEqual(embedded.files);
    expect(report.judges.map(({ side, hash, rules }) => ({ side, hash, rules }))).toEqual(
      embedded.judges.map(({ side, hash, rules }) => ({ side, hash, rules })),
    );
  });
});

const EMPTY = 'a history without rows';

// Concurrent, because each client waits a second between polls.
describe.concurrent('a simulation', () => {
  it('of a workspace without a history gives the same result as a snapshot without rows', async () => {
    const [one] = SIMULATION_CASES.filter(({ name }) => name === EMPTY);
    if (!one) throw new Error('the case is gone');
    const embedded = await simulateEmbedded(one);
    const { service } = await serviceWith(one.active);
    const { verdict, exitCode } = await simulateEmbedded(one, { service });
    expect({ verdict, exitCode }).toEqual({ verdict: embedded.verdict, exitCode: embedded.exitCode });
    expect(exitCode).not.toBe(0);
  });

  it.each(SIMULATION_CASES.filter(({ name }) => name !== EMPTY))('$name', async (one) => {
    const embedded = await simulateEmbedded(one);
    const { workspace, service } = await serviceWith(one.active);
    await importSnapshot(app.ctx, app.engine, workspace, { bytes: one.history, name: 'history.jsonl.gz' }, BY);
    const report = await simulateEmbedded(one, { service });
    const { verdict, exitCode, outcome, result } = report;
    expect({ verdict, exitCode, outcome, result }).toEqual({
      verdict: embedded.verdict,
      exitCode: embedded.exitCode,
      outcome: embedded.outcome,
      result: embedded.result,
    });
  });
});
