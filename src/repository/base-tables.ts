import {
  type BaseColumn,
  type BaseTable,
  CONTEXT_LIMITS,
  type ColumnDefinition,
  type Dialect,
  type FileContext,
  type Target,
} from '../model/index.ts';
import { CascadeSearch, LEXICAL, wordOfName, wordsOf } from '../sql/index.ts';
import { asNewTable, checksAfter, isPartitioned } from './base-constraints.ts';
import { baseIndexes, tablesWith } from './base-indexes.ts';
import { baseOptions } from './base-options.ts';
import { findPolicies } from './base-policies.ts';
import { type ChangedTable, contextNeeds } from './context-needs.ts';
import { columnsAfter } from './table-columns.ts';
import { hidesTables } from './unnamed-tables.ts';

/** PostgreSQL cuts longer names: another spelling is the same name. */
const MAX_NAME_BYTES = 63;

/** What the words of all SQL files of the base show about a table; undefined if it is not known. */
export function baseTable({ name, schema }: Target, words: Pick<ReadonlySet<string>, 'has'>): BaseTable | undefined {
  if (name === undefined || schema === undefined || schema.length > CONTEXT_LIMITS.characters) return undefined;
  const word = wordOfName(name);
  if (word === undefined || new TextEncoder().encode(name).length >= MAX_NAME_BYTES) return undefined;
  return { name, schema, exists: words.has(word) };
}

/**
 * Whether SQL files with these words may enable row security, also in text that they build. A policy has no effect without
 * it: then something else enables it.
 */
export function mayHaveRowSecurity(words: Pick<ReadonlySet<string>, 'has'>): boolean {
  return words.has('policy') || (words.has('level') && words.has('security'));
}

/** The context of a file that is the only one of its change, in a repository whose base has this SQL. */
export function contextOfBase(text: string, path: string, dialect: Dialect, base: string): FileContext {
  const words = wordsOf(base);
  const file = { path: 'base.sql', text: base, dialect, tool: undefined };
  const needs = contextNeeds(text, path, dialect);
  const rowSecurity = mayHaveRowSecurity(words);
  const tables = [...needs.tables, ...needs.created].flatMap((target) => {
    const table = baseTable(target, words);
    const isKnown = table && (table.exists || !hidesTables(file));
    if (!isKnown) return [];
    const columns = columnsAfter(target, [file]);
    const knowsSecurity =
      LEXICAL[dialect].ddl.rowSecurity && (rowSecurity || (columns !== undefined && !hidesTables(file)));
    return [
      {
        ...table,
        columns: columns?.map(({ name }) => name),
        ...(knowsSecurity && { rowSecurity }),
        ...(LEXICAL[dialect].ddl.dropCascades && { cascades: cascadesIn(file, table.name) }),
      },
    ];
  });
  const findPolicy = findPolicies(needs.policies.length > 0 ? [file] : []);
  const policies = needs.policies.flatMap((policy) => findPolicy(policy) ?? []);
  const readTables = needs.read.flatMap(({ name, schema, ...target }) => {
    const columns = columnsAfter({ name, schema, ...target }, [file]);
    return name !== undefined && schema !== undefined && columns
      ? [{ name, schema, columns: columns.map((each) => each.name) }]
      : [];
  });
  const indexes = needs.droppedIndexes.flatMap((name) => baseIndexes(name, [file]));
  const partitioned = [...needs.indexed, ...tablesWith(indexes)]
    .filter((table) => isPartitioned(table, [file]))
    .map(asNewTable);
  const checks = needs.checked.flatMap((table) => checksAfter(table, [file]));
  const columns = needs.changed.flatMap((table) => changedColumns(table, columnsAfter(table.target, [file])));
  const newColumns = [...needs.added, ...needs.addedAgain].flatMap(({ table: target, column }) => {
    const { name, schema } = target;
    const known = columnsAfter({ name, schema, quoted: false, text: '' }, [file]);
    const isNamed =
      baseTable({ name: column, schema: '', quoted: false, text: '' }, words)?.exists !== false || hidesTables(file);
    const isOlder = known ? known.some((each) => each.name.toLowerCase() === column.toLowerCase()) : isNamed;
    return name === undefined || schema === undefined || isOlder ? [] : [{ name, schema, columns: [column] }];
  });
  const options = needs.options.flatMap((target) => baseOptions(target, [file]));
  return {
    tables,
    routinesUsed: [],
    policies,
    ...(options.length > 0 && { options }),
    ...(indexes.length > 0 && { indexes }),
    ...(readTables.length > 0 && { readTables }),
    ...(partitioned.length > 0 && { partitioned }),
    ...(checks.length > 0 && { checks }),
    ...(columns.length > 0 && { columns }),
    ...(newColumns.length > 0 && { newColumns }),
  };
}

function cascadesIn(file: Parameters<CascadeSearch['search']>[1][0], table: string): boolean {
  const search = new CascadeSearch(table);
  for (let name = search.next(); name !== undefined; name = search.next()) search.search(name, [file]);
  return search.found;
}

/** The definitions in the base of the columns that a file changes. */
export function changedColumns(
  { target, columns }: ChangedTable,
  known: readonly ColumnDefinition[] | undefined,
): readonly BaseColumn[] {
  const { name = '', schema = '' } = target;
  return (known ?? []).flatMap((column) =>
    columns.has(column.name) && isWithinLimits(column) ? [{ table: name, schema, ...column }] : [],
  );
}

function isWithinLimits({ name, type }: ColumnDefinition): boolean {
  return type !== '' && type.length <= CONTEXT_LIMITS.characters && name.length <= CONTEXT_LIMITS.characters;
}
