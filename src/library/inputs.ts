import type { z } from 'zod';
import { ConfigError, type Dialect, type FileTree } from '../model/index.ts';
import { libraryOptionsSchema } from '../model/schemas/index.ts';
import { describeIssue, loadPacks, loadRuleset, type Ruleset } from '../rules/index.ts';
import { createSqlReader, type SqlReader } from '../sql/index.ts';
import type { CheckOptions } from './api.d.ts';

/** Validates the options of `check`. Raises ConfigError that names all mistakes. */
export function readOptions(given: CheckOptions): CheckOptions {
  if (typeof given !== 'object' || given === null)
    throw new ConfigError("the options are missing; give at least `{ dialect: 'postgresql' }`");
  // The public type and the schema must allow the same: `satisfies` checks one direction, the return type the other.
  const read = libraryOptionsSchema.safeParse(given satisfies z.input<typeof libraryOptionsSchema>);
  if (read.success) return read.data;
  const source = { root: given, schema: libraryOptionsSchema };
  throw new ConfigError(
    read.error.issues.flatMap((issue) => describeIssue(issue, source).map(({ message }) => message)).join('; '),
  );
}

const readers = new Map<Dialect, Promise<SqlReader>>();

/** Loads the reader of each dialect once. */
export function readerOf(dialect: Dialect): Promise<SqlReader> {
  const reader = readers.get(dialect) ?? createSqlReader(dialect);
  readers.set(dialect, reader);
  return reader;
}

const FILE = 'ruleset.yml';

let last: { readonly text: string | undefined; readonly loaded: Promise<Ruleset> } | undefined;

/**
 * The ruleset of a YAML text; the default pack if undefined. The last one is kept, since callers check many files under
 * the same ruleset.
 */
export function rulesetOf(text: string | undefined): Promise<Ruleset> {
  if (last?.text !== text || last === undefined) last = { text, loaded: loadText(text) };
  return last.loaded;
}

async function loadText(text: string | undefined): Promise<Ruleset> {
  if (text === undefined) return loadPacks();
  const bytes = new TextEncoder().encode(text);
  const tree: FileTree = {
    label: 'given ruleset',
    commit: undefined,
    read: async (path) => (path === FILE ? { kind: 'file', bytes } : { kind: 'missing' }),
    list: async () => [],
  };
  // With an entry, the ruleset is never undefined.
  return (await loadRuleset({ tree, entry: FILE })) ?? loadPacks();
}
