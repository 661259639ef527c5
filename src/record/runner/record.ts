import { ConfigError, PRODUCT } from '../../model/index.ts';
import type { RecordingHeader } from '../../model/schemas/index.ts';
import { recordedEnvironment } from './environment.ts';
import { openScratch, type ScratchOptions } from './open-scratch.ts';
import { RecordingFile } from './recording-file.ts';
import { BY_SIGNAL, isCommandRunning, runCommand, SIGNALS } from './run-command.ts';
import type { Comparison, Scratch } from './scratch.ts';

interface RecordRequest extends ScratchOptions {
  /** The command and its arguments. */
  readonly command: readonly string[];
  /** File of the recording. */
  readonly output: string;
  /** Variables that get the URL of the recorder although they hold no URL of a database. */
  readonly variables: readonly string[];
  /** Tables of migrations whose names are not the usual ones. */
  readonly migrationTables: readonly string[];
  readonly now: Date;
}

/** What came of a recording. */
interface RecordResult {
  readonly exitCode: number;
  readonly statements: number;
  readonly problems: readonly string[];
  /** What the user should know of the database, as one line. */
  readonly note: string | undefined;
}

/**
 * Runs a command in front of a scratch database, and writes what it executes there to a file. Its output and exit code are
 * the command's. Raises ConfigError if nothing could be recorded.
 */
export async function record(request: RecordRequest): Promise<RecordResult> {
  const { command, output, env, now } = request;
  if (command.length === 0) throw new ConfigError('there is no command; write it after `--`');
  let scratch: Scratch | undefined;
  const endSignals = exitOnSignals(async () => scratch?.close());
  try {
    scratch = await openScratch(request);
    const { kind, dialect, login, version, isFresh, note } = scratch;
    const header: RecordingHeader = {
      recording: 1,
      as: 'migrations',
      dialect,
      tool: { name: 'querygate', version: PRODUCT.version },
      at: now.toISOString(),
      command: command.map((word) => word.replaceAll(CREDENTIALS, '$1***@')),
      fresh: isFresh,
      server: version,
    };
    const file = await RecordingFile.create(output, header);
    const mayNameMigration = migrationNamer(request.migrationTables);
    const found = new Set<string>();
    const recorder = await scratch.record({
      statement: ({ values, ...statement }) =>
        file.add(values && mayNameMigration(statement.sql) ? { ...statement, values } : statement),
      problem: (what) => found.add(what),
    });
    const address = { host: '127.0.0.1', port: recorder.port, ...login };
    const run = async () => runCommand(command, recordedEnvironment(env, kind, address, request.variables));
    const exitCode = await run().finally(() => recorder.close());
    // An unfinished command leaves what it did so far; what was there before cannot be rebuilt.
    const compared = await recorder.finish(exitCode === 0);
    if (compared?.kind === 'different')
      found.add(`what was recorded makes another schema than the command: ${compared.lines.join('; ')}`);
    else if (compared?.kind === 'not compared')
      found.add(`whether what was recorded makes the schema of the command is not known: ${compared.why}`);
    const problems = [...found];
    await file.end({ exitCode, problems, ...(compared && { schema: schemaText(compared) }) });
    return { exitCode, statements: file.statements, problems, note };
  } finally {
    await scratch?.close();
    endSignals();
  }
}

/**
 * While no command runs, a signal ends the process, which removes what it has made. Returns how to end that.
 *
 * @param close puts back what is changed at a server that goes on
 */
function exitOnSignals(close: () => Promise<void>): () => void {
  let isEnding = false;
  const exit = (_: NodeJS.Signals, number: number) => {
    if (isCommandRunning()) return;
    const end = () => process.exit(BY_SIGNAL + number);
    // A second signal does not wait.
    if (isEnding) end();
    isEnding = true;
    void close().then(end, end);
  };
  for (const signal of SIGNALS) process.on(signal, exit);
  return () => {
    for (const signal of SIGNALS) process.off(signal, exit);
  };
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
