import type { Dialect } from '../../../model/index.ts';
import { LEXICAL } from '../../../sql/index.ts';
import type { Inspected } from './inspected.ts';

const QUOTED_OR_MARK = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|\?\?|\?/g;

function mark(dialect: Dialect, number: number): string {
  return LEXICAL[dialect].dollarParameters ? `$${number}` : '?';
}

/** Numbers the parameters `?`, where the dialect has numbered ones: there, `?` is an operator, which drivers write `??`. */
export function numberedMarks(sql: string, dialect: Dialect): string {
  if (!LEXICAL[dialect].dollarParameters) return sql;
  let count = 0;
  return sql.replace(QUOTED_OR_MARK, (part) => (part === '?' ? `$${++count}` : part === '??' ? '?' : part));
}

/** How many parameters `?` a statement has. */
export function countMarks(sql: string): number {
  return [...sql.matchAll(QUOTED_OR_MARK)].filter(([part]) => part === '?').length;
}

export interface Bound {
  readonly sql: string;
  readonly values: readonly (Inspected | undefined)[];
}

/** Replaces the parameters `%s` and `%(name)s` of Python's drivers, for which `%%` is a percent sign. */
export function withoutPyformat(sql: string, args: Inspected | undefined, dialect: Dialect): Bound {
  const values: (Inspected | undefined)[] = [];
  const text = sql.replace(/%(?:\((\w+)\)s|s|%)/g, (part, name: string | undefined) => {
    if (part === '%%') return '%';
    values.push(name === undefined ? itemAt(args, values.length) : args instanceof Map ? args.get(name) : undefined);
    return mark(dialect, values.length);
  });
  return { sql: text, values };
}

function itemAt(args: Inspected | undefined, at: number): Inspected | undefined {
  return Array.isArray(args) ? (args as readonly Inspected[])[at] : undefined;
}
