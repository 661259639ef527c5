import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endProcess, until } from '../../test/databases/program.ts';
import type { Bundle } from './bundle.ts';
import { freePort } from './service-process.ts';

export interface BareRoute {
  readonly url: string;
  readonly pid: number;
  end(): Promise<void>;
}

/** Starts it with the Node.js that runs the service. */
export async function startBareRoute({ node }: Bundle): Promise<BareRoute> {
  const port = await freePort();
  const child = spawn(node, [join(import.meta.dirname, 'bare-route.mjs'), String(port)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.on('exit', () => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await until('the bare route', () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { url, pid: child.pid ?? 0, end: () => endProcess(child, 'SIGTERM') };
}
