import type { RepositoryFiles } from '../migrations/repository-files.ts';

/** A file that a program writes and no migration tool runs: a copy of the whole schema. */
export interface SchemaDump {
  readonly path: string;
  /** What shows it. */
  readonly why: string;
}

/** Characters at the start in which a program says that it wrote the file. */
const HEADER = 2000;

const HEADERS: readonly (readonly [RegExp, string])[] = [
  [/^-- PostgreSQL database (?:cluster )?dump\b|^-- Dumped from database version\b/m, 'written by pg_dump'],
  [/^-- (?:MySQL|MariaDB) dump \d/m, 'written by mysqldump'],
  [/^-- phpMyAdmin SQL Dump\b/m, 'written by phpMyAdmin'],
];

/** The list of versions at the end of a dump that a framework wrote. */
const VERSIONS: readonly (readonly [RegExp, string])[] = [
  [/^-- Dbmate schema migrations\b/m, 'written by dbmate'],
  [/^INSERT INTO ["`]?schema_migrations["`]? \(version\) VALUES\s*$/m, 'written by `db:schema:dump`'],
];

const GENERATED =
  /^(?:--|\/\*|#)[^\n]{0,200}\b(?:auto-?generated|automatically generated|code generated|do not edit|@generated)\b/im;
/** A generated file beside migrations is a migration, unless its name says that it is the schema. */
const MAY_BE_MIGRATION = /migrat|(?:^|\/)[VU]?\d[^/]*$/i;
const SCHEMA_NAME = /(?:^|[/_.-])(?:schema|structure|snapshot|dump)[^/]*$/i;

/** The schema dumps among the SQL files, except those that a migration tool runs. */
export async function findSchemaDumps(
  files: RepositoryFiles,
  isMigration: (path: string) => boolean,
): Promise<readonly SchemaDump[]> {
  const found: SchemaDump[] = [];
  for (const path of files.sql) {
    if (isMigration(path)) continue;
    const why = dumpedBy(path, (await files.text(path)) ?? '');
    if (why !== undefined) found.push({ path, why });
  }
  return found;
}

function dumpedBy(path: string, text: string): string | undefined {
  if (MAY_BE_MIGRATION.test(path) && !SCHEMA_NAME.test(path)) return undefined;
  const header = text.slice(0, HEADER);
  const matched = HEADERS.find(([sign]) => sign.test(header)) ?? VERSIONS.find(([sign]) => sign.test(text));
  if (matched) return matched[1];
  return GENERATED.test(header) ? 'its header says that it is generated' : undefined;
}
