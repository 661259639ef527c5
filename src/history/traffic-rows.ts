import { type CallerFacts, type CallerPattern, type Dialect, flowId } from '../model/index.ts';
import { LEXICAL } from '../sql/index.ts';
import type { FactReader, FactTuple, LoggedStatement } from '../traffic/index.ts';
import { createFactReader, recordedTags, SMALL_LIMITS } from '../traffic/index.ts';
import { callerOf } from './collect/caller-table.ts';
import { bodyOf, callerText, cutShape, RowWriter, rowText } from './snapshot/row-text.ts';
import { StringModes } from './sources/postgresql/string-mode.ts';
import { blankStatement } from './sources/source.ts';

/** A query that ran, or is about to run. */
export interface TrafficText {
  readonly query: string;
  /**
   * As the client gives it; undefined values are unknown. Without `tags`, the tags of the query's own comments apply.
   */
  readonly caller: CallerFacts;
  /** The client replaced the literals: literal facts are not recorded. */
  readonly normalised: boolean;
  /** The client cut off the text. */
  readonly truncated: boolean;
  /** Values of `$1`, `$2`, … (or of each `?` in order) as text, null for NULL; undefined if they are not known. */
  readonly binds?: readonly (string | null)[] | undefined;
  /** Name of the session, if all its earlier statements were read; missing if they are not known. */
  readonly session?: string | undefined;
  /** Whether the session was in a transaction; missing if that is not known. Only one statement can tell. */
  readonly inTransaction?: boolean | undefined;
}

/** A history row without its days. Equal facts give equal text, so the text can be a key. */
export interface RowText {
  /** One line of JSON, the input of `rowLine`. */
  readonly text: string;
  /** Id of its flow. */
  readonly flow: string;
  readonly unreadable: boolean;
  readonly truncated: boolean;
}

export interface TrafficRows {
  /** One for each statement of the text; empty if it has no statement. */
  readonly rows: readonly RowText[];
  /** The facts that the rows were made from. */
  readonly tuples: readonly FactTuple[];
  /** The tags that apply, and whether some of them were left out or masked. */
  readonly tags: Readonly<Record<string, string>> | undefined;
  readonly tagsInPart: boolean;
  /** The statements with their literals replaced, joined by `; `. */
  readonly shape: string;
  /** Whether the text was read by its class: other texts of the class have the same facts. */
  readonly byClass: boolean;
}

/** Reads single queries the way `history collect` reads a log: the same query gives the same row. */
export interface TrafficReader {
  readonly dialect: Dialect;
  /** Never throws, whatever the text. */
  read(text: TrafficText): TrafficRows;
  /** Forgets all sessions, so that their names can be used again. */
  startSessions(): void;
  /** A statement of the session failed, so objects that it created may not exist. */
  failed(session: string): void;
}

/** Loads what the dialect needs. The reader caches about ten megabytes. */
export async function createTrafficReader(dialect: Dialect): Promise<TrafficReader> {
  const facts = await createFactReader(dialect, SMALL_LIMITS);
  const modes = LEXICAL[dialect].stringSetting === 'obeyed' ? new StringModes() : undefined;
  return {
    dialect,
    read: (text) => readTraffic(facts, text, modes),
    startSessions: () => {
      modes?.clear();
      // Clients report which statements failed.
      facts.startInput?.(false);
    },
    failed: (session) => facts.failed?.(session),
  };
}

function readTraffic(facts: FactReader, text: TrafficText, modes: StringModes | undefined): TrafficRows {
  const { query, caller, normalised, truncated, binds, session = '', inTransaction } = text;
  const bytes = Buffer.from(query);
  const statement: LoggedStatement = {
    ...blankStatement(bytes),
    end: bytes.length,
    user: caller.user,
    application: caller.application,
    database: caller.database,
    truncated,
    normalised,
    binds,
    session,
    mode: modes?.of(session),
  };
  const tuples = inState(facts.read(statement).tuples, inTransaction);
  modes?.ran(session, statement);
  const { tags, inPart } = tagsOf(facts, caller.tags, normalised || truncated);
  return {
    rows: rowTexts(tuples, { ...caller, tags }, inPart),
    tuples,
    tags,
    tagsInPart: inPart,
    shape: tuples.map(({ shape }) => shape).join('; '),
    byClass: facts.byClass,
  };
}

/** If a text has several statements, an earlier one may have begun or ended a transaction. */
function inState(tuples: readonly FactTuple[], inTransaction: boolean | undefined): readonly FactTuple[] {
  const [only] = tuples;
  if (inTransaction === undefined || !only || tuples.length > 1) return tuples;
  // Outside of a transaction, no earlier statement belongs to it.
  const state = { inTransaction, ...(!inTransaction && { ddlInTransaction: false }) };
  return [{ ...only, facts: { ...only.facts, ...state } }];
}

/** A normalised or cut-off text may have lost its comment, and the tags in it. */
function tagsOf(facts: FactReader, given: CallerFacts['tags'], isPart: boolean) {
  if (given !== undefined) return recordedTags(given);
  return isPart ? { tags: undefined, inPart: false } : { tags: facts.tags(), inPart: facts.tagsInPart?.() === true };
}

/**
 * The rows of a text that was read.
 *
 * @param caller with the tags that apply
 * @param tagsInPart some of the tags were left out or masked
 */
export function rowTexts(tuples: readonly FactTuple[], caller: CallerFacts, tagsInPart: boolean): readonly RowText[] {
  const { facts, patterns } = callerOf(caller, caller.tags, tagsInPart);
  return tuples.map((tuple) => rowOf(tuple, facts, patterns));
}

function rowOf(tuple: FactTuple, caller: CallerFacts, patterns: readonly CallerPattern[]): RowText {
  const body = bodyOf(new RowWriter().tuple(tuple), callerText(caller, patterns));
  return {
    text: rowText(body),
    flow: flowId({ dialect: tuple.dialect, shape: cutShape(tuple.shape), caller }),
    unreadable: tuple.unreadable !== undefined,
    truncated: tuple.truncated,
  };
}
