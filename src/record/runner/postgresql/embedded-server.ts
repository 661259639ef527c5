import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../../model/index.ts';
import type { LocalServer } from './installed-server.ts';

const PORT = 5432;

/**
 * Starts the embedded PostgreSQL of the service's build. Raises ConfigError if it does not start.
 *
 * @param program that serves it at a socket until its input ends
 */
export async function startEmbedded(program: string): Promise<LocalServer> {
  const folder = mkdtempSync('/tmp/querygate-record-');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const server = spawn(process.execPath, [program, join(folder, `.s.PGSQL.${PORT}`)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C in a terminal ends the command, and then the server.
    detached: true,
  });
  let printed = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-2_000);
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.stdout.once('data', () => resolve());
    void ended.then(() => reject(new ConfigError(`the embedded PostgreSQL did not start: ${printed.trim()}`)));
  });
  return {
    folder,
    port: PORT,
    close: async () => {
      server.stdin.destroy();
      await ended;
      remove();
    },
  };
}
