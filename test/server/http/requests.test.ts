import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generateApiKey, LIMITS } from '../../../src/contract/index.ts';
import { createKey } from '../../../src/server/keys/create-key.ts';
import { cpuOf } from '../../costs.ts';
import { type Ask, BY, startTestApp, type TestApp } from './test-app.ts';

// How the service handles authorised requests.

let app: TestApp;
let workspace: string;
let secret: string;
let owner: string;

beforeAll(async () => {
  app = await startTestApp();
  await anew();
});
afterAll(() => app.close());

/** Another workspace, with nothing in it. */
async function anew(): Promise<void> {
  workspace = await app.workspace();
  ({ secret } = await app.key(workspace));
  ({ token: owner } = await app.person(workspace, 'owner'));
}

/** Rules of the active ruleset. */
async function etag(): Promise<string> {
  const { headers } = await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset`, as: secret });
  return headers['etag'] ?? '';
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** A request to judge a query; `more` is added to the body. */
const query = (more: object = {}): Ask => ({
  method: 'POST',
  url: '/api/v1/proxy/query',
  as: secret,
  body: { workspace, query: 'SELECT 1', dialect: 'postgresql', ...more },
});

const file = { path: 'a.sql', dialect: 'postgresql', status: 'given', source: { text: 'SELECT 1' } };
const dryRun = (more: object = {}): Ask => ({
  method: 'POST',
  url: '/api/v1/ci/dry-run',
  as: secret,
  body: { workspace, files: [file], ...more },
});

interface Faults {
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}

describe('an invalid body', () => {
  it.each<[string, object, readonly string[]]>([
    ['a field too many', { databse: 'x' }, ['/databse']],
    ['a field of the prototype', JSON.parse('{"__proto__": {"x": 1}}'), ['/__proto__']],
    ['a tag of that name', JSON.parse('{"caller": {"tags": {"__proto__": "x"}}}'), ['/caller/tags/__proto__']],
    ['a constructor', { constructor: { prototype: { x: 1 } } }, ['/constructor']],
    ['a wrong type', { query: 1 }, ['/query']],
    ['several mistakes', { query: 1, dialect: 'cobol', extra: 1 }, ['/dialect', '/extra', '/query']],
    ['nothing where something is needed', { query: '' }, ['/query']],
    ['a name that must be escaped', { 'a/b~c': 1 }, ['/a~1b~0c']],
    ['a mistake deep inside', { caller: { tags: { job: 1 } } }, ['/caller/tags/job']],
    ['null', { caller: null }, ['/caller']],
  ])('is refused with the place of each mistake: %s', async (_, more, pointers) => {
    const ask = query();
    // As text: an object literal would lose `__proto__`.
    const body = `${JSON.stringify(ask.body).slice(0, -1)},${JSON.stringify(more).slice(1)}`;
    const reply = await app.ask({ ...ask, headers: JSON_TYPE, body });
    expect([reply.status, reply.code]).toEqual([422, 'field_invalid']);
    const { errors } = reply.body as Faults;
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(pointers);
    for (const { detail } of errors) expect(detail).toMatch(/^[^A-Z]/);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('reports the errors of the union branch that was meant', async () => {
    const body = { workspace, files: [{ ...file, source: { parts: ['zz'] } }] };
    const reply = await app.ask({ ...dryRun(), body });
    expect((reply.body as Faults).errors.map(({ pointer }) => pointer)).toEqual(['/files/0/source/parts/0']);
  });

  it('gives the total number of errors if it lists only the first', async () => {
    const files = Array.from({ length: 50 }, () => ({ ...file, dialect: 'cobol' }));
    const reply = await app.ask(dryRun({ files }));
    expect((reply.body as Faults).errors).toHaveLength(20);
    expect(reply.body).toMatchObject({ detail: expect.stringContaining('50 errors; the first 20') });
  });

  it.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['no JSON', '{"workspace": SECRET'],
    ['two values', '{} {}'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
  ])('is refused as invalid JSON, without quoting it: %s', async (_, body) => {
    const reply = await app.ask({ ...query(), headers: JSON_TYPE, body });
    expect([reply.status, reply.code]).toEqual([400, 'body_malformed']);
    expect(reply.text).not.toContain('SECRET');
  });

  it.each([
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['10,000 brackets', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['a million brackets', '['.repeat(1_000_000) + ']'.repeat(1_000_000)],
  ])('is refused if it is not an object: %s', async (_, body) => {
    const reply = await app.ask({ ...query(), headers: JSON_TYPE, body });
    expect([reply.status, reply.code]).toEqual([422, 'field_invalid']);
  });

  it('uses the last of duplicate names, everywhere', async () => {
    const own = `{"workspace":"other-one","workspace":"${workspace}","query":"DROP TABLE t","query":"SELECT 1","dialect":"postgresql"}`;
    expect((await app.ask({ ...query(), headers: JSON_TYPE, body: own })).body).toMatchObject({
      workspace,
      verdict: 'allow',
    });
    const other = own.replace(/^\{"workspace":"other-one",(.*)\}$/, '{$1,"workspace":"other-one"}');
    expect((await app.ask({ ...query(), headers: JSON_TYPE, body: other })).code).toBe('workspace_not_found');
  });

  it('can start with a byte order mark', async () => {
    const ask = query();
    expect((await app.ask({ ...ask, headers: JSON_TYPE, body: `\ufeff${JSON.stringify(ask.body)}` })).status).toBe(200);
  });

  it.each([
    ['none', undefined],
    ['another', 'text/html'],
    ['text', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['what is almost it', 'application/jsonp'],
    ['a problem', 'application/problem+json'],
    ['other characters', 'application/json; charset=utf-16'],
    ['nonsense', ';;;'],
  ])('is refused for its content type: %s', async (_, type) => {
    const ask = query();
    const headers = type === undefined ? {} : { 'content-type': type };
    const reply = await app.ask({ ...ask, headers, body: JSON.stringify(ask.body) });
    expect([reply.status, reply.code]).toEqual([415, 'content_type_wrong']);
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json ; boundary=x'])(
    'may have the type %s',
    async (type) => {
      const ask = query();
      const reply = await app.ask({ ...ask, headers: { 'content-type': type }, body: JSON.stringify(ask.body) });
      expect(reply.status).toBe(200);
    },
  );

  it('is not decompressed', async () => {
    const reply = await app.ask({ ...query(), headers: { 'content-encoding': 'gzip' } });
    expect([reply.status, reply.code]).toEqual([415, 'content_type_wrong']);
  });

  it('can contain any character, even if it is stored', async () => {
    const odd = 'a\0b\ud800c\u202e\ufeff😀\u2028';
    const caller = { user: odd, application: odd, tags: { [odd]: odd } };
    await expect(app.ask(query({ query: `SELECT '${odd}'`, caller }))).resolves.toMatchObject({ status: 200 });
    const event = {
      id: 'odd',
      type: 'query',
      at: '2026-11-20T11:00:00Z',
      query: `SELECT '${odd}'`,
      dialect: 'postgresql',
      caller,
    };
    const told = await app.ask({
      method: 'POST',
      url: '/api/v1/ingest/events',
      as: secret,
      body: { workspace, events: [event] },
    });
    expect(told.body).toMatchObject({ accepted: 1 });
    const judged = await app.ask(
      dryRun({
        files: [{ ...file, path: `${odd}.sql`, source: { text: `SELECT '${odd}'` }, caller }],
        change: { repository: '😀/\u202e' },
      }),
    );
    expect(judged.status).toBe(200);
    const key = await app.ask({
      method: 'POST',
      url: `/api/v1/workspaces/${workspace}/keys`,
      as: owner,
      body: { name: 'a\ud800\u202e😀', scopes: ['rules:read'] },
    });
    expect([201, 422]).toContain(key.status);
    for (const list of ['audit-events', 'queries'])
      expect((await app.ask({ url: `/api/v1/workspaces/${workspace}/${list}`, as: secret })).status).toBe(200);
    const reason = await app.ask({
      method: 'PUT',
      url: `/api/v1/workspaces/${workspace}/ruleset`,
      as: owner,
      headers: { 'if-match': await etag() },
      body: {
        ruleset: { files: [{ path: '.querygate/rules.yml', text: `version: 1\nrules: [] # ${odd}` }] },
        reason: odd,
      },
    });
    expect([200, 422]).toContain(reason.status);
    const simulated = await app.ask({
      method: 'POST',
      url: '/api/v1/ci/rules/simulate',
      as: secret,
      body: { workspace, head: { files: [] }, change: { head: odd } },
    });
    expect(simulated.status).toBe(202);
  });

  it.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59-23:59',
    '2026-11-20T11:00:00+23:59',
    '2026-02-29T00:00:00Z',
  ])('causes no internal error with any timestamp of an event: %s', async (at) => {
    const events = [{ id: `e${at}`, type: 'query', at, query: 'SELECT 1', dialect: 'postgresql' }];
    const told = await app.ask({
      method: 'POST',
      url: '/api/v1/ingest/events',
      as: secret,
      body: { workspace, events },
    });
    expect(told.status).toBe(200);
  });
});

describe('the size of a body', () => {
  const bodyOf = (bytes: number) => {
    const ask = dryRun({ files: [{ ...file, source: { text: '' } }] });
    const empty = JSON.stringify(ask.body);
    return {
      ...ask,
      headers: JSON_TYPE,
      body: empty.replace('"text":""', `"text":"${'-'.repeat(bytes - empty.length)}"`),
    };
  };
  it('can be the limit, and not a byte more', async () => {
    expect((await app.ask(bodyOf(LIMITS.requestBytes))).status).toBe(200);
    const reply = await app.ask(bodyOf(LIMITS.requestBytes + 1));
    expect([reply.status, reply.code]).toEqual([413, 'body_too_large']);
  });

  it('has a lower limit for small calls', async () => {
    const body = JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(64 * 1024) });
    const reply = await app.ask({ method: 'POST', url: '/api/v1/sessions', headers: JSON_TYPE, body });
    expect([reply.status, reply.code]).toEqual([413, 'body_too_large']);
  });

  it('with one query is limited to the size of a query', async () => {
    const most = 'é'.repeat(LIMITS.queryCharacters - 2);
    expect((await app.ask(query({ query: `--${most}` }))).status).toBe(200);
    const body = JSON.stringify({ ...(query().body as object), pad: 'x'.repeat(LIMITS.queryBytes) });
    const reply = await app.ask({ ...query(), headers: JSON_TYPE, body });
    expect([reply.status, reply.code]).toEqual([413, 'body_too_large']);
  });

  it.each<[string, string, string]>([
    ['brackets', '['.repeat(7_000_000), 'field_invalid'],
    [
      'brackets in a field',
      `{"workspace":"acme","files":${'['.repeat(3_900_000)}${']'.repeat(3_900_000)}}`,
      'field_invalid',
    ],
    ['objects in objects', '{"a":'.repeat(1_000_000), 'field_invalid'],
    ['tiny objects', `{"files":[${'{},'.repeat(2_500_000)}{}]}`, 'body_too_large'],
    ['tiny values', `{"files":[${'1,'.repeat(3_900_000)}1]}`, 'body_too_large'],
    [
      'unknown names',
      JSON.stringify(Object.fromEntries(Array.from({ length: 400_000 }, (_, at) => [`k${at}`, 1]))),
      'body_too_large',
    ],
  ])('that consists only of %s is refused quickly', async (_, body, code) => {
    const parsing = await cpuOf(() => JSON.parse(`[${'{},'.repeat(2_500_000)}{}]`));
    const refusing = await cpuOf(async () => {
      expect((await app.ask({ ...dryRun(), headers: JSON_TYPE, body })).code).toBe(code);
    });
    // Includes the client, which runs in this process too. Reading all of it would cost several times as much.
    expect(refusing).toBeLessThan(2 * parsing);
  });

  it.each([
    ['as deep as a body may nest', `{"a":${'['.repeat(LIMITS.bodyDepth - 1)}${']'.repeat(LIMITS.bodyDepth - 1)}}`],
    ['brackets in a text', JSON.stringify({ a: `${'['.repeat(200_000)}\\"${'{,'.repeat(200_000)}` })],
    [
      'as many values as there may be',
      JSON.stringify(Object.fromEntries([['a', Array(LIMITS.bodyValues - 3).fill(1)]])),
    ],
  ])('is read with any content: %s', async (_, body) => {
    const reply = await app.ask({ ...dryRun(), headers: JSON_TYPE, body });
    expect(reply.body).toMatchObject({ code: 'field_invalid', errors: expect.anything() });
  });

  it('of a text part can be the limit', async () => {
    for (const [bytes, status] of [
      [LIMITS.partBytes, 204],
      [LIMITS.partBytes + 1, 413],
    ] as const) {
      const body = 'é'.repeat(bytes / 2) + (bytes % 2 === 1 ? 'a' : '');
      const hash = createHash('sha256').update(body).digest('hex');
      const url = `/api/v1/workspaces/${workspace}/texts/${hash}`;
      const reply = await app.ask({ method: 'PUT', url, as: secret, body, headers: { 'content-type': 'text/plain' } });
      expect(reply.status).toBe(status);
    }
  });
});

describe('parts of a text', () => {
  const put = (
    text: string | Uint8Array,
    hash = createHash('sha256').update(text).digest('hex'),
    more: Partial<Ask> = {},
  ) =>
    app.ask({
      method: 'PUT',
      url: `/api/v1/workspaces/${workspace}/texts/${hash}`,
      as: secret,
      body: text,
      headers: { 'content-type': 'text/plain' },
      ...more,
    });
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');

  it('are judged as one text', async () => {
    const parts = ['CREATE TABLE t (id int);\nDROP ', 'TABLE t;\nDROP TABLE u;\n'];
    for (const part of parts) expect((await put(part)).status).toBe(204);
    const reply = await app.ask(dryRun({ files: [{ ...file, source: { parts: parts.map(sha) } }] }));
    const { files } = reply.body as { files: { findings: { location: object; operation: { target: string } }[] }[] };
    expect(files[0]?.findings.map(({ operation }) => operation.target)).toEqual(['u']);
    expect(files[0]?.findings[0]?.location).toMatchObject({ start: { line: 3, column: 1 } });
  });

  it('that were never sent are named', async () => {
    await put('SELECT 1;');
    const reply = await app.ask(dryRun({ files: [{ ...file, source: { parts: [sha('SELECT 1;'), sha('gone')] } }] }));
    expect([reply.status, reply.code]).toEqual([422, 'text_missing']);
    expect(reply.body).toMatchObject({ errors: [{ pointer: '/files/0/source/parts/1' }] });
  });

  it.each<[string, () => ReturnType<typeof put>, string]>([
    ['another hash', () => put('a', sha('b')), 'text_hash_wrong'],
    ['no hash', () => put('a', 'abc'), 'text_hash_wrong'],
    ['upper case', () => put('a', sha('a').toUpperCase()), 'text_hash_wrong'],
    ['no UTF-8', () => put(Buffer.from([0xff])), 'field_invalid'],
    ['JSON', () => put('"a"', sha('"a"'), { headers: JSON_TYPE }), 'content_type_wrong'],
  ])('are refused with %s', async (_, act, code) => {
    expect((await act()).code).toBe(code);
  });
});

describe('a query string', () => {
  it.each([
    ['a name that is not known', '?after=1'],
    ['a wrong number', '?limit=many'],
    ['more than a page holds', `?limit=${LIMITS.pageItems + 1}`],
    ['none', '?limit=0'],
    ['a number of another form', '?limit=0x10'],
    ['a number of another form', '?limit=1e2'],
    ['a number with a blank', '?limit=%2010'],
    ['a name twice', '?limit=1&limit=2'],
    ['NUL', '?databaseId=a%00b'],
    ['a cursor of its own making', '?cursor=abc'],
    ['no instant', '?from=yesterday'],
    ['an instant that no store knows', '?to=0000-01-01T00:00:00Z'],
    ['a field of the prototype', '?__proto__=1'],
    ['an unknown verdict', '?verdict=maybe'],
  ])('is refused with %s', async (_, text) => {
    const reply = await app.ask({ url: `/api/v1/workspaces/${workspace}/queries${text}`, as: secret });
    expect([reply.status, reply.code]).toEqual([422, 'field_invalid']);
  });

  it('is refused if the call has none', async () => {
    expect((await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset?x=1`, as: secret })).code).toBe(
      'field_invalid',
    );
  });
});

interface Page {
  readonly items: readonly Record<string, unknown>[];
  readonly next?: string;
}

describe('a list', () => {
  beforeEach(anew);
  async function pages(url: string, as: string, limit: number): Promise<readonly Page[]> {
    const all: Page[] = [];
    for (let cursor = ''; ; ) {
      const reply = await app.ask({
        url: `${url}?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        as,
      });
      const page = reply.body as Page;
      all.push(page);
      if (page.next === undefined) return all;
      cursor = page.next;
    }
  }
  const lists: Readonly<Record<string, string>> = {
    keys: 'id',
    queries: 'id',
    'audit-events': 'sequence',
    rulesets: 'version',
  };

  it.each(Object.entries(lists))('of %s has pages that contain each item once', async (list, id) => {
    for (let at = 0; at < 5; at++) {
      await app.ask(query());
      await createKey(app.ctx, workspace, { name: `key ${at}`, scopes: ['rules:read'] }, BY);
      const body = { ruleset: { files: [{ path: '.querygate/rules.yml', text: `version: 1\nrules: [] # ${at}` }] } };
      const url = `/api/v1/workspaces/${workspace}/ruleset`;
      await app.ask({ method: 'PUT', url, as: owner, body, headers: { 'if-match': await etag() } });
    }
    const url = `/api/v1/workspaces/${workspace}/${list}`;
    const whole = (await pages(url, owner, LIMITS.pageItems)).flatMap(({ items }) => items);
    expect(whole.length).toBeGreaterThanOrEqual(5);
    expect(new Set(whole.map((item) => item[id])).size).toBe(whole.length);
    const small = await pages(url, owner, 2);
    expect(small.slice(0, -1).every(({ items }) => items.length === 2)).toBe(true);
    expect(small.flatMap(({ items }) => items)).toEqual(whole);
  });
});

describe('the active ruleset', () => {
  beforeEach(anew);
  const url = () => `/api/v1/workspaces/${workspace}/ruleset`;
  const activate = (headers: Record<string, string>, body: object = { restore: 1 }) =>
    app.ask({ method: 'PUT', url: url(), as: owner, headers, body });

  it('has a strong ETag, and is not sent to a client that has it', async () => {
    const first = await app.ask({ url: url(), as: secret });
    const etag = first.headers['etag'] ?? '';
    expect(etag).toMatch(/^"1-[0-9a-f]{16}-[0-9a-f]{8}"$/);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const reply = await app.ask({ url: url(), as: secret, headers: { 'if-none-match': known } });
      expect([reply.status, reply.text, reply.headers['etag']]).toEqual([304, '', etag]);
    }
    expect(
      (await app.ask({ url: url(), as: secret, headers: { 'if-none-match': '"1-0000000000000000"' } })).status,
    ).toBe(200);
  });

  it('can be replaced by a client that names the active one', async () => {
    const first = await app.ask({ url: url(), as: secret });
    expect((await activate({})).code).toBe('precondition_missing');
    expect((await activate({ 'if-match': '*' })).body).toMatchObject({
      code: 'precondition_missing',
      detail: expect.stringMatching(/^`If-Match` must not be `\*`/),
    });
    expect((await activate({ 'if-match': '"1-0000000000000000"' })).code).toBe('ruleset_changed');
    const second = await activate({ 'if-match': first.headers['etag'] ?? '' });
    expect(second.body).toMatchObject({ version: 2, restores: 1 });
    expect(second.headers['etag']).toMatch(/^"2-/);
    expect((await activate({ 'if-match': first.headers['etag'] ?? '' })).code).toBe('ruleset_changed');
    const read = await app.ask({ url: url(), as: owner });
    expect([read.headers['etag'], read.body]).toEqual([second.headers['etag'], second.body]);
  });

  it('is refused with the place of a mistake', async () => {
    const files = [{ path: '.querygate/rules.yml', text: 'version: 1\nrules:\n  - id: Bad Id\n' }];
    const reply = await activate({ 'if-match': await etag() }, { ruleset: { files } });
    expect([reply.status, reply.code]).toEqual([422, 'rules_invalid']);
    expect(reply.body).toMatchObject({ errors: [{ place: { file: '.querygate/rules.yml', line: 3 } }] });
  });

  it.each(['0', '01', '-1', '1.0', '99', '4294967297', '99999999999999999999'])(
    'has no version %s',
    async (version) => {
      const reply = await app.ask({ url: `/api/v1/workspaces/${workspace}/rulesets/${version}`, as: owner });
      expect([reply.status, reply.code]).toEqual([404, 'version_not_found']);
    },
  );
});

describe('the start of a simulation', () => {
  const start = (key: string | undefined, body: object | string = { workspace, head: { files: [] } }) =>
    app.ask({
      method: 'POST',
      url: '/api/v1/ci/rules/simulate',
      as: secret,
      body,
      headers: { ...JSON_TYPE, ...(key !== undefined && { 'idempotency-key': key }) },
    });

  it('gets the first response again with the same key and body, and is refused with another body', async () => {
    const key = randomUUID();
    const first = await start(key);
    const { id } = first.body as { id: string };
    expect(first.headers['location']).toBe(`simulations/${id}`);
    const again = await start(key);
    expect(again.body).toMatchObject({ id });
    const other = await start(key, { workspace, head: { files: [] }, dialect: 'mysql' });
    expect([other.status, other.code]).toEqual([409, 'idempotency_key_reused']);
    // The bytes are compared: white space makes a different body.
    expect((await start(key, `${JSON.stringify({ workspace, head: { files: [] } })} `)).code).toBe(
      'idempotency_key_reused',
    );
    expect((await start(randomUUID())).body).not.toMatchObject({ id });
    expect((await start(undefined)).body).not.toMatchObject({ id });
    const read = await app.ask({ url: `/api/v1/ci/rules/${first.headers['location']}`, as: secret });
    expect(read.body).toMatchObject({ id, status: 'queued' });
  });

  it('is done once for ten concurrent requests', async () => {
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 10 }, () => start(key)));
    expect(new Set(replies.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
  });

  it.each(['', ' ', 'a b', 'é', 'a'.repeat(201)])('is refused with the key %j', async (key) => {
    if (key === '') return expect((await start(key)).code).toBe('field_invalid');
    const reply = await start(Buffer.from(key).toString('latin1'));
    expect(reply.code).toBe('field_invalid');
  });
});

describe('events', () => {
  beforeEach(anew);
  const tell = (events: readonly unknown[]) =>
    app.ask({ method: 'POST', url: '/api/v1/ingest/events', as: secret, body: { workspace, events } });
  const event = (id: string, more: object = {}) => ({
    id,
    type: 'query',
    at: '2026-11-20T11:00:00Z',
    query: 'SELECT * FROM t WHERE id = 7',
    dialect: 'postgresql',
    ...more,
  });

  it('that are invalid are refused individually, by index', async () => {
    const reply = await tell([
      event('good-1'),
      'poison',
      event('bad id'),
      null,
      event('good-2'),
      event('typed', { type: 'login' }),
      event('when', { at: 'yesterday' }),
      event('good-1'),
      event('good-2', { query: 'SELECT 2' }),
      JSON.parse('{"__proto__": {"id": "x"}}'),
      event('much', { extra: 1, dialect: 'cobol' }),
      event('tagged', { caller: { tags: JSON.parse('{"__proto__": "x"}') } }),
      event('late', { judged: { verdict: 'allow', rules: [], ruleset: 2_147_483_648 } }),
    ]);
    expect(reply.body).toEqual({
      accepted: 2,
      duplicates: 1,
      refused: [
        { index: 1, code: 'event_invalid', detail: expect.stringMatching(/expected object/) },
        { index: 2, code: 'event_invalid', detail: expect.stringMatching(/^`\/id`: must be 1 to 200/) },
        { index: 3, code: 'event_invalid', detail: expect.any(String) },
        { index: 5, id: 'typed', code: 'event_invalid', detail: expect.stringMatching(/^`\/type`/) },
        { index: 6, id: 'when', code: 'event_invalid', detail: expect.stringMatching(/^`\/at`/) },
        { index: 8, id: 'good-2', code: 'event_id_reused', detail: expect.any(String) },
        { index: 9, code: 'event_invalid', detail: expect.any(String) },
        { index: 10, id: 'much', code: 'event_invalid', detail: expect.stringMatching(/ \(and 1 more\)$/) },
        { index: 11, id: 'tagged', code: 'event_invalid', detail: expect.stringMatching(/__proto__/) },
        { index: 12, id: 'late', code: 'event_invalid', detail: expect.stringMatching(/ruleset/) },
      ],
    });
    expect((await tell([event('good-1'), event('good-3')])).body).toEqual({ accepted: 1, duplicates: 1, refused: [] });
  });

  it('can be a thousand, and no more', async () => {
    const many = Array.from({ length: LIMITS.events }, (_, at) => event(`many-${at}`));
    expect((await tell(many)).body).toEqual({ accepted: LIMITS.events, duplicates: 0, refused: [] });
    expect((await tell([...many, event('one-more')])).code).toBe('field_invalid');
    expect((await tell([])).code).toBe('field_invalid');
  });

  it('are recorded with the database of their key', async () => {
    await tell([event('e-1', { calls: 3, caller: { user: 'app' } })]);
    await app.ask(query({ query: 'DROP TABLE t' }));
    const reply = await app.ask({ url: `/api/v1/workspaces/${workspace}/queries`, as: secret });
    expect(reply.body).toMatchObject({
      items: [
        { channel: 'http', databaseId: 'db-1', verdict: 'block', rules: ['no-drop-table'], calls: 1 },
        {
          channel: 'events',
          databaseId: 'db-1',
          calls: 3,
          caller: { user: 'app' },
          outcome: 'ran',
          judgedAtIngest: true,
        },
      ],
    });
  });
});

describe('the id of a request', () => {
  it('is the client’s if its format is safe', async () => {
    const given = '0b1c6a0e-5b57-4f6e-8a0e-3c9c1b7f2a11';
    const reply = await app.ask({ ...query(), headers: { 'x-request-id': given } });
    expect(reply.headers['x-request-id']).toBe(given);
    const trail = await app.ask({ url: `/api/v1/workspaces/${workspace}/audit-events?limit=1`, as: secret });
    expect(trail.body).toMatchObject({ items: [{ type: 'query.evaluated', requestId: given }] });
  });

  it.each(['', 'a b', 'a"b', '<script>', 'a'.repeat(101), '../..', 'a\tb'])(
    'is the service’s own for %j',
    async (given) => {
      const reply = await app.ask({ url: '/healthz', headers: { 'x-request-id': given } });
      if (given === '../..') return expect(reply.headers['x-request-id']).not.toContain('/');
      expect(reply.headers['x-request-id']).toMatch(/^req_[0-9A-Za-z]{22}$/);
    },
  );
});

describe('a key or a token in the wrong place', () => {
  const told = async (id: string, idempotencyKey: string) => {
    const event = { id, type: 'query', at: '2026-11-20T11:00:00Z', query: 'SELECT 1', dialect: 'postgresql' };
    const events = await app.ask({
      method: 'POST',
      url: '/api/v1/ingest/events',
      as: secret,
      body: { workspace, events: [event] },
      headers: { 'x-request-id': id },
    });
    const simulation = await app.ask({
      method: 'POST',
      url: '/api/v1/ci/rules/simulate',
      as: secret,
      body: { workspace, head: { files: [] } },
      headers: { 'idempotency-key': idempotencyKey },
    });
    return { events, simulation };
  };

  it.each([
    ['a key', () => secret],
    ['a key with more', () => `id:${generateApiKey()}:7`],
    ['the token of a session', () => owner],
  ])('is neither logged nor stored: %s', async (_, make) => {
    const text = make();
    const { events, simulation } = await told(text, text);
    expect(events.body).toEqual({
      accepted: 0,
      duplicates: 0,
      refused: [{ index: 0, code: 'event_invalid', detail: '`/id`: must not contain an API key' }],
    });
    expect(events.headers['x-request-id']).toMatch(/^req_/);
    expect(simulation.code).toBe('field_invalid');
    for (const { text: answer } of [events, simulation]) expect(answer).not.toContain(text);
    expect(app.log.join('\n')).not.toContain(text);
    const { rows } = await app.ctx.db.query<{ entry: string }>(
      'SELECT entry FROM audit_events UNION ALL SELECT template FROM traffic_kinds UNION ALL SELECT event FROM traffic_entries',
    );
    expect(rows.map(({ entry }) => entry).join('\n')).not.toContain(text);
  });
});

describe('an unknown path or method', () => {
  it.each([
    ['GET', '/', 404, 'not_found'],
    ['GET', '/api/v1', 404, 'not_found'],
    ['GET', '/api/v1/ci/dry-run/', 404, 'not_found'],
    ['GET', '/API/v1/ci/dry-run', 404, 'not_found'],
    ['GET', '//api/v1/ci/dry-run', 404, 'not_found'],
    ['GET', '/api/v1/workspaces/%zz/ruleset', 404, 'not_found'],
    ['GET', '/api/v1/workspaces/%00/ruleset', 404, 'workspace_not_found'],
    ['GET', '/api/v1/workspaces/..%2f..%2fetc/ruleset', 404, 'workspace_not_found'],
    ['GET', `/api/v1/workspaces/${'a'.repeat(101)}/ruleset`, 404, 'not_found'],
    ['GET', `/api/v1/ci/rules/simulations/a%00b`, 404, 'simulation_not_found'],
    ['POST', '/healthz', 405, 'method_not_allowed'],
    ['GET', '/api/v1/ci/dry-run', 405, 'method_not_allowed'],
    ['PATCH', '/api/v1/workspaces/w/ruleset', 405, 'method_not_allowed'],
    ['TRACE', '/api/v1/sessions', 405, 'method_not_allowed'],
  ])('%s %s', async (method, url, status, code) => {
    const reply = await app.ask({ method, url, as: secret });
    expect([reply.status, reply.code]).toEqual([status, code]);
    if (status === 405) expect(reply.headers['allow']).toBeTruthy();
  });

  it.each([
    ['/api/v1/sessions/current', 'GET, HEAD, DELETE, OPTIONS'],
    ['/api/v1/ci/dry-run', 'POST, OPTIONS'],
    ['/api/v1/workspaces/acme/ruleset', 'GET, HEAD, PUT, OPTIONS'],
    ['/healthz', 'GET, HEAD, OPTIONS'],
  ])('lists the methods of %s', async (url, allow) => {
    const reply = await app.ask({ method: 'OPTIONS', url });
    expect([reply.status, reply.headers['allow'], reply.text]).toEqual([204, allow, '']);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('HEAD is GET without its body, and needs what GET needs', async () => {
    const url = `/api/v1/workspaces/${workspace}/ruleset`;
    const get = await app.ask({ url, as: secret });
    const head = await app.ask({ method: 'HEAD', url, as: secret });
    expect([head.status, head.text, head.headers['etag']]).toEqual([200, '', get.headers['etag']]);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect((await app.ask({ method: 'HEAD', url })).status).toBe(401);
  });
});

describe('calls without a body', () => {
  it.each([
    [undefined, undefined, 201],
    ['{}', 'application/json', 201],
    ['', 'application/json', 201],
    ['', undefined, 201],
    ['{"atOnce":1}', 'application/json', 422],
    ['{"atOnce":', 'application/json', 400],
  ] as const)('of rotate, %j as %j', async (body, type, status) => {
    // All fields of the body of `rotate` are optional, and so is the body.
    const { id } = await app.key(workspace, ['rules:read']);
    const url = `/api/v1/workspaces/${workspace}/keys/${id}/rotate`;
    const headers = type === undefined ? {} : { 'content-type': type };
    const reply = await app.ask({ method: 'POST', url, as: owner, headers, ...(body !== undefined && { body }) });
    expect(reply.status).toBe(status);
    if (status === 201) expect(reply.body).toMatchObject({ key: { rotates: id, state: 'active' } });
  });

  it.each([
    [undefined, undefined, 200],
    ['{}', 'application/json', 200],
    ['{"at": "once"}', 'application/json', 422],
    ['hello', 'text/plain', 415],
  ] as const)('of revoke, %j as %j', async (body, type, status) => {
    const { id } = await app.key(workspace, ['rules:read']);
    const url = `/api/v1/workspaces/${workspace}/keys/${id}/revoke`;
    const headers = type === undefined ? {} : { 'content-type': type };
    const reply = await app.ask({ method: 'POST', url, as: owner, headers, ...(body !== undefined && { body }) });
    expect(reply.status).toBe(status);
  });
});

describe('an answer to a key', () => {
  it('has the expiry of the key, also in a refusal', async () => {
    const { secret: expiring } = await app.key(workspace, ['rules:read'], 30);
    const good = await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset`, as: expiring });
    expect(good.headers['querygate-key-expires']).toBe('2026-12-20T12:00:00.000Z');
    const refused = await app.ask({ ...query(), as: expiring });
    expect([refused.code, refused.headers['querygate-key-expires']]).toEqual([
      'scope_missing',
      '2026-12-20T12:00:00.000Z',
    ]);
    expect(refused.headers['www-authenticate']).toBe(
      'Bearer realm="querygate", error="insufficient_scope", error_description="the key lacks the scope `proxy:evaluate`; ask an owner or admin of the workspace for a key that has it", scope="proxy:evaluate"',
    );
    const other = await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset`, as: secret });
    expect(other.headers['querygate-key-expires']).toBeUndefined();
  });

  it('challenges a request without credentials, without an error code', async () => {
    const none = await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset` });
    expect(none.headers['www-authenticate']).toBe('Bearer realm="querygate"');
    const wrong = await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset`, as: 'nonsense' });
    expect(wrong.headers['www-authenticate']).toMatch(/^Bearer realm="querygate", error="invalid_token"/);
  });
});

describe('a user', () => {
  it.each([
    ['a good key', async () => secret],
    ['a key that was never created', async () => generateApiKey()],
  ])('cannot sign in with an API key: %s', async (_, key) => {
    const body = { email: 'bo@acme.example', password: 'correct horse battery' };
    const reply = await app.ask({ method: 'POST', url: '/api/v1/sessions', as: await key(), body });
    expect([reply.status, reply.code]).toEqual([403, 'session_needed']);
    expect(reply.body).toMatchObject({ detail: expect.stringMatching(/^an API key cannot sign in/) });
  });

  it('signs in, reads who they are, and signs out', async () => {
    const { createUser } = await import('../../../src/server/people/users.ts');
    await createUser(app.ctx, { email: `bo-${workspace}@acme.example`, password: 'correct horse battery' });
    const body = { email: `bo-${workspace}@acme.example`, password: 'correct horse battery' };
    const signedIn = await app.ask({ method: 'POST', url: '/api/v1/sessions', body });
    const { token, ...session } = signedIn.body as { token: string };
    expect((await app.ask({ url: '/api/v1/sessions/current', as: token })).body).toEqual(session);
    expect((await app.ask({ method: 'DELETE', url: '/api/v1/sessions/current', as: token })).status).toBe(204);
    expect((await app.ask({ url: '/api/v1/sessions/current', as: token })).code).toBe('session_unknown');
  });
});

it('shows a new key once', async () => {
  const url = `/api/v1/workspaces/${workspace}/keys`;
  const body = { name: 'ci', scopes: ['rules:read'], ttlDays: 30 };
  const made = await app.ask({ method: 'POST', url, as: owner, body });
  const { secret: shown, key } = made.body as { secret: string; key: { id: string } };
  expect(key).toMatchObject({ expiresAt: '2026-12-20T12:00:00.000Z', state: 'active' });
  for (const path of [url, `${url}/${key.id}`, `/api/v1/workspaces/${workspace}/audit-events`])
    expect((await app.ask({ url: path, as: owner })).text).not.toContain(shown.slice(3, 43));
  expect((await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset`, as: shown })).status).toBe(200);
});
