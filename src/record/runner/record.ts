import { PRODUCT } from '../../model/index.ts';
import type { RecordingHeader } from '../../model/schemas/index.ts';
import { type RecordRequest, type RecordResult, runBehindRecorder, withScratch } from './behind-recorder.ts';
import { RecordingFile } from './recording-file.ts';
import type { Comparison } from './scratch.ts';

interface RecordMigrationsRequest extends RecordRequest {
  /** Tables of migrations whose names are not the usual ones. */
  readonly migrationTables: readonly string[];
}

/**
 * Runs a command in front of a scratch database, and writes what it executes there to a file. Its output and exit code are
 * the command's. Raises ConfigError if nothing could be recorded.
 */
export function record(request: RecordMigrationsRequest): Promise<RecordResult> {
  return withScratch(request, async (scratch) => {
    const { command, output, now } = request;
    const { dialect, version, timeZone, isFresh } = scratch;
    const header: RecordingHeader = {
      recording: 1,
      as: 'migrations',
      dialect,
      tool: { name: 'querygate', version: PRODUCT.version },
      at: now.toISOString(),
      command: command.map((word) => word.replaceAll(CREDENTIALS, '$1***@')),
      fresh: isFresh && request.seed === undefined,
      server: version,
      ...(timeZone !== undefined && { timeZone }),
    };
    const file = await RecordingFile.create(output, header);
    const mayNameMigration = migrationNamer(request.migrationTables);
    const found = new Set<string>();
    const recorder = await scratch.record({
      statement: ({ values, ...statement }) =>
        file.add(values && mayNameMigration(statement.sql) ? { ...statement, values } : statement),
      problem: (what) => found.add(what),
    });
    const exitCode = await runBehindRecorder(scratch, recorder, request);
    // An unfinished command leaves what it did so far; what was there before cannot be rebuilt.
    const compared = await recorder.finish(exitCode === 0);
    if (compared?.kind === 'different')
      found.add(`what was recorded makes another schema than the command: ${compared.lines.join('; ')}`);
    else if (compared?.kind === 'not compared')
      found.add(`whether what was recorded makes the schema of the command is not known: ${compared.why}`);
    const problems = [...found];
    await file.end({ exitCode, problems, ...(compared && { schema: schemaText(compared) }) });
    return { exitCode, statements: file.statements, problems, note: scratch.note };
  });
}

function schemaText(compared: Comparison): string {
  return compared.kind === 'not compared' ? `not compared: ${compared.why}` : compared.kind;
}

const USUAL_TABLES = 'migration|alembic_version|sequelizemeta|schema_version|schema_history|databasechangelog';
const USUAL_COLUMNS = 'migration_time|version_num|productversion';

/** Whether values of a statement may name a migration: it writes into a table of such a name, or columns of a framework. */
function migrationNamer(tables: readonly string[]): (sql: string) => boolean {
  const names = [USUAL_TABLES, ...tables.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))].join('|');
  const pattern = new RegExp(`^\\s*(?:insert\\s+into|update)\\s+[\\w".]*(?:${names})|\\b(?:${USUAL_COLUMNS})\\b`, 'i');
  return (sql) => pattern.test(sql);
}

/** A password in a URL of the command line. */
const CREDENTIALS = /(:\/\/[^:@/\s]*:)[^@/\s]*@/g;
