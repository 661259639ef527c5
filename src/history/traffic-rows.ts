import type { CallerFacts, CallerPattern, Dialect } from '../model/index.ts';
import type { FactReader, FactTuple, LoggedStatement } from '../traffic/index.ts';
import { createFactReader, keptTags, SMALL_LIMITS } from '../traffic/index.ts';
import { callerOf } from './collect/caller-table.ts';
import { bodyOf, callerText, RowWriter, rowText } from './snapshot/row-text.ts';

/** A query that ran, or is about to. */
export interface TrafficText {
  readonly query: string;
  /** As the client gives it; what is undefined is not known. Without `tags`, those of the query's own comments count. */
  readonly caller: CallerFacts;
  /** The client had replaced the literals: literal facts are not carried. */
  readonly normalised: boolean;
  /** The client had cut the text off. */
  readonly truncated: boolean;
}

/** A row of a history but for its days. Equal facts give equal text, so that it is a key. */
export interface RowText {
  /** One line of JSON, as `rowLine` takes it. */
  readonly text: string;
  readonly unreadable: boolean;
  readonly truncated: boolean;
}

export interface TrafficRows {
  /** One for each statement of the text; none where it holds no statement. */
  readonly rows: readonly RowText[];
  /** What the rows were made of. */
  readonly tuples: readonly FactTuple[];
  /** The tags that count, and whether some of them were left out or altered. */
  readonly tags: Readonly<Record<string, string>> | undefined;
  readonly tagsInPart: boolean;
  /** The statements with their literals replaced, joined by `; `. */
  readonly shape: string;
}

/** Reads single queries as `history collect` reads a log that names no sessions: the same query gives the same row. */
export interface TrafficReader {
  readonly dialect: Dialect;
  /** Never throws on any text. */
  read(text: TrafficText): TrafficRows;
}

/** Loads what the dialect needs. It remembers some ten megabytes of what it read. */
export async function createTrafficReader(dialect: Dialect): Promise<TrafficReader> {
  const facts = await createFactReader(dialect, SMALL_LIMITS);
  return { dialect, read: (text) => readTraffic(facts, text) };
}

const NO_TIME = Number.NaN;

function readTraffic(facts: FactReader, { query, caller, normalised, truncated }: TrafficText): TrafficRows {
  const bytes = Buffer.from(query);
  const statement: LoggedStatement = {
    bytes,
    start: 0,
    end: bytes.length,
    at: NO_TIME,
    calls: 1,
    user: caller.user,
    application: caller.application,
    database: caller.database,
    session: '',
    binds: undefined,
    truncated,
    normalised,
    mode: undefined,
  };
  const { tuples } = facts.read(statement);
  const { tags, inPart } = tagsOf(facts, caller.tags, normalised || truncated);
  const { facts: who, patterns } = callerOf(caller, tags, inPart);
  return {
    rows: tuples.map((tuple) => rowOf(tuple, who, patterns)),
    tuples,
    tags,
    tagsInPart: inPart,
    shape: tuples.map(({ shape }) => shape).join('; '),
  };
}

/** A text that was normalised or cut off may have lost the comment that held them. */
function tagsOf(facts: FactReader, given: CallerFacts['tags'], isPart: boolean) {
  if (given !== undefined) return keptTags(given);
  return isPart ? { tags: undefined, inPart: false } : { tags: facts.tags(), inPart: facts.tagsInPart?.() === true };
}

function rowOf(tuple: FactTuple, caller: CallerFacts, patterns: readonly CallerPattern[]): RowText {
  const body = bodyOf(new RowWriter().tuple(tuple), callerText(caller, patterns));
  return { text: rowText(body), unreadable: tuple.unreadable !== undefined, truncated: tuple.truncated };
}
