import type { Span, Statement } from '../model/index.ts';
import { FILLED, type Rule, readForm } from '../rules/index.ts';
import { type TokenList, wordsOf } from '../sql/index.ts';
import { type Captures, matchForm, type TokenRange } from './match.ts';
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
  const lists = new Map([...captures].map(([name, range]) => [name, elementsOf(part.tokens, range)]));
  if (gap !== undefined && [...captures.values()].some(({ from, to }) => from < gap && to > gap)) return undefined;
  const spans = new Map<string, Span>();
  for (const [name, { from, to }] of captures) {
    const start = part.tokens.start(from);
    spans.set(name, { start, end: to > from ? part.tokens.end(to - 1) : start });
  }
  const divided = new Set(template.write.flatMap((step) => (typeof step === 'string' ? [] : (step.each ?? []))));
  const kept = [...spans].flatMap(([name, span]) => (divided.has(name) ? (lists.get(name) ?? []) : [span]));
  if (!keepsComments(statement.comments, statement.span, [...kept, ...part.restSpans])) return undefined;
  const texts = new Map([...spans].map(([name, span]) => [name, textAt(text, span)]));
  for (const [name, form] of Object.entries(template.names ?? {})) {
    const plain = new Map(
      [...lists].map(([name, spans]) => [name, spans.map((span) => plainName(textAt(text, span)))]),
    );
    const made = makeName(form, plain, otherText(text, statement.span, isGiven(template, name)));
    if (made === undefined) return undefined;
    texts.set(name, made);
  }
  const isLower = /^\s*[a-z]/.test(text.slice(statement.span.start));
  const steps = template.write.map((step) => {
    const { each, ...written } = typeof step === 'string' ? { sql: step } : step;
    const elements = lists.get(each ?? '')?.map((span) => new Map(texts).set(each ?? '', textAt(text, span)));
    if (each !== undefined && !elements?.every((element) => NAME.test(element.get(each) ?? ''))) return undefined;
    return stepsFrom(isLower ? lowerCase(written.sql) : written.sql, written.run, elements ?? [texts]);
  });
  if (steps.includes(undefined)) return undefined;
  const newNames = (template.new ?? []).map((name) => plainName(texts.get(name) ?? ''));
  const common = { title: template.title, newNames };
  const all = steps.flatMap((each) => each ?? []);
  if (template.apart) {
    const names = template.apart.flatMap((name) =>
      (lists.get(name) ?? []).map((span) => plainName(textAt(text, span))),
    );
    const own = all.at(-1);
    const replaced =
      own && !names.some((name) => part.namesBeside.has(name.toLowerCase())) ? part.replace?.(own.sql) : undefined;
    return replaced === undefined || !own
      ? undefined
      : { ...common, rest: undefined, steps: [...all.slice(0, -1), { ...own, sql: replaced }] };
  }
  const [first, ...others] = all;
  const replaced = first && first.run === undefined ? part.replace?.(first.sql) : undefined;
  if (replaced !== undefined) return { ...common, rest: replaced, steps: others };
  return part.hasDrop ? undefined : { ...common, rest: part.rest, steps: all };
}

/** The statement with the texts of each; undefined if a part is missing. */
function stepsFrom(
  sql: string,
  run: Step['run'],
  texts: readonly ReadonlyMap<string, string>[],
): readonly Step[] | undefined {
  const steps: Step[] = [];
  for (const each of texts) {
    const filled = fill(sql, each);
    if (filled === undefined) return undefined;
    steps.push({ sql: filled, run });
  }
  return steps;
}

function textAt(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

/** The elements of a list, or the only one. */
function elementsOf(tokens: TokenList, { from, to }: TokenRange): readonly Span[] {
  const elements: Span[] = [];
  let first = from;
  for (let at = from; at <= to; at++) {
    const word = at < to ? tokens.word(at) : ',';
    if (word === '(') at = Math.max(at, tokens.closing(at));
    else if (word === ',') {
      if (at > first) elements.push({ start: tokens.start(first), end: tokens.end(at - 1) });
      first = at + 1;
    }
  }
  return elements;
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
  return isComplete ? filled.trimEnd() : undefined;
}

/** The words of a template, but not its parts, in lower case. */
function lowerCase(sql: string): string {
  return sql.replaceAll(/\{[^{}]*\}|'[^']*'|\w+/g, (word) => (/^\w/.test(word) ? word.toLowerCase() : word));
}

/** A name with its last part apart, each part with its quotes. */
const SCHEMA = /^(.*\.\s*)((?:"(?:[^"]|"")*"|`[^`]*`|[^\s."`]+))$/s;

/** Nothing but a name. */
const NAME = /^(?:(?:"(?:[^"]|"")*"|`[^`]*`|[^\s."`]+)\s*(?:\.\s*(?=\S)|$))+$/;

function plainName(name: string): string {
  const last = SCHEMA.exec(name)?.[2] ?? name;
  return /^["`]/.test(last) ? last.slice(1, -1) : last.toLowerCase();
}

/** Whether the name is one that the server would give to a constraint which the fix names. */
function isGiven({ new: names = [], write }: Template, name: string): boolean {
  const adds = `ADD CONSTRAINT {${name}}`;
  return names.includes(name) && write.some((step) => (typeof step === 'string' ? step : step.sql).includes(adds));
}

/**
 * The file without what frees a name for the statement: a constraint of that name which it drops, itself or before. Only for a
 * name that the server would give.
 */
function otherText(text: string, { end }: Span, given: boolean): (name: string) => string {
  if (!given) return () => text;
  return (name) => {
    const drop = new RegExp(`\\bdrop\\s+constraint\\s+(?:if\\s+exists\\s+)?(?:"${name}"|${name}\\b)`, 'gi');
    return text.slice(0, end).replaceAll(drop, '') + text.slice(end);
  };
}

/** PostgreSQL cuts longer names. */
const MAX_NAME = 63;

/** A name from those of the statement; undefined if it is not certain that it is one, and that the file has no other use of it. */
function makeName(
  form: string,
  lists: ReadonlyMap<string, readonly string[]>,
  file: (name: string) => string,
): string | undefined {
  const parts = new Map([...lists].map(([name, elements]) => [name, elements.join('_')]));
  const name = fill(form, parts);
  if (name === undefined || name.length > MAX_NAME || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return undefined;
  if (wordsOf(file(name)).has(name.toLowerCase())) return undefined;
  return /[A-Z]/.test(name) ? `"${name}"` : name;
}
