// The tables of docs/service-api.md, from the contract.
import { z } from 'zod';
import {
  AUDIT_TYPES,
  CALLS,
  type CallEntry,
  changeDataPolicySchema,
  createKeySchema,
  dryRunRequestSchema,
  eventSchema,
  LIMITS,
  PROBLEMS,
  queryRequestSchema,
  SCOPES,
  simulateRequestSchema,
} from '../src/contract/index.ts';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

export function callTable(): string {
  const rows = Object.values(CALLS).map((call: CallEntry) => [
    `\`${call.method} ${call.path}\``,
    call.summary,
    call.scope === undefined ? '' : `\`${call.scope}\``,
    peopleOf(call),
    String(call.answers),
  ]);
  return table(['call', 'what it does', 'a key with', 'people', 'answers'], rows);
}

/** Who of those that are signed in may make a call. */
function peopleOf({ roles, session }: CallEntry): string {
  if (session === 'none') return 'anybody';
  if (session === 'needed') return 'who is signed in';
  return (roles ?? []).map((role) => `\`${role}\``).join(', ');
}

export function scopeTable(): string {
  return table(
    ['scope', 'what a key with it may do'],
    Object.entries(SCOPES).map(([scope, summary]) => [`\`${scope}\``, summary]),
  );
}

export function problemTable(): string {
  return table(
    ['status', '`code`', 'meaning'],
    Object.entries(PROBLEMS)
      .sort(([, one], [, other]) => one.status - other.status)
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

/** One row for each field, those of what it holds after it. */
function fieldRows({ properties = {}, required = [], anyOf = [] }: JsonSchema, prefix = ''): readonly string[][] {
  const rows = Object.entries(properties).flatMap(([key, value]) => {
    const name = `${prefix}${key}`;
    const inner = value.items?.properties ? `${name}[].` : `${name}.`;
    const needed = required.includes(key) ? ' (needed)' : '';
    return [[`\`${name}\`${needed}`, value.description ?? value.type ?? ''], ...fieldRows(value.items ?? value, inner)];
  });
  // Of alternatives none has fields that are always needed.
  return [...rows, ...anyOf.flatMap((one) => fieldRows({ ...one, required: [] }, prefix))];
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
export const eventTable = fields(eventSchema);
export const createKeyTable = fields(createKeySchema);
export const policyTable = fields(changeDataPolicySchema);

export function limitTable(): string {
  const mib = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;
  const number = (value: number): string => value.toLocaleString('en');
  return table(
    ['what', 'at most'],
    [
      ['body of a request', mib(LIMITS.requestBytes)],
      ['of it, with one query (`/proxy/query`)', mib(LIMITS.queryBytes)],
      ['of it, to manage keys, sessions or the data policy', `${LIMITS.manageBytes / 1024} KiB`],
      ['levels of lists and objects in a body', number(LIMITS.bodyDepth)],
      ['values in a body, lists and objects among them', number(LIMITS.bodyValues)],
      ['body of an answer that the client reads', mib(LIMITS.responseBytes)],
      ['SQL files of a dry run', number(LIMITS.sqlFiles)],
      ['characters of all files of a dry run, before and after the change', number(LIMITS.dryRunCharacters)],
      ['part of a text', mib(LIMITS.partBytes)],
      ['parts of a text', number(LIMITS.parts)],
      ['time for which a part is kept', `${LIMITS.partMinutes} minutes`],
      ['accepted fingerprints of a dry run', number(LIMITS.fingerprints)],
      ['files of a ruleset', number(LIMITS.ruleFiles)],
      ['characters (UTF-16 code units) of a file of rules or flows', number(LIMITS.fileCharacters)],
      ['characters of its path', number(LIMITS.pathCharacters)],
      ['characters of a query', number(LIMITS.queryCharacters)],
      ['events of a call', number(LIMITS.events)],
      ['items of a page', `${number(LIMITS.pageItems)}; ${LIMITS.defaultPageItems} where nothing is said`],
      ['texts on a page, as they are stored', `${mib(LIMITS.pageBytes)}, or one item`],
      ['characters of a name of a caller or of a tag (queries and events)', number(LIMITS.callerCharacters)],
      ['tags of a caller (queries and events)', number(LIMITS.callerTags)],
      ['time for which an `Idempotency-Key` is remembered', `${LIMITS.idempotencyHours} hours`],
      ['time for which somebody stays signed in', `${LIMITS.sessionHours} hours`],
    ],
  );
}
