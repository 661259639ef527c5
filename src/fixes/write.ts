import type { Comment, Span, SqlScript, Statement } from '../model/index.ts';
import { FILLED, type Rule, readForm, statementsOf } from '../rules/index.ts';
import { type TokenList, wordsOf } from '../sql/index.ts';
import { type Captures, matchForm, type TokenRange } from './match.ts';
import { keepsComments, type Part, partsOf, rangeOf } from './statement.ts';

type Template = Rule['fixes'][number];

/** A statement to write, without its terminator. */
export interface Step {
  readonly sql: string;
  readonly run: 'outside-transaction' | 'own-transaction' | 'between-transactions' | undefined;
}

/** Statements around all others of the section, which get a transaction of their own. */
export interface Around {
  readonly before: string;
  readonly begin: string;
  readonly commit: string;
  readonly after: string;
}

/** What a template makes of a statement. */
export interface Written {
  readonly title: string;
  /** The statement without what the steps replace; undefined if they replace all of it. */
  readonly rest: string | undefined;
  readonly steps: readonly Step[];
  /** Names that the fix makes or drops, of which no other SQL file may have any. */
  readonly newNames: readonly string[];
  /** What the steps replace, if it is more than the statement. */
  readonly span?: Span;
  readonly around?: Around;
}

interface Source {
  readonly text: string;
  readonly tokens: TokenList;
  readonly script: SqlScript;
}

/** The statements of a template for what a statement does at `offset`; undefined if they cannot be filled exactly. */
export function writeFix(
  template: Template,
  source: Source,
  statement: Statement,
  offset: number,
): Written | undefined {
  if (template.around) return writeAround(template, template.around, source, statement);
  const form = readForm(template.match);
  for (const part of partsOf(source.tokens, statement, offset)) {
    const captures = matchForm(form, part.tokens, part.range);
    const written = captures && write(template, source, statement, part, captures);
    if (written) return written;
  }
  return undefined;
}

/** The statements around those that have the form, of which the statement is one. */
function writeAround(
  template: Template,
  { before, after }: NonNullable<Template['around']>,
  source: Source,
  statement: Statement,
): Written | undefined {
  const { tokens, script, text } = source;
  const form = readForm(template.match);
  const count = statementsOf(template.match);
  const isLower = startsLower(text, statement);
  const cased = (sql: string) => (isLower ? lowerCase(sql) : sql);
  const around = { before: cased(before), begin: cased('BEGIN'), commit: cased('COMMIT'), after: cased(after) };
  const at = script.statements.indexOf(statement);
  for (let first = Math.max(0, at - count + 1); first <= at; first++) {
    const all = script.statements.slice(first, first + count);
    const [start, end] = [all[0]?.span.start, all.at(-1)?.span.end];
    if (all.length < count || start === undefined || end === undefined) continue;
    const range = {
      from: rangeOf(tokens, { start, end: start }).from,
      to: rangeOf(tokens, all.at(-1)?.span ?? statement.span).to,
    };
    const captures = matchForm(form, tokens, range);
    if (!captures) continue;
    if (!template.write) return { title: template.title, rest: undefined, steps: [], newNames: [], around };
    // What stands between the statements goes above them.
    const [within, between] = [[] as Comment[], [] as Comment[]];
    for (const comment of all.flatMap(({ comments }) => comments))
      (all.some(({ span }) => comment.start >= span.start && comment.end <= span.end) ? within : between).push(comment);
    const above = between
      .filter((comment) => comment.start > start)
      .map((comment) => `${textAt(text, comment).trim()}\n`);
    const whole = { ...statement, span: { start, end }, comments: within };
    const [part] = partsOf(tokens, statement, start);
    const left = namesLeftOut(template, source, captures);
    const written = part && !left && write(template, source, whole, part, captures);
    if (!written) continue;
    const steps = written.steps.map((step, at) => (at === 0 ? { ...step, sql: above.join('') + step.sql } : step));
    return { ...written, steps, span: whole.span, around };
  }
  return undefined;
}

/** Whether a part that is not written again is named in another one: the table that no longer exists then. */
function namesLeftOut({ write = [] }: Template, { tokens, text }: Source, captures: Captures): boolean {
  const textOf = ({ from, to }: TokenRange) => (to > from ? text.slice(tokens.start(from), tokens.end(to - 1)) : '');
  const sql = write.map((step) => (typeof step === 'string' ? step : step.sql)).join(' ');
  const [kept, left] = [new Set<string>(), new Set<string>()];
  for (const [name, range] of captures)
    if (sql.includes(`{${name}}`)) for (const word of wordsOf(textOf(range))) kept.add(word);
    else left.add(plainName(textOf(range)).toLowerCase());
  return [...left].some((name) => kept.has(name));
}

function startsLower(text: string, { span }: Pick<Statement, 'span'>): boolean {
  return /^\s*[a-z]/.test(text.slice(span.start));
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
  const { write: wanted = [] } = template;
  const divided = new Set(wanted.flatMap((step) => (typeof step === 'string' ? [] : (step.each ?? []))));
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
  const isLower = startsLower(text, statement);
  const steps = wanted.map((step) => {
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
function isGiven({ new: names = [], write = [] }: Template, name: string): boolean {
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
