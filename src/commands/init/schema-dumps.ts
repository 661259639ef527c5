import type { RepositoryFiles } from '../../repository/migrations/index.ts';

/** A file that a program writes and no migration tool runs: a copy of the whole schema. */
export interface SchemaDump {
  readonly path: string;
  /** How the dump was recognised. */
  readonly why: string;
}

/** Characters at the start in which a program says that it wrote the file. */
const HEADER = 2000;

const HEADERS: readonly (readonly [RegExp, string])[] = [
  [/^-- PostgreSQL database (?:cluster )?dump\b|^-- Dumped from database version\b/m, 'written by pg_dump'],
  [/^-- (?:MySQL|MariaDB) dump \d/m, 'written by mysqldump'],
  // `supabase db dump` removes the header of pg_dump.
  [
    /^(?:\s|--[^\n]*\n)*SET statement_timeout = 0;\s[\s\S]{0,400}^SELECT pg_catalog\.set_config\('search_path', '', false\);/m,
    'written by pg_dump',
  ],
  [
    /^-- WARNING: This schema is for context only and is not meant to be run\./m,
    'copied from the dashboard of Supabase',
  ],
  [/^-- phpMyAdmin SQL Dump\b/m, 'written by phpMyAdmin'],
];

/** The list of versions at the end of a dump that a framework wrote. */
const VERSIONS: readonly (readonly [RegExp, string])[] = [
  [/^-- Dbmate schema migrations\b/m, 'written by dbmate'],
  [/^INSERT INTO ["`]?schema_migrations["`]? \(version\) VALUES\s*$/m, 'written by `db:schema:dump`'],
];

/** "Do not edit" alone proves nothing: authors also write it above their own SQL. */
const GENERATED =
  /^(?:--|\/\*|#)[^\n]{0,200}(?:\b(?:auto-?generated|automatically generated|code generated|generated\b[^\n]{0,100}\bdo not edit)|@generated)\b/im;
/** A dump beside migrations is a migration, unless its name says that it is the schema. */
const MAY_BE_MIGRATION = /migrat|(?:^|\/)[VU]?\d[^/]*$/i;
/** Paths that would select other files as a glob, or are not a valid one. */
const GLOB = /^!|[*?{[]|[@!+]\(/;
const SCHEMA_NAME = /(?:^|[/_.-])(?:schema|structure|snapshot|dump)[^/]*$/i;

/**
 * The schema dumps among the SQL files, except those that a migration tool runs and those whose path cannot stand in
 * `ignore`. Finds only what is surely a dump, because ignored files are not checked.
 */
export async function findSchemaDumps(
  files: RepositoryFiles,
  isMigration: (path: string) => boolean,
): Promise<readonly SchemaDump[]> {
  const found: SchemaDump[] = [];
  for (const path of files.sql) {
    if (isMigration(path) || GLOB.test(path)) continue;
    const why = dumpedBy(path, (await files.text(path)) ?? '');
    if (why !== undefined) found.push({ path, why });
  }
  return found;
}

function dumpedBy(path: string, text: string): string | undefined {
  const isNamedSchema = SCHEMA_NAME.test(path);
  if (MAY_BE_MIGRATION.test(path) && !isNamedSchema) return undefined;
  const header = text.slice(0, HEADER);
  const written = HEADERS.find(([sign]) => sign.test(header));
  if (written) return written[1];
  // People copy these signs into files of their own, so they count only under a schema's name.
  if (!isNamedSchema) return undefined;
  const listed = VERSIONS.find(([sign]) => sign.test(text));
  if (listed) return listed[1];
  return GENERATED.test(header) ? 'its header says that it is generated' : undefined;
}
