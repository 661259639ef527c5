import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { JudgedFile } from '../../src/check/index.ts';
import {
  activateRulesetSchema,
  activeRulesetSchema,
  auditEventSchema,
  auditQuerySchema,
  changeDataPolicySchema,
  changeProxyModesSchema,
  createdKeySchema,
  createKeySchema,
  dataPolicySchema,
  dryRunRequestSchema,
  dryRunSchema,
  eventSchema,
  eventSchemaOf,
  eventsAnswerSchema,
  eventsSchema,
  type findingSchema,
  type judgedFileSchema,
  keySchema,
  LIMITS,
  type noticeSchema,
  pageQuerySchema,
  queriesQuerySchema,
  queryRequestSchema,
  queryVerdictSchema,
  recordedQuerySchema,
  rotateKeySchema,
  sessionSchema,
  signedInSchema,
  signInSchema,
  type suppressionReportSchema,
} from '../../src/contract/index.ts';
import type { Finding, Notice, SuppressionReport } from '../../src/model/index.ts';
import { places, replaced, wire } from '../client/json-paths.ts';
import { DRY_RUN, DRY_RUN_REQUEST, EVENT, FACTS_EVENT, RULESET, STATUS_EVENT, VERDICT } from './bodies.ts';

type Mutable<T> = T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T;

describe('the result of a dry run', () => {
  it('has the types of the model', () => {
    expectTypeOf<z.output<typeof findingSchema>>().toEqualTypeOf<Mutable<Finding>>();
    expectTypeOf<z.output<typeof suppressionReportSchema>>().toEqualTypeOf<Mutable<SuppressionReport>>();
    expectTypeOf<z.output<typeof noticeSchema>>().toEqualTypeOf<Mutable<Notice>>();
    expectTypeOf<z.output<typeof judgedFileSchema>>().toEqualTypeOf<Mutable<{ path: string } & JudgedFile>>();
  });
});

const timestamp = '2026-11-20T12:00:00Z';
const actor = { kind: 'user', id: 'user_1', name: 'owner@example.com' };
const key = {
  id: 'key_1',
  hashPrefix: '0a1b2c3d',
  workspace: 'acme',
  name: 'CI of the shop',
  scopes: ['ci_dryrun:execute', 'rules:read'],
  databaseId: 'shop-production',
  state: 'active',
  createdAt: timestamp,
  createdBy: actor,
  ttlDays: 90,
  expiresAt: '2027-02-18T12:00:00Z',
  lastUsedAt: timestamp,
  revokedAt: undefined,
  old: false,
  rotates: 'key_0',
  rotation: { newKey: 'key_2', begunAt: timestamp, ageDays: 3 },
};
const session = {
  user: { id: 'user_1', email: 'owner@example.com', name: 'Owner' },
  expiresAt: timestamp,
  confirmedAt: timestamp,
  confirmBy: 'password',
  workspaces: [{ id: 'acme', name: 'Acme', role: 'owner' }],
};
const policy = {
  workspace: 'acme',
  retentionDays: 90,
  graceDays: 7,
  queryText: 'shape',
  lowered: { to: 30, from: '2026-11-27' },
  textsDue: true,
};
const audit = {
  sequence: 1,
  at: timestamp,
  type: 'key.created',
  actor,
  databaseId: 'shop-production',
  requestId: 'r-1',
  details: { key: 'key_1' },
  previous: '0'.repeat(64),
  hash: 'f'.repeat(64),
};
const recorded = {
  id: 'qry_1',
  at: timestamp,
  channel: 'http',
  databaseId: undefined,
  dialect: 'postgresql',
  caller: { user: 'shop', role: undefined, application: undefined, database: undefined },
  calls: 1,
  verdict: 'block',
  rules: ['no-drop-table'],
  lastAt: undefined,
  ruleset: 7,
  judgedAtIngest: false,
  mode: 'enforce',
  outcome: 'ran',
  sqlstate: '42501',
  durationMs: 0.5,
  session: 's-1',
  proxy: 'proxy-1',
  text: 'DROP TABLE users',
  audit: 7,
};

const ANSWERS: readonly [string, z.ZodType, object][] = [
  ['a dry run', dryRunSchema, DRY_RUN],
  ['a verdict', queryVerdictSchema, VERDICT],
  [
    'the outcome of events',
    eventsAnswerSchema,
    { accepted: 1, duplicates: 2, refused: [{ index: 3, id: undefined, code: 'event_id_reused', detail: 'x' }] },
  ],
  ['a ruleset', activeRulesetSchema, RULESET],
  ['a key', keySchema, key],
  ['a created key', createdKeySchema, { key, secret: 'qg_x' }],
  ['a session', sessionSchema, session],
  ['a new session', signedInSchema, { ...session, token: 'qgs_x' }],
  ['a data policy', dataPolicySchema, policy],
  ['an entry of the audit trail', auditEventSchema, audit],
  ['a recorded query', recordedQuerySchema, recorded],
];

describe.each(ANSWERS)('%s, as a response,', (_, schema, value) => {
  it('survives a round trip through JSON', () => {
    expect(schema.parse(wire(value))).toEqual(value);
  });

  it('may have additional keys, which are ignored', () => {
    expect(schema.parse({ ...wire(value), more: 1 })).toEqual(value);
  });

  it('is rejected with a wrong type anywhere', () => {
    const body = wire(value);
    for (const path of places(body)) {
      // The details of an audit event can have any type.
      if (path[0] === 'details' && path.length > 1) continue;
      for (const wrong of [null, () => 1]) {
        expect(schema.safeParse(replaced(body, path, wrong)).success, path.join('.')).toBe(false);
      }
    }
  });
});

const createKey = { name: 'CI', scopes: ['rules:read'], ttlDays: 30, databaseId: 'shop' };
const query = { workspace: 'acme', query: 'SELECT 1', dialect: 'postgresql', caller: { user: 'shop' } };
const ruleset = { ruleset: { files: [{ path: '.querygate/rules.yml', text: '' }] }, reason: 'OPS-142' };

const REQUESTS: readonly [string, z.ZodType, object][] = [
  ['a dry run', dryRunRequestSchema, DRY_RUN_REQUEST],
  ['a query', queryRequestSchema, query],
  ['events', eventsSchema, { workspace: 'acme', events: [EVENT, 'poison'] }],
  ['an event', eventSchema, EVENT],
  ['an event of a proxy', eventSchema, FACTS_EVENT],
  ['a report of a proxy', eventSchema, STATUS_EVENT],
  ['modes', changeProxyModesSchema, { default: 'observe', databases: { orders: 'enforce' } }],
  ['a ruleset', activateRulesetSchema, ruleset],
  ['an earlier ruleset', activateRulesetSchema, { restore: 3, reason: 'OPS-143' }],
  ['a key', createKeySchema, createKey],
  ['a rotation', rotateKeySchema, { atOnce: true }],
  ['a sign-in', signInSchema, { email: 'owner@example.com', password: 'correct horse' }],
  ['a data policy', changeDataPolicySchema, { retentionDays: 30, graceDays: 0, queryText: 'none' }],
  ['a page', pageQuerySchema, { cursor: 'x', limit: 10 }],
  ['a page of the audit trail', auditQuerySchema, { type: 'key.created', from: timestamp, to: timestamp, limit: 10 }],
  ['a page of queries', queriesQuerySchema, { verdict: 'block', databaseId: 'shop', from: timestamp, to: timestamp }],
];

describe.each(REQUESTS)('%s, as a request,', (_, schema, value) => {
  it('is valid', () => {
    expect(schema.parse(wire(value))).toEqual(value);
  });

  it('is rejected with an unknown key', () => {
    expect(schema.safeParse({ ...wire(value), more: 1 }).success).toBe(false);
  });

  it('is rejected with a wrong type anywhere', () => {
    const body = wire(value);
    for (const path of places(body)) {
      // Events are validated one by one.
      if (path[0] === 'events' && path.length > 1) continue;
      // The engine validates rows.
      if (path[0] === 'rows' && path.length > 1) continue;
      for (const wrong of [{ x: 1 }, () => 1]) {
        expect(schema.safeParse(replaced(body, path, wrong)).success, path.join('.')).toBe(false);
      }
    }
  });
});

describe('the limits', () => {
  const files = (count: number) => Array.from({ length: count }, () => DRY_RUN_REQUEST.files[0]);
  const parts = (count: number) => Array.from({ length: count }, () => 'f'.repeat(64));
  const context = ['files', '0', 'context'];
  const tables = (count: number) => names(count).map((name) => ({ name, schema: '', exists: false }));
  const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);
  const days = (retentionDays: unknown) => ({ retentionDays });
  const tags = (count: number, length: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, 'x'.repeat(length)]));

  it.each([
    [{ ...EVENT, outcome: 'ok' }, '/sqlstate'],
    [{ ...EVENT, session: undefined }, '/statement'],
    [{ ...EVENT, calls: 2 }, '/statement'],
    [{ ...FACTS_EVENT, calls: 1 }, '/lastAt'],
    [{ ...FACTS_EVENT, binds: [] }, '/binds'],
    [{ ...FACTS_EVENT, rows: undefined }, '/rows'],
    [{ ...EVENT, rows: [] }, '/factsVersion'],
    [{ ...STATUS_EVENT, query: 'SELECT 1' }, '/query'],
  ])('of an event are checked together: %#', (event, pointer) => {
    const parsed = eventSchemaOf(event).safeParse(event);
    expect(
      parsed.error?.issues.map(({ path, ...more }) => `/${[...path, ...('keys' in more ? more.keys : [])].join('/')}`),
    ).toContain(pointer);
  });

  it.each<[z.ZodType, object, readonly string[], unknown, unknown]>([
    [dryRunRequestSchema, DRY_RUN_REQUEST, ['files'], files(LIMITS.sqlFiles), files(LIMITS.sqlFiles + 1)],
    [dryRunRequestSchema, DRY_RUN_REQUEST, ['files'], files(1), []],
    [dryRunRequestSchema, DRY_RUN_REQUEST, ['files', '0', 'path'], 'x'.repeat(4096), 'x'.repeat(4097)],
    [dryRunRequestSchema, DRY_RUN_REQUEST, ['files', '0', 'path'], 'a\n\\..', ''],
    [
      dryRunRequestSchema,
      DRY_RUN_REQUEST,
      ['files', '0', 'source'],
      { parts: parts(LIMITS.parts) },
      { parts: parts(LIMITS.parts + 1) },
    ],
    [dryRunRequestSchema, DRY_RUN_REQUEST, ['files', '0', 'source'], { text: '' }, { parts: [] }],
    [
      dryRunRequestSchema,
      DRY_RUN_REQUEST,
      ['files', '0', 'source'],
      { parts: parts(1) },
      { text: '', parts: parts(1) },
    ],
    [dryRunRequestSchema, DRY_RUN_REQUEST, ['files', '0', 'source'], { parts: parts(1) }, { parts: ['F'.repeat(64)] }],
    [dryRunRequestSchema, DRY_RUN_REQUEST, [...context, 'tables'], tables(1000), tables(1001)],
    [dryRunRequestSchema, DRY_RUN_REQUEST, [...context, 'tables', '0', 'name'], 'x'.repeat(256), ''],
    [dryRunRequestSchema, DRY_RUN_REQUEST, [...context, 'tables', '0', 'schema'], '', 'x'.repeat(257)],
    [dryRunRequestSchema, DRY_RUN_REQUEST, [...context, 'tables', '0', 'columns'], names(1000), names(1001)],
    [dryRunRequestSchema, DRY_RUN_REQUEST, [...context, 'routinesUsed'], names(1000), names(1001)],
    [dryRunRequestSchema, DRY_RUN_REQUEST, ['baseline'], [`${'f'.repeat(64)}/v1`], [`${'f'.repeat(64)}/v2`]],
    [dryRunRequestSchema, DRY_RUN_REQUEST, ['settings', 'fail-on'], 'never', 'always'],
    [queryRequestSchema, query, ['query'], 'x'.repeat(LIMITS.queryCharacters), 'x'.repeat(LIMITS.queryCharacters + 1)],
    [queryRequestSchema, query, ['query'], ' ', ''],
    [
      eventsSchema,
      { workspace: 'acme', events: [1] },
      ['events'],
      Array(LIMITS.events).fill(1),
      Array(LIMITS.events + 1).fill(1),
    ],
    [eventsSchema, { workspace: 'acme', events: [1] }, ['events'], [null], []],
    ...(['user', 'role', 'application', 'database'] as const).map(
      (key): [z.ZodType, object, readonly string[], unknown, unknown] => [
        queryRequestSchema,
        query,
        ['caller'],
        { [key]: 'x'.repeat(LIMITS.callerCharacters) },
        { [key]: 'x'.repeat(LIMITS.callerCharacters + 1) },
      ],
    ),
    [eventSchema, EVENT, ['caller'], { tags: tags(LIMITS.callerTags, 1) }, { tags: tags(LIMITS.callerTags + 1, 1) }],
    [
      eventSchema,
      EVENT,
      ['caller'],
      { tags: tags(1, LIMITS.callerCharacters) },
      { tags: tags(1, LIMITS.callerCharacters + 1) },
    ],
    [eventSchema, EVENT, ['id'], '~'.repeat(200), '~'.repeat(201)],
    [eventSchema, EVENT, ['id'], '!', 'a b'],
    [eventSchema, EVENT, ['type'], 'query', 'session'],
    [eventSchema, EVENT, ['at'], '2026-11-20T12:00:00.123+01:00', '2026-11-20 12:00:00'],
    [eventSchema, FACTS_EVENT, ['calls'], 1_000_000_000, 1_000_000_001],
    [eventSchema, EVENT, ['calls'], 1, 0],
    [eventSchema, EVENT, ['statement'], 1, 0],
    [eventSchema, EVENT, ['sqlstate'], '0A000', '0a000'],
    [eventSchema, EVENT, ['durationMs'], 0, -1],
    [eventSchema, EVENT, ['judged', 'rules'], ['no-x'], ["select 'x'"]],
    [eventSchema, EVENT, ['judged', 'rules'], names(LIMITS.eventRules), names(LIMITS.eventRules + 1)],
    [eventSchema, EVENT, ['binds'], [null, ''], [7]],
    [eventSchema, EVENT, ['session'], '~'.repeat(200), '~'.repeat(201)],
    [eventSchema, EVENT, ['session'], 's', `qg_${'x'.repeat(46)}`],
    [eventSchema, FACTS_EVENT, ['rows'], Array(LIMITS.eventRows).fill({}), Array(LIMITS.eventRows + 1).fill({})],
    [eventSchema, FACTS_EVENT, ['lastAt'], '2026-11-20T23:59:59.999Z', '2026-11-21T00:00:00Z'],
    [eventSchema, FACTS_EVENT, ['lastAt'], '2026-11-20T12:59:00+01:00', '2026-11-20T11:58:59Z'],
    [eventSchema, STATUS_EVENT, ['buffered'], 0, -1],
    [eventSchema, STATUS_EVENT, ['version'], '0.1.0', '0.1 0'],
    [eventSchema, EVENT, ['outcome'], 'blocked', 'maybe'],
    [createKeySchema, createKey, ['name'], 'x'.repeat(100), 'x'.repeat(101)],
    [createKeySchema, createKey, ['name'], 'é', '  '],
    [createKeySchema, createKey, ['name'], 'a b', 'a\nb'],
    [createKeySchema, createKey, ['name'], 'clé 鍵', '\u200b'],
    [createKeySchema, createKey, ['name'], 'evil', '\u202eevil'],
    [eventSchema, STATUS_EVENT, ['ruleset'], 2_147_483_647, 2_147_483_648],
    [createKeySchema, createKey, ['scopes'], ['rules:simulate'], []],
    [createKeySchema, createKey, ['scopes'], ['rules:read', 'audit:read'], ['rules:read', 'rules:read']],
    [createKeySchema, createKey, ['scopes'], ['proxy:evaluate'], ['keys:manage']],
    [createKeySchema, createKey, ['ttlDays'], 36_500, 36_501],
    [createKeySchema, createKey, ['ttlDays'], 1, 0],
    [createKeySchema, createKey, ['databaseId'], 'shop-1', 'shop 1'],
    [changeDataPolicySchema, days(1), ['retentionDays'], 3650, 3651],
    [changeDataPolicySchema, days(1), ['retentionDays'], 1, 0],
    [changeDataPolicySchema, { graceDays: 1 }, ['graceDays'], 365, 366],
    [changeDataPolicySchema, { queryText: 'none' }, ['queryText'], 'full', 'most'],
    [activateRulesetSchema, { restore: 1 }, ['restore'], 2, 0],
    [activateRulesetSchema, ruleset, ['reason'], 'x'.repeat(1000), 'x'.repeat(1001)],
    [signInSchema, { email: 'a@b', password: 'x' }, ['password'], 'x'.repeat(1000), 'x'.repeat(1001)],
    [pageQuerySchema, {}, ['limit'], '500', '501'],
    [pageQuerySchema, {}, ['limit'], '1', '0'],
    [pageQuerySchema, {}, ['limit'], 7, 'all'],
    [pageQuerySchema, {}, ['cursor'], 'x'.repeat(500), 'x'.repeat(501)],
    [auditQuerySchema, {}, ['type'], 'dry_run', 'dry_walk'],
    [queriesQuerySchema, {}, ['verdict'], 'unknown', 'perhaps'],
  ])('are enforced: %#: %j at %j', (schema, value, path, valid, invalid) => {
    expect(schema.safeParse(replaced(wire(value), path, valid)).success).toBe(true);
    expect(schema.safeParse(replaced(wire(value), path, invalid)).success).toBe(false);
  });

  it('allow either the files of a ruleset or an earlier version, not both', () => {
    expect(activateRulesetSchema.safeParse({ ...ruleset, restore: 1 }).success).toBe(false);
    expect(activateRulesetSchema.safeParse({ reason: 'x' }).success).toBe(false);
  });
});
