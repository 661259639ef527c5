import { z } from 'zod';
import * as contract from '../index.ts';
import { problemSchema } from '../problem.ts';
import { judgeSchema } from '../simulation-result.ts';

/** The schemas that are named components of the document. */
const NAMED = {
  Actor: contract.actorSchema,
  ActiveRuleset: contract.activeRulesetSchema,
  ActivateRuleset: contract.activateRulesetSchema,
  AuditEvent: contract.auditEventSchema,
  AuditEvents: contract.auditEventsSchema,
  ChangeDataPolicy: contract.changeDataPolicySchema,
  ChangeProxyModes: contract.changeProxyModesSchema,
  CreateKey: contract.createKeySchema,
  CreatedKey: contract.createdKeySchema,
  DataPolicy: contract.dataPolicySchema,
  Drift: contract.driftSchema,
  DryRun: contract.dryRunSchema,
  DryRunRequest: contract.dryRunRequestSchema,
  Event: contract.eventSchema,
  FactsEvent: contract.factsEventSchema,
  TextEvent: contract.textEventSchema,
  StatusEvent: contract.statusEventSchema,
  Events: contract.eventsRequestSchema,
  EventsAnswer: contract.eventsResponseSchema,
  Finding: contract.findingSchema,
  JudgedFile: contract.judgedFileSchema,
  Judge: judgeSchema,
  Key: contract.keySchema,
  Keys: contract.keysSchema,
  Problem: problemSchema,
  Proxies: contract.proxiesSchema,
  ProxyModes: contract.proxyModesSchema,
  ProxySettings: contract.proxySettingsSchema,
  Queries: contract.queriesSchema,
  QueryRequest: contract.queryRequestSchema,
  QueryVerdict: contract.queryVerdictSchema,
  RecordedQuery: contract.recordedQuerySchema,
  RotateKey: contract.rotateKeySchema,
  Ruleset: contract.rulesetSchema,
  RulesetFiles: contract.rulesetFilesSchema,
  RulesetVersions: contract.rulesetVersionsSchema,
  Session: contract.sessionSchema,
  SignIn: contract.signInSchema,
  SignedIn: contract.signedInSchema,
  SimulateRequest: contract.simulateRequestSchema,
  Simulation: contract.simulationSchema,
  SourceFile: contract.sourceFileSchema,
  SqlFile: contract.sqlFileSchema,
  Text: contract.textSchema,
} as const;

export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

const NAMES = new Map<z.ZodType, string>(Object.entries(NAMED).map(([name, schema]) => [schema, name]));

// `input`: the document describes what is on the wire, before the transformations of the client.
const OPTIONS = { io: 'input', target: 'draft-2020-12' } as const;

/** The schemas of `components`. */
export function componentSchemas(): Readonly<Record<string, unknown>> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(NAMED)) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, uri: referenceTo });
  // The server validates events one by one, so the schema of the body does not describe them.
  const events = clean(schemas['Events']) as JsonSchema;
  const list = { ...events.properties?.['events'], items: { $ref: referenceTo('Event') } };
  return {
    ...Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, clean(schema)])),
    Events: { ...events, properties: { ...events.properties, events: list } },
  };
}

/** The schema of a body or parameter: a reference if the schema is a named component. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const name = NAMES.get(schema);
  return name === undefined ? (clean(z.toJSONSchema(schema, OPTIONS)) as JsonSchema) : { $ref: referenceTo(name) };
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Removes `$schema` and `$id`, which the document states once, and patterns that only repeat a format. */
function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  const { format } = value as JsonSchema;
  const dropped = ['$schema', '$id', ...(format === 'date-time' || format === 'date' ? ['pattern'] : [])];
  const entries = Object.entries(value).filter(([key]) => !dropped.includes(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, clean(inner)]));
}
