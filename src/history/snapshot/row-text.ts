import { createHash } from 'node:crypto';
import {
  CALLER_FACTS,
  CALLER_PATTERNS,
  type CallerFacts,
  type CallerPattern,
  compareText,
  type FactEntry,
  type FactType,
  type HistoryRow,
  OPERATION_FACTS,
  type Operation,
  ROW_STATEMENT_FACTS,
  type StatementFacts,
} from '../../model/index.ts';

/**
 * The header has the version of the fact table and of this notation. Equal facts have equal text, so the text can be a
 * key.
 */

/**
 * Values that no rule can read are not recorded: a condition is undecided over a list of more than 1,000 items or
 * 64,000 characters, and over a text of more than 4,096, just as over a fact that is not recorded (src/rules/cel).
 */
const MAX_ITEMS = 1000;
const MAX_LIST_TEXT = 64_000;
const MAX_TEXT = 4096;
/** Above this, a statement does not fit into a row, and its row says so. */
const MAX_OPERATIONS = 1000;
const MAX_REST = 4 * 1024 * 1024;
const MAX_SHAPE = 32_768;
const MAX_REASON = 200;
export const TOO_LARGE = 'statement too large for a history row';

/** The part of a row that comes from the statement. */
export type RowTuple = Pick<
  HistoryRow,
  'shape' | 'formerShape' | 'dialect' | 'operations' | 'facts' | 'unreadable' | 'truncated'
>;

/** Pieces of JSON that form a row together with those of a caller; equal exactly if the tuples are equal. */
export interface TupleText {
  readonly shape: string;
  readonly dialect: string;
  /** `,"facts":…,"operations":…`, and any keys that differ from their default. */
  readonly rest: string;
}

export interface CallerText {
  /**
   * The part of a caller that distinguishes flows of one shape: application (or user, if there is none) and database.
   */
  readonly flow: string;
  /** The value of `caller`, and everything after it except `days`. */
  readonly json: string;
}

type Raw = Readonly<Record<string, unknown>>;

/** Operation facts whose default differs from that of their type. */
export const OPERATION_DEFAULTS = { readable: true } as const;

function isDefault(type: FactType, value: unknown): boolean {
  switch (type) {
    case 'bool':
      return value === false;
    case 'int':
      return value === 0;
    case 'string':
      return value === '';
    case 'list<string>':
      return (value as readonly string[]).length === 0;
    case 'map<string, string>':
    case 'target':
      return Object.keys(value as object).length === 0;
  }
}

/** Returns the value if a rule can read it, otherwise undefined. */
function readable(type: FactType, value: unknown): unknown {
  switch (type) {
    case 'int':
      return Number.isSafeInteger(value) ? value : undefined;
    case 'string':
      return typeof value === 'string' && value.length <= MAX_TEXT ? value : undefined;
    case 'list<string>': {
      const list = value as readonly string[] | undefined;
      if (list === undefined || list.length > MAX_ITEMS) return undefined;
      return list.reduce((sum, item) => sum + item.length, 0) > MAX_LIST_TEXT ? undefined : list;
    }
    default:
      return value;
  }
}

/** Formats the facts of a table without defaults; facts that are not recorded are listed by name. */
function factsObject(
  table: Readonly<Record<string, FactEntry>>,
  facts: Raw,
  skip: readonly string[] = [],
  defaults: Raw = {},
): Raw {
  const written: Record<string, unknown> = {};
  const notCarried: string[] = [];
  for (const [name, { type }] of Object.entries(table)) {
    if (skip.includes(name)) continue;
    const value = readable(type, facts[name]);
    if (value === undefined) notCarried.push(name);
    else if (name in defaults ? value !== defaults[name] : !isDefault(type, value))
      written[name] = type === 'map<string, string>' ? sorted(value as Raw) : value;
  }
  if (notCarried.length > 0) written['notCarried'] = notCarried;
  return written;
}

function sorted(map: Raw): Raw {
  const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => compareText(a, b);
  return Object.fromEntries(Object.entries(map).sort(byName));
}

/** Display text of a target, unless the snapshot has another one. */
export function targetText(schema: string | undefined, name: string | undefined): string {
  return schema ? `${schema}.${name ?? ''}` : (name ?? '');
}

function targetObject(target: Operation['target']): Raw {
  const written: Record<string, unknown> = {};
  const notCarried: string[] = [];
  for (const field of ['name', 'schema'] as const) {
    const value = readable('string', target[field]);
    if (value === undefined) notCarried.push(field);
    else if (value !== '') written[field] = value;
  }
  if (target.quoted) written['quoted'] = true;
  if (target.text !== targetText(target.schema, target.name)) written['text'] = target.text.slice(0, MAX_TEXT);
  if (notCarried.length > 0) written['notCarried'] = notCarried;
  return written;
}

function operationObject(operation: Operation): Raw {
  const target = targetObject(operation.target);
  return {
    kind: operation.kind,
    ...(operation.place !== 'statement' && { place: operation.place }),
    ...(Object.keys(target).length > 0 && { target }),
    ...factsObject(OPERATION_FACTS, operation as unknown as Raw, ['kind', 'place', 'target'], OPERATION_DEFAULTS),
  };
}

/** A shape as rows have it. */
export function cutShape(shape: string): string {
  if (shape.length <= MAX_SHAPE) return shape;
  const hash = createHash('sha256').update(shape).digest('hex').slice(0, 12);
  const last = shape.charCodeAt(MAX_SHAPE - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? MAX_SHAPE - 1 : MAX_SHAPE;
  return `${shape.slice(0, end)} … [${shape.length} characters, sha256 ${hash}]`;
}

const NOTHING_KNOWN = JSON.stringify({ notCarried: Object.keys(ROW_STATEMENT_FACTS) });

/** Formats facts as JSON, each object once, because rows share objects. */
export class RowWriter {
  readonly #facts = new WeakMap<StatementFacts, string>();
  readonly #operations = new WeakMap<readonly Operation[], string>();

  /** Never raises: a tuple that is too large becomes one with nothing known. */
  tuple({ shape, formerShape, dialect, operations, facts, unreadable, truncated }: RowTuple): TupleText {
    const tooLarge = operations.length > MAX_OPERATIONS;
    const parts = tooLarge ? '' : `,"facts":${this.#factsText(facts)},"operations":${this.#operationsText(operations)}`;
    const reason = tooLarge || parts.length > MAX_REST ? TOO_LARGE : unreadable?.slice(0, MAX_REASON);
    return {
      shape: JSON.stringify(cutShape(shape)),
      dialect: JSON.stringify(dialect),
      rest: [
        reason === undefined ? '' : `,"unreadable":${JSON.stringify(reason)}`,
        truncated ? ',"truncated":true' : '',
        formerShape === undefined ? '' : `,"formerShape":${JSON.stringify(formerShape)}`,
        reason === TOO_LARGE ? `,"facts":${NOTHING_KNOWN},"operations":[]` : parts,
      ].join(''),
    };
  }

  #factsText(facts: StatementFacts): string {
    let text = this.#facts.get(facts);
    if (text === undefined) {
      text = JSON.stringify(factsObject(ROW_STATEMENT_FACTS, facts));
      this.#facts.set(facts, text);
    }
    return text;
  }

  #operationsText(operations: readonly Operation[]): string {
    let text = this.#operations.get(operations);
    if (text === undefined) {
      text = JSON.stringify(operations.map(operationObject));
      this.#operations.set(operations, text);
    }
    return text;
  }
}

/** Key between a caller and its patterns. */
export const PATTERNS_KEY = ',"callerPatterns":';

/** Formats the caller as JSON. */
export function callerText(caller: CallerFacts, patterns: readonly CallerPattern[] = []): CallerText {
  const flow = [caller.application || caller.user || '', caller.database ?? ''];
  const carried = CALLER_PATTERNS.filter((name) => patterns.includes(name) && caller[name] !== undefined);
  const json = JSON.stringify(factsObject(CALLER_FACTS, caller));
  return {
    flow: JSON.stringify(flow),
    json: carried.length === 0 ? json : `${json}${PATTERNS_KEY}${JSON.stringify(carried)}`,
  };
}

/** The line of a row without its `days`; used as its key. */
export function bodyOf(tuple: TupleText, caller: CallerText): string {
  return `{"shape":${tuple.shape},"dialect":${tuple.dialect}${tuple.rest},"caller":${caller.json}`;
}

/** The full line of a row. */
export function lineOf(body: string, days: string): string {
  return `${body},"days":${days}}`;
}

/** The row without its days, for stores that keep these elsewhere. */
export function rowText(body: string): string {
  return `${body}}`;
}

/** Restores the line of a row that was stored without its days. `days`: executions per UTC day, as JSON. */
export function rowLine(text: string, days: string): string {
  return lineOf(text.slice(0, -1), days);
}
