import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { generateApiKey } from '../../../src/contract/index.ts';
import { adminCommand } from '../../../src/entry/server/admin.ts';
import { foundKeys } from '../../../src/entry/server/found-keys.ts';
import { newPassword, type Terminal } from '../../../src/entry/server/password.ts';
import { storeOf } from '../../../src/entry/server/store.ts';
import { ConfigError } from '../../../src/model/index.ts';
import { listenAdmin } from '../../../src/server/admin/listen.ts';
import type { AdminDeps } from '../../../src/server/admin/run-admin.ts';
import { entries } from '../../server/keys/world.ts';
import { loadAnything, madeEngine } from '../../server/made-engine.ts';
import { openTestStore, type TestStore } from '../../server/test-store.ts';

vi.mock('../../../src/server/people/scrypt-cost.ts', () => ({
  SCRYPT_COST: { N: 16, r: 1, p: 1 },
  CHECKS_AT_ONCE: 2,
  REFUSAL_STEP: 0,
}));

let store: TestStore;
let folder: string;
let server: { close(): Promise<void> };

beforeAll(async () => {
  store = await openTestStore();
  folder = mkdtempSync(join(tmpdir(), 'querygate-entry-'));
  const engine = madeEngine({
    loadRuleset: loadAnything,
    dryRun: async () => ({ drift: undefined }) as never,
  }) as unknown as AdminDeps['engine'];
  server = await listenAdmin({ ctx: store.ctx, engine }, folder);
  await admin('workspace', 'create', 'acme');
});
afterAll(async () => {
  await server.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

let stdout = '';
beforeEach(() => {
  stdout = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    stdout += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** Runs a command line against a server that uses the folder. */
async function admin(...args: readonly string[]): Promise<void> {
  await new Command('querygate')
    .exitOverride()
    .addCommand(adminCommand({ workerUrl: () => new URL('file:///nowhere') }))
    .parseAsync(['admin', ...args, '--data', folder], { from: 'user' });
}

async function json<T = Record<string, unknown>>(...args: readonly string[]): Promise<T> {
  stdout = '';
  await admin(...args, '--json');
  return JSON.parse(stdout);
}

async function caught(act: Promise<unknown>): Promise<unknown> {
  return act.then(
    () => 'ok',
    (error: unknown) => error,
  );
}

interface Made {
  readonly key: { readonly id: string; readonly scopes: readonly string[]; readonly [name: string]: unknown };
  readonly secret: string;
}

describe('the scopes of a new key', () => {
  it.each([
    [['--preset', 'ci-pipeline'], ['ci_dryrun:execute']],
    [
      ['--preset', 'tcp-proxy'],
      ['telemetry:write', 'rules:read'],
    ],
    [['--preset', 'http-service'], ['proxy:evaluate']],
    [
      ['--preset', 'ci-pipeline', '--scope', 'rules:simulate', '--scope', 'ci_dryrun:execute'],
      ['ci_dryrun:execute', 'rules:simulate'],
    ],
    [['--scope', 'rules:read'], ['rules:read']],
  ])('%j are %j', async (args, scopes) => {
    const { key } = await json<Made>('keys', 'create', '--workspace', 'acme', '--name', 'a key', ...args);
    expect(key.scopes).toEqual(scopes);
  });

  it.each([
    [[], ConfigError, 'needs at least one scope'],
    [['--scope', 'everything'], ConfigError, '`key.scopes.0`'],
    [['--preset', 'all'], CommanderError, 'Allowed choices are'],
    [['--preset', 'ci-pipeline', '--ttl', 'soon'], CommanderError, 'a whole number'],
    [['--preset', 'ci-pipeline', '--ttl', '0'], ConfigError, '`key.ttlDays`'],
    [['--preset', 'ci-pipeline', '--database-id', 'a b'], ConfigError, '`key.databaseId`'],
  ])('%j is refused', async (args, kind, message) => {
    const error = await caught(admin('keys', 'create', '--workspace', 'acme', '--name', 'a key', ...args));
    expect(error).toBeInstanceOf(kind);
    expect(String(error)).toContain(message);
  });
});

describe('the output', () => {
  it('for a new key has the key once, its exact expiry, and a note that it is shown only once', async () => {
    const args = ['--workspace', 'acme', '--name', 'shown', '--preset', 'ci-pipeline', '--ttl', '90'];
    await admin('keys', 'create', ...args);
    expect(stdout.match(/^qg_[0-9A-Za-z]{46}$/gm)).toHaveLength(1);
    expect(stdout).toMatch(/expires: {3}2027-02-18T12:00:00\.000Z/);
    expect(stdout).toContain('shown only this once');
    const secret = /^qg_.*$/m.exec(stdout)?.[0] ?? '';
    stdout = '';
    await admin('keys', 'list', '--workspace', 'acme');
    expect(stdout).not.toContain(secret.slice(3, 20));
  });

  it('contains no terminal control characters, because names have none', async () => {
    await admin('workspace', 'create', 'sly', '--name', 'plain');
    const create = admin('keys', 'create', '--workspace', 'sly', '--name', 'a\u202eb', '--scope', 'rules:read');
    await expect(create).rejects.toThrow('`key.name`: must not contain control or invisible characters');
    expect(stdout).not.toContain('\u202e');
  });

  it('as JSON contains all pages of a list', async () => {
    await admin('workspace', 'create', 'many');
    for (let n = 0; n < 3; n++)
      await admin('keys', 'create', '--workspace', 'many', '--name', String(n), '--scope', 'rules:read');
    expect((await json<{ items: unknown[] }>('keys', 'list', '--workspace', 'many')).items).toHaveLength(3);
  });
});

describe('a rotation', () => {
  const create = () => json<Made>('keys', 'create', '--workspace', 'acme', '--name', 'r', '--scope', 'audit:read');

  it('starts and is confirmed, or is done at once', async () => {
    const { key } = await create();
    const next = await json<Made>('keys', 'rotate', key.id, '--workspace', 'acme');
    expect(next.key['rotates']).toBe(key.id);
    expect(await json('keys', 'confirm', key.id, '--workspace', 'acme')).toMatchObject({ state: 'revoked' });
    const last = await json<Made>('keys', 'rotate', next.key.id, '--workspace', 'acme', '--at-once');
    expect(last).toMatchObject({ old: { id: next.key.id, state: 'revoked' } });
    const all = await json<readonly Made[]>('keys', 'rotate', '--all', '--scope', 'audit:read', '--workspace', 'acme');
    expect(all.map(({ key: { rotates } }) => rotates)).toEqual([last.key.id]);
    expect(await json('keys', 'revoke', last.key.id, '--workspace', 'acme')).toMatchObject({ state: 'revoked' });
  });

  it.each([
    [[], 'no key given'],
    [['--all'], 'needs `--scope`'],
    [['key_1', '--all', '--scope', 'audit:read'], 'give one of them'],
    [['key_1', '--scope', 'audit:read', '--workspace', 'acme'], '`--scope` works only with `--all`'],
    [['key_1'], '`--workspace` is missing'],
    [['key_1', '--workspace', 'acme'], 'has no API key `key_1`'],
    [[`qg_${'0'.repeat(46)}`, '--workspace', 'acme'], 'must be the id of a key'],
  ])('%j is refused', async (args, message) => {
    const error = await caught(admin('keys', 'rotate', ...args));
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain('qg_0000');
  });
});

describe('a ruleset', () => {
  it('is read from its own folder together with the rulesets that it extends', async () => {
    const rules = mkdtempSync(join(tmpdir(), 'querygate-rules-'));
    writeFileSync(join(rules, 'a.yml'), 'version: 1\nextends: [querygate:recommended@1, ./b.yml]\nrules: []\n');
    writeFileSync(join(rules, 'b.yml'), 'version: 1\nrules: []\n');
    writeFileSync(join(rules, 'c.yml'), 'version: 1\nextends: [../b.yml]\nrules: []\n');
    const active = await json<{ version: number; ruleset: unknown }>(
      ...['ruleset', 'activate', join(rules, 'a.yml'), '--workspace', 'acme', '--reason', 'why'],
    );
    expect(active).toMatchObject({
      version: 2,
      reason: 'why',
      ruleset: { entry: 'a.yml', files: [{ path: 'b.yml' }, { path: 'a.yml' }] },
    });
    const error = await caught(admin('ruleset', 'activate', join(rules, 'c.yml'), '--workspace', 'acme'));
    expect(error).toMatchObject({ name: 'ConfigError', place: { file: 'c.yml', line: 2 } });
    expect(await json('ruleset', 'restore', '1', '--workspace', 'acme')).toMatchObject({ version: 3, restores: 1 });
    expect(await json('ruleset', 'activate', 'querygate:recommended@1', '--workspace', 'acme')).toMatchObject({
      ruleset: { entry: 'querygate:recommended@1', files: [] },
    });
    expect(String(await caught(admin('ruleset', 'activate', join(rules, 'x'), '--workspace', 'acme')))).toContain(
      'there is no ruleset at',
    );
    rmSync(rules, { recursive: true });
  });
});

describe('the audit trail', () => {
  it('names the administrator, is exported as lines into a new file, and is verified', async () => {
    const file = join(folder, 'audit.jsonl');
    stdout = '';
    await admin('audit', 'export', '--workspace', 'acme');
    const printed = stdout;
    await admin('audit', 'export', '--workspace', 'acme', '--output', file);
    expect(readFileSync(file, 'utf8')).toBe(printed);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const trail = await entries(store.db, 'acme');
    expect(printed.trimEnd().split('\n')).toHaveLength(trail.length);
    expect(trail[0]?.actor).toEqual({ kind: 'admin', name: process.env['SUDO_USER'] ?? userInfo().username });
    expect(String(await caught(admin('audit', 'export', '--workspace', 'acme', '--output', file)))).toContain(
      'already',
    );
    await admin('audit', 'verify', '--workspace', 'acme');
    expect(process.exitCode).toBeUndefined();
  });

  it('fails verification if it is broken', async () => {
    await admin('workspace', 'create', 'broken');
    await store.db.query("UPDATE workspaces SET audit_hash = repeat('0', 64) WHERE id = 'broken'");
    stdout = '';
    await admin('audit', 'verify', '--workspace', 'broken');
    expect(stdout).toContain('the audit trail is broken');
    expect(process.exitCode).toBe(1);
  });
});

describe('a mistake on the command line', () => {
  it.each([
    [['keys', 'list']],
    [['keys', 'list', '--workspace']],
    [['workspace', 'create']],
    [['member', 'set', 'acme', 'x@y']],
    [['nothing']],
    [['policy', 'set', '--workspace', 'acme', '--retention-days', 'x']],
  ])('%j raises an error instead of exiting the process', async (args) => {
    expect(await caught(admin(...args))).toBeInstanceOf(CommanderError);
  });

  it.each([
    [['policy', 'set', '--workspace', 'acme'], 'nothing to change'],
    [['history', 'import', '/nowhere/h.gz', '--workspace', 'acme'], 'there is no snapshot'],
    [['member', 'set', 'acme', 'x@y', 'king'], '`role`'],
    [['ruleset', 'restore', '0', '--workspace', 'acme'], '`version`'],
    [['workspace', 'create', '../x'], '`workspace`'],
  ])('%j is reported', async (args, message) => {
    const error = await caught(admin(...args));
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(message);
  });
});

describe('the store', () => {
  it.each([
    [{}, {}, { folder: './querygate-data' }],
    [{ data: 'd' }, { QUERYGATE_DATABASE_URL: 'postgres://x' }, { folder: 'd' }],
    [{ databaseUrl: 'postgres://x' }, { QUERYGATE_DATA: 'd' }, { url: 'postgres://x' }],
    [{}, { QUERYGATE_DATABASE_URL: 'postgres://x' }, { url: 'postgres://x' }],
    [{}, { QUERYGATE_DATA: 'd' }, { folder: 'd' }],
    [{}, { QUERYGATE_DATA: '', QUERYGATE_DATABASE_URL: 'postgres://x' }, { url: 'postgres://x' }],
    [{ data: 'd' }, { QUERYGATE_DATABASE_URL: '' }, { folder: 'd' }],
  ])('of %j and %j is %j', (options, env, expected) => {
    expect(storeOf(options, env)).toEqual(expected);
  });

  it.each([
    [{ data: 'd', databaseUrl: 'postgres://x' }, {}, 'name two stores'],
    [{ data: ' ' }, {}, '`--data` is empty'],
    [{ databaseUrl: ' ' }, {}, '`--database-url` is empty'],
    [{}, { QUERYGATE_DATA: 'd', QUERYGATE_DATABASE_URL: 'postgres://x' }, 'name two stores'],
    [{}, { QUERYGATE_DATA: '' }, '`QUERYGATE_DATA` is empty'],
    [{}, { QUERYGATE_DATABASE_URL: '' }, '`QUERYGATE_DATABASE_URL` is set but empty'],
    [{}, { QUERYGATE_DATABASE_URL: ' ' }, '`QUERYGATE_DATABASE_URL` is set but empty'],
    [{}, { QUERYGATE_DATA: 'd', QUERYGATE_DATABASE_URL: '' }, '`QUERYGATE_DATABASE_URL` is set but empty'],
  ])('of %j and %j is refused', (options, env, message) => {
    expect(() => storeOf(options, env)).toThrow(message);
  });
});

describe('a password', () => {
  function terminal(): { readonly terminal: Terminal; type(text: string): void; shown(): string; raw: boolean[] } {
    const stdin = new PassThrough() as unknown as NodeJS.ReadStream;
    const raw: boolean[] = [];
    stdin.isTTY = true;
    stdin.setRawMode = (mode) => {
      raw.push(mode);
      return stdin;
    };
    let text = '';
    const stderr = new PassThrough().on('data', (part) => {
      text += String(part);
    });
    return { terminal: { stdin, stderr }, type: (keys) => stdin.push(keys), shown: () => text, raw };
  }

  /** Types each text when prompted. */
  async function typing(...texts: readonly string[]) {
    const { terminal: io, type, shown, raw } = terminal();
    const answer = newPassword({}, io).catch((error: unknown) => String(error));
    for (const text of texts) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      type(text);
    }
    return { answer: await answer, shown: shown(), raw };
  }

  it.each([
    [['correct horse\r', 'correct horse\r'], 'correct horse'],
    [['corr', 'ect\n', 'correct\n'], 'correct'],
    [['abcx\u007fd\r', 'abcd\r'], 'abcd'],
    [['pässwort😀\u007f\r', 'pässwort\r'], 'pässwort'],
    [['a\u001bb\r', 'ab\r'], 'ab'],
  ])('typed as %j is %j, and is not shown', async (texts, expected) => {
    const { answer, shown, raw } = await typing(...texts);
    expect(answer).toBe(expected);
    expect(shown).toBe('password: \nagain: \n');
    expect(raw).toEqual([true, false, true, false]);
  });

  it.each([
    [['one\r', 'two\r'], 'differ'],
    [['abc\u0003'], 'no password was given'],
    [['\u0004'], 'no password was given'],
  ])('typed as %j is refused', async (texts, message) => {
    const { answer, raw } = await typing(...texts);
    expect(answer).toContain(message);
    expect(raw.at(-1)).toBe(false);
  });

  const input = (...chunks: readonly string[]): Terminal => ({
    stdin: Readable.from(chunks.map((chunk) => Buffer.from(chunk))) as unknown as NodeJS.ReadStream,
    stderr: new PassThrough(),
  });

  it.each([
    [['correct horse\n'], 'correct horse'],
    [['correct', ' horse'], 'correct horse'],
    [['correct horse\r\n\n'], 'correct horse'],
    [[' spaces stay '], ' spaces stay '],
  ])('from standard input %j is %j', async (chunks, expected) => {
    expect(await newPassword({ passwordStdin: true }, input(...chunks))).toBe(expected);
  });

  it.each([[['one\ntwo\n']], [['x'.repeat(9000)]]])('is refused if standard input contains more', async (chunks) => {
    await expect(newPassword({ passwordStdin: true }, input(...chunks))).rejects.toThrow(
      /^standard input (is too long|holds more than one line)/,
    );
  });

  it('is refused without a terminal', async () => {
    await expect(newPassword({}, input('x'))).rejects.toThrow('--password-stdin');
  });

  it('is never an argument', async () => {
    for (const args of [
      ['user', 'create', 'x@y'],
      ['user', 'password', 'x@y'],
      ['init', '--workspace', 'w', '--email', 'e'],
    ])
      expect(String(await caught(admin(...args, '--password', 'correct horse battery')))).toContain('unknown option');
  });
});

describe('API keys in a text', () => {
  const found = (text: string) => foundKeys(Readable.from([Buffer.from(text)]));
  const [first, second] = [generateApiKey(), generateApiKey()];
  const hash = (key: string) => createHash('sha256').update(key).digest('hex');

  it.each([
    ['alone', `${first}\n`],
    ['in a line of a file', `config.yml:3: SERVICE_API_KEY="${first}" # prod`],
    ['twice', `${first} ${first}`],
  ])('are found %s', async (_, text) => {
    expect(await found(text)).toEqual([hash(first)]);
  });

  it('are found in the order of the text', async () => {
    expect(await found(`a=${second}\nb=${first}\n`)).toEqual([hash(second), hash(first)]);
  });

  it.each([
    ['nothing', ''],
    ['a cut key', first.slice(0, -1)],
    ['a key with a typo', `${first.slice(0, -1)}${first.endsWith('0') ? '1' : '0'}`],
    ['a longer word', `x${first}`],
  ])('are missed in %s, and no part of it is repeated', async (_, text) => {
    const error = await found(text).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toContain('has no complete API key');
    expect((error as ConfigError).message).not.toContain(first.slice(3, 20));
  });
});
