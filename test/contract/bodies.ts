import type { DryRunInput } from '../../src/client/index.ts';
import type { DryRun, FactsEvent, QueryVerdict, StatusEvent, TextEvent } from '../../src/contract/index.ts';
import { FACTS_VERSION, PRODUCT } from '../../src/model/index.ts';
import { judge } from '../client/build.ts';

// Complete bodies of all calls except the simulation.

const hash = 'f'.repeat(64);
const at = (offset: number, column: number) => ({ offset, line: 1, column });
const location = { start: at(0, 1), end: at(16, 17) };

/** A file in the response to a dry run. */
export function judgedFile(path: string): DryRun['files'][number] {
  return {
    path,
    statements: 1,
    operations: 1,
    findings: [
      {
        rule: 'no-drop-table',
        verdict: 'block',
        status: 'new',
        path,
        location,
        excerpt: 'DROP TABLE users',
        excerptColumn: 1,
        statementOffset: 0,
        operation: { kind: 'drop_table', target: 'users', place: 'statement' },
        section: 'up',
        message: 'dropping users loses its rows',
        help: '',
        docs: undefined,
        owner: undefined,
        suppressible: true,
        exemption: undefined,
        acceptedAs: undefined,
        side: 'base',
        fingerprint: `${hash}/v1`,
      },
    ],
    suppressions: [
      {
        path,
        location,
        rules: ['no-drop-table'],
        reason: 'archived',
        until: undefined,
        added: true,
        state: 'used',
        holds: 1,
      },
    ],
    notices: [{ level: 'notice', message: 'the file is short', path, location: undefined }],
  };
}

/** The response to a dry run of these files under one ruleset. */
export function dryRunOf(paths: readonly string[], version = 7): DryRun {
  return {
    id: 'run_1',
    workspace: 'acme',
    createdAt: '2026-11-20T12:00:00Z',
    engine: { name: PRODUCT.name, version: PRODUCT.version },
    ruleset: {
      version,
      expired: [
        { rule: 'no-drop-table', until: '2026-01-31', owner: 'data', place: { file: '.querygate/rules.yml', line: 9 } },
      ],
    },
    judges: [{ ...judge('base'), sources: [`ruleset ${version}`], notApplied: [], side: 'only' }],
    drift: undefined,
    files: paths.map(judgedFile),
  };
}

export const DRY_RUN = {
  ...dryRunOf(['migrations/1.sql']),
  judges: [judge('base'), judge('head')],
  drift: { same: false, changes: [{ rule: 'no-drop-table', change: 'removed', differences: ['the verdict'] }] },
};

export const QUESTION: DryRunInput = {
  files: [
    {
      path: 'migrations/1.sql',
      dialect: 'postgresql',
      status: 'modified',
      text: 'DROP TABLE users;\n',
      baseText: '',
      tool: 'goose',
      caller: { user: 'migrator', tags: { job: 'migrate' } },
      context: {
        tables: [{ name: 'users', schema: '', exists: true, columns: ['id'] }],
        routinesUsed: ['purge'],
      },
    },
    { path: 'seeds/é \u{1f600}.sql', dialect: 'mysql', status: 'given', text: 'SELECT 1' },
  ],
  head: { files: [{ path: '.querygate/rules.yml', text: 'version: 1\n' }], commit: 'b'.repeat(40) },
  base: { hash: 'a'.repeat(64) },
  settings: { 'fail-on': 'warn', suppressions: 'fail-on-new' },
  baseline: [`${hash}/v1`],
  change: { event: 'pull_request', base: 'main', head: 'topic' },
};

export const DRY_RUN_REQUEST = {
  workspace: 'acme',
  ...QUESTION,
  files: QUESTION.files.map(({ text, baseText, ...rest }) => ({
    ...rest,
    source: { text },
    ...(baseText !== undefined && { base: { parts: [hash, hash] } }),
  })),
};

export const VERDICT: QueryVerdict = {
  id: 'qry_1',
  workspace: 'acme',
  verdict: 'block',
  ruleset: { version: 7 },
  statements: 1,
  findings: [
    {
      rule: 'no-drop-table',
      verdict: 'block',
      excepted: false,
      message: 'dropping users loses its rows',
      span: { start: 0, end: 16 },
      operation: { kind: 'drop_table', target: 'users' },
    },
  ],
};

export const EVENT: TextEvent = {
  id: 'e-1',
  type: 'query',
  at: '2026-11-20T11:59:00Z',
  query: 'SELECT a FROM t LIMIT $1',
  dialect: 'postgresql',
  caller: { application: 'shop' },
  judged: { verdict: 'allow', rules: ['no-star'], ruleset: 7, mode: 'enforce' },
  binds: ['5'],
  session: '65f1.2a',
  statement: 4,
  inTransaction: false,
  normalised: false,
  truncated: false,
  outcome: 'failed',
  sqlstate: '42P01',
  durationMs: 1.5,
  proxy: 'proxy-1',
};

/** From a proxy: the sum of three executions. */
export const FACTS_EVENT: FactsEvent = {
  id: 'e-2',
  type: 'query',
  at: '2026-11-20T11:59:00Z',
  lastAt: '2026-11-20T11:59:04Z',
  calls: 3,
  dialect: 'postgresql',
  factsVersion: FACTS_VERSION,
  rows: [{ shape: 'select ?', dialect: 'postgresql', facts: {}, operations: [{ kind: 'select' }], caller: {} }],
  query: 'SELECT 1',
  judged: { verdict: 'allow', rules: [], ruleset: 7 },
};

export const STATUS_EVENT: StatusEvent = {
  id: 'e-3',
  type: 'proxy_status',
  at: '2026-11-20T11:59:00Z',
  proxy: 'proxy-1',
  version: '0.1.0',
  ruleset: 7,
  mode: 'observe',
  lagMs: 40,
  buffered: 2,
};

export const RULESET = {
  workspace: 'acme',
  version: 7,
  activatedAt: '2026-11-01T09:00:00Z',
  activatedBy: { kind: 'user', id: 'user_1', name: 'owner@example.com' },
  hash,
  sources: ['querygate:recommended@1', '.querygate/rules.yml'],
  rules: 12,
  reason: 'OPS-142',
  restores: undefined,
  ruleset: { files: [{ path: '.querygate/rules.yml', text: 'version: 1\n' }] },
  proxy: {
    queryText: 'shape',
    modes: { default: 'observe', databases: { orders: 'enforce' } },
    databaseId: 'orders',
    mode: 'enforce',
  },
};
