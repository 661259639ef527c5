import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expiredExceptionsOf, fileJudge, judgeFile, judgingRulesets } from '../../src/check/index.ts';
import type { DryRun, DryRunRequest, RulesetFiles, TextOrParts } from '../../src/contract/index.ts';
import { dryRunRequestSchema, keyChecksum } from '../../src/contract/index.ts';
import { PRODUCT } from '../../src/model/index.ts';
import { compareRulesets, loadPacks, loadRuleset, type Ruleset } from '../../src/rules/index.ts';
import { createSqlReader } from '../../src/sql/index.ts';
import { NO_HISTORY, questionOf } from '../../src/use/index.ts';
import { treeOf } from './build.ts';

// A service that judges dry runs by the contract, over a real connection. It stores nothing, and refuses all other
// calls.

const BODY = `qg_${'k'.repeat(40)}`;
export const KEY = `${BODY}${keyChecksum(BODY)}`;
export const WORKSPACE = 'acme';
const TODAY = '2026-11-20';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  /** The body of a dry run. */
  readonly body: DryRunRequest | undefined;
}

export interface FakeService {
  readonly url: string;
  readonly requests: RecordedRequest[];
  /** The dry runs among the requests. */
  readonly dryRuns: () => readonly DryRunRequest[];
  /** Rule files of the workspace; the built-in pack if undefined. */
  active: RulesetFiles | undefined;
  version: number;
  /** Ignores edited rules. */
  ignoresHead: boolean;
  /** When the key expires. */
  keyExpires: string | undefined;
  /** Overrides the answer of the service, unless it returns undefined. */
  instead:
    | ((request: IncomingMessage, response: ServerResponse, body: DryRunRequest | undefined) => boolean)
    | undefined;
  close(): Promise<void>;
}

export async function startFakeService(): Promise<FakeService> {
  const parts = new Map<string, string>();
  const server = createServer((request, response) => {
    void handle(service, parts, request, response).catch((error: unknown) => {
      problem(response, 500, 'internal', String(error));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const requests: RecordedRequest[] = [];
  const service: FakeService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    dryRuns: () => requests.flatMap(({ body }) => body ?? []),
    active: undefined,
    version: 7,
    ignoresHead: false,
    keyExpires: undefined,
    instead: undefined,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
  return service;
}

/** An error response of the service. */
export function problem(
  response: ServerResponse,
  status: number,
  code: string,
  detail: string,
  more: object = {},
): true {
  response.writeHead(status, { 'content-type': 'application/problem+json' });
  response.end(JSON.stringify({ title: code, status, code, detail, ...more }));
  return true;
}

async function handle(
  service: FakeService,
  parts: Map<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const { method = '', url: path = '' } = request;
  const isDryRun = method === 'POST' && path === '/api/v1/ci/dry-run';
  const body = isDryRun ? dryRunRequestSchema.parse(JSON.parse(text)) : undefined;
  service.requests.push({ method, path, authorization: request.headers.authorization, body });
  if (service.instead?.(request, response, body)) return;
  if (request.headers.authorization !== `Bearer ${KEY}`)
    return void problem(response, 401, 'key_unknown', 'there is no such key');
  const part = /^\/api\/v1\/workspaces\/acme\/texts\/([0-9a-f]{64})$/.exec(path)?.[1];
  if (method === 'PUT' && part !== undefined) {
    parts.set(createHash('sha256').update(text).digest('hex'), text);
    return void response.writeHead(204).end();
  }
  if (!body) return void problem(response, 404, 'not_found', 'there is no such path');
  if (body.workspace !== WORKSPACE) return void problem(response, 404, 'workspace_not_found', 'there is none');
  const headers = { 'content-type': 'application/json' };
  response.writeHead(
    200,
    service.keyExpires === undefined ? headers : { ...headers, 'querygate-key-expires': service.keyExpires },
  );
  response.end(JSON.stringify(await dryRun(service, body, parts)));
}

async function load(files: RulesetFiles | undefined): Promise<Ruleset> {
  if (!files) return loadPacks();
  const tree = treeOf(Object.fromEntries(files.files.map(({ path, text }) => [path, text])), files.commit);
  const ruleset = await loadRuleset({ tree, entry: files.entry });
  if (!ruleset) throw new Error('no rules were sent');
  return ruleset;
}

async function dryRun(
  { active: files, version, ignoresHead }: FakeService,
  { settings = {}, head, base, baseline = [], files: sent }: DryRunRequest,
  parts: ReadonlyMap<string, string>,
): Promise<DryRun> {
  const active = await load(files);
  const rulesets = judgingRulesets(active, head && !ignoresHead ? await load(head) : undefined);
  const textOf = (source: TextOrParts) =>
    'text' in source ? source.text : source.parts.map((hash) => parts.get(hash) ?? '').join('');
  const judged = await Promise.all(
    sent.map(async ({ path, formerPath, dialect, status, source, base: before, caller, context, ...run }) => {
      const task = { path, formerPath, status, text: textOf(source), baseText: before && textOf(before), context };
      return {
        path,
        ...judgeFile(await createSqlReader(dialect), task, {
          rulesets,
          headDecides: false,
          failOn: settings['fail-on'] ?? 'block',
          suppressions: settings.suppressions ?? 'on',
          maxExemptionDays: settings['max-exemption-days'],
          file: { ...run, dialect, tool: run.tool, caller },
          baseline: new Set(baseline),
          today: TODAY,
          useOf: (operation) => questionOf(operation, dialect) && NO_HISTORY,
        }),
      };
    }),
  );
  return {
    id: 'run_1',
    workspace: WORKSPACE,
    createdAt: `${TODAY}T12:00:00Z`,
    engine: { name: PRODUCT.name, version: PRODUCT.version },
    ruleset: { version, expired: expiredExceptionsOf(active, TODAY).map((exception) => ({ ...exception })) },
    judges: rulesets.map((ruleset) =>
      fileJudge(
        ruleset,
        sent.some(({ caller }) => caller !== undefined),
      ),
    ) as unknown as DryRun['judges'],
    drift: base && (await driftOf(active, base)),
    files: judged as unknown as DryRun['files'],
  };
}

async function driftOf(
  active: Ruleset,
  { hash, ruleset }: NonNullable<DryRunRequest['base']>,
): Promise<DryRun['drift']> {
  if (hash === active.hash) return { same: true, changes: [] };
  if (!ruleset) return { same: false, changes: [] };
  const { equal, differences: changes } = compareRulesets(active, await load(ruleset), TODAY);
  return {
    same: equal,
    changes: changes.map(({ rule, change, differences }) => ({ rule, change, differences: [...differences] })),
  };
}
