import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, PRODUCT } from '../../model/index.ts';
import type { RecordedStatement, RecordingHeader } from '../../model/schemas/index.ts';
import { type ObservedQuery, startRecorder } from '../../proxy/recorder.ts';
import { recordedEnvironment } from './environment.ts';
import type { Comparison, ExecutedStatement } from './rebuild.ts';
import { RecordingFile } from './recording-file.ts';
import { BY_SIGNAL, isCommandRunning, runCommand, SIGNALS } from './run-command.ts';
import { openScratch, type Scratch } from './scratch.ts';

interface RecordRequest {
  /** The command and its arguments. */
  readonly command: readonly string[];
  /** File of the recording. */
  readonly output: string;
  /** See `ScratchOptions`. */
  readonly upstream: string | undefined;
  readonly isScratch: boolean;
  /** Variables that get the URL of the recorder although they hold no URL of a database. */
  readonly variables: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
}

/** What came of a recording. */
interface RecordResult {
  readonly exitCode: number;
  readonly statements: number;
  readonly problems: readonly string[];
  readonly server: string;
}

/** Milliseconds for sessions that the command left open. */
const CLOSE_TIMEOUT_MS = 5_000;
/** Milliseconds until a server has counted a session. */
const COUNT_TIMEOUT_MS = 2_000;
const COUNT_INTERVAL_MS = 100;

/**
 * Runs a command in front of a scratch database, and writes what it executes there to a file. Its output and exit code are
 * the command's. Raises ConfigError if nothing could be recorded.
 */
export async function record(request: RecordRequest): Promise<RecordResult> {
  const { command, output, env, now } = request;
  if (command.length === 0) throw new ConfigError('there is no command; write it after `--`');
  const endSignals = exitOnSignals();
  const scratch = await openScratch(request);
  try {
    const header: RecordingHeader = {
      recording: 1,
      as: 'migrations',
      dialect: 'postgresql',
      tool: { name: 'querygate', version: PRODUCT.version },
      at: now.toISOString(),
      command: command.map((word) => word.replaceAll(CREDENTIALS, '$1***@')),
      fresh: scratch.isFresh,
      server: scratch.version,
    };
    const file = await RecordingFile.create(output, header);
    const problems = new Set<string>();
    const numbers = new Map<string, number>();
    const executed: ExecutedStatement[] = [];
    const recorder = await startRecorder({
      upstream: scratch.upstream,
      record: (query) => {
        const statement = statementOf(query, numbers);
        if (!statement) return void problems.add('a text was sent in an encoding that cannot be read');
        file.add(statement);
        if (statement.failed === CUT_OFF) problems.add('a statement was still running when its session ended');
        const { session, sql, failed, database } = statement;
        if (database === scratch.login.database)
          executed.push({ session, sql, values: query.binds, failed: failed !== undefined });
      },
      problem: (what) => problems.add(what),
    });
    const before = await scratch.sessions();
    const address = { host: '127.0.0.1', port: recorder.port, ...scratch.login };
    const run = async () => runCommand(command, recordedEnvironment(env, address, request.variables));
    const exitCode = await run().finally(() => recorder.close(CLOSE_TIMEOUT_MS));
    const unseen = await unseenSessions(scratch, before, recorder.sessions());
    if (unseen > 0)
      problems.add(`the server counted ${unseen} more sessions than the recorder: something connected past it`);
    // An unfinished command leaves what it did so far; what was there before cannot be rebuilt.
    const compared = exitCode === 0 && scratch.isFresh ? await scratch.compare(executed) : undefined;
    if (compared?.kind === 'different')
      problems.add(`what was recorded makes another schema than the command: ${compared.lines.join('; ')}`);
    else if (compared?.kind === 'not compared')
      problems.add(`whether what was recorded makes the schema of the command is not known: ${compared.why}`);
    await file.end({ exitCode, problems: [...problems], ...(compared && { schema: schemaText(compared) }) });
    return { exitCode, statements: file.statements, problems: [...problems], server: scratch.version };
  } finally {
    await scratch.close();
    endSignals();
  }
}

/** While no command runs, a signal ends the process, which removes what it has made. Returns how to end that. */
function exitOnSignals(): () => void {
  const exit = (_: NodeJS.Signals, number: number) => {
    if (!isCommandRunning()) process.exit(BY_SIGNAL + number);
  };
  for (const signal of SIGNALS) process.on(signal, exit);
  return () => {
    for (const signal of SIGNALS) process.off(signal, exit);
  };
}

function schemaText(compared: Comparison): string {
  return compared.kind === 'not compared' ? `not compared: ${compared.why}` : compared.kind;
}

/** How many sessions the server began that the recorder did not see. It counts them a moment after they began. */
async function unseenSessions({ sessions }: Scratch, before: number | undefined, seen: number): Promise<number> {
  if (before === undefined) return 0;
  const until = Date.now() + COUNT_TIMEOUT_MS;
  let unseen = 0;
  do {
    unseen = ((await sessions()) ?? before) - before - seen;
    if (unseen >= 0) break;
    await sleep(COUNT_INTERVAL_MS);
  } while (Date.now() < until);
  return Math.max(0, unseen);
}

const WRITES = /^(?:INSERT 0|UPDATE|DELETE|MERGE|COPY) (\d+)$/;
/** Statements whose values name a migration: writes into a table of such a name, or with columns of a framework. */
const MAY_NAME_MIGRATION =
  /^\s*(?:insert\s+into|update)\s+[\w".]*(?:migration|alembic_version|sequelizemeta|schema_version|schema_history|databasechangelog)|\b(?:migration_time|version_num|productversion)\b/i;
/** SQLSTATE of a query whose connection ended before the answer. */
const CUT_OFF = '08006';
/** A password in a URL of the command line. */
const CREDENTIALS = /(:\/\/[^:@/\s]*:)[^@/\s]*@/g;

function statementOf(query: ObservedQuery, numbers: Map<string, number>): RecordedStatement | undefined {
  const sql = query.text();
  if (sql === undefined) return undefined;
  const session = numbers.get(query.session) ?? numbers.size + 1;
  numbers.set(query.session, session);
  const counts = (query.tags ?? []).flatMap((tag) => WRITES.exec(tag)?.[1] ?? []).map(Number);
  const { binds, inTransaction } = query;
  return {
    session,
    ...(query.caller.database !== undefined && { database: query.caller.database }),
    sql,
    ...(query.outcome !== 'ok' && { failed: query.sqlstate ?? '' }),
    ...(inTransaction !== undefined && { transaction: inTransaction }),
    ...(counts.length > 0 && { rows: counts.reduce((sum, count) => sum + count, 0) }),
    ...(binds && MAY_NAME_MIGRATION.test(sql) && { values: [...binds] }),
  };
}
