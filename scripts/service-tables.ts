// Generates the tables of docs/service-api.md from the contract.

import { z } from 'zod';
import {
  AUDIT_TYPES,
  CALLS,
  type CallEntry,
  changeDataPolicySchema,
  createKeySchema,
  dryRunRequestSchema,
  EVENT_REFUSALS,
  LIMITS,
  PROBLEMS,
  queryRequestSchema,
  SCOPES,
  simulateRequestSchema,
  statusEventSchema,
  textEventSchema,
} from '../src/contract/index.ts';
import { grouped } from '../src/model/index.ts';
import { YAML_FILE_BYTES } from '../src/rules/index.ts';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

export function callTable(): string {
  const rows = Object.values(CALLS).map((call: CallEntry) => [
    `\`${call.method} ${call.path}\``,
    call.summary,
    call.scope === undefined ? '' : call.scope === 'any' ? 'any key' : `\`${call.scope}\``,
    usersOf(call),
    String(call.answers),
  ]);
  return table(['endpoint', 'what it does', 'API key scope', 'user roles', 'success'], rows);
}

/** Which signed-in users may make a call. */
function usersOf({ roles, session }: CallEntry): string {
  if (session === 'none') return 'no sign-in needed';
  if (session === 'needed') return 'any signed-in user';
  return (roles ?? []).map((role) => `\`${role}\``).join(', ');
}

export function scopeTable(): string {
  return table(
    ['scope', 'what a key with this scope can do'],
    Object.entries(SCOPES).map(([scope, summary]) => [`\`${scope}\``, summary]),
  );
}

export function problemTable(): string {
  return table(
    ['status', '`code`', 'meaning'],
    Object.entries(PROBLEMS)
      .sort(([, a], [, b]) => a.status - b.status)
      .map(([code, { status, summary }]) => [String(status), `\`${code}\``, summary]),
  );
}

export function auditTable(): string {
  return table(
    ['`type`', 'what happened'],
    Object.entries(AUDIT_TYPES).map(([type, summary]) => [`\`${type}\``, summary]),
  );
}

interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** One row per field, followed by the rows of its nested fields. */
function fieldRows({ properties = {}, required = [], anyOf = [] }: JsonSchema, prefix = ''): readonly string[][] {
  const rows = Object.entries(properties).flatMap(([key, value]) => {
    const name = `${prefix}${key}`;
    const innerPrefix = value.items?.properties ? `${name}[].` : `${name}.`;
    const suffix = required.includes(key) ? ' (required)' : '';
    return [
      [`\`${name}\`${suffix}`, value.description ?? value.type ?? ''],
      ...fieldRows(value.items ?? value, innerPrefix),
    ];
  });
  // A field that only one of the alternatives requires is not required in general.
  return [...rows, ...anyOf.flatMap((alternative) => fieldRows({ ...alternative, required: [] }, prefix))];
}

function fields(schema: z.ZodType): () => string {
  return () =>
    table(
      ['field', 'meaning'],
      fieldRows(z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' }) as JsonSchema),
    );
}

export const dryRunTable = fields(dryRunRequestSchema);
export const simulateTable = fields(simulateRequestSchema);
export const queryTable = fields(queryRequestSchema);
export const eventTable = fields(textEventSchema);
export const statusTable = fields(statusEventSchema);

/** Why events are rejected. */
export function eventRefusalTable(): string {
  return table(
    ['`code`', 'why the event was rejected'],
    Object.entries(EVENT_REFUSALS).map(([code, summary]) => [`\`${code}\``, summary]),
  );
}
export const createKeyTable = fields(createKeySchema);
export const policyTable = fields(changeDataPolicySchema);

export function limitTable(): string {
  const mib = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;
  const number = (value: number): string => grouped(value);
  return table(
    ['what', 'maximum'],
    [
      ['request body with files or events', mib(LIMITS.requestBytes)],
      ['request body with one query (`/proxy/query`, `/try`)', mib(LIMITS.queryBytes)],
      ['all other request bodies', `${LIMITS.manageBytes / 1024} KiB`],
      ['nesting depth of lists and objects in a request body', number(LIMITS.bodyDepth)],
      ['JSON values in a request body, including lists and objects', number(LIMITS.bodyValues)],
      ['response body that the client reads', mib(LIMITS.responseBytes)],
      ['SQL files per dry run request', number(LIMITS.sqlFiles)],
      ['characters of all files of a dry run request, before and after the change', number(LIMITS.dryRunCharacters)],
      ['uploaded part of a file', mib(LIMITS.partBytes)],
      ['parts per file', number(LIMITS.parts)],
      ['time until an uploaded part is deleted', `${LIMITS.partMinutes} minutes`],
      ['fingerprints in the baseline of a dry run', number(LIMITS.fingerprints)],
      ['files per ruleset', number(LIMITS.ruleFiles)],
      ['bytes of a rule file or a file of declared flows', number(YAML_FILE_BYTES)],
      ['characters of the path of such a file', number(LIMITS.pathCharacters)],
      ['characters per query', number(LIMITS.queryCharacters)],
      ['events per request', number(LIMITS.events)],
      ['items per page', `${number(LIMITS.pageItems)}; default: ${LIMITS.defaultPageItems}`],
      ['stored text per page', `${mib(LIMITS.pageBytes)}, or one item`],
      ['characters of a caller name or tag (queries and events)', number(LIMITS.callerCharacters)],
      ['tags per caller (queries and events)', number(LIMITS.callerTags)],
      ['time for which an `Idempotency-Key` is remembered', `${LIMITS.idempotencyHours} hours`],
      [
        'lifetime of a session',
        `${LIMITS.sessionHours} hours; ${LIMITS.sessionIdleMinutes / 60} hours without a request`,
      ],
    ],
  );
}
