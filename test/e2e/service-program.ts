import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyNewStore } from '../server/new-store.ts';
import { NODE, packaged } from './packaged.ts';

/** The packaged service as a separate process, and the admin commands on its machine. */
export interface ServiceProgram {
  readonly url: string;
  /** Runs `querygate admin …`. Raises if it fails. */
  admin(args: readonly string[], input?: string): string;
  /** The same, but returns the exit code. */
  tryAdmin(
    args: readonly string[],
    input?: string,
  ): { readonly code: number | null; readonly stdout: string; readonly stderr: string };
  /** The log so far. */
  log(): string;
  /** Its output for the user who started it, besides the log. */
  printed(): string;
  /** Stops it with a signal. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Restarts it on the same store and port. */
  again(): Promise<void>;
  dispose(): Promise<void>;
}

/** Where the service stores its data. */
export type Store = { readonly kind: 'embedded' } | { readonly kind: 'postgresql'; readonly url: string };

/** Settings of the service, read at each start. */
export interface Settings {
  /** Default: any free port. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the service. */
export async function startService(store: Store, settings: () => Settings = () => ({})): Promise<ServiceProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-service-'));
  const data = join(folder, 'data');
  const own = store.kind === 'embedded' ? { QUERYGATE_DATA: data } : { QUERYGATE_DATABASE_URL: store.url };
  if (store.kind === 'embedded') await copyNewStore(data);
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, ...own };
  let logged = '';
  let printed = '';
  let child: ChildProcess | undefined;
  let url = '';

  async function start(port: string): Promise<void> {
    const started = spawn(NODE, [packaged('cli.js'), 'serve', '--port', port], {
      cwd: folder,
      env: { ...env, ...settings().env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let output = '';
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      logged += text;
    });
    url = await new Promise<string>((resolve, reject) => {
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        printed += text;
        const found = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
      started.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${output}${logged}`)));
      started.once('error', reject);
    });
  }

  async function end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return running?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => running.once('exit', resolve));
    running.kill(signal);
    return ended;
  }

  function tryAdmin(args: readonly string[], input = '') {
    const { status, stdout, stderr } = spawnSync(NODE, [packaged('cli.js'), 'admin', ...args], {
      cwd: folder,
      env,
      input,
      encoding: 'utf8',
    });
    return { code: status, stdout, stderr };
  }

  await start(String(settings().port ?? 0));
  return {
    get url() {
      return url;
    },
    tryAdmin,
    admin: (args, input) => {
      const { code, stdout, stderr } = tryAdmin(args, input);
      if (code !== 0) throw new Error(`admin ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
      return stdout;
    },
    log: () => logged,
    printed: () => printed,
    end,
    again: () => start(new URL(url).port),
    dispose: async () => {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The key in the output of a command. */
export function shownKey(output: string): string {
  const [key] = /\bqg_[0-9A-Za-z]{46}\b/.exec(output) ?? [];
  if (key === undefined) throw new Error(`no key is shown in: ${output}`);
  return key;
}
