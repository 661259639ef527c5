import type { Operation, StatementFacts } from '../model/index.ts';
import type { GrammarReading } from './grammar.ts';
import { withFacts } from './reader/scan.ts';
import type { TokenFacts } from './reader/statement-facts.ts';

const WITH_LIBPG_QUERY: Operation['readers'] = ['tokens', 'libpg-query'];
const WITH_NODE_SQL_PARSER: Operation['readers'] = ['tokens', 'node-sql-parser'];

export interface United {
  readonly operations: readonly Operation[];
  readonly facts: Omit<StatementFacts, 'inTransaction' | 'lockTimeoutSet'>;
}

/**
 * The union of two readings: a grammar may add an operation or sharpen a fact, and never removes an
 * operation that the token reader saw.
 */
export function unite(operations: readonly Operation[], facts: TokenFacts, read: GrammarReading | undefined): United {
  if (!read) return { operations, facts: uniteFacts(facts, NOTHING_READ) };
  if (read.operations.length === 0) return { operations, facts: uniteFacts(facts, read) };
  const rest = [...read.operations];
  const united = operations.map((operation) => {
    const at = rest.findIndex((other) => isSame(operation, other));
    if (at < 0) return operation;
    const [other] = rest.splice(at, 1);
    return other ? sharpen(operation, other) : operation;
  });
  const added = rest.filter((operation) => !united.some((known) => isSame(known, operation)));
  return { operations: [...united, ...added], facts: uniteFacts(facts, read) };
}

const NOTHING_READ: GrammarReading = { understood: false, operations: [], facts: {} };

/** Written out, since a spread of this many keys for every statement of a large file is what most time would go to. */
function uniteFacts(facts: TokenFacts, { understood, exact, facts: own }: GrammarReading): United['facts'] {
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

function isSame(a: Operation, b: Operation): boolean {
  return a.kind === b.kind && a.target.name === b.target.name && (a.target.schema || '') === (b.target.schema || '');
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
