import type { Span, Statement } from '../model/index.ts';
import { FILLED, type Rule, readForm } from '../rules/index.ts';
import { type TokenList, wordsOf } from '../sql/index.ts';
import { type Captures, matchForm } from './match.ts';
import { keepsComments, type Part, partsOf } from './statement.ts';

type Template = Rule['fixes'][number];

/** A statement to write, without its terminator. */
export interface Step {
  readonly sql: string;
  readonly run: 'outside-transaction' | 'own-transaction' | undefined;
}

/** What a template makes of a statement. */
export interface Written {
  readonly title: string;
  /** The statement without what the steps replace; undefined if they replace all of it. */
  readonly rest: string | undefined;
  readonly steps: readonly Step[];
  /** Names that the fix makes or drops, of which no other SQL file may have any. */
  readonly newNames: readonly string[];
}

interface Source {
  readonly text: string;
  readonly tokens: TokenList;
}

/** The statements of a template for what a statement does at `offset`; undefined if they cannot be filled exactly. */
export function writeFix(
  template: Template,
  source: Source,
  statement: Statement,
  offset: number,
): Written | undefined {
  const form = readForm(template.match);
  for (const part of partsOf(source.tokens, statement, offset)) {
    const captures = matchForm(form, part.tokens, part.range);
    const written = captures && write(template, source, statement, part, captures);
    if (written) return written;
  }
  return undefined;
}

function write(
  template: Template,
  { text }: Source,
  statement: Statement,
  part: Part,
  captures: Captures,
): Written | undefined {
  const { gap } = part;
  if (gap !== undefined && [...captures.values()].some(({ from, to }) => from < gap && to > gap)) return undefined;
  const spans = new Map<string, Span>();
  for (const [name, { from, to }] of captures) {
    const start = part.tokens.start(from);
    spans.set(name, { start, end: to > from ? part.tokens.end(to - 1) : start });
  }
  if (!keepsComments(statement.comments, statement.span, [...spans.values(), ...part.restSpans])) return undefined;
  const texts = new Map([...spans].map(([name, { start, end }]) => [name, text.slice(start, end)]));
  for (const [name, form] of Object.entries(template.names ?? {})) {
    const made = makeName(form, texts, text);
    if (made === undefined) return undefined;
    texts.set(name, made);
  }
  const isLower = /^\s*[a-z]/.test(text.slice(statement.span.start));
  const steps: Step[] = [];
  for (const each of template.write) {
    const { sql, run } = typeof each === 'string' ? { sql: each, run: undefined } : each;
    const filled = fill(isLower ? lowerCase(sql) : sql, texts);
    if (filled === undefined) return undefined;
    steps.push({ sql: filled, run });
  }
  const newNames = (template.new ?? []).map((name) => plainName(texts.get(name) ?? ''));
  return { title: template.title, rest: part.rest, steps, newNames };
}

const PARTS = new RegExp(`${FILLED.source}( ?)`, 'g');

/** Undefined if a part is not in the statement. */
function fill(sql: string, texts: ReadonlyMap<string, string>): string | undefined {
  let isComplete = true;
  const filled = sql.replaceAll(PARTS, (_, name: string, schema: string | undefined, space: string) => {
    const text = texts.get(name);
    if (text === undefined) isComplete = false;
    const written = schema === undefined ? (text ?? '') : (SCHEMA.exec(text ?? '')?.[1] ?? '');
    return written === '' ? '' : written + space;
  });
  return isComplete ? filled : undefined;
}

/** The words of a template, but not its parts, in lower case. */
function lowerCase(sql: string): string {
  return sql.replaceAll(/\{[^{}]*\}|'[^']*'|\w+/g, (word) => (/^\w/.test(word) ? word.toLowerCase() : word));
}

/** A name with its last part apart, each part with its quotes. */
const SCHEMA = /^(.*\.\s*)((?:"(?:[^"]|"")*"|`[^`]*`|[^\s."`]+))$/s;

function plainName(name: string): string {
  const last = SCHEMA.exec(name)?.[2] ?? name;
  return /^["`]/.test(last) ? last.slice(1, -1) : last.toLowerCase();
}

/** PostgreSQL cuts longer names. */
const MAX_NAME = 63;

/** A name from those of the statement; undefined if it is not certain that it is one, and that the file has no other use of it. */
function makeName(form: string, texts: ReadonlyMap<string, string>, file: string): string | undefined {
  const parts = new Map([...texts].map(([name, text]) => [name, plainName(text)]));
  const name = fill(form, parts);
  if (name === undefined || name.length > MAX_NAME || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return undefined;
  if (wordsOf(file).has(name.toLowerCase())) return undefined;
  return /[A-Z]/.test(name) ? `"${name}"` : name;
}
