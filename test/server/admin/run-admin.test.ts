import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/model/index.ts';
import { type AdminCommand, adminCommandSchema, readCommand } from '../../../src/server/admin/commands.ts';
import { presentAdmin } from '../../../src/server/admin/present.ts';
import { RESULTS } from '../../../src/server/admin/results.ts';
import { type AdminDeps, runAdmin } from '../../../src/server/admin/run-admin.ts';
import { findKey } from '../../../src/server/keys/find-key.ts';
import { expectGolden } from '../../golden.ts';
import { history } from '../../history/build.ts';
import { entries } from '../keys/world.ts';
import { loadAnything, madeEngine } from '../made-engine.ts';
import { openTestStore, type TestStore } from '../test-store.ts';
import { GITHUB_TRUST } from '../trusts/issuer.ts';

const PASSWORD = 'correct horse battery';
let store: TestStore;
let deps: AdminDeps;
beforeAll(async () => {
  store = await openTestStore();
  deps = {
    ctx: store.ctx,
    engine: {
      ...madeEngine({
        loadRuleset: loadAnything,
        dryRun: async () => ({ drift: undefined, judges: [], files: [], expired: [] }) as never,
      }),
      readSnapshot: async (bytes) => {
        if (!Buffer.from(bytes).toString().startsWith('snapshot')) throw new ConfigError('it is not a snapshot');
        const text = '{"shape":"SELECT ?"}';
        const row = {
          hash: createHash('sha256').update(text).digest(),
          text,
          flow: '0123456789ab',
          unreadable: false,
          truncated: false,
        };
        return {
          header: { ...history([]).header, collected: '2026-11-20T00:00:00Z' },
          rows: [{ row, days: { '2026-11-19': 3 } }],
        };
      },
    },
  } as AdminDeps;
});
afterAll(() => store.close());

/** A command as received from the command line or the socket. */
async function run<Command extends AdminCommand>(command: Command) {
  return runAdmin(deps, readCommand(JSON.parse(JSON.stringify(command))) as Command, 'root');
}

async function refusal(command: AdminCommand): Promise<string> {
  return run(command).then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
  );
}

/** Replaces ids, keys and hashes, which differ in every run. */
function steady(text: string): string {
  const names = new Map<string, string>();
  return text.replaceAll(
    /\b(key|user|imp|inv|trust)_[0-9A-Za-z]{22}\b|\bqgi_[0-9A-Za-z]{43}\b|\bqg_[0-9A-Za-z]{46}\b|\b[0-9a-f]{64}\b|\b[0-9a-f]{8}\b/g,
    (found) => {
      const kind = /^(key|user|imp|inv|trust|qgi|qg)_/.exec(found)?.[1] ?? 'hash';
      const name =
        names.get(found) ?? `<${kind} ${[...names.values()].filter((each) => each.startsWith(`<${kind}`)).length + 1}>`;
      names.set(found, name);
      return name.padEnd(found.length);
    },
  );
}

describe('every command', () => {
  it('is run once, returns a valid result, and is printed', async () => {
    const asked = new Set<string>();
    const told: string[] = [];
    const step = async <Command extends AdminCommand>(command: Command) => {
      asked.add(command.command);
      const result = await run(command);
      // The result survives the JSON of the socket.
      expect(RESULTS[command.command].parse(JSON.parse(JSON.stringify(result)))).toEqual(result);
      told.push(`# ${command.command}`, presentAdmin(command.command, result as never));
      return result;
    };
    const workspace = 'acme';
    const made = await step({
      command: 'init',
      workspace,
      name: 'Acme Inc.',
      email: 'you@acme.example',
      password: PASSWORD,
    });
    expect((await findKey(store.ctx, made.secret))?.scopes).toEqual(new Set(['ci_dryrun:execute']));
    await step({ command: 'workspace create', workspace: 'second', name: 'second' });
    await step({ command: 'user create', email: 'lee@acme.example', name: 'Lee', password: PASSWORD });
    await step({ command: 'member set', workspace, email: 'lee@acme.example', role: 'admin' });
    await step({ command: 'member set', workspace: 'second', email: 'lee@acme.example', role: 'viewer' });
    await step({ command: 'workspace list' });
    await step({ command: 'user password', email: 'lee@acme.example', password: `${PASSWORD}.` });
    await step({ command: 'user disable', email: 'lee@acme.example' });
    await step({ command: 'workspace show', workspace });
    await step({ command: 'user list' });
    await step({ command: 'user enable', email: 'lee@acme.example' });
    await step({ command: 'user sign-out', email: 'lee@acme.example' });
    await step({ command: 'sign-in unlock', email: 'lee@acme.example' });
    await step({ command: 'workspace rename', workspace, name: 'Acme Ltd' });
    await step({
      command: 'invitation create',
      workspace,
      invitation: { email: 'kim@acme.example', role: 'member' },
    });
    await step({ command: 'member remove', workspace, email: 'lee@acme.example' });
    await step({ command: 'member list', workspace });

    store.clock.now = new Date('2026-11-21T12:00:00Z');
    const proxy = await step({
      command: 'keys create',
      workspace,
      key: { name: 'proxy', scopes: ['telemetry:write', 'rules:read'], ttlDays: 90, databaseId: 'orders' },
    });
    store.clock.now = new Date('2026-11-21T13:00:00Z');
    const second = await step({ command: 'keys rotate', workspace, key: proxy.key.id, atOnce: false });
    store.clock.now = new Date('2026-11-22T12:00:00Z');
    await step({ command: 'keys list', workspace, page: {} });
    await step({ command: 'keys confirm', workspace, key: proxy.key.id });
    await step({ command: 'keys rotate', workspace, key: second.key.id, atOnce: true });
    store.clock.now = new Date('2026-11-22T13:00:00Z');
    await step({ command: 'keys rotate all', scope: 'ci_dryrun:execute', atOnce: false });
    await step({ command: 'keys rotate all', workspace: 'second', scope: 'ci_dryrun:execute', atOnce: true });
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
    const [found, none] = await step({ command: 'keys find', hashes: [hashOf(made.secret), hashOf('no key')] });
    expect(found).toMatchObject({ hashPrefix: made.key.hashPrefix, key: { id: made.key.id } });
    expect(none?.key).toBeUndefined();
    // Keys of one moment have no order.
    store.clock.now = new Date('2026-11-22T13:30:00Z');
    await step({ command: 'keys create', workspace, key: { name: 'old', scopes: ['rules:read'] } });
    await step({ command: 'keys revoke', workspace, key: made.key.id });
    store.clock.now = new Date('2027-05-01T12:00:00Z');
    await step({ command: 'keys list', workspace, page: { limit: 500 } });
    const trust = await step({
      command: 'trust create',
      workspace,
      trust: { ...GITHUB_TRUST, baseUrl: 'https://querygate.acme.example' },
    });
    await step({ command: 'trust list', workspace, page: {} });
    await step({ command: 'trust remove', workspace, trust: trust.id });
    await step({ command: 'trust list', workspace, page: {} });

    const ruleset = { entry: '.querygate/rules.yml', files: [{ path: '.querygate/rules.yml', text: 'version: 1' }] };
    await step({ command: 'ruleset activate', workspace, ruleset, reason: 'first of our own' });
    await step({ command: 'ruleset restore', workspace, version: 1 });
    await step({ command: 'ruleset list', workspace, page: {} });
    await step({ command: 'ruleset show', workspace, version: 2 });
    await step({ command: 'ruleset show', workspace });
    store.clock.now = new Date('2026-11-22T14:00:00Z');
    await step({ command: 'policy set', workspace, policy: { retentionDays: 30, queryText: 'none' } });
    await step({ command: 'policy show', workspace });
    await step({
      command: 'history import',
      workspace,
      name: 'history.jsonl.gz',
      snapshot: Buffer.from('snapshot of a day').toString('base64'),
    });
    const [part] = await step({ command: 'history list', workspace });
    await step({ command: 'history forget', workspace, source: part?.source ?? '' });
    await step({ command: 'audit verify', workspace });
    const exported = await step({ command: 'audit export', workspace: 'second', after: 0 });
    for (const line of exported.lines) {
      const [entry = '', hash = ''] = line.split(/,(?="hash":"[0-9a-f]{64}"\}$)/);
      expect(hash).toBe(`"hash":"${createHash('sha256').update(`${entry}}`).digest('hex')}"}`);
    }
    expect([...asked].toSorted()).toEqual(
      adminCommandSchema.options.map((option) => option.shape.command.value).toSorted(),
    );
    expectGolden('server/admin/commands', steady(told.join('\n')));
    const trail = await entries(store.db, workspace);
    for (const { actor } of trail) expect(actor).toEqual({ kind: 'admin', name: 'root' });
    expect(JSON.stringify(trail)).not.toMatch(/qg_[0-9A-Za-z]{40}|correct horse/);
  });
});

describe('an invalid command', () => {
  const key = 'key_0000000000000000000000';
  it.each([
    [{ command: 'workspace create', workspace: 'acme', name: 'again' }, /^ProblemError: .*already/],
    [{ command: 'workspace show', workspace: 'nowhere' }, /there is no workspace `nowhere`/],
    [{ command: 'trust list', workspace: 'nowhere', page: {} }, /there is no workspace `nowhere`/],
    [{ command: 'trust remove', workspace: 'acme', trust: `trust_${'0'.repeat(22)}` }, /has no trust `trust_0/],
    [{ command: 'trust create', workspace: 'acme', trust: GITHUB_TRUST }, /give the base URL that the jobs use/],
    [{ command: 'keys list', workspace: 'nowhere', page: {} }, /there is no workspace `nowhere`/],
    [{ command: 'keys revoke', workspace: 'acme', key }, /has no API key `key_0/],
    [{ command: 'keys rotate', workspace: 'acme', key, atOnce: true }, /has no API key `key_0/],
    [{ command: 'keys confirm', workspace: 'acme', key }, /has no API key `key_0/],
    [{ command: 'keys rotate all', workspace: 'nowhere', scope: 'rules:read', atOnce: true }, /there is no workspace/],
    [
      { command: 'user disable', email: 'ghost@acme.example' },
      /^ConfigError: there is no user with the e-mail address/,
    ],
    [{ command: 'user disable', email: 'you@acme.example' }, /^ConfigError: .* is the last owner of `acme`/],
    [{ command: 'member remove', workspace: 'acme', email: 'you@acme.example' }, /is the last owner of `acme`/],
    [{ command: 'ruleset restore', workspace: 'acme', version: 99 }, /has no ruleset version 99/],
    [{ command: 'ruleset show', workspace: 'acme', version: 99 }, /has no ruleset version 99/],
    [
      { command: 'ruleset activate', workspace: 'acme', ruleset: { files: [{ path: 'a.yml', text: 'broken' }] } },
      /this rule file is broken/,
    ],
    [{ command: 'history import', workspace: 'acme', name: 'x', snapshot: 'AAAA' }, /it is not a snapshot/],
    [{ command: 'history list', workspace: 'nowhere' }, /there is no workspace/],
    [{ command: 'history forget', workspace: 'nowhere', source: 'imp_0' }, /there is no workspace/],
    [{ command: 'history forget', workspace: 'acme', source: 'imp_0' }, /has no import `imp_0`; `querygate admin/],
    [{ command: 'audit verify', workspace: 'nowhere' }, /there is no workspace/],
    [{ command: 'audit export', workspace: 'nowhere', after: 0 }, /there is no workspace/],
    [
      { command: 'init', workspace: 'third', name: 'third', email: 'YOU@acme.example', password: PASSWORD },
      /a user with the e-mail address `\S+` already exists/,
    ],
    [
      { command: 'init', workspace: 'third', name: 'third', email: 'x@acme.example', password: 'short' },
      /5 characters/,
    ],
    [{ command: 'init', workspace: 'third', name: 'third', email: 'x', password: PASSWORD }, /not an e-mail address/],
  ] satisfies [AdminCommand, RegExp][])('%j', async (command, message) => {
    expect(await refusal(command)).toMatch(message);
    // A failed `init` leaves nothing behind.
    expect(await refusal({ command: 'workspace show', workspace: 'third' })).toContain('there is no workspace');
  });

  it.each([
    [undefined, 'the command'],
    [{}, '`command`'],
    [{ command: 'keys destroy' }, '`command`'],
    [{ command: 'keys revoke', workspace: '../x', key }, '`workspace`'],
    [{ command: 'keys revoke', workspace: 'acme', key: `qg_${'0'.repeat(46)}` }, '`key`: must be the id of a key'],
    [{ command: 'keys create', workspace: 'acme', key: { name: ' ', scopes: ['rules:read'] } }, '`key.name`: give'],
    [{ command: 'keys create', workspace: 'acme', key: { name: 'a', scopes: [] } }, '`key.scopes`: give'],
    [{ command: 'keys create', workspace: 'acme', key: { name: 'a', scopes: ['all'] } }, '`key.scopes.0`'],
    [{ command: 'history forget', workspace: 'acme', source: 'http' }, '`source`: must be the id of an import'],
    [{ command: 'workspace list', more: 1 }, 'the command'],
    [{ command: 'policy set', workspace: 'acme', policy: { retentionDays: 0 } }, '`policy.retentionDays`'],
  ])('%j is refused before it reaches the store', (value, message) => {
    expect(() => readCommand(value)).toThrow(ConfigError);
    expect(() => readCommand(value)).toThrow(message);
    expect(() => readCommand(value)).not.toThrow('qg_0000');
  });
});
