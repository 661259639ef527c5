import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleIn } from '../../bench/load/bundle.ts';
import { startMariadbUpstream } from '../../bench/soak/proxy/mariadb.ts';
import { startPostgresqlUpstream } from '../../bench/soak/proxy/postgresql.ts';
import { runProxySoak } from '../../bench/soak/proxy/run.ts';
import { tryStart } from './program.ts';

const UPSTREAMS = [
  ['PostgreSQL', await tryStart('the soak of the PostgreSQL proxy', startPostgresqlUpstream)],
  ['MariaDB', await tryStart('the soak of the MariaDB proxy', startMariadbUpstream)],
] as const;

// A quarter of a minute of `npm run bench -- soak-proxy`, which runs for ten minutes.
describe.each(UPSTREAMS)('proxy, service and %s, each killed repeatedly', (_, upstream) => {
  it.skipIf(!upstream)('run nothing forbidden, and lose no event that was on disk', async ({ onTestFinished }) => {
    if (!upstream) return;
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
