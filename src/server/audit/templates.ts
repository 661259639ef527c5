import type { Actor, AuditType } from '../../contract/index.ts';

/** What an entry has. Undefined fields are left out. */
export interface EntryFields {
  readonly workspace: unknown;
  readonly sequence: unknown;
  readonly at: unknown;
  readonly type: AuditType;
  readonly actor: Actor;
  readonly databaseId?: string | undefined;
  readonly requestId?: unknown;
  readonly details: Readonly<Record<string, unknown>>;
  /** Only of administrative entries. */
  readonly administrative: string | undefined;
  readonly previous: unknown;
}

/** The text of an entry, over which its hash is. */
export function entryJson(entry: EntryFields): string {
  const { workspace, sequence, at, type, actor, databaseId, requestId, details, administrative, previous } = entry;
  // The order of the keys is part of the format (docs/service.md, "The audit trail").
  return JSON.stringify({
    ...{ workspace, sequence, at, type },
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    ...{ databaseId, requestId, details, administrative, previous },
  });
}

/** The values in which the entries of equal queries of a caller differ. */
export interface EntryValues {
  readonly sequence: number;
  readonly at: string;
  readonly request: string | undefined;
  readonly query: string;
  readonly event: string | undefined;
  readonly ranAt: string;
  readonly lastAt: string | undefined;
  readonly calls: number;
  readonly previous: string;
}

/** Begins the mark of a value. No other text of a template may have it. */
export const MARK = '\u0001';
/** A mark in JSON: `"\u0001sequence"`. */
const MARKED = /"\\u0001([a-z]+)"/gi;

function mark(name: keyof EntryValues): string {
  return MARK + name;
}

/** Details of an entry that differ between equal queries. */
const DETAILS: readonly (keyof EntryValues)[] = ['query', 'event', 'ranAt', 'lastAt', 'calls'];

/** The text of an entry with marks in the place of its values. */
export function entryTemplate(
  workspace: string,
  entry: Pick<EntryFields, 'type' | 'actor' | 'databaseId' | 'requestId' | 'details'>,
): string {
  const { type, actor, databaseId, requestId } = entry;
  const details = { ...entry.details };
  for (const name of DETAILS) if (details[name] !== undefined) details[name] = mark(name);
  return entryJson({
    ...{ workspace, sequence: mark('sequence'), at: mark('at'), type, actor, databaseId, details },
    requestId: requestId === undefined ? undefined : mark('request'),
    administrative: undefined,
    previous: mark('previous'),
  });
}

/** A template in parts: texts, and between them the names of values. */
export type TemplateParts = readonly string[];

export function partsOfTemplate(template: string): TemplateParts {
  return template.split(MARKED);
}

/** The text of an entry. */
export function fillTemplate(parts: TemplateParts, values: EntryValues): string {
  let [text = ''] = parts;
  for (let at = 1; at < parts.length; at += 2)
    text += JSON.stringify(values[parts[at] as keyof EntryValues] ?? null) + parts[at + 1];
  return text;
}
