import type { CallerFacts, HistoryRow, Operation } from '../model/index.ts';
import { LEXICAL, lastPartOf } from '../sql/index.ts';
import type { ObjectName } from './question.ts';

/** Whether the caller's name may be this one: a history may have only a pattern. */
export function fits(
  caller: CallerFacts,
  { callerPatterns }: HistoryRow,
  fact: 'user' | 'database',
  name: string,
): boolean {
  const known = caller[fact] ?? '';
  if (!callerPatterns?.includes(fact)) return known.toLowerCase() === name.toLowerCase();
  const [before = '', after = ''] = known.split(/[*…]/);
  return name.startsWith(before) && name.endsWith(after);
}

export function nameOf({ schema, name }: Operation['target']): string {
  return schema ? `${schema}.${name}` : `${name}`;
}

/**
 * Whether a name in a row means the object. Without a schema it may be that of any, since the search path is not recorded. Case
 * is not compared: two tables whose names differ in nothing else are rarer than names that are written in several ways. A
 * history may have patterns instead of names.
 */
export function isSameObject(text: string, { schema, name }: ObjectName): boolean {
  const last = lastPartOf(text);
  if (!isSameName(last, name)) return false;
  const before = text.slice(0, Math.max(0, text.length - last.length - 1));
  return schema === '' || before === '' || isSameName(lastPartOf(before), schema);
}

/** The same for a name in a row: where a schema is a database, a name without one is in the caller's. */
export function isMeant(text: string, object: ObjectName, row: HistoryRow): boolean {
  if (!isSameObject(text, object)) return false;
  const isBare = object.schema !== '' && text === lastPartOf(text) && LEXICAL[row.dialect].ddl.schemaIsDatabase;
  return !isBare || !row.caller.database || fits(row.caller, row, 'database', object.schema);
}

export function isSameName(recorded: string, name: string): boolean {
  const key = name.toLowerCase();
  if (!recorded.includes('*')) return recorded === key;
  const [before = '', after = ''] = recorded.split('*');
  return key.startsWith(before) && key.endsWith(after);
}

export function mentions(shape: string, { name }: ObjectName): boolean {
  return shape.toLowerCase().includes(name.toLowerCase());
}

/** A name in a shape, with or without quotes. */
const NAME = String.raw`(?:[\w$]+|"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\])`;

export const QUALIFIED = String.raw`${NAME}(?:\s*\.\s*${NAME})*`;

/** A name in a shape as rows have it: without quotes and spaces, in lower case. */
export function unquoted(written: string): string {
  return written.replace(/["\x60[\]\s]/g, '').toLowerCase();
}

export function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** A pattern of the name as a shape has it, with or without quotes. */
export function asWritten(name: string): string {
  return String.raw`["\x60[]?${escaped(name)}(?![\w$])["\x60\]]?`;
}

/** The schemas that the shape writes before calls of a function. */
export function qualifiersOf(name: string, shape: string): readonly string[] {
  const calls = shape.matchAll(new RegExp(String.raw`(${NAME})\s*\.\s*${asWritten(name)}\s*\(`, 'gi'));
  return Array.from(calls, ([, schema = '']) => unquoted(schema));
}

/** Whether the shape converts a value to a type of the schema. */
export function namesTypeIn(schema: string, shape: string): boolean {
  const type = String.raw`${asWritten(schema)}\s*\.\s*${NAME}`;
  return new RegExp(String.raw`::\s*${type}|\bas\s+${type}\s*[()[]`, 'i').test(shape);
}
