import {
  type CallerFacts,
  type CallerPattern,
  type Dialect,
  FACTS_VERSION,
  type HistoryRow,
  isDialect,
  type Operation,
  type StatementFacts,
} from '../../model/index.ts';
import { foldedShape } from '../../sql/index.ts';
import { CHANGED_IN, ChangedFacts } from './changed-facts.ts';
import { addDays, type Days, daysOf, readDays } from './days.ts';
import { Interner } from './interner.ts';
import { LastBytes } from './last-bytes.ts';
import { FactTexts } from './row-facts.ts';
import { PATTERNS_KEY } from './row-text.ts';
import {
  attempt,
  type FactTables,
  factsOf,
  isObject,
  jsonOf,
  operationOf,
  parsedJson,
  patternsOf,
  RowProblem,
  tablesOf,
} from './row-values.ts';

const SHAPE_KEY = Buffer.from('{"shape":');
const DIALECT_KEY = Buffer.from(',"dialect":');
const FACTS_KEY = Buffer.from(',"facts":');
const OPERATIONS_KEY = Buffer.from(',"operations":');
const CALLER_KEY = Buffer.from(',"caller":');
const DAYS_KEY = Buffer.from(',"days":');
const OPEN = 0x7b;
const CLOSE = 0x7d;
/** Maximum length of the `days` text of a row with a few days: many rows have the same ones. */
const SHORT_DAYS = 60;
const DIALECT_TEXTS = new Map<string, Dialect>();
const ROW_KEYS = [
  'shape',
  'formerShape',
  'dialect',
  'unreadable',
  'truncated',
  'facts',
  'operations',
  'caller',
  'callerPatterns',
  'days',
];

interface Caller {
  readonly caller: CallerFacts;
  readonly callerPatterns: readonly CallerPattern[] | undefined;
}

/**
 * Reads rows of a snapshot. Equal operations and callers are one object each, and rows share facts, which saves most of
 * the memory and most of the parsing.
 */
export class RowReader {
  /** Executions of all rows so far. */
  statements = 0;
  readonly #facts = new Map<Dialect, FactTexts>();
  /** By the bytes of the text, one character each. */
  readonly #operations = new Interner<readonly Operation[]>();
  readonly #callers = new Interner<Caller>();
  readonly #days = new Interner<Days>();
  readonly #tables: FactTables;
  /** Whether a version wrote the rows whose shapes and facts were others. */
  readonly #older: boolean;
  /** The last row up to its facts, and what it means. */
  readonly #head = new LastBytes();
  #shape = '';
  #formerShape: string | undefined;
  #changed: ChangedFacts | undefined;
  #dialect: Dialect = 'postgresql';
  /** Its operations as text, up to the caller. */
  readonly #operationsText = new LastBytes();
  #lastOperations: readonly Operation[] = [];

  /**
   * @param factsVersion version of the facts of the rows; facts that were added after it are not known
   */
  constructor(factsVersion = FACTS_VERSION) {
    this.#tables = tablesOf(factsVersion);
    this.#older = factsVersion < CHANGED_IN;
  }

  /** Raises RowProblem. */
  read(line: string): HistoryRow {
    const bytes = Buffer.from(line);
    return this.readBytes(bytes, 0, bytes.length) ?? this.readWhole(line);
  }

  /**
   * Reads a line in the form that we write, split at its keys; undefined for any other line. `,"facts":` cannot occur
   * inside a JSON string, where a quote is preceded by a backslash. If each piece between the keys is one JSON value,
   * the line is an object with exactly these keys. Rows of one shape are neighbours, so each piece is first compared
   * with that of the last row, and only pieces that differ become text.
   */
  readBytes(bytes: Buffer, start: number, end: number): HistoryRow | undefined {
    const isSameHead = this.#head.isAt(bytes, start, end);
    const factsAt = isSameHead ? start + this.#head.length : this.#readHead(bytes, start, end);
    if (factsAt < 0) return undefined;
    const [shape, formerShape, dialect] = [this.#shape, this.#formerShape, this.#dialect];
    const texts = this.#factsIn(dialect);
    const read = texts.read(bytes, factsAt, end);
    if (!read) return undefined;
    const facts = this.#changed ? this.#changed.statement(read) : read;
    const callerAt = this.#readOperations(bytes, texts.end + OPERATIONS_KEY.length, end);
    if (callerAt < 0 || bytes[end - 1] !== CLOSE || bytes[end - 2] !== CLOSE) return undefined;
    let countsAt = end - 2;
    while (countsAt > callerAt && bytes[countsAt] !== OPEN) countsAt--;
    const daysAt = countsAt - DAYS_KEY.length;
    if (daysAt < callerAt || !beginsWith(bytes, daysAt, end, DAYS_KEY)) return undefined;
    const days = this.#daysOf(bytes.toString('latin1', countsAt, end - 1));
    const known = this.#readCaller(bytes, callerAt, daysAt);
    if (!days || !known) return undefined;
    this.statements += addDays(days);
    const operations = this.#changed ? this.#changed.operations(this.#lastOperations) : this.#lastOperations;
    const { caller, callerPatterns } = known;
    const row = { shape, dialect, caller, operations, facts, unreadable: undefined, truncated: false, days };
    if (callerPatterns === undefined && formerShape === undefined) return row;
    return { ...row, ...(callerPatterns && { callerPatterns }), ...(formerShape !== undefined && { formerShape }) };
  }

  /** Reads shape and dialect. Returns the index of the facts; -1 if the line does not begin with these. */
  #readHead(bytes: Buffer, start: number, end: number): number {
    if (!beginsWith(bytes, start, end, SHAPE_KEY)) return -1;
    const dialectAt = bytes.indexOf(DIALECT_KEY, start);
    const factsAt = bytes.indexOf(FACTS_KEY, dialectAt);
    if (dialectAt < 0 || factsAt < 0 || factsAt > end) return -1;
    const dialect = dialectOf(bytes.toString('latin1', dialectAt + DIALECT_KEY.length, factsAt));
    const shape = jsonOf(bytes, start + SHAPE_KEY.length, dialectAt);
    if (dialect === undefined || typeof shape !== 'string') return -1;
    this.#shape = this.#folded(shape, dialect);
    this.#formerShape = this.#shape === shape ? undefined : shape;
    this.#changed = this.#older ? new ChangedFacts(this.#shape) : undefined;
    this.#dialect = dialect;
    const at = factsAt + FACTS_KEY.length;
    this.#head.set(bytes, start, at);
    return at;
  }

  /** Returns the index of the caller; -1 if these are not operations. */
  #readOperations(bytes: Buffer, at: number, end: number): number {
    const last = this.#operationsText;
    if (last.isAt(bytes, at, end)) return at + last.length;
    const callerKeyAt = bytes.indexOf(CALLER_KEY, at);
    if (callerKeyAt < 0 || callerKeyAt > end) return -1;
    const text = bytes.toString('latin1', at, callerKeyAt);
    const operations = this.#operations.get(text) ?? attempt(() => this.#operationsOf(jsonOf(bytes, at, callerKeyAt)));
    if (!operations) return -1;
    this.#operations.set(text, operations);
    const callerAt = callerKeyAt + CALLER_KEY.length;
    this.#lastOperations = operations;
    last.set(bytes, at, callerAt);
    return callerAt;
  }

  #readCaller(bytes: Buffer, at: number, end: number): Caller | undefined {
    const text = bytes.toString('latin1', at, end);
    const known = this.#callers.get(text);
    if (known) return known;
    const read = attempt(() => {
      const patternsAt = text.indexOf(PATTERNS_KEY);
      const callerEnd = patternsAt < 0 ? end : at + patternsAt;
      const caller = this.#callerOf(jsonOf(bytes, at, callerEnd));
      const callerPatterns =
        patternsAt < 0 ? undefined : patternsOf(jsonOf(bytes, callerEnd + PATTERNS_KEY.length, end));
      return { caller, callerPatterns };
    });
    if (read) this.#callers.set(text, read);
    return read;
  }

  #factsIn(dialect: Dialect): FactTexts {
    let texts = this.#facts.get(dialect);
    if (!texts) {
      texts = new FactTexts((value) => this.#statementOf(value, dialect), OPERATIONS_KEY);
      this.#facts.set(dialect, texts);
    }
    return texts;
  }

  /** Most rows have few executions on few days, so short texts are interned. */
  #daysOf(text: string): Days | undefined {
    if (text.length > SHORT_DAYS) return readDays(text);
    const known = this.#days.get(text);
    if (known) return known;
    const days = readDays(text);
    if (days) this.#days.set(text, days);
    return days;
  }

  /** Reads any line, with its keys in any order; raises RowProblem if it is not a row. */
  readWhole(line: string): HistoryRow {
    const row = parsedJson(line);
    if (!isObject(row)) throw new RowProblem('the line is not a JSON object');
    for (const key of Object.keys(row)) {
      if (!ROW_KEYS.includes(key)) throw new RowProblem(`a row has an unknown key \`${key}\``);
    }
    const { shape, formerShape, dialect, unreadable, truncated = false } = row;
    if (typeof shape !== 'string') throw new RowProblem('`shape` must be a string');
    if (formerShape !== undefined && typeof formerShape !== 'string')
      throw new RowProblem('`formerShape` must be a string');
    if (typeof dialect !== 'string' || !isDialect(dialect)) throw new RowProblem('`dialect` is unknown');
    if (unreadable !== undefined && typeof unreadable !== 'string')
      throw new RowProblem('`unreadable` must be a string');
    if (typeof truncated !== 'boolean') throw new RowProblem('`truncated` must be true or false');
    // Validated before they are used as keys, so deeply nested values are rejected first.
    const own = this.#operationsOf(row['operations']);
    const operations = shared(this.#operations, JSON.stringify(row['operations']), own);
    const facts = this.#factsIn(dialect).of(row['facts']);
    const caller = this.#callerOf(row['caller']);
    const callerPatterns = row['callerPatterns'] === undefined ? undefined : patternsOf(row['callerPatterns']);
    // As in a line that we write.
    const patternsText = callerPatterns ? `${PATTERNS_KEY}${JSON.stringify(callerPatterns)}` : '';
    const known = shared(this.#callers, `${JSON.stringify(row['caller'])}${patternsText}`, { caller, callerPatterns });
    const days = daysOf(row['days']);
    if (!days) throw new RowProblem('`days` must map days (`2026-01-31`) to positive integers');
    this.statements += addDays(days);
    const folded = this.#folded(shape, dialect);
    const former = formerShape ?? (folded === shape ? undefined : shape);
    const changed = this.#older ? new ChangedFacts(folded) : undefined;
    const read = {
      shape: folded,
      ...(former !== undefined && { formerShape: former }),
      ...{ dialect, caller: known.caller, unreadable, truncated, days },
      operations: changed ? changed.operations(operations) : operations,
      facts: changed ? changed.statement(facts) : facts,
    };
    return callerPatterns === undefined ? read : { ...read, callerPatterns };
  }

  #folded(shape: string, dialect: Dialect): string {
    return this.#older ? foldedShape(shape, dialect) : shape;
  }

  #statementOf(value: unknown, dialect: Dialect): StatementFacts {
    const facts = factsOf('facts', this.#tables.statement, value) as Omit<StatementFacts, 'dialect'>;
    return { ...facts, dialect };
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

/** The object that is known by this text; otherwise the given one, which is known by it from now on. */
function shared<T>(known: Interner<T>, text: string, made: T): T {
  const key = Buffer.from(text).toString('latin1');
  const found = known.get(key);
  if (found !== undefined) return found;
  known.set(key, made);
  return made;
}

function beginsWith(bytes: Buffer, at: number, end: number, expected: Buffer): boolean {
  const after = at + expected.length;
  return after <= end && bytes.compare(expected, 0, expected.length, at, after) === 0;
}

function dialectOf(text: string): Dialect | undefined {
  const known = DIALECT_TEXTS.get(text);
  if (known !== undefined) return known;
  const dialect = parsedJson(text);
  if (typeof dialect !== 'string' || !isDialect(dialect)) return undefined;
  DIALECT_TEXTS.set(JSON.stringify(dialect), dialect);
  return dialect;
}
