import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { createServiceClient, type ServiceClient } from '../../src/client/index.ts';
import type { Log } from '../../src/proxy/log.ts';
import { KEY } from '../client/build.ts';
import { HANGS } from '../timeouts.ts';

/** A folder that is removed after the test. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A log that is kept: `level message` each. */
export function testLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  return { log: (level, message) => lines.push(`${level} ${message}`), lines };
}

/** A client of a real server, which gives up at once instead of retrying for minutes. */
export function quickClient(baseUrl: string, deadline = 300): ServiceClient {
  return createServiceClient({ baseUrl, apiKey: KEY, workspace: 'acme', env: {}, deadline });
}

/** Waits until a condition holds. */
export async function until(holds: () => boolean | Promise<boolean>, what = String(holds)): Promise<void> {
  const end = Date.now() + HANGS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`did not happen: ${what}`);
    await sleep(5);
  }
}
