import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { CALLS, type CallEntry, PROBLEMS } from '../../src/contract/index.ts';
import { problemsOf } from '../../src/contract/openapi/call-problems.ts';
import { openApi } from '../../src/contract/openapi/index.ts';
import { DONE, FAILED, QUEUED, REQUEST, running } from '../client/build.ts';
import { DRY_RUN, DRY_RUN_REQUEST, EVENT, RULESET, VERDICT } from './bodies.ts';

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body & { readonly $ref?: string }>>;
}
interface ErrorResponse {
  readonly 'x-codes': readonly string[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const wire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const document = wire(openApi()) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
);

async function validity(value: object): Promise<boolean> {
  return (await new Validator().validate({ ...wire(value) })).valid;
}

/** All targets of references in the document. */
function references(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : references(inner)));
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 according to an independent validator', async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...wire(document) })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it.each([
    ['no title', { info: { version: '1' } }],
    ['an incomplete parameter', { components: { parameters: { x: { name: 'x' } } } }],
    ['a response without a description', { paths: { '/x': { get: { responses: { 200: {} } } } } }],
  ])('would be invalid with %s', async (_, wrong) => {
    expect(await validity({ ...document, ...wrong })).toBe(false);
  });

  it('has no dangling references and no unused components', () => {
    const named = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, parts]) => Object.keys(parts).map((name) => `#/components/${kind}/${name}`));
    const used = new Set(references(document));
    expect([...used].filter((reference) => !named.includes(reference))).toEqual([]);
    expect(named.filter((name) => !used.has(name))).toEqual([]);
    const tags = operations.flatMap(({ operation }) => operation.tags);
    expect([...new Set(tags)].sort()).toEqual(document.tags.map(({ name }) => name).sort());
  });

  it('has every call once, under its name', () => {
    const expected = Object.entries(CALLS).map(([name, { method, path }]) => [`${method} ${path}`, name]);
    const found = operations.map(({ call, operation }) => [call, operation.operationId]);
    expect(found.sort()).toEqual(expected.sort());
  });

  it('requires the authentication of the contract', () => {
    const security = Object.fromEntries(operations.map(({ operation }) => [operation.operationId, operation.security]));
    expect(security).toMatchObject({
      dryRun: [{ apiKey: ['ci_dryrun:execute'] }],
      readRuleset: [{ apiKey: ['rules:read'] }, { session: [] }],
      activateRuleset: [{ session: [] }],
      signIn: [],
      readSession: [{ session: [] }],
    });
    for (const [name, call] of Object.entries(CALLS)) {
      const open = 'session' in call && call.session === 'none';
      expect(security[name]?.length === 0, name).toBe(open);
      expect(security[name]?.some((way) => 'apiKey' in way) ?? false, name).toBe('scope' in call);
    }
  });

  it('lists every path parameter', () => {
    for (const { call, operation } of operations) {
      const inPath = operation.parameters.flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref.split('/').at(-1)]));
      expect(inPath, call).toEqual([...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  it('lists the headers of a call', () => {
    const header = (name: string) =>
      operations.find(({ operation }) => operation.operationId === name)?.operation.parameters ?? [];
    expect(header('activateRuleset')).toContainEqual(expect.objectContaining({ name: 'If-Match', required: true }));
    expect(header('readRuleset')).toContainEqual(expect.objectContaining({ name: 'If-None-Match', required: false }));
    expect(header('startSimulation')).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key' }));
  });

  it('lists each problem code under its status', () => {
    for (const { call, operation } of operations) {
      const codes = Object.entries(operation.responses).flatMap(([status, { $ref }]) => {
        const response = document.components['responses']?.[$ref?.split('/').at(-1) ?? ''] as ErrorResponse | undefined;
        return (response?.['x-codes'] ?? []).map((code) => [code, Number(status)]);
      });
      const entry = Object.values(CALLS).find(({ method, path }) => `${method} ${path}` === call) as CallEntry;
      expect(codes.sort(), call).toEqual(
        problemsOf(entry)
          .map((code) => [code, PROBLEMS[code].status])
          .sort(),
      );
    }
  });

  it('names the schema of each JSON body', () => {
    const bodies = operations.flatMap(({ operation }) => [
      operation.requestBody,
      ...Object.values(operation.responses),
    ]);
    const schemas = bodies.flatMap((body) => body?.content?.['application/json']?.schema ?? []);
    expect(schemas.length).toBeGreaterThan(Object.keys(CALLS).length);
    expect(schemas.filter((schema) => !('$ref' in schema))).toEqual([]);
  });

  it('has each error response once', () => {
    const responses = Object.values(document.components['responses'] ?? {}).map((each) => JSON.stringify(each));
    expect(new Set(responses).size).toBe(responses.length);
  });
});

describe('the problems of a call', () => {
  it.each([
    [CALLS.dryRun, ['scope_missing', 'key_needed', 'workspace_not_found', 'text_missing'], ['role_missing']],
    [CALLS.readSimulation, ['scope_missing', 'simulation_not_found'], ['workspace_not_found', 'body_too_large']],
    [CALLS.createKey, ['session_needed', 'role_missing', 'field_invalid'], ['scope_missing', 'key_needed']],
    [CALLS.readRuleset, ['scope_missing', 'role_missing'], ['session_needed', 'key_needed', 'body_malformed']],
    [CALLS.listKeys, ['field_invalid'], ['body_malformed']],
    [CALLS.putText, ['text_hash_wrong', 'content_type_wrong'], ['body_malformed']],
    [CALLS.signIn, ['sign_in_failed', 'rate_limited'], ['key_missing', 'session_unknown', 'workspace_not_found']],
    [CALLS.signOut, ['session_unknown', 'session_needed'], ['role_missing', 'workspace_not_found']],
  ] as const)('include those of its parts: %#', (call, included, excluded) => {
    const codes = problemsOf(call);
    expect(codes).toEqual(expect.arrayContaining([...included]));
    expect(codes.filter((code) => (excluded as readonly string[]).includes(code))).toEqual([]);
  });
});

describe('the examples of the document', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'document', components: document.components });
  // References in a schema are relative to the document.
  const inDocument = (schema: object) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
  const examples = operations.flatMap(({ call, operation }) => {
    const bodies = [operation.requestBody, ...Object.entries(operation.responses).map(([, each]) => each)];
    return bodies.flatMap((body) =>
      Object.entries(body?.content ?? {})
        // CSV has what the JSON Lines beside it show.
        .filter(([type]) => type !== 'application/problem+json' && type !== 'text/csv')
        .map(([, { schema, example }]) => ({ call, schema, example })),
    );
  });

  it('are there for each body', () => {
    expect(examples.length).toBeGreaterThan(Object.keys(CALLS).length);
    expect(examples.filter(({ example }) => example === undefined)).toEqual([]);
  });

  it.each(examples)('match their schema: $call', ({ schema, example }) => {
    const matches = ajv.compile(inDocument(schema));
    expect(matches(example), JSON.stringify(matches.errors)).toBe(true);
  });
});

describe('the schemas of the document', () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false, allErrors: true });
  ajv.addKeyword('components');
  ajv.addSchema({ $id: 'document', components: document.components });
  const check = (name: string, value: object): boolean =>
    ajv.compile({ $ref: `document#/components/schemas/${name}` })(wire(value));

  it('are valid JSON Schema', () => {
    for (const name of Object.keys(document.components['schemas'] ?? {})) {
      expect(() => ajv.compile({ $ref: `document#/components/schemas/${name}` }), name).not.toThrow();
    }
  });

  it.each([
    ['Simulation', DONE],
    ['Simulation', QUEUED],
    ['Simulation', running(3)],
    ['Simulation', FAILED({ title: 'x', status: 500, code: 'internal' })],
    ['SimulateRequest', { workspace: 'acme', ...REQUEST }],
    ['DryRunRequest', DRY_RUN_REQUEST],
    ['DryRun', DRY_RUN],
    ['QueryVerdict', VERDICT],
    ['Events', { workspace: 'acme', events: [EVENT] }],
    ['Ruleset', RULESET],
  ])('accept what the contract accepts: %s', (name, value) => {
    expect(check(name, value)).toBe(true);
  });

  it.each([
    ['Simulation', { ...DONE, outcome: 'mostly' }],
    ['SimulateRequest', { workspace: 'acme', ...REQUEST, more: 1 }],
    ['DryRunRequest', { ...DRY_RUN_REQUEST, files: [] }],
    ['DryRun', { ...DRY_RUN, judges: [] }],
    ['QueryVerdict', { ...VERDICT, verdict: 'perhaps' }],
    ['Events', { workspace: 'acme', events: [{ ...EVENT, type: 'cat' }] }],
    ['Ruleset', { ...RULESET, version: 0 }],
  ])('reject what the contract rejects: %s', (name, value) => {
    expect(check(name, value)).toBe(false);
  });
});
