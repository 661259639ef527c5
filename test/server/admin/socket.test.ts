import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, PRODUCT, ServiceError } from '../../../src/model/index.ts';
import { listenAdmin } from '../../../src/server/admin/listen.ts';
import { openAdmin } from '../../../src/server/admin/open-admin.ts';
import type { AdminDeps } from '../../../src/server/admin/run-admin.ts';
import { askServer, hasServer } from '../../../src/server/admin/socket-client.ts';
import { lockFolder } from '../../../src/server/store/folder-lock.ts';
import { loadAnything, madeEngine } from '../made-engine.ts';
import { addWorkspace, openTestStore, type TestStore } from '../test-store.ts';

let store: TestStore;
let folder: string;
let server: { close(): Promise<void> } | undefined;

beforeAll(async () => {
  store = await openTestStore();
  await addWorkspace(store.db, 'acme');
});
afterAll(() => store.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-admin-'));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const socketFile = () => join(folder, 'admin.sock');

async function listen(db = store.db): Promise<void> {
  const engine = madeEngine({ loadRuleset: loadAnything }) as unknown as AdminDeps['engine'];
  server = await listenAdmin({ ctx: { ...store.ctx, db }, engine }, folder);
}

async function caught(act: Promise<unknown>): Promise<unknown> {
  return act.then(
    () => 'ok',
    (error: unknown) => error,
  );
}

/** Sends bytes; returns the response of the server until it closes the connection. */
async function answerTo(bytes: string | Buffer, keepOpen = false): Promise<string> {
  const socket = connect(socketFile());
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()).on('error', () => resolve()));
  socket.write(bytes);
  if (!keepOpen) socket.end();
  await closed;
  return text;
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const request = (command: unknown, more: object = {}) => ({ version: PRODUCT.version, name: 'root', command, ...more });

describe('the admin socket', () => {
  it('runs commands like the process itself, and only its user can open it', async () => {
    expect(await hasServer(folder)).toBe(false);
    await listen();
    expect(await hasServer(folder)).toBe(true);
    expect(statSync(socketFile()).mode & 0o777).toBe(0o600);
    const admin = await openAdmin(
      { store: { folder }, workerUrl: new URL('file:///nowhere'), name: 'root' },
      'keys create',
    );
    const made = await admin.run({
      command: 'keys create',
      workspace: 'acme',
      key: { name: 'ci', scopes: ['rules:read'] },
    });
    expect(made.key).toMatchObject({ name: 'ci', createdBy: { kind: 'admin', name: 'root' } });
    const error = await caught(admin.run({ command: 'workspace show', workspace: 'nowhere' }));
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toBe(
      'there is no workspace `nowhere`; `querygate admin workspace list` lists them',
    );
    await admin.close();
  });

  it('returns the place of a mistake in a file', async () => {
    await listen();
    const ruleset = { files: [{ path: 'a.yml', text: 'broken' }] };
    await askServer(folder, { command: 'workspace create', workspace: 'placed', name: 'placed' }, 'root');
    const error = await caught(
      askServer(folder, { command: 'ruleset activate', workspace: 'placed', ruleset }, 'root'),
    );
    expect(error).toMatchObject({ name: 'ConfigError', place: { file: 'a.yml', line: 1, column: 1 } });
  });

  it('replaces the socket of a dead server, and removes only itself on close', async () => {
    writeFileSync(socketFile(), 'left');
    expect(await hasServer(folder)).toBe(false);
    await listen();
    expect(await hasServer(folder)).toBe(true);
    await server?.close();
    server = undefined;
    expect(existsSync(socketFile())).toBe(false);
    expect(await hasServer(folder)).toBe(false);
  });

  it('serves concurrent and large commands', async () => {
    await listen();
    const results = await Promise.all(
      Array.from({ length: 3 }, () => askServer(folder, { command: 'workspace list' }, 'root')),
    );
    expect(results.every((each) => each.some(({ id }) => id === 'acme'))).toBe(true);
    const error = await caught(
      askServer(
        folder,
        { command: 'history import', workspace: 'acme', name: 'x', snapshot: 'A'.repeat(20 * 1024 * 1024) },
        'root',
      ),
    );
    // The command arrived complete; the engine of this test is a stub.
    expect(String(error)).toContain('readSnapshot');
  });

  it.each([
    ['no JSON', 'x\n', 'not a valid command'],
    ['no request', line([]), 'not a valid command'],
    ['null', line(null), 'not a valid command'],
    ['no name', line({ version: PRODUCT.version, command: {} }), 'not a valid command'],
    ['another version', line(request({ command: 'workspace list' }, { version: '0.0.0' })), 'use the same version'],
    ['no command', line(request({ command: 'workspace burn' })), '`command`'],
    ['a field too much', line(request({ command: 'workspace list', x: 1 })), 'the command'],
  ])('answers %s with an error', async (_, bytes, message) => {
    await listen();
    const answer = JSON.parse(await answerTo(bytes, true));
    expect(answer.error.kind).toBe('config');
    expect(answer.error.message).toContain(message);
    expect(answer.error.message).not.toContain('\n');
    expect(await askServer(folder, { command: 'workspace list' }, 'root')).not.toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['half a line', '{"version"'],
  ])('closes a connection that sends %s', async (_, bytes) => {
    await listen();
    expect(await answerTo(bytes)).toBe('');
  });

  it('closes a connection that sends more than the maximum line', async () => {
    await listen();
    const chunk = Buffer.alloc(1024 * 1024, 0x61);
    const socket = connect(socketFile());
    let sent = 0;
    await new Promise<void>((resolve) => {
      const more = () => {
        while (sent < 200 && socket.write(chunk)) sent++;
      };
      socket.on('error', () => undefined).on('close', () => resolve());
      socket.on('drain', more).on('connect', more);
    });
    expect(sent).toBeLessThan(150);
    expect(await hasServer(folder)).toBe(true);
  });

  it('on close, waits for running commands but not for idle connections', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = Object.create(store.db, {
      query: {
        value: async (sql: string, parameters?: readonly unknown[]) => {
          await held;
          return store.db.query(sql, parameters);
        },
      },
    });
    await listen(slow);
    const silent: Socket = connect(socketFile());
    silent.on('error', () => undefined);
    await new Promise((resolve) => silent.on('connect', resolve));
    const asked = askServer(folder, { command: 'workspace list' }, 'root');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closing = server?.close();
    server = undefined;
    setTimeout(() => release(), 100);
    expect(await asked).not.toEqual([]);
    await closing;
  });

  it('reports that the result is unknown if the server dies during a command', async () => {
    const dying = createServer((socket) => socket.on('data', () => socket.destroy())).listen(socketFile());
    await new Promise((resolve) => dying.on('listening', resolve));
    const error = await caught(askServer(folder, { command: 'workspace list' }, 'root'));
    expect(error).toBeInstanceOf(ServiceError);
    expect(String(error)).toContain('did not report the result of the command');
    await new Promise((resolve) => dying.close(resolve));
  });

  it('is refused if its path is too long, unless the relative path is short enough', async () => {
    const long = join(folder, 'x'.repeat(100));
    mkdirSync(long);
    await expect(listenAdmin({ ctx: store.ctx, engine: madeEngine({}) as never }, long)).rejects.toThrow('is too long');
    const before = process.cwd();
    process.chdir(long);
    try {
      const short = await listenAdmin({ ctx: store.ctx, engine: madeEngine({}) as never }, long);
      expect(await hasServer(long)).toBe(true);
      await short.close();
    } finally {
      process.chdir(before);
    }
  });
});

describe('a folder that another process has locked', () => {
  const options = () => ({ store: { folder }, workerUrl: new URL('file:///nowhere'), name: 'root' });

  it('is opened once the service in it has started', async () => {
    const lock = await lockFolder(folder);
    const waits: string[] = [];
    const opening = openAdmin({ ...options(), onWait: (message) => waits.push(message) }, 'init');
    await expect.poll(() => waits).toEqual([expect.stringContaining('still starting')]);
    await listen();
    const admin = await opening;
    expect(admin.newStore).toBeUndefined();
    expect((await admin.run({ command: 'workspace list' })).map(({ id }) => id)).toContain('acme');
    await lock.release();
  });

  it('is refused if that process accepts no commands', async () => {
    const lock = await lockFolder(folder);
    await expect(openAdmin({ ...options(), patience: 0 }, 'init')).rejects.toThrow(
      `in use by process ${process.pid}; stop it first`,
    );
    await lock.release();
  });
});

describe('a missing store', () => {
  it.each(['workspace list', 'keys list', 'audit verify'] as const)('is not created by `%s`', async (name) => {
    const missing = join(folder, 'data');
    const opened = openAdmin({ store: { folder: missing }, workerUrl: new URL('file:///nowhere'), name: 'root' }, name);
    await expect(opened).rejects.toThrow(`there is no store in \`${missing}\``);
    expect(existsSync(missing)).toBe(false);
  });

  it.runIf(process.getuid?.() !== 0)('is distinguished from a store that this user has no access to', async () => {
    await listen();
    chmodSync(socketFile(), 0);
    await expect(hasServer(folder)).rejects.toThrow('run this as the same user as the server');
  });
});
