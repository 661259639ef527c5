import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBaseline, runCheck } from '../../../src/commands/index.ts';
import type { Change, CheckReport } from '../../../src/model/index.ts';
import { DEFAULT_PACKS } from '../../../src/rules/index.ts';
import { knexRow, recordingOf } from '../../record/build.ts';
import {
  CONFIG,
  changeOf,
  checkFiles,
  checkPull,
  config,
  counting,
  type Files,
  LINK,
  notices,
  OVERSIZED,
  RULES,
  rules,
  treeOf,
} from '../build.ts';
import { type FakeService, KEY, problem, startFakeService, WORKSPACE } from '../fake-service.ts';

// `check` with a service: a fake one that judges with src/check, over a real connection.

let service: FakeService;
beforeEach(async () => {
  service = await startFakeService();
});
afterEach(() => service.close());

type Settings = NonNullable<Parameters<typeof checkPull>[2]>;

const access = (more: Partial<Settings['service']> = {}): Settings => ({
  service: { baseUrl: service.url, apiKey: KEY, workspace: WORKSPACE, timeout: 20, env: {}, ...more },
});
const active = (files: Files) => {
  service.active = { files: Object.entries(files).map(([path, text]) => ({ path, text: String(text) })) };
};

const BASE: Files = { ...config(), ...rules() };
const DROP = 'DROP TABLE users;\n';
const FINE = 'CREATE TABLE orders (id bigint PRIMARY KEY);\n';

/** The parts of the report that must be equal with and without a service. */
function comparable({
  verdict,
  exitCode,
  conclusion,
  findings,
  files,
  suppressions,
  totals,
  scope,
  policy,
}: CheckReport) {
  return { verdict, exitCode, conclusion, findings, files, suppressions, totals, scope, policy };
}

const SUPPRESSED = `-- querygate:allow no-drop-table: archived, OPS-1\n${DROP}`;
const POSTS = `CREATE OR REPLACE FUNCTION send() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
PERFORM dblink_exec('x', 'SELECT 1');`;
const OLDER = `CREATE TABLE users (name text);
ALTER TABLE users ADD CONSTRAINT named CHECK (name IS NOT NULL) NOT VALID;
ALTER TABLE users VALIDATE CONSTRAINT named;
CREATE TABLE events (day date) PARTITION BY RANGE (day);
CREATE VIEW names WITH (security_invoker) AS SELECT name FROM users;
`;
const STRINGS = `SET standard_conforming_strings = off;\nSELECT 'a\\'; DROP TABLE users; --';\n`;
const RUN_RULE = `rules:
  - id: no-old-index
    operations: [create_index]
    when: 'statement.inTransaction && statement.serverVersion == 90600'
    verdict: block
    message: 'no'
    description: d
    help: h
`;
const CALLER_RULE = `rules:
  - id: no-migrator-drop
    operations: [drop_table]
    when: 'caller.user == "migrator"'
    verdict: block
    message: 'no'
    description: d
    help: h
`;

describe('the same rules', () => {
  const cases: readonly (readonly [what: string, base: Files, head: Files, settings?: Settings])[] = [
    ['nothing to find', BASE, { ...BASE, 'a.sql': FINE }],
    ['a block', BASE, { ...BASE, 'a.sql': `${FINE}\n${DROP}` }],
    ['existing findings', { ...BASE, 'a.sql': DROP }, { ...BASE, 'a.sql': `${DROP}DROP TABLE more;\n` }],
    [
      'existing findings that count',
      { ...BASE, ...config('findings: all\n'), 'a.sql': DROP },
      { ...BASE, ...config('findings: all\n'), 'a.sql': `-- why\n${DROP}` },
    ],
    ['a suppression', BASE, { ...BASE, 'a.sql': SUPPRESSED }],
    [
      'suppressions that are off',
      { ...BASE, ...config('suppressions: off\n') },
      { ...BASE, ...config('suppressions: off\n'), 'a.sql': SUPPRESSED },
    ],
    [
      'suppressions that fail',
      { ...BASE, ...config('suppressions: fail-on-new\n') },
      { ...BASE, ...config('suppressions: fail-on-new\n'), 'a.sql': SUPPRESSED },
    ],
    ['several files and dialects', BASE, { ...BASE, 'a.sql': DROP, 'b.sql': FINE, 'c.sql': 'DELETE FROM t;\n' }],
    [
      'settings by path',
      { ...BASE, ...config('files:\n  - { paths: [m/**], dialect: mysql, tool: goose }\n') },
      {
        ...BASE,
        ...config('files:\n  - { paths: [m/**], dialect: mysql, tool: goose }\n'),
        'm/1.sql': `-- +goose Up\n${FINE}-- +goose Down\n${DROP}`,
      },
    ],
    [
      'how a file runs',
      { ...config("server-version: '9.6'\nfiles: [{ paths: [m/**], transaction: true }]\n"), ...rules({}, RUN_RULE) },
      {
        ...config("server-version: '9.6'\nfiles: [{ paths: [m/**], transaction: true }]\n"),
        ...rules({}, RUN_RULE),
        'm/1.sql': 'CREATE INDEX i ON users (id);\n',
        'n/1.sql': 'CREATE INDEX i ON users (id);\n',
      },
    ],
    [
      'what runs a file',
      { ...BASE, ...config('files: [{ paths: [m/**], run-by: psql }]\n') },
      {
        ...BASE,
        ...config('files: [{ paths: [m/**], run-by: psql }]\n'),
        'm/1.sql': STRINGS,
        'n/1.sql': STRINGS,
      },
    ],
    [
      'a caller',
      { ...config('files:\n  - { paths: [m/**], caller: { user: migrator } }\n'), ...rules({}, CALLER_RULE) },
      {
        ...config('files:\n  - { paths: [m/**], caller: { user: migrator } }\n'),
        ...rules({}, CALLER_RULE),
        'm/1.sql': DROP,
      },
    ],
    [
      'a constraint, a partitioned table and the options of a view in the base',
      { ...BASE, 'm/1.sql': OLDER },
      {
        ...BASE,
        'm/1.sql': OLDER,
        'm/2.sql': `ALTER TABLE users ALTER COLUMN name SET NOT NULL;
CREATE INDEX CONCURRENTLY i ON events (day);
CREATE OR REPLACE VIEW names AS SELECT name FROM users;
`,
      },
    ],
    [
      'a routine that the base has too',
      { ...BASE, 'm/1.sql': `${POSTS} SELECT 1; END $$;\n` },
      { ...BASE, 'm/1.sql': `${POSTS} SELECT 1; END $$;\n`, 'm/2.sql': `${POSTS} SELECT 2; END $$;\n` },
    ],
    ['what cannot be understood', BASE, { ...BASE, 'a.sql': 'FROBNICATE THE USERS;\n' }],
    ['warnings that fail', BASE, { ...BASE, 'a.sql': 'ALTER TABLE users RENAME TO people;\n' }, { failOn: 'warn' }],
    ['edited rules, looser', BASE, { ...BASE, ...rules({ 'no-drop-table': 'off' }), 'a.sql': DROP }],
    [
      'edited rules, stricter',
      { ...BASE, ...rules({ 'no-drop-table': 'off' }) },
      { ...BASE, ...rules({ 'no-drop-table': 'block' }), 'a.sql': DROP },
    ],
    ['rules that are taken away', { ...BASE, ...rules({ 'no-drop-table': 'off' }) }, { ...config(), 'a.sql': DROP }],
    ['rules that are brought', config(), { ...config(), ...rules({ 'no-truncate': 'off' }), 'a.sql': DROP }],
    [
      'a table that the base does not name',
      BASE,
      { ...BASE, 'a.sql': 'DROP TABLE IF EXISTS x; CREATE TABLE x (id int);\n' },
    ],
    [
      'a rebuilt table',
      { ...BASE, 'db/1.sql': 'CREATE TABLE t (id int);\n' },
      {
        ...BASE,
        'db/1.sql': 'CREATE TABLE t (id int);\n',
        'db/2.sql':
          'CREATE TABLE n (id int); INSERT INTO n (id) SELECT id FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;\n',
      },
    ],
    ['broken head rules', BASE, { ...BASE, [RULES]: 'version: 1\nrules: 7\n', 'a.sql': DROP }],
    ['a head rule whose example fails', BASE, { ...BASE, ...rules({}, failingExample()), 'a.sql': FINE }],
    ['a large file', BASE, { ...BASE, 'a.sql': `${DROP}INSERT INTO t VALUES ('${'é'.repeat(2_300_000)}');\n` }],
    ['names that are not ASCII', BASE, { ...BASE, 'db/ü \u{1f600}\n.sql': DROP }],
  ];

  const named = cases.map(([what, base, head, settings = {}]) => ({ what, base, head, settings }));
  it.each(named)('give the same report: $what', async ({ base, head, settings }) => {
    if (typeof base[RULES] === 'string') active({ [RULES]: base[RULES] });
    const embedded = await checkPull(base, head, settings);
    const inService = await checkPull(base, head, { ...settings, ...access() });
    expect(comparable(inService)).toEqual(comparable(embedded));
    expect(inService.judges.map(({ side, hash, rules: count, notApplied }) => [side, hash, count, notApplied])).toEqual(
      embedded.judges.map(({ side, hash, rules: count, notApplied }) => [side, hash, count, notApplied]),
    );
    expect(embedded.service).toBeUndefined();
    expect(inService.service).toEqual({ workspace: WORKSPACE, rulesetVersion: 7 });
    expect(inService.headline).toMatch(/^judged by workspace `acme`, ruleset version 7 \(\d+ rules?\)/);
    expect(service.requests.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true);
  });

  it('give the same report with a baseline, which does not accept what the change adds or brings back', async () => {
    active({ [RULES]: String(BASE[RULES]) });
    const found = await checkFiles({ ...BASE, 'a.sql': DROP, 'b.sql': DROP, 'c.sql': DROP });
    const accepted = found.findings.map(({ fingerprint, rule, path }) => ({ fingerprint, rule, path }));
    const base = {
      ...BASE,
      '.querygate/baseline.json': JSON.stringify({ version: 1, findings: accepted }),
      'a.sql': DROP,
      'c.sql': 'SELECT 1;\n',
    };
    const head = { ...base, 'a.sql': `SELECT 1;\n${DROP}`, 'b.sql': DROP, 'c.sql': DROP };
    const inService = await checkPull(base, head, access());
    expect(comparable(inService)).toEqual(comparable(await checkPull(base, head)));
    expect(inService.findings.map(({ path, status }) => `${path} ${status}`)).toEqual([
      'b.sql new',
      'c.sql new',
      'a.sql baselined',
    ]);
    expect(notices(inService)).toContain('run `querygate baseline prune` on the base branch');
    expect(service.dryRuns()[0]?.baseline).toHaveLength(3);
  });

  it('give the same report with a baseline that lists a moved file at its old path', async () => {
    active({ [RULES]: String(BASE[RULES]) });
    const found = await checkFiles({ ...BASE, 'old/a.sql': DROP });
    const findings = found.findings.map(({ fingerprint, rule, path }) => ({ fingerprint, rule, path }));
    const rest = { ...BASE, '.querygate/baseline.json': JSON.stringify({ version: 1, findings }) };
    const base = { ...rest, 'old/a.sql': DROP };
    const head = { ...rest, 'new/a.sql': DROP };
    const inService = await checkPull(base, head, access());
    expect(comparable(inService)).toEqual(comparable(await checkPull(base, head)));
    expect(inService.findings.map(({ path, status }) => `${path} ${status}`)).toEqual(['new/a.sql baselined']);
    expect(service.dryRuns()[0]?.files).toMatchObject([{ path: 'new/a.sql', formerPath: 'old/a.sql' }]);
  });

  it('give the same report with a limit for suppressions', async () => {
    active({ [RULES]: String(BASE[RULES]) });
    const base = { ...BASE, [CONFIG]: `${String(BASE[CONFIG])}max-exemption-days: 30\n` };
    const head = { ...base, 'a.sql': `-- querygate:allow no-drop-table: forever\n${DROP}` };
    const inService = await checkPull(base, head, access());
    expect(comparable(inService)).toEqual(comparable(await checkPull(base, head)));
    expect(inService.suppressions).toMatchObject([{ state: 'refused' }]);
    expect(service.dryRuns()[0]?.settings).toMatchObject({ 'max-exemption-days': 30 });
  });

  it('send what the SQL of the base says about what files take away', async () => {
    const base = {
      ...BASE,
      [CONFIG]: `${String(BASE[CONFIG])}unused-days: 60\n`,
      'db/1.sql':
        "CREATE TABLE users (id int, state text DEFAULT 'new');\nCREATE VIEW active AS SELECT id FROM users;\n",
    };
    const head = { ...base, 'db/2.sql': 'ALTER TABLE users DROP COLUMN state', 'db/3.sql': FINE };
    await checkPull(base, { ...head, 'db/4.sql': DROP }, access());
    const [sent] = service.dryRuns();
    const users = { schema: '', name: 'users', routines: [] };
    const views = [{ schema: '', name: 'active' }];
    const code = 'the view active of the base branch names it';
    expect(sent?.files.map(({ path, uses }) => ({ path, uses }))).toEqual([
      { path: 'db/2.sql', uses: [{ ...users, column: 'state', views: [], code, hasDefault: true }] },
      { path: 'db/3.sql', uses: undefined },
      { path: 'db/4.sql', uses: [{ ...users, views, code }] },
    ]);
    expect(sent?.settings).toMatchObject({ 'unused-days': 60 });
  });

  it('send nothing about use for files that take nothing away', async () => {
    const base = { ...BASE, [CONFIG]: `${String(BASE[CONFIG])}unused-days: 60\n` };
    await checkPull(base, { ...base, 'a.sql': FINE }, access());
    expect(JSON.stringify(service.dryRuns())).not.toMatch(/"uses"|unused-days/);
  });

  it('give the same report on all files, and on standard input', async () => {
    active({ [RULES]: String(BASE[RULES]) });
    const files = { ...BASE, 'a.sql': DROP, 'b.sql': FINE };
    expect(comparable(await checkFiles(files, access()))).toEqual(comparable(await checkFiles(files)));
    const input = { standardInput: new TextEncoder().encode(DROP) };
    const piped = await checkFiles(files, { ...input, ...access() });
    expect(comparable(piped)).toEqual(comparable(await checkFiles(files, input)));
    expect(service.dryRuns().map(({ files: sent }) => sent.map(({ path, status }) => `${path} ${status}`))).toEqual([
      ['a.sql given', 'b.sql given'],
      ['- given'],
    ]);
  });

  it('judge many files in several requests', async () => {
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`db/${at}.sql`, DROP]));
    const report = await checkPull(BASE, { ...BASE, ...many }, access());
    expect(report.totals).toMatchObject({ files: 501, blocked: 501 });
    expect(service.dryRuns().map(({ files }) => files.length)).toEqual([500, 1]);
  });
});

function failingExample(): string {
  return `rules:
  - id: no-selects
    operations: [select]
    verdict: warn
    message: m
    description: d
    help: h
    examples: { block: ['DROP TABLE t'], pass: [] }
`;
}

describe('what is sent', () => {
  it('is the SQL with the settings in force, and nothing else of the change', async () => {
    const base: Files = { ...BASE, ...config('fail-on: warn\nsuppressions: off\n'), 'a.sql': FINE };
    const head = { ...base, 'a.sql': DROP, 'secret.txt': 'nothing of this' };
    await checkPull(base, head, access());
    const [dryRun] = service.dryRuns();
    expect(dryRun).toMatchObject({
      workspace: WORKSPACE,
      files: [
        {
          path: 'a.sql',
          dialect: 'postgresql',
          status: 'modified',
          source: { text: DROP },
          base: { text: FINE },
        },
      ],
      settings: { 'fail-on': 'warn', suppressions: 'off' },
      base: { hash: expect.stringMatching(/^[0-9a-f]{64}$/), ruleset: { files: [{ path: RULES, text: base[RULES] }] } },
      change: { event: 'pull_request', base: 'main at ba5eba5', head: 'refs/pull/7/merge at 4ead4ea' },
    });
    expect(dryRun?.head).toBeUndefined();
    expect(JSON.stringify(service.requests.map(({ body }) => body))).not.toContain('nothing of this');
  });

  it('includes the edited rules, or the built-in ones if the change removes the rules', async () => {
    const edited = rules({ 'no-drop-table': 'off' });
    await checkPull(BASE, { ...BASE, ...edited, 'a.sql': FINE }, access());
    await checkPull({ ...BASE, ...edited }, { ...config(), 'a.sql': FINE }, access());
    await checkPull(config(), { ...config(), ...edited, 'a.sql': FINE }, access());
    expect(
      service.dryRuns().map(({ head, base }) => [head?.entry, head?.files.length, base?.ruleset?.files.length]),
    ).toEqual([
      [undefined, 1, 1],
      [DEFAULT_PACKS, 0, 1],
      [undefined, 1, undefined],
    ]);
  });

  it('excludes a file that cannot be read, which is unknown', async () => {
    const head = {
      ...BASE,
      'a.sql': DROP,
      'b.sql': LINK,
      'c.sql': OVERSIZED,
      'd.sql': new Uint8Array([0xff, 0xfe, 0x00]),
    };
    const report = await checkPull(BASE, head, access());
    expect(service.dryRuns().map(({ files }) => files.map(({ path }) => path))).toEqual([['a.sql']]);
    expect(counting(report)).toEqual([
      'block no-drop-table a.sql:1',
      'unknown unreadable b.sql',
      'unknown unreadable c.sql',
      'unknown unreadable d.sql',
    ]);
    expect(report).toMatchObject({ exitCode: 1, totals: { files: 4, blocked: 1, unknown: 3 } });
    expect(report.files.map(({ path, verdict }) => `${path} ${verdict}`)).toEqual([
      'a.sql block',
      'b.sql unknown',
      'c.sql unknown',
      'd.sql unknown',
    ]);
  });

  it('includes the rules of a separate checkout only to find differences', async () => {
    const own = changeOf({}, rules({ 'no-drop-table': 'off' })).head;
    const trusted = { trustedRules: { tree: own, entry: RULES }, rules: '../policy/rules.yml' };
    const head = { ...BASE, ...rules({ 'no-truncate': 'off' }), 'a.sql': DROP };
    const report = await checkPull(BASE, head, { ...trusted, ...access() });
    expect(counting(report)).toEqual(['block no-drop-table a.sql:1']);
    expect(service.dryRuns()[0]?.head).toBeUndefined();
    expect(notices(report)).toContain('`no-drop-table` (verdict: block -> off)');
  });
});

describe('a service with nothing to judge', () => {
  it.each([
    ['no SQL file changed', { ...BASE, 'README.md': 'hello\n' }, 0, 'passed: nothing to check'],
    ['a SQL file that cannot be read', { ...BASE, 'a.sql': LINK }, 5, 'failed: 1 finding could not be decided'],
  ] as const)('is not asked, and the report says so: %s', async (_, head, exitCode, conclusion) => {
    const report = await checkPull(BASE, head, access());
    expect(service.requests).toEqual([]);
    expect(report.exitCode).toBe(exitCode);
    expect(report.conclusion).toContain(conclusion);
    expect(report.headline).toMatch(/^workspace `acme` was not asked, because there is nothing to judge: /);
    expect(report).toMatchObject({ judges: [], service: { workspace: WORKSPACE, rulesetVersion: undefined } });
  });

  it('is not needed for a change without SQL in a run without a key', async () => {
    const settings = access({ apiKey: undefined, withheld: 'the head comes from a fork' } as never);
    expect((await checkPull(BASE, { ...BASE, 'README.md': 'x' }, settings)).exitCode).toBe(0);
  });
});

describe('incomplete settings', () => {
  it.each([
    [{ baseUrl: 'https://q.example' }, /API key is missing; set `SERVICE_API_KEY`, or give the job an identity/],
    [{ baseUrl: 'https://q.example', keyAdvice: 'look there' }, /set `SERVICE_API_KEY`: look there$/],
    [{ apiKey: KEY }, /base URL is missing; set `SERVICE_BASE_URL`/],
    [{ baseUrl: 'https://q.example', apiKey: KEY }, /workspace is missing; set `SERVICE_WORKSPACE_ID`/],
    [{ baseUrl: 'http://q.example', apiKey: KEY, workspace: 'w' }, /would send the API key in the clear/],
    [{ baseUrl: 'https://q.example', apiKey: KEY, workspace: 'a b' }, /the workspace id is invalid/],
  ])('are an error: %j', async (settings, message) => {
    const refused = await checkPull(BASE, { ...BASE, 'a.sql': DROP }, { service: settings }).catch((e: unknown) => e);
    expect(refused).toMatchObject({ name: 'ConfigError', exitCode: 2, message: expect.stringMatching(message) });
    expect(JSON.stringify(refused)).not.toContain(KEY);
  });
});

describe('a run without a key', () => {
  const fork = { withheld: 'the head comes from a fork' };
  const head = { ...BASE, 'a.sql': FINE };
  const forked: Partial<Change> = { fork: true };
  const noKey = () => ({ service: { baseUrl: service.url, workspace: WORKSPACE, ...fork } });

  it('is unknown, and fails for every value of `on-unknown`', async () => {
    for (const onUnknown of ['fail', 'warn', 'pass'] as const) {
      const report = await checkPull(BASE, head, { ...noKey(), onUnknown }, forked);
      expect(report).toMatchObject({
        verdict: 'unknown',
        exitCode: 5,
        judges: [],
        totals: { files: 1, statements: 0 },
      });
      expect(report.files).toMatchObject([{ path: 'a.sql', verdict: 'unknown', statements: 0 }]);
      expect(counting(report)).toEqual(['unknown service .']);
      expect(report.conclusion).toBe('failed: nothing was judged: this run has no API key');
      expect(report.headline).toMatch(
        /^nothing was judged, because this run has no API key \(workspace `acme`\): 1 changed SQL file of .*; the head comes from a fork$/,
      );
      expect(report.repeat).toContain(`--base-url ${service.url} --workspace acme`);
    }
    expect(service.requests).toEqual([]);
  });

  it('passes with `fail-on: never`, and the conclusion says so', async () => {
    const report = await checkPull(BASE, head, { ...noKey(), failOn: 'never' }, forked);
    expect(report).toMatchObject({ verdict: 'unknown', exitCode: 0 });
    expect(report.conclusion).toBe('reported only (`fail-on: never`): nothing was judged: this run has no API key');
  });

  it('is judged by the repository’s own rules if the base says so, with a notice', async () => {
    const base = { ...BASE, ...config('on-missing-key: embedded\n') };
    const report = await checkPull(base, { ...base, 'a.sql': DROP }, noKey(), forked);
    expect(report).toMatchObject({ exitCode: 1, verdict: 'block' });
    expect(report.service).toBeUndefined();
    expect(report.headline).toMatch(
      /^judged by \.querygate\/rules\.yml .*; workspace `acme` was not asked: there is no API key$/,
    );
    expect(notices(report)).toContain(
      "the head comes from a fork, so there is no API key: the repository's own rules were used instead of the service's (`on-missing-key: embedded`)",
    );
    expect(report.repeat).not.toContain('--workspace');
  });

  it.each([
    ['the change cannot say so', BASE, { ...BASE, ...config('on-missing-key: embedded\n'), 'a.sql': FINE }],
    [
      'nor can the key of `simulate`',
      { ...BASE, ...config('simulate: { on-missing-key: embedded }\n') },
      { ...BASE, ...config('simulate: { on-missing-key: embedded }\n'), 'a.sql': FINE },
    ],
  ])('is not judged otherwise: %s', async (_, base, changed) => {
    expect(await checkPull(base, changed, noKey(), forked)).toMatchObject({ exitCode: 5, judges: [] });
  });
});

describe('a service that does not answer', () => {
  const head = { ...BASE, 'a.sql': DROP, 'b.sql': LINK };

  it.each([
    [500, 'internal', 4, /answered 500/],
    [403, 'scope_missing', 3, /lacks the scope `ci_dryrun:execute`/],
    [401, 'key_revoked', 3, /the API key was revoked/],
    [401, 'key_expired', 3, /the API key has expired/],
  ])('does not let the check pass: %i %s', async (status, code, exitCode, message) => {
    service.instead = (_, response) => problem(response, status, code, 'no');
    for (const onUnknown of ['fail', 'pass'] as const) {
      const report = await checkPull(BASE, head, { ...access(), onUnknown });
      expect(report).toMatchObject({ verdict: 'unknown', exitCode, judges: [] });
      expect(counting(report)).toEqual(['unknown service .', 'unknown unreadable b.sql']);
      expect(report.findings[0]?.message).toMatch(message);
      const why = exitCode === 3 ? 'the API key was not accepted' : 'the service did not answer';
      const unread = onUnknown === 'fail' ? '; 1 finding could not be decided (`on-unknown: fail`)' : '';
      expect(report.conclusion).toBe(`failed: nothing was judged: ${why}${unread}`);
      expect(report.headline).toContain(`nothing was judged, because ${why} (workspace \`acme\`): 2 changed SQL files`);
      expect(JSON.stringify(report)).not.toContain(KEY);
    }
    const only = await checkPull(BASE, head, { ...access(), failOn: 'never' });
    expect(only.exitCode).toBe(exitCode === 4 ? 0 : exitCode);
  });

  it('does not let the check pass: it is unreachable', async () => {
    const { url } = service;
    await service.close();
    const report = await checkPull(BASE, head, { ...access({ baseUrl: url, timeout: 1 }) });
    expect(report).toMatchObject({ verdict: 'unknown', exitCode: 4, judges: [] });
    service = await startFakeService();
  });

  it('does not let the check pass: the workspace is another one', async () => {
    service.instead = (_, response) => problem(response, 404, 'workspace_not_found', 'no');
    await expect(checkPull(BASE, head, access())).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/has no workspace `acme` for this API key/),
    });
  });

  it('does not let the check pass: its answer is about other files', async () => {
    service.instead = (_, response, body) => {
      if (!body) return false;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'r', workspace: WORKSPACE, files: [] }));
      return true;
    };
    expect(await checkPull(BASE, head, access())).toMatchObject({ verdict: 'unknown', exitCode: 4 });
  });

  it('does not let the check pass: it ignored the edited rules', async () => {
    const edited = rules({ 'no-drop-table': 'block' });
    service.ignoresHead = true;
    active(rules({ 'no-drop-table': 'off' }));
    const base = { ...BASE, ...rules({ 'no-drop-table': 'off' }) };
    const report = await checkPull(base, { ...base, ...edited, 'a.sql': DROP }, access());
    expect(report).toMatchObject({ verdict: 'unknown', exitCode: 4, judges: [] });
    expect(report.findings[0]?.message).toContain('it used only the active ruleset');
  });

  it('is not called with an invalid key', async () => {
    const report = await checkPull(BASE, head, access({ apiKey: 'secret' }));
    expect(report).toMatchObject({ exitCode: 3, verdict: 'unknown' });
    expect(JSON.stringify(report)).not.toContain('"secret"');
    expect(service.requests).toEqual([]);
  });

  it('to invalid edited rules judges without them, and the error is on its line', async () => {
    service.instead = (_, response, body) =>
      body?.head !== undefined &&
      problem(response, 422, 'rules_invalid', 'no', {
        errors: [{ detail: 'no such kind `x`', place: { file: RULES, line: 3, column: 1 } }],
      });
    const report = await checkPull(BASE, { ...BASE, ...rules({ 'no-drop-table': 'off' }), 'a.sql': DROP }, access());
    expect(counting(report)).toEqual([`unknown configuration ${RULES}:3`, 'block no-drop-table a.sql:1'].reverse());
    expect(report).toMatchObject({ exitCode: 1, judges: [{ side: 'only' }] });
    expect(report.conclusion).toBe('failed: 1 finding blocked; 1 error in the rules or the configuration');
  });
});

describe('`head-rules: decide` of the base', () => {
  const base = { ...BASE, ...config('head-rules: decide\n') };
  const looser = { ...base, ...rules({ 'no-drop-table': 'off' }), 'a.sql': DROP };

  it('lets nothing through that the active ruleset blocks, and a warning says that it is ignored', async () => {
    expect(await checkPull(base, looser)).toMatchObject({ exitCode: 0, verdict: 'allow' });
    const report = await checkPull(base, looser, access());
    expect(report).toMatchObject({ exitCode: 1, verdict: 'block' });
    expect(counting(report)).toEqual(['block no-drop-table a.sql:1 (base)']);
    expect(report.headline).toContain(' (the stricter verdict decides) over ');
    expect(notices(report)).toContain(
      'warning: `head-rules: decide` in the base configuration is ignored with a service: the active ruleset of workspace `acme` judges, and the stricter verdict decides',
    );
    expect(notices(report)).not.toContain('the edited rules decide');
    expect(JSON.stringify(service.dryRuns())).not.toContain('head-rules');
  });

  it('has no warning if the rules are not edited', async () => {
    const report = await checkPull(base, { ...base, 'a.sql': DROP }, access());
    expect(report.exitCode).toBe(1);
    expect(notices(report)).not.toContain('head-rules');
  });
});

describe('the report', () => {
  it('says that the edited rules take effect once they are activated', async () => {
    const head = { ...BASE, ...rules({ 'no-drop-table': 'off' }), 'a.sql': DROP };
    const report = await checkPull(BASE, head, access());
    expect(report.headline).toMatch(
      /^judged by workspace `acme`, ruleset version 7 \(\d+ rules\), and \.querygate\/rules\.yml at 4ead4ead as edited by the change \(\d+ rules\) \(the stricter verdict decides\) over 1 changed SQL file of pull_request/,
    );
    expect(notices(report)).toContain(
      '1 of the findings comes from the active ruleset of workspace `acme`, which still applies until the change is activated there: the rules that it loosens take effect then',
    );
  });

  it('reports a difference from the active ruleset, which judges', async () => {
    active(rules({ 'no-drop-table': 'off' }));
    const report = await checkPull(BASE, { ...BASE, 'a.sql': DROP }, access());
    expect(report).toMatchObject({ exitCode: 0, verdict: 'allow' });
    expect(notices(report)).toMatch(
      /^notice: the active ruleset of workspace `acme` \(version 7\) differs from that of the base branch: `no-drop-table` \(verdict: off -> block\); the active one judged$/,
    );
    const local = await checkFiles({ ...BASE, 'a.sql': DROP }, access());
    expect(notices(local)).toContain('differs from that of the working directory: `no-drop-table`');
  });

  it.each([
    ['2026-11-30T00:00:00.000Z', /^notice: the API key expires on 2026-11-30; rotate it$/],
    ['2026-12-04T20:00:00.000Z', /^notice: the API key expires on 2026-12-04; rotate it$/],
    ['2026-12-06T00:00:00.000Z', /^$/],
    [undefined, /^$/],
  ])('warns about a key that expires within 14 days: %s', async (expires, text) => {
    active({ [RULES]: String(BASE[RULES]) });
    service.keyExpires = expires;
    const report = await checkPull(BASE, { ...BASE, 'a.sql': FINE }, access());
    expect(report.exitCode).toBe(0);
    expect(notices(report)).toMatch(text);
  });

  it('warns about expired exceptions of the active ruleset, without a line of the repository', async () => {
    const exception = `exceptions:
  - { rule: no-drop-table, when: 'operation.target.name == "a"', reason: r, owner: dba, until: 2026-10-01 }
`;
    active(rules({}, exception));
    const report = await checkPull(BASE, { ...BASE, 'a.sql': FINE }, access());
    const expired = report.notices.filter(({ message }) => message.includes('expired'));
    expect(expired).toMatchObject([
      {
        level: 'warning',
        path: undefined,
        message:
          'the exception to `no-drop-table` expired on 2026-10-01; remove it, or ask dba for a new one (.querygate/rules.yml:4 of workspace `acme`)',
      },
    ]);
  });

  it('has a command that repeats it with the same service, without the key', async () => {
    const report = await checkPull(BASE, { ...BASE, 'a.sql': DROP }, access());
    expect(report.repeat).toBe(
      `# the command \`querygate\`: docs/client.md says how to install it\ngit fetch --quiet origin ${'ba5e'.repeat(10)} &&\nquerygate check --since ${'ba5e'.repeat(10)} --base-url ${service.url} --workspace acme`,
    );
  });

  it('is unknown if the rules in force are invalid, whatever the service says', async () => {
    const rulesBase = { unavailable: 'the clone is shallow' };
    const report = await checkPull(BASE, { ...BASE, 'a.sql': FINE }, access(), { rulesBase });
    expect(report).toMatchObject({ exitCode: 5, verdict: 'unknown', service: { rulesetVersion: 7 } });
    expect(counting(report)).toEqual(['unknown rules-in-force .querygate']);
    expect(report.headline).toContain('the rules in force could not be read');
  });

  it('reports the progress of the service', async () => {
    const lines: string[] = [];
    const change = changeOf(BASE, { ...BASE, 'a.sql': DROP });
    await runCheck({
      change,
      head: change.head,
      event: change.event,
      today: '2026-11-20',
      service: access().service ?? {},
      onServiceProgress: (line) => lines.push(line),
    });
    expect(lines).toEqual(['the service has judged 0 of 1 files']);
  });
});

describe('a baseline', () => {
  const files = { ...BASE, 'a.sql': DROP, 'b.sql': FINE };
  const created = async (some: Files): Promise<unknown> => {
    const check = { ...access(), change: undefined, head: treeOf(some), event: 'local', today: '2026-11-20' };
    const { text } = await makeBaseline({
      action: 'create',
      check: { ...check, service: check.service ?? {} },
      file: undefined,
      force: false,
    });
    return JSON.parse(text);
  };

  it('accepts the findings of the active ruleset', async () => {
    expect(await created(files)).toMatchObject({ findings: [{ path: 'a.sql', rule: 'no-drop-table' }] });
    active(rules({ 'no-drop-table': 'off' }));
    expect(await created(files)).toMatchObject({ findings: [] });
  });

  it.each([
    [401, 'key_revoked', 3],
    [500, 'internal', 4],
  ])('is not created if the service does not answer: %i', async (status, code, exitCode) => {
    service.instead = (_, response) => problem(response, status, code, 'no');
    const failure = expect.objectContaining({ name: 'ServiceError', exitCode });
    await expect(created(files)).rejects.toThrow(failure);
    await expect(created({ ...files, ...config('fail-on: never\n') })).rejects.toThrow(failure);
  });
});

describe('configuration', () => {
  it.each(['unknown', 'embedded'])('accepts `on-missing-key: %s`', async (value) => {
    const files = { [CONFIG]: `version: 1\ndialect: postgresql\non-missing-key: ${value}\n`, 'a.sql': FINE };
    expect((await checkFiles(files)).exitCode).toBe(0);
  });
});

it('recorded migrations are judged as without a service', async () => {
  const code = 'exports.up = async (knex) => {};\n';
  const old = { ...BASE, 'migrations/1.js': code };
  const head = { ...old, 'migrations/2.js': `// querygate:allow no-drop-column: archived\n${code}` };
  const statements = ['ALTER TABLE t DROP COLUMN b', 'CREATE TABLE n (id int)', 'DROP TABLE n', 'DELETE FROM t'];
  const text = recordingOf(['CREATE TABLE t (id int, b text)', knexRow('1.js'), ...statements, knexRow('2.js')]);
  const recording = { name: 'recording.jsonl', text };
  active(rules());
  const [embedded, served] = [
    await checkPull(old, head, { recordings: [recording] }),
    await checkPull(old, head, { ...access(), recordings: [recording] }),
  ];
  expect(counting(embedded)).toEqual([expect.stringContaining('no-unfiltered-delete migrations/2.js:1')]);
  expect(comparable(served)).toEqual(comparable(embedded));
});
