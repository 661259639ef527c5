import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceClient, type DryRunFile, type ServiceClient } from '../../src/client/index.ts';
import type { ApiScope } from '../../src/contract/index.ts';
import { ConfigError, EXIT, ServiceError } from '../../src/model/index.ts';
import { LARGE } from '../client/calls.ts';
import { EVENT } from '../contract/bodies.ts';
import { startTestApp, type TestApp } from './http/test-app.ts';

// The real client against the real service, over HTTP.

let app: TestApp;
let workspace: string;
beforeAll(async () => {
  app = await startTestApp();
  workspace = await app.workspace();
});
afterAll(async () => {
  await app.close();
});

async function client(scopes: readonly ApiScope[], ttlDays?: number, of = workspace): Promise<ServiceClient> {
  const { secret } = await app.key(workspace, scopes, ttlDays);
  return createServiceClient({ baseUrl: app.url.origin, apiKey: secret, workspace: of, env: {}, deadline: 60_000 });
}

function file(path: string, text: string, baseText?: string): DryRunFile {
  const status = baseText === undefined ? 'added' : 'modified';
  return { path, dialect: 'postgresql', status, text, ...(baseText !== undefined && { baseText }) };
}

const EDITED = `version: 1
rules:
  - id: no-reading
    operations: [select]
    when: 'true'
    verdict: block
    message: this reads
    description: Nothing is read.
    examples:
      block: ['SELECT 1']
`;

describe('the client and the service', () => {
  it('judge files by the active ruleset', async () => {
    const done = await (await client(['ci_dryrun:execute'], 30)).dryRun({
      files: [file('a.sql', 'DROP TABLE users;\n'), file('é b.sql', 'CREATE TABLE t (id int PRIMARY KEY);\n')],
    });
    expect(done).toMatchObject({ workspace, ruleset: { version: 1, expired: [] }, drift: undefined });
    expect(done.judges.map(({ side, sources }) => [side, sources])).toEqual([
      ['only', ['querygate:recommended@1', 'querygate:availability@1']],
    ]);
    expect(done.files.map(({ path, findings }) => [path, findings.map(({ rule }) => rule)])).toEqual([
      ['a.sql', ['no-drop-table']],
      ['é b.sql', []],
    ]);
    expect(Date.parse(done.keyExpires ?? '')).toBeGreaterThan(0);
  });

  it('judge files by edited rules too, and report the drift', async () => {
    const head = { files: [{ path: '.querygate/rules.yml', text: EDITED }] };
    const base = { hash: 'a'.repeat(64) };
    const service = await client(['ci_dryrun:execute']);
    const done = await service.dryRun({ files: [file('a.sql', 'SELECT 1;\n')], head, base });
    expect(done.judges.map(({ side }) => side)).toEqual(['base', 'head']);
    expect(done.drift?.same).toBe(false);
    expect(done.files[0]?.findings).toMatchObject([{ rule: 'no-reading', verdict: 'block', side: 'head' }]);
    expect(done.keyExpires).toBeUndefined();
  });

  it('report the line on which edited rules do not load', async () => {
    const head = { files: [{ path: '.querygate/rules.yml', text: EDITED.replace(`'true'`, 'statement.limits') }] };
    const service = await client(['ci_dryrun:execute']);
    const error = await service.dryRun({ files: [file('a.sql', 'SELECT 1')], head }).catch((raised: unknown) => raised);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).toLine()).toMatch(
      /^\.querygate\/rules\.yml:5:21: there is no fact `limits` here \(did you mean `limit`\?\)/,
    );
  });

  it('judge a large file that was sent in parts as one text', async () => {
    const service = await client(['ci_dryrun:execute']);
    const done = await service.dryRun({ files: [file('a.sql', LARGE), file('b.sql', LARGE, LARGE)] });
    const found = done.files.map(({ findings }) =>
      findings.map(({ rule, status, location }) => [rule, status, location?.start]),
    );
    const start = { offset: LARGE.indexOf('DROP'), line: 2, column: 1 };
    expect(found).toEqual([[['no-drop-table', 'new', start]], [['no-drop-table', 'existing', start]]]);
  });

  it('judge more files than fit into one call', async () => {
    const files = Array.from({ length: 501 }, (_, at) => file(`${at}.sql`, at === 500 ? 'DROP TABLE t' : 'SELECT 1'));
    const done = await (await client(['ci_dryrun:execute'])).dryRun({ files });
    expect(done.files.map(({ path }) => path)).toEqual(files.map(({ path }) => path));
    expect(done.files.filter(({ findings }) => findings.length > 0).map(({ path }) => path)).toEqual(['500.sql']);
  });

  it('read the active ruleset, once', async () => {
    const service = await client(['rules:read']);
    const ruleset = await service.readRuleset();
    expect(ruleset).toMatchObject({
      workspace,
      version: 1,
      sources: ['querygate:recommended@1', 'querygate:availability@1'],
    });
    expect(await service.readRuleset({ ifNoneMatch: ruleset.etag })).toBeUndefined();
    expect(await service.readRuleset({ ifNoneMatch: '"0-0"' })).toEqual(ruleset);
  });

  it('judge queries', async () => {
    const service = await client(['proxy:evaluate']);
    const ask = (query: string) => service.query({ query, dialect: 'postgresql', caller: { application: 'shop' } });
    expect(await ask('SELECT id FROM orders WHERE id = 7')).toMatchObject({
      verdict: 'allow',
      ruleset: { version: 1 },
    });
    expect(await ask('DROP TABLE orders')).toMatchObject({
      verdict: 'block',
      findings: [{ rule: 'no-drop-table', span: { start: 0, end: 17 } }],
    });
  });

  it('record events once, and refuse only an invalid one', async () => {
    const service = await client(['telemetry:write']);
    const events = Array.from({ length: 1200 }, (_, at) => ({ ...EVENT, id: `client-${at}`, query: `SELECT ${at}` }));
    events[1100] = { ...EVENT, id: 'bad id', query: 'SELECT 1' };
    const first = await service.sendEvents(events);
    expect(first).toMatchObject({ accepted: 1199, duplicates: 0, refused: [{ index: 1100, code: 'event_invalid' }] });
    expect(await service.sendEvents(events)).toMatchObject({ accepted: 0, duplicates: 1199 });
  });

  it.each<[string, (service: ServiceClient) => Promise<unknown>, string]>([
    ['dryRun', (service) => service.dryRun({ files: [file('a.sql', 'SELECT 1')] }), 'ci_dryrun:execute'],
    ['dryRun in parts', (service) => service.dryRun({ files: [file('a.sql', LARGE)] }), 'ci_dryrun:execute'],
    ['simulateRules', (service) => service.simulateRules({ head: { files: [] } }), 'rules:simulate'],
    ['readRuleset', (service) => service.readRuleset(), 'rules:read'],
    ['query', (service) => service.query({ query: 'SELECT 1', dialect: 'postgresql' }), 'proxy:evaluate'],
    ['sendEvents', (service) => service.sendEvents([EVENT]), 'telemetry:write'],
  ])('refuse a key without the scope: %s', async (_, run, scope) => {
    const without = await run(await client(['audit:read'])).catch((raised: unknown) => raised);
    expect(without).toBeInstanceOf(ServiceError);
    expect((without as ServiceError).exitCode).toBe(EXIT.auth);
    expect((without as ServiceError).message).toContain(`the API key lacks the scope \`${scope}\``);

    const other = await app.workspace();
    const elsewhere = await run(await client([scope as ApiScope], undefined, other)).catch((raised: unknown) => raised);
    expect(elsewhere).toBeInstanceOf(ConfigError);
    expect((elsewhere as ConfigError).message).toContain(`has no workspace \`${other}\` for this API key`);
  });
});
