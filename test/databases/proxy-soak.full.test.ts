import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleIn } from '../../bench/load/bundle.ts';
import { runProxySoak } from '../../bench/soak/proxy/run.ts';
import { type SoakUpstream, startUpstream } from '../../bench/soak/proxy/upstream.ts';
import { tryStart } from './program.ts';

const upstream = await tryStart<SoakUpstream>('the soak of the proxy', startUpstream);

// A quarter of a minute of `npm run bench -- soak-proxy`, which runs for ten minutes.
describe.runIf(upstream)('proxy, service and database, each killed repeatedly', () => {
  it('run nothing forbidden, and lose no event that was on disk', async ({ onTestFinished }) => {
    if (!upstream) throw new Error('there is no PostgreSQL');
    onTestFinished(() => upstream.stop());
    const folder = mkdtempSync(join(tmpdir(), 'querygate-soak-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { checks, faults, kills, verified } = await runProxySoak({
      bundle: bundleIn(undefined),
      store: { kind: 'embedded', folder: join(folder, 'data') },
      upstream,
      minutes: 0.2,
      killEvery: 4,
      print: () => undefined,
    });
    expect([...faults]).toEqual([]);
    expect(verified).toMatch(/^the audit trail is intact/);
    // A run in which nothing happened would prove nothing.
    expect([...kills.keys()].sort()).toEqual(['proxy', 'service', 'upstream']);
    for (const [name, count] of kills) expect.soft(count, name).toBeGreaterThan(0);
    for (const { what, acknowledged, found } of checks) {
      expect.soft(acknowledged, what).toBeGreaterThan(0);
      expect.soft(found, what).toBeGreaterThan(0);
    }
  });
});
