import type { Operation } from '../../model/index.ts';
import { Pins } from '../queries/pins.ts';
import { NO_CTES, NOT_UNDERSTOOD, type Source, type Write } from '../queries/query.ts';
import { QueryReader } from '../queries/reader.ts';
import { statementNames } from '../queries/statement-names.ts';
import { readWrite } from '../queries/write.ts';
import { qualified } from '../text/names.ts';
import type { TokenList } from '../text/tokens.ts';
import type { Scan } from './scan.ts';

/** A statement, or one inside it: tokens `from` to `to`. */
export interface StatementRange {
  readonly scan: Scan;
  readonly from: number;
  readonly to: number;
}

const MAX_COLUMNS = 1000;
const QUERIES = new Set('SELECT WITH VALUES TABLE ( INSERT REPLACE UPDATE DELETE MERGE'.split(' '));
/** Statements that hold a query behind their own words. */
const HOLDERS = new Set(
  'CREATE DECLARE EXPLAIN ANALYZE DESCRIBE DESC PREPARE FOR RETURN PERFORM OPEN REFRESH ALTER'.split(' '),
);
const HELD = new Set('SELECT WITH INSERT REPLACE UPDATE DELETE MERGE'.split(' '));
const WRITES = new Set<Operation['kind']>(['update', 'delete', 'merge', 'merge_delete']);

/** Reads the queries and writes of a statement; undefined if it is not understood. */
export function understand<Result>(
  { scan, from, to }: StatementRange,
  read: (reader: QueryReader) => Result,
): Result | undefined {
  const inBody = scan.place === 'routine_body' || scan.place === 'do_block';
  try {
    return read(new QueryReader(scan, statementNames(scan, inBody, from, to), readWrite));
  } catch (error) {
    if (error === NOT_UNDERSTOOD) return undefined;
    throw error;
  }
}

/** The pinned columns of a target, through the conditions of a MERGE's branches if there are any. */
export function pinnedOf(pins: Pins, { block, unmatched }: Write, source: Source): ReadonlySet<string> {
  let columns = pins.columnsOf({ source, block });
  for (const condition of unmatched) {
    const own = condition ? pins.columnsIn(condition, { source, block }) : new Set<string>();
    columns = new Set([...columns].filter((column) => own.has(column)));
  }
  return columns;
}

/**
 * The columns, as `table.column`, that are restricted to given values wherever the statements use the table. Undefined
 * if a query is not understood, or if a table is used where no query was read.
 *
 * @param tables the tokens at which a FROM list names a table, by text
 */
export function pinnedInStatement(
  statements: readonly StatementRange[],
  tables: ReadonlyMap<TokenList, readonly number[]>,
  operations: readonly Operation[],
): readonly string[] | undefined {
  const common = new Map<string, ReadonlySet<string>>();
  const seen = new Map<TokenList, Set<number>>();
  for (const range of statements) {
    const understood = understand(range, (reader) => {
      readStatementRange(reader, range);
      add(reader, common);
      const known = seen.get(range.scan.tokens);
      if (!known) seen.set(range.scan.tokens, reader.seen);
      else for (const at of reader.seen) known.add(at);
      return true;
    });
    if (!understood) return undefined;
  }
  for (const [tokens, uses] of tables) if (uses.some((at) => !seen.get(tokens)?.has(at))) return undefined;
  for (const { kind, target } of operations) {
    const name = WRITES.has(kind) ? qualified(target) : '';
    if (name === undefined || (name !== '' && !common.has(name))) return undefined;
  }
  const columns = [...common].flatMap(([table, names]) => [...names].map((name) => `${table}.${name}`));
  return columns.length > MAX_COLUMNS ? undefined : columns;
}

function readStatementRange(reader: QueryReader, { scan, from, to }: StatementRange): void {
  const { tokens } = scan;
  const first = tokens.word(from);
  if (QUERIES.has(first)) {
    reader.query(from, to, undefined, NO_CTES);
    return;
  }
  const block = reader.newBlock(undefined);
  let held = to;
  if (HOLDERS.has(first)) {
    for (let at = from + 1; at < held; at++) {
      if (tokens.word(at) === '(') at = scan.afterParenthesis(at, to) - 1;
      else if (HELD.has(tokens.word(at)) && !/^(?:\(|HOLD)$/.test(tokens.word(at + 1))) held = at;
    }
  }
  reader.subqueries(block, from, held, NO_CTES);
  if (held < to) reader.query(held, to, undefined, NO_CTES);
}

function add(reader: QueryReader, common: Map<string, ReadonlySet<string>>): void {
  if (reader.uses.length === 0) return;
  if (reader.comparesUnread) throw NOT_UNDERSTOOD;
  const pins = new Pins(reader);
  const writes = new Map<Source, Write>();
  for (const write of reader.writes) for (const target of write.targets) writes.set(target, write);
  for (const use of reader.uses) {
    const name = use.source.table ? qualified(use.source.table) : undefined;
    if (name === undefined) throw NOT_UNDERSTOOD;
    const write = writes.get(use.source);
    const columns = write ? pinnedOf(pins, write, use.source) : pins.columnsOf(use);
    const before = common.get(name);
    common.set(name, before ? new Set([...before].filter((column) => columns.has(column))) : columns);
  }
}
