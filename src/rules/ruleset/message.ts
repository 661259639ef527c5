import { FACT_TABLES, type FactEntry, suggestion, TARGET_FIELDS, type Target } from '../../model/index.ts';
import type { KnownFacts } from '../cel/fact-views.ts';

const PLACEHOLDER = /\{((?:operation|statement|use|caller|file)\b[^{}]*)\}/g;
export const MAX_MESSAGE = 500;
const MAX_ITEMS = 20;
const NOT_KNOWN = '?';
/** What stands for facts that are not known or empty, so that a message is still a sentence. */
const UNNAMED: Readonly<Record<string, string>> = {
  'operation.target': 'an unnamed object',
  'operation.columns': 'columns',
  'operation.table': 'the table',
};

/** A message with placeholders for facts: `dropping {operation.target}`. */
export interface MessageTemplate {
  readonly text: string;
}

function knownFacts(): string[] {
  const facts = Object.entries(FACT_TABLES).flatMap(([table, entries]) =>
    Object.keys(entries).map((f) => `${table}.${f}`),
  );
  return [...facts, ...Object.keys(TARGET_FIELDS).map((field) => `operation.target.${field}`)];
}

/** Describes an unknown placeholder in a message; undefined if all are known. */
export function messageProblem(text: string): string | undefined {
  for (const [, path] of text.matchAll(PLACEHOLDER)) {
    if (path === undefined || isFact(path)) continue;
    return `there is no fact \`${path}\` to print${suggestion(path, knownFacts())}; docs/facts.md of Querygate lists them`;
  }
  return undefined;
}

function isFact(path: string): boolean {
  const [table, fact, field, ...rest] = path.split('.');
  if (!table || !fact || rest.length > 0 || !Object.hasOwn(FACT_TABLES, table)) return false;
  const entries: Readonly<Record<string, FactEntry>> = FACT_TABLES[table as keyof typeof FACT_TABLES];
  if (!Object.hasOwn(entries, fact)) return false;
  if (field === undefined) return true;
  return entries[fact]?.type === 'target' && Object.hasOwn(TARGET_FIELDS, field);
}

/** Fills in the facts, or what stands for those not known. Returns one line, at most 500 characters, no control characters. */
export function fillMessage(template: MessageTemplate, facts: KnownFacts): string {
  const filled = template.text.replace(PLACEHOLDER, (_, fact: string) => {
    const printed = printFact(fact, facts);
    return printed === NOT_KNOWN ? (UNNAMED[fact] ?? printed) : printed;
  });
  return toLine(filled, MAX_MESSAGE);
}

function printFact(path: string, facts: KnownFacts): string {
  const [table, fact, field] = path.split('.');
  const entries = facts[table as keyof KnownFacts] as Readonly<Record<string, unknown>> | undefined;
  const value = fact === undefined ? undefined : entries?.[fact];
  if (value === undefined) return NOT_KNOWN;
  if (table === 'operation' && fact === 'target') return printTarget(value as Target, field);
  if (Array.isArray(value)) return printList(value);
  if (typeof value === 'object' && value !== null) return printTags(value as Readonly<Record<string, string>>);
  return value === '' ? NOT_KNOWN : String(value);
}

function printList(list: readonly string[]): string {
  if (list.length === 0) return NOT_KNOWN;
  return list.slice(0, MAX_ITEMS).join(', ') + (list.length > MAX_ITEMS ? ', …' : '');
}

function printTarget(target: Target, field: string | undefined): string {
  if (field === 'name' || field === 'schema') return target[field] || NOT_KNOWN;
  if (field === 'quoted') return String(target.quoted);
  // A target that was made from a name has no text of its own.
  const text = target.text || [target.schema, target.name].filter(Boolean).join('.');
  if (text === '') return NOT_KNOWN;
  return target.note === undefined ? text : `${text} (${target.note})`;
}

function printTags(tags: Readonly<Record<string, string>>): string {
  const parts = Object.entries(tags).map(([name, value]) => `${name}=${value}`);
  return parts.length > 0 ? parts.join(', ') : NOT_KNOWN;
}

// Control characters, and the separators that some programs treat as line ends.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
const BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Returns one line without control characters, truncated with an ellipsis to `limit` UTF-16 code units. */
export function toLine(text: string, limit: number): string {
  // Truncate before replacing too: a fact may contain megabytes of text.
  const line = text
    .slice(0, limit * 2)
    .replace(BREAKS, ' ')
    .trim();
  if (line.length <= limit && text.length <= limit * 2) return line;
  const cut = line.slice(0, limit - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
