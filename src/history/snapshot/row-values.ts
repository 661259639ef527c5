import { isUtf8 } from 'node:buffer';
import {
  CALLER_FACTS,
  CALLER_PATTERNS,
  type CallerPattern,
  FACTS_VERSION,
  type FactEntry,
  type FactType,
  isOperationKind,
  OPERATION_FACTS,
  type Operation,
  PLACES,
  ROW_STATEMENT_FACTS,
  TARGET_FIELDS,
  type Target,
} from '../../model/index.ts';
import { OPERATION_DEFAULTS, targetText } from './row-text.ts';

/** Raised for a line that is not a valid row. The message says briefly what is wrong. */
export class RowProblem extends Error {
  override readonly name = 'RowProblem';
}

type Raw = Readonly<Record<string, unknown>>;

const NOWHERE = { start: 0, end: 0 } as const;
const NO_READERS: Operation['readers'] = [];

/** Undefined for a value that is not valid; reading the full line then reports the problem. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowProblem) return undefined;
    throw error;
  }
}

/** The JSON value in these bytes; undefined if they are not JSON, or not UTF-8. */
export function jsonOf(bytes: Buffer, start: number, end: number): unknown {
  const text = bytes.toString('utf8', start, end);
  // A character that is not UTF-8 is read as this one.
  if (text.includes('\ufffd') && !isUtf8(bytes.subarray(start, end))) return undefined;
  return parsedJson(text);
}

/** Undefined if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Raises RowProblem. */
export function patternsOf(value: unknown): readonly CallerPattern[] {
  const names: readonly unknown[] = CALLER_PATTERNS;
  if (!Array.isArray(value) || !value.every((name) => names.includes(name)))
    throw new RowProblem(`\`callerPatterns\` must be a list of ${CALLER_PATTERNS.join(', ')}`);
  return value;
}

const DEFAULTS: Readonly<Record<FactType, unknown>> = {
  string: '',
  bool: false,
  int: 0,
  'list<string>': Object.freeze([]),
  'map<string, string>': Object.freeze({}),
  target: undefined,
};

export interface FactTable {
  readonly types: ReadonlyMap<string, FactType>;
  /** Values of facts that are left out. */
  readonly defaults: Raw;
}

/** A row of an older version lacks facts that were added later. Their defaults would be a guess. */
function tableOf(entries: Readonly<Record<string, FactEntry>>, factsVersion: number, defaults: Raw = {}): FactTable {
  const all = Object.entries(entries);
  const isKnown = ({ since }: FactEntry): boolean => since <= factsVersion;
  return {
    types: new Map(all.filter(([, entry]) => isKnown(entry)).map(([name, { type }]) => [name, type])),
    defaults: Object.fromEntries(
      all.map(([name, entry]) => [name, isKnown(entry) ? (defaults[name] ?? DEFAULTS[entry.type]) : undefined]),
    ),
  };
}

const { kind: _kind, place: _place, target: _target, ...OTHER_FACTS } = OPERATION_FACTS;
const TARGET_TABLE = tableOf({ ...TARGET_FIELDS, text: TARGET_FIELDS.name }, FACTS_VERSION);

export interface FactTables {
  readonly statement: FactTable;
  readonly caller: FactTable;
  readonly operation: FactTable;
}

export function tablesOf(factsVersion: number): FactTables {
  return {
    statement: tableOf(ROW_STATEMENT_FACTS, factsVersion),
    caller: tableOf(CALLER_FACTS, factsVersion),
    operation: tableOf(OTHER_FACTS, factsVersion, OPERATION_DEFAULTS),
  };
}

/** Names of tags; all other keys are rejected. */
const TAG = /^[A-Za-z][\w.-]{0,63}$/;

function isFact(type: FactType, value: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return Number.isSafeInteger(value);
    case 'list<string>':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'map<string, string>':
      return isObject(value) && Object.entries(value).every(([key, item]) => TAG.test(key) && typeof item === 'string');
    case 'target':
      return false;
  }
}

/** Reads all facts of a table, in its order; raises RowProblem. */
export function factsOf(what: string, { types, defaults }: FactTable, value: unknown): Raw {
  if (!isObject(value)) throw new RowProblem(`\`${what}\` must be an object`);
  const facts: Record<string, unknown> = { ...defaults };
  for (const key in value) {
    if (key === 'notCarried') continue;
    const type = types.get(key);
    if (type === undefined) throw new RowProblem(`\`${what}\` has an unknown key \`${key}\``);
    if (!isFact(type, value[key]))
      throw new RowProblem(`\`${what}.${key}\` must be ${type === 'int' ? 'an integer' : `of type ${type}`}`);
    facts[key] = value[key];
  }
  const notCarried = Object.hasOwn(value, 'notCarried') ? value['notCarried'] : [];
  if (!isFact('list<string>', notCarried)) throw new RowProblem(`\`${what}.notCarried\` must list names`);
  for (const name of notCarried as readonly string[]) {
    if (!types.has(name)) throw new RowProblem(`\`${what}.notCarried\` names an unknown fact`);
    if (Object.hasOwn(value, name))
      throw new RowProblem(`\`${what}.${name}\` is both given and listed in \`notCarried\``);
    facts[name] = undefined;
  }
  return facts;
}

/** Raises RowProblem. */
export function operationOf(value: unknown, table: FactTable): Operation {
  if (!isObject(value)) throw new RowProblem('an operation must be an object');
  const { kind, place = 'statement', target = {}, ...others } = value;
  if (typeof kind !== 'string' || !isOperationKind(kind))
    throw new RowProblem('`operation.kind` is unknown: a newer querygate may know it');
  if (typeof place !== 'string' || !Object.hasOwn(PLACES, place)) throw new RowProblem('`operation.place` is unknown');
  const facts = factsOf('operation', table, others);
  return { kind, target: targetOf(target), place, ...facts, span: NOWHERE, readers: NO_READERS } as Operation;
}

function targetOf(value: unknown): Target {
  const { name, schema, quoted, text } = factsOf('operation.target', TARGET_TABLE, value) as unknown as Target;
  if (quoted === undefined || text === undefined)
    throw new RowProblem('`operation.target.notCarried` may list only `name` and `schema`');
  const written = Object.hasOwn(value as object, 'text');
  return { name, schema, quoted, text: written ? text : targetText(schema, name) };
}
