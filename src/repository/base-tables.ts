import { type BaseTable, CONTEXT_LIMITS, type Dialect, type FileContext, type Target } from '../model/index.ts';
import { CascadeSearch, LEXICAL, wordsOf } from '../sql/index.ts';
import { baseOptions } from './base-options.ts';
import { findPolicies } from './base-policies.ts';
import { contextNeeds } from './context-needs.ts';
import { columnsAfter } from './table-columns.ts';
import { hidesTables } from './unnamed-tables.ts';

/** Names that `wordsOf` finds wherever they are written. PostgreSQL cuts longer ones: another spelling is the same name. */
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_$]*$/u;
const MAX_NAME_BYTES = 63;

/** What the words of all SQL files of the base show about a table; undefined if it is not known. */
export function baseTable({ name, schema }: Target, words: Pick<ReadonlySet<string>, 'has'>): BaseTable | undefined {
  if (name === undefined || schema === undefined || schema.length > CONTEXT_LIMITS.characters) return undefined;
  if (!PLAIN_NAME.test(name) || new TextEncoder().encode(name).length >= MAX_NAME_BYTES) return undefined;
  return { name, schema, exists: words.has(name.toLowerCase()) };
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
        columns,
        ...(knowsSecurity && { rowSecurity }),
        ...(LEXICAL[dialect].ddl.dropCascades && { cascades: cascadesIn(file, table.name) }),
      },
    ];
  });
  const findPolicy = findPolicies(needs.policies.length > 0 ? [file] : []);
  const policies = needs.policies.flatMap((policy) => findPolicy(policy) ?? []);
  const readTables = needs.read.flatMap(({ name, schema, ...target }) => {
    const columns = columnsAfter({ name, schema, ...target }, [file]);
    return name !== undefined && schema !== undefined && columns ? [{ name, schema, columns }] : [];
  });
  const options = needs.options.flatMap((target) => baseOptions(target, [file]));
  const listed = options.length > 0 && { options };
  return { tables, routinesUsed: [], policies, ...listed, ...(readTables.length > 0 && { readTables }) };
}

function cascadesIn(file: Parameters<CascadeSearch['search']>[1][0], table: string): boolean {
  const search = new CascadeSearch(table);
  for (let name = search.next(); name !== undefined; name = search.next()) search.search(name, [file]);
  return search.found;
}
