import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../databases/free-port.ts';
import { read } from '../docs/repository.ts';
import { HANGS } from '../timeouts.ts';
import { Buildah, MISSING, must, run } from './buildah.ts';

// The images of the service and the proxy. Containers share the network of this machine, so the ports are chosen here.

const IMAGES = { server: 'localhost/querygate-test-server', proxy: 'localhost/querygate-test-proxy' };
type Target = keyof typeof IMAGES;
const TARGETS = ['server', 'proxy'] as const;
/** The user of the images. */
const USER = 65532;
const VOLUME = '/var/lib/querygate';

const folder = inject('imageFolder') ?? '';
const buildah = new Buildah(folder);
const ends: (() => Promise<void> | void)[] = [];

beforeAll(() => {
  if (MISSING === '') for (const target of TARGETS) buildah.build(target, IMAGES[target]);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Config {
  readonly Entrypoint: readonly string[];
  readonly Cmd?: readonly string[];
  readonly User: string;
  readonly WorkingDir: string;
  readonly Volumes: Readonly<Record<string, object>>;
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

function configOf(target: Target): Config {
  const { Docker } = JSON.parse(must(buildah.run('inspect', '--type', 'image', IMAGES[target]))) as {
    readonly Docker: { readonly config: Config };
  };
  return Docker.config;
}

interface Container {
  readonly name: string;
  readonly child: ChildProcess;
  readonly printed: () => string;
  /** Runs the health check of the image; returns its exit code. buildah can lose its output on a busy machine. */
  health(): number | null;
}

/** Starts the image as `docker run` would, with a volume of its own. */
function start(
  target: Target,
  name: string,
  env: Readonly<Record<string, string>>,
  fill = (_: string): void => {},
): Container {
  const volume = join(folder, name);
  mkdirSync(volume, { mode: 0o700 });
  chownSync(volume, USER, USER);
  fill(volume);
  const container = must(buildah.run('from', IMAGES[target]));
  ends.push(() => void buildah.run('rm', container));
  const { Entrypoint, Cmd = [], Healthcheck } = configOf(target);
  const given = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  const options = ['run', ...given, '--volume', `${volume}:${VOLUME}`, container, '--'];
  const child = buildah.start(...options, ...Entrypoint, ...Cmd);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  ends.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-(child.pid ?? Number.NaN), 'SIGKILL');
    await once(child, 'close');
  });
  const [, ...check] = Healthcheck.Test;
  return { name: container, child, printed: () => printed, health: () => buildah.run(...options, ...check).status };
}

async function ready({ child, health, printed }: Container): Promise<void> {
  const end = Date.now() + HANGS;
  while (health() !== 0) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`it did not become ready: ${printed()}`);
  }
}

/** Files of the image that were written since a file was. */
function writtenSince(container: Container, since: string): readonly string[] {
  const root = must(buildah.run('mount', container.name));
  return must(run('find', [root, '-xdev', '-newer', since, '-type', 'f']))
    .split('\n')
    .filter((path) => path !== '' && !path.startsWith(join(root, 'run')) && !path.startsWith(join(root, 'etc')));
}

function mark(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '');
  return path;
}

describe.skipIf(MISSING !== '')('the images of the service and the proxy', () => {
  it.each(TARGETS)(
    'of the %s run as a user without rights, with one volume, a health check and no client',
    (target) => {
      const config = configOf(target);
      expect(config).toMatchObject({ User: `${USER}:${USER}`, WorkingDir: VOLUME, Volumes: { [VOLUME]: {} } });
      expect(Object.keys(config.Volumes)).toEqual([VOLUME]);
      expect(Object.keys(config.ExposedPorts)).toEqual(target === 'server' ? ['7460/tcp'] : ['6432/tcp', '9464/tcp']);
      expect(config.Healthcheck.Test).toEqual(['CMD', 'node', '/opt/querygate/ready.mjs']);
      const container = must(buildah.run('from', IMAGES[target]));
      ends.push(() => void buildah.run('rm', container));
      const script =
        'id -u; ls /opt/querygate; touch /opt/querygate/x 2>/dev/null || echo read-only; querygate --version';
      const { version } = JSON.parse(read('package.json')) as { version: string };
      expect(must(buildah.run('run', container, '--', 'sh', '-c', script))).toBe(
        `${USER}\nLICENSE\npackage.json\nready.mjs\nserver\nread-only\n${version}`,
      );
    },
  );

  it('of the service becomes ready, serves the dashboard, and writes to its volume only', async () => {
    const port = String(await freePort());
    const url = `http://localhost:${port}`;
    const since = mark('before-service');
    const container = start('server', 'service', {
      QUERYGATE_PORT: port,
      QUERYGATE_PUBLIC_URL: url,
      QUERYGATE_READY_URL: `http://127.0.0.1:${port}/readyz`,
    });
    expect(container.health()).toBe(1);
    await ready(container);
    expect(await (await fetch(`${url}/`)).text()).toContain('<html');
    expect(writtenSince(container, since)).toEqual([]);
    expect(statSync(join(folder, 'service/querygate-data')).mode & 0o777).toBe(0o700);
  });

  it('of the proxy becomes ready when the database answers, and writes to its volume only', async () => {
    const [port, probes] = [await freePort(), await freePort()];
    const database = createServer((socket) => socket.on('error', () => {}).resume());
    await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve));
    ends.push(() => void database.close());
    const since = mark('before-proxy');
    const env = {
      QUERYGATE_UPSTREAM: `127.0.0.1:${(database.address() as AddressInfo).port}`,
      QUERYGATE_PROXY_LISTEN: `127.0.0.1:${port}`,
      QUERYGATE_PROXY_PROBES: `127.0.0.1:${probes}`,
      QUERYGATE_READY_URL: `http://127.0.0.1:${probes}/readyz`,
      QUERYGATE_RULES: 'rules.yml',
    };
    const container = start('proxy', 'proxy', env, (volume) => {
      writeFileSync(join(volume, 'rules.yml'), 'version: 1\nextends: [querygate:recommended@1]\n');
    });
    await ready(container);
    expect(await (await fetch(`http://127.0.0.1:${probes}/readyz`)).text()).toBe('{"status":"ready"}');
    expect(writtenSince(container, since)).toEqual([]);
  });

  it('say what is missing instead of starting without it', async () => {
    const { child, printed } = start('proxy', 'empty', { QUERYGATE_UPSTREAM: '127.0.0.1:5432' });
    await once(child, 'close');
    expect(printed()).toContain('set `SERVICE_BASE_URL`, `SERVICE_WORKSPACE_ID`, `SERVICE_API_KEY` for a service');
  });
});
