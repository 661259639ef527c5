import type { Operation, StatementFacts } from '../model/index.ts';
import type { GrammarReading } from './grammars/types.ts';
import { withFacts } from './reader/scan.ts';
import type { TokenFacts } from './reader/statement-facts.ts';

const WITH_LIBPG_QUERY: Operation['readers'] = ['tokens', 'libpg-query'];
const WITH_NODE_SQL_PARSER: Operation['readers'] = ['tokens', 'node-sql-parser'];

export interface MergedReading {
  readonly operations: readonly Operation[];
  readonly facts: Omit<StatementFacts, 'inTransaction' | 'lockTimeoutSet'>;
}

/**
 * The union of two readings: a grammar may add an operation or sharpen a fact, and never removes an
 * operation that the token reader saw.
 */
export function mergeReadings(
  operations: readonly Operation[],
  facts: TokenFacts,
  read: GrammarReading | undefined,
): MergedReading {
  if (!read) return { operations, facts: mergeFacts(facts, NOTHING_READ) };
  if (read.operations.length === 0) return { operations, facts: mergeFacts(facts, read) };
  // By what they are about, in order: a statement may hold tens of thousands.
  const others = new Map<string, Operation[]>();
  for (const other of [...read.operations].reverse()) {
    const key = keyOf(other);
    const same = others.get(key);
    if (same) same.push(other);
    else others.set(key, [other]);
  }
  const known = new Set<string>();
  const united = operations.map((operation) => {
    const key = keyOf(operation);
    known.add(key);
    const other = others.get(key)?.pop();
    return other ? sharpen(operation, other) : operation;
  });
  const added = read.operations.filter((operation) => !known.has(keyOf(operation)));
  return { operations: [...united, ...added], facts: mergeFacts(facts, read) };
}

function keyOf({ kind, target }: Operation): string {
  return JSON.stringify([kind, target.name, target.schema || '']);
}

const NOTHING_READ: GrammarReading = { understood: false, operations: [], facts: {} };

/** Written out, since a spread of this many keys for every statement of a large file is what most time would go to. */
function mergeFacts(facts: TokenFacts, { understood, exact, facts: own }: GrammarReading): MergedReading['facts'] {
  return {
    tablesRead: !understood ? facts.tablesRead : exact ? own.tablesRead : merge(facts.tablesRead, own.tablesRead),
    tablesWritten: facts.tablesWritten,
    joinedTables: facts.joinedTables,
    functions: own.functions && own.functions.length > 0 ? merge(facts.functions, own.functions) : facts.functions,
    columnsRead: understood ? own.columnsRead : undefined,
    selectStar: facts.selectStar || own.selectStar === true,
    hasLimit: facts.hasLimit,
    limit: facts.limit,
    hasOffset: facts.hasOffset,
    offset: facts.offset,
    longestInList: facts.longestInList,
    valuesRows: facts.valuesRows,
    leadingWildcard: facts.leadingWildcard,
  };
}

/** Both saw it: what either found written is written. */
function sharpen(operation: Operation, other: Operation): Operation {
  return withFacts(operation, {
    cascade: operation.cascade || other.cascade,
    temporary: operation.temporary || other.temporary,
    columns: operation.columns && operation.columns.length > 0 ? operation.columns : other.columns,
    hasPrimaryKey: operation.hasPrimaryKey ?? other.hasPrimaryKey,
    readers: other.readers[0] === 'libpg-query' ? WITH_LIBPG_QUERY : WITH_NODE_SQL_PARSER,
  });
}

function merge(a: readonly string[] | undefined, b: readonly string[] | undefined): readonly string[] | undefined {
  if (a === undefined || b === undefined) return a === undefined && b !== undefined ? undefined : a;
  return [...new Set([...a, ...b])];
}
