import { describe, expect, it } from 'vitest';
import { bundleIn } from '../../bench/load/bundle.ts';
import { type LoadDatabase, startLoadDatabase } from '../../bench/load/postgresql.ts';
import { runSoak } from '../../bench/soak/run.ts';
import buildBundles from '../build-bundles.ts';
import { tryStart } from './program.ts';

const database = await tryStart<LoadDatabase>('the soak of the service', startLoadDatabase);

// Half a minute of `npm run bench -- soak-service`, which runs for ten minutes.
describe.runIf(database)('two servers on one PostgreSQL, one of them killed repeatedly', () => {
  it('lose nothing that was acknowledged', async ({ onTestFinished }) => {
    if (!database) throw new Error('there is no PostgreSQL');
    onTestFinished(() => database.stop());
    await buildBundles();
    const { checks, journal, verified, errors } = await runSoak({
      bundle: bundleIn(undefined),
      store: { kind: 'postgresql', url: database.url },
      minutes: 0.4,
      killEvery: 6,
      historyRows: 5000,
      print: () => undefined,
    });
    expect([...journal.faults]).toEqual([]);
    expect([...errors]).toEqual([]);
    expect(verified).toMatch(/^the audit trail is intact/);
    // A run in which nothing happened would prove nothing.
    expect(journal.kills).toBeGreaterThan(1);
    for (const { what, acknowledged, found } of checks) {
      expect.soft(acknowledged, what).toBeGreaterThan(0);
      expect.soft(found, what).toBeGreaterThanOrEqual(acknowledged);
    }
  });
});
