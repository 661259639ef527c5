import {
  CALLER_FACTS,
  CALLER_PATTERNS,
  type CallerFacts,
  type CallerPattern,
  type Dialect,
  FACTS_VERSION,
  type FactEntry,
  type FactType,
  type HistoryRow,
  isDialect,
  isOperationKind,
  OPERATION_FACTS,
  type Operation,
  PLACES,
  ROW_STATEMENT_FACTS,
  type StatementFacts,
  TARGET_FIELDS,
  type Target,
} from '../../model/index.ts';
import { foldedShape } from '../../sql/index.ts';
import { addDays, type Days, daysOf, readDays } from './days.ts';
import { Interner } from './interner.ts';
import { OPERATION_DEFAULTS, PATTERNS_KEY, targetText } from './row-text.ts';

/** Raised for a line that is not a valid row. The message says briefly what is wrong. */
export class RowProblem extends Error {
  override readonly name = 'RowProblem';
}

type Raw = Readonly<Record<string, unknown>>;

/** Maximum length of the `days` text of a row with one day. */
const SHORT_DAYS = 20;
const NOWHERE = { start: 0, end: 0 } as const;
const NO_READERS: Operation['readers'] = [];
const DIALECT_TEXTS = new Map<string, Dialect>();
const ROW_KEYS = [
  'shape',
  'dialect',
  'unreadable',
  'truncated',
  'facts',
  'operations',
  'caller',
  'callerPatterns',
  'days',
];

/**
 * Reads rows of a snapshot. Equal facts, operations and callers are one object each, which saves most of the memory and
 * most of the parsing: their text is sliced out of the line and looked up.
 */
export class RowReader {
  /** Executions of all rows so far. */
  statements = 0;
  readonly #facts = new Map<Dialect, Interner<StatementFacts>>();
  readonly #operations = new Interner<readonly Operation[]>();
  readonly #callers = new Interner<CallerFacts>();
  readonly #patterns = new Interner<readonly CallerPattern[]>();
  readonly #days = new Interner<Days>();
  readonly #tables: FactTables;
  #shapeText = '';
  #shapeDialect: Dialect | undefined;
  #shape = '';

  /**
   * @param factsVersion version of the facts of the rows; facts that were added after it are not known
   */
  constructor(factsVersion = FACTS_VERSION) {
    this.#tables = tablesOf(factsVersion);
  }

  /** Raises RowProblem. */
  read(line: string): HistoryRow {
    return this.#readPieces(line) ?? this.#readAny(line);
  }

  /**
   * Reads a line in the form that we write, split at its keys. `,"facts":` cannot occur inside a JSON string, where a
   * quote is preceded by a backslash. If each piece between the keys is one JSON value, the line is an object with
   * exactly these keys.
   */
  #readPieces(line: string): HistoryRow | undefined {
    if (!line.startsWith('{"shape":"') || !line.endsWith('}}')) return undefined;
    const dialectAt = line.indexOf(',"dialect":', 9);
    const factsAt = line.indexOf(',"facts":', dialectAt + 11);
    const operationsAt = line.indexOf(',"operations":', factsAt + 9);
    const callerAt = line.indexOf(',"caller":', operationsAt + 14);
    const daysAt = line.lastIndexOf(',"days":');
    if (dialectAt < 0 || factsAt < 0 || operationsAt < 0 || callerAt < 0 || daysAt < callerAt) return undefined;
    const dialect = dialectOf(line.slice(dialectAt + 11, factsAt));
    if (dialect === undefined) return undefined;
    const shapeText = line.slice(9, dialectAt);
    if (shapeText !== this.#shapeText || dialect !== this.#shapeDialect) {
      const shape = json(shapeText);
      if (typeof shape !== 'string') return undefined;
      this.#shape = foldedShape(shape, dialect);
      this.#shapeText = shapeText;
      this.#shapeDialect = dialect;
    }
    const days = this.#daysOf(line.slice(daysAt + 8, -1));
    if (!days) return undefined;
    const operations = sharedText(this.#operations, line.slice(operationsAt + 14, callerAt), this.#operationsOf);
    const facts = sharedText(this.#factsIn(dialect), line.slice(factsAt + 9, operationsAt), this.#statementIn(dialect));
    const patternsAt = line.indexOf(PATTERNS_KEY, callerAt + 10);
    const callerEnd = patternsAt < 0 ? daysAt : patternsAt;
    const caller = sharedText(this.#callers, line.slice(callerAt + 10, callerEnd), this.#callerOf);
    if (!operations || !facts || !caller) return undefined;
    const row = {
      shape: this.#shape,
      dialect,
      caller,
      operations,
      facts,
      unreadable: undefined,
      truncated: false,
      days,
    };
    if (patternsAt < 0) {
      this.statements += addDays(days);
      return row;
    }
    const callerPatterns = sharedText(this.#patterns, line.slice(patternsAt + PATTERNS_KEY.length, daysAt), patternsOf);
    if (!callerPatterns) return undefined;
    this.statements += addDays(days);
    return { ...row, callerPatterns };
  }

  #factsIn(dialect: Dialect): Interner<StatementFacts> {
    let facts = this.#facts.get(dialect);
    if (!facts) {
      facts = new Interner();
      this.#facts.set(dialect, facts);
    }
    return facts;
  }

  /** Most rows have few executions on one day, so short texts are interned. */
  #daysOf(text: string): Days | undefined {
    if (text.length > SHORT_DAYS) return readDays(text);
    const known = this.#days.get(text);
    if (known) return known;
    const days = readDays(text);
    if (days) this.#days.set(text, days);
    return days;
  }

  /** Reads any line, with its keys in any order; raises RowProblem if it is not a row. */
  #readAny(line: string): HistoryRow {
    const row = json(line);
    if (!isObject(row)) throw new RowProblem('the line is not a JSON object');
    for (const key of Object.keys(row)) {
      if (!ROW_KEYS.includes(key)) throw new RowProblem(`a row has an unknown key \`${key}\``);
    }
    const { shape, dialect, unreadable, truncated = false } = row;
    if (typeof shape !== 'string') throw new RowProblem('`shape` must be a string');
    if (typeof dialect !== 'string' || !isDialect(dialect)) throw new RowProblem('`dialect` is unknown');
    if (unreadable !== undefined && typeof unreadable !== 'string')
      throw new RowProblem('`unreadable` must be a string');
    if (typeof truncated !== 'boolean') throw new RowProblem('`truncated` must be true or false');
    // Validated before they are used as keys, so deeply nested values are rejected first.
    const operations = shared(this.#operations, row['operations'], this.#operationsOf);
    const facts = shared(this.#factsIn(dialect), row['facts'], this.#statementIn(dialect));
    const caller = shared(this.#callers, row['caller'], this.#callerOf);
    const callerPatterns =
      row['callerPatterns'] === undefined ? undefined : shared(this.#patterns, row['callerPatterns'], patternsOf);
    const days = daysOf(row['days']);
    if (!days) throw new RowProblem('`days` must map days (`2026-01-31`) to positive integers');
    this.statements += addDays(days);
    const read = {
      shape: foldedShape(shape, dialect),
      ...{ dialect, caller, operations, facts, unreadable, truncated, days },
    };
    return callerPatterns === undefined ? read : { ...read, callerPatterns };
  }

  #statementIn(dialect: Dialect): (value: unknown) => StatementFacts {
    return (value) => {
      const facts = factsOf('facts', this.#tables.statement, value) as Omit<StatementFacts, 'dialect'>;
      return { ...facts, dialect };
    };
  }

  #callerOf = (value: unknown): CallerFacts => factsOf('caller', this.#tables.caller, value) as unknown as CallerFacts;

  #operationsOf = (value: unknown): readonly Operation[] => {
    if (!Array.isArray(value)) throw new RowProblem('`operations` must be a list');
    return value.map((each) => operationOf(each, this.#tables.operation));
  };
}

/** One reader for each version of the facts: the same text means other facts in another version. */
export class RowReaders {
  readonly #readers = new Map<number, RowReader>();

  of(factsVersion: number): RowReader {
    const reader = this.#readers.get(factsVersion) ?? new RowReader(factsVersion);
    this.#readers.set(factsVersion, reader);
    return reader;
  }
}

/** Undefined if the text is not JSON or not valid; reading the full line then reports the problem. */
function sharedText<T>(known: Interner<T>, text: string, read: (value: unknown) => T): T | undefined {
  const found = known.get(text);
  if (found !== undefined) return found;
  let made: T;
  try {
    made = read(json(text));
  } catch (error) {
    if (error instanceof RowProblem) return undefined;
    throw error;
  }
  known.set(text, made);
  return made;
}

/** Raises RowProblem. */
function shared<T>(known: Interner<T>, value: unknown, read: (value: unknown) => T): T {
  const made = read(value);
  const text = JSON.stringify(value);
  const found = known.get(text);
  if (found !== undefined) return found;
  known.set(text, made);
  return made;
}

function patternsOf(value: unknown): readonly CallerPattern[] {
  const names: readonly unknown[] = CALLER_PATTERNS;
  if (!Array.isArray(value) || !value.every((name) => names.includes(name)))
    throw new RowProblem(`\`callerPatterns\` must be a list of ${CALLER_PATTERNS.join(', ')}`);
  return value;
}

/** Undefined if the text is not JSON; JSON itself has no undefined. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function dialectOf(text: string): Dialect | undefined {
  const known = DIALECT_TEXTS.get(text);
  if (known !== undefined) return known;
  const dialect = json(text);
  if (typeof dialect !== 'string' || !isDialect(dialect)) return undefined;
  DIALECT_TEXTS.set(JSON.stringify(dialect), dialect);
  return dialect;
}

function isObject(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const DEFAULTS: Readonly<Record<FactType, unknown>> = {
  string: '',
  bool: false,
  int: 0,
  'list<string>': Object.freeze([]),
  'map<string, string>': Object.freeze({}),
  target: undefined,
};

interface FactTable {
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

interface FactTables {
  readonly statement: FactTable;
  readonly caller: FactTable;
  readonly operation: FactTable;
}

function tablesOf(factsVersion: number): FactTables {
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
function factsOf(what: string, { types, defaults }: FactTable, value: unknown): Raw {
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

function operationOf(value: unknown, table: FactTable): Operation {
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
