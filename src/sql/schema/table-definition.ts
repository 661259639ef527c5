import type { ColumnDefinition, Operation, Span } from '../../model/index.ts';
import { readDefinition } from '../reader/ddl/column-definition.ts';
import { readColumn } from '../reader/ddl/columns.ts';
import { isConstraint, readConstraint, readInlineConstraints } from '../reader/ddl/constraints.ts';
import { readIfExists, type Scan } from '../reader/scan.ts';
import { readName, unquote } from '../text/names.ts';
import { T } from '../text/tokens.ts';

/** A column of a table in a schema file. */
export interface SchemaColumn extends ColumnDefinition {
  readonly notNull: boolean;
  readonly hasDefault: boolean;
  readonly span: Span;
}

export interface ConstraintDefinition {
  readonly type: string;
  /** Empty if none is written. */
  readonly name: string;
  readonly columns: readonly string[];
  /** Equal for constraints that say the same, whatever their names. */
  readonly text: string;
}

/** The elements of CREATE TABLE. */
export interface TableDefinition {
  readonly columns: ReadonlyMap<string, SchemaColumn>;
  readonly constraints: readonly ConstraintDefinition[];
}

/** The elements of the CREATE TABLE in `from` to `to`; undefined if it takes columns from elsewhere. */
export function readTable(scan: Scan, from: number, to: number): TableDefinition | undefined {
  const { tokens } = scan;
  const at = scan.find('TABLE', from, to);
  if (at < 0) return undefined;
  const { next } = readName(tokens, readIfExists(scan, at + 1).next, scan.lexical);
  if (tokens.word(next) !== '(' || scan.is(next + 1, 'SELECT')) return undefined;
  const columns = new Map<string, SchemaColumn>();
  const constraints: ConstraintDefinition[] = [];
  for (const part of scan.commaParts(next + 1, scan.afterParenthesis(next, to) - 1)) {
    if (tokens.word(part.from) === 'LIKE') return undefined;
    if (isConstraint(scan, part.from)) {
      const facts = readConstraint(scan, part.from, part.to);
      if (facts.constraintType) constraints.push(definitionOf(scan, facts, part.from, part.to));
      continue;
    }
    const column = readColumnAt(scan, part.from, part.to);
    if (!column) return undefined;
    columns.set(fold(column.name), column);
    for (const facts of readInlineConstraints(scan, part.from, part.to))
      constraints.push(definitionOf(scan, facts, part.from, part.to));
  }
  // The columns of a primary key are not null.
  for (const name of constraints.flatMap(({ type, columns: own }) => (type === 'primary_key' ? own.map(fold) : []))) {
    const column = columns.get(name);
    if (column) columns.set(name, { ...column, notNull: true });
  }
  return { columns, constraints };
}

function readColumnAt(scan: Scan, from: number, to: number): SchemaColumn | undefined {
  const definition = readDefinition(scan, from, to);
  if (!definition) return undefined;
  const { notNull = false, hasDefault = false } = readColumn(scan, from, to);
  const isNotNull = notNull || definition.attributes.includes('not null');
  return { ...definition, notNull: isNotNull, hasDefault, span: scan.span(from, to) };
}

const fold = (name: string): string => name.toLowerCase();

/** The constraint that an action of the ALTER TABLE in `from` to `to` adds. */
export function readAddedConstraint(scan: Scan, from: number, to: number, added: Operation): ConstraintDefinition {
  let first = from;
  while (first < to && (scan.fileOffset(scan.tokens.start(first)) ?? 0) < added.span.start) first++;
  let end = first;
  while (end < to && (scan.fileOffset(scan.tokens.end(end)) ?? 0) <= added.span.end) end++;
  return definitionOf(scan, added, first, end);
}

type ConstraintFacts = Partial<Pick<Operation, 'constraint' | 'constraintType' | 'columns'>>;

function definitionOf(scan: Scan, facts: ConstraintFacts, from: number, to: number): ConstraintDefinition {
  const { constraint = '', constraintType = '', columns = [] } = facts;
  // Of a key, its columns are all that counts; a check or foreign key is what it says.
  const isKey = constraintType === 'primary_key' || constraintType === 'unique';
  const text = isKey ? columns.map(fold).join() : restOf(scan, from, to, constraintType, columns);
  return { type: constraintType, name: constraint, columns, text };
}

/** What a check or foreign key says: its condition, or its columns and the other table, up to the next parenthesis. */
function restOf(scan: Scan, from: number, to: number, type: string, columns: readonly string[]): string {
  const start = scan.find(type === 'foreign_key' ? 'REFERENCES' : type === 'check' ? 'CHECK' : 'EXCLUDE', from, to);
  const parts: string[] = type === 'foreign_key' ? columns.map(fold) : [];
  for (let at = start < 0 ? from : start; at < to; at++) {
    const word = scan.tokens.word(at);
    if (at > start && word === '(') {
      const end = scan.afterParenthesis(at, to);
      for (; at < end; at++) parts.push(plain(scan, at));
      break;
    }
    parts.push(plain(scan, at));
  }
  return parts.join(' ');
}

/** A token without quotes of a name, in lower case: `[Id]` and `id` are the same. */
function plain({ tokens }: Scan, at: number): string {
  const raw = tokens.raw(at);
  if (tokens.kind(at) === T.quoted) return unquote(raw).toLowerCase();
  return tokens.kind(at) === T.string ? raw : raw.toLowerCase();
}
