import type { Operation, StatementFacts, SurroundingFact } from '../model/index.ts';
import type { GrammarReading } from './grammars/types.ts';
import { withFacts } from './reader/operation.ts';
import type { TokenFacts } from './reader/statement-facts/index.ts';

const WITH_LIBPG_QUERY: Operation['readers'] = ['tokens', 'libpg-query'];
const WITH_NODE_SQL_PARSER: Operation['readers'] = ['tokens', 'node-sql-parser'];

export interface MergedReading {
  readonly operations: readonly Operation[];
  /** `effects` are those that the readers found, without those of the merged operations and tables. */
  readonly facts: Omit<StatementFacts, 'dialect' | 'pinnedColumns' | 'readOnly' | SurroundingFact>;
}

/**
 * The union of two readings: a grammar may add an operation or make a fact more precise, but never removes an operation
 * that the token reader found.
 *
 * @param ctes names that only mean CTEs of the statement
 * @param columnsRead finds the columns that it reads without a grammar
 */
export function mergeReadings(
  operations: readonly Operation[],
  facts: TokenFacts,
  read: GrammarReading | undefined,
  ctes: readonly string[],
  columnsRead: () => StatementFacts['columnsRead'],
): MergedReading {
  if (!read) return { operations, facts: mergeFacts(facts, NOTHING_READ, false, ctes, columnsRead) };
  // No grammar reads the SQL in a text.
  const exact = read.exact === true && !operations.some(({ place }) => place === 'dynamic');
  if (read.operations.length === 0) return { operations, facts: mergeFacts(facts, read, exact, ctes, columnsRead) };
  // Indexed by kind and target, in order: a statement may have tens of thousands of operations.
  const byKey = new Map<string, Operation[]>();
  for (const counterpart of [...read.operations].reverse()) {
    const key = keyOf(counterpart);
    const same = byKey.get(key);
    if (same) same.push(counterpart);
    else byKey.set(key, [counterpart]);
  }
  const known = new Set<string>();
  const merged = operations.map((operation) => {
    // A grammar reads it as part of the column.
    if (operation.inline) return operation;
    const key = keyOf(operation);
    known.add(key);
    const counterpart = byKey.get(key)?.pop();
    return counterpart ? refine(operation, counterpart) : operation;
  });
  // MySQL's grammar takes each source of `UPDATE t, d SET …` for a target, also a CTE.
  const isCte = ({ target }: Operation) => target.schema === '' && ctes.includes(target.name ?? '');
  const added = read.operations.filter((operation) => !known.has(keyOf(operation)) && !isCte(operation));
  return { operations: [...merged, ...added], facts: mergeFacts(facts, read, exact, ctes, columnsRead) };
}

function keyOf({ kind, target }: Operation): string {
  return JSON.stringify([kind, target.name, target.schema || '']);
}

const NOTHING_READ: GrammarReading = { understood: false, operations: [], facts: {} };

/** Written out key by key: spreading this many keys for each statement would take most of the time on a large file. */
function mergeFacts(
  facts: TokenFacts,
  { understood, facts: own }: GrammarReading,
  exact: boolean,
  ctes: readonly string[],
  columnsRead: () => StatementFacts['columnsRead'],
): MergedReading['facts'] {
  // Inexact grammars take CTEs for tables.
  const names = new Set(ctes);
  const tables = exact || names.size === 0 ? own.tablesRead : own.tablesRead?.filter((name) => !names.has(name));
  return {
    tablesRead: !understood ? facts.tablesRead : exact ? tables : merge(facts.tablesRead, tables),
    tablesWritten: facts.tablesWritten,
    joinedTables: facts.joinedTables,
    functions: own.functions && own.functions.length > 0 ? merge(facts.functions, own.functions) : facts.functions,
    effects: understood ? (own.effects ?? facts.effects) : facts.effects,
    columnsRead: understood ? own.columnsRead : columnsRead(),
    unnamedColumns: understood ? own.unnamedColumns : undefined,
    selectStar: facts.selectStar,
    hasLimit: facts.hasLimit,
    limit: facts.limit,
    hasOffset: facts.hasOffset,
    offset: facts.offset,
    longestInList: facts.longestInList,
    valuesRows: facts.valuesRows,
    leadingWildcard: facts.leadingWildcard,
  };
}

/** Merges an operation that both readers found: a fact that either of them found is set. */
function refine(operation: Operation, counterpart: Operation): Operation {
  return withFacts(operation, {
    cascade: operation.cascade || counterpart.cascade,
    temporary: operation.temporary || counterpart.temporary,
    columns: operation.columns && operation.columns.length > 0 ? operation.columns : counterpart.columns,
    hasPrimaryKey: operation.hasPrimaryKey ?? counterpart.hasPrimaryKey,
    readers: counterpart.readers[0] === 'libpg-query' ? WITH_LIBPG_QUERY : WITH_NODE_SQL_PARSER,
  });
}

function merge(a: readonly string[] | undefined, b: readonly string[] | undefined): readonly string[] | undefined {
  if (a === undefined || b === undefined) return a;
  return [...new Set([...a, ...b])];
}
