import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../../../model/index.ts';
import type { Address } from '../environment.ts';
import {
  type Comparison,
  CUT_OFF,
  holdsRows,
  type MigrationRecorder,
  type QueryObserver,
  type QuerySink,
  type RecordingSink,
  type RunningRecorder,
  type Scratch,
  unusable,
} from '../scratch.ts';
import { MysqlConnection } from './connection.ts';
import { GeneralLog } from './general-log.ts';
import { startObserver } from './observer.ts';
import { piecesOf, rebuild } from './rebuild.ts';
import { startRelay } from './relay.ts';
import { type Database, databasesOf, quoted, userTables } from './schema.ts';
import { type SentText, sentText } from './sent-text.ts';

const NOT_MEASURED = 'what statements lock and rewrite is not recorded here: it is measured on PostgreSQL only';
const WITHOUT_LOG =
  'the user of `--upstream` may not use the general log, so the command had to connect without TLS (docs/record.md)';
const STILL_RUNNING = 'a statement was still running when its session ended';
const CONNECT_TIMEOUT_MS = 10_000;
/** Milliseconds for sessions that the command left open. */
const CLOSE_TIMEOUT_MS = 5_000;
const POLL_INTERVAL_MS = 50;
/** Modes in which quotes or backslashes have another meaning than the reader of recordings knows. */
const OTHER_QUOTES = /\b(?:ANSI_QUOTES|NO_BACKSLASH_ESCAPES)\b/;

/** Opens a database of MySQL or MariaDB that is given. Raises ConfigError if it cannot be used. */
export async function openMysql(address: Address, isScratch: boolean): Promise<Scratch> {
  const { user, password, database } = address;
  if (database === '') throw new ConfigError('`--upstream` names no database; write it after the port: `/database`');
  const client = await connected(address, database);
  try {
    const tables = await userTables(client);
    if (!isScratch) await refuseRows(client, address, tables);
    const dialect = /mariadb/i.test(client.version) ? 'mariadb' : 'mysql';
    const server = new Server(address, client, dialect, await databasesOf(client));
    const isFresh = tables.length === 0;
    return {
      kind: 'mysql',
      dialect,
      login: { user, password, database },
      // MariaDB puts another one before its own, for old replicas.
      version: client.version.replace(/^5\.5\.5-/, ''),
      isFresh,
      get note() {
        return server.note;
      },
      record: (sink) => server.record(sink, isFresh),
      observe: (sink) => server.observe(sink),
      close: () => server.close(),
    };
  } catch (error) {
    client.end();
    throw error;
  }
}

/** What a client sent, and the numbers of its sessions. */
interface SentTexts extends RunningRecorder {
  readonly threads: ReadonlySet<number>;
  /** Reads what was sent, once its sessions have ended. */
  read(): Promise<readonly SentText[]>;
}

/** What the recorder changes at a server, and puts back. */
class Server {
  note: string | undefined;
  readonly #address: Address;
  readonly #client: MysqlConnection;
  readonly #dialect: 'mysql' | 'mariadb';
  readonly #before: readonly Database[];
  readonly #made: string[] = [];
  #log: GeneralLog | undefined;
  #recorder: RunningRecorder | undefined;
  #closed: Promise<void> | undefined;

  constructor(address: Address, client: MysqlConnection, dialect: 'mysql' | 'mariadb', before: readonly Database[]) {
    this.#address = address;
    this.#client = client;
    this.#dialect = dialect;
    this.#before = before;
  }

  async record(sink: RecordingSink, isFresh: boolean): Promise<MigrationRecorder> {
    const { rows } = await this.#client.query('SELECT @@global.sql_mode');
    if (OTHER_QUOTES.test(rows[0]?.[0] ?? ''))
      sink.problem(`the server's \`sql_mode\` gives quotes another meaning (${rows[0]?.[0]})`);
    const log = await GeneralLog.switchOn(this.#client);
    this.#log = log;
    this.note = log ? NOT_MEASURED : `${NOT_MEASURED}; ${WITHOUT_LOG}`;
    const texts = log ? await this.#loggedTexts(log, sink) : await this.#observedTexts(sink);
    return {
      ...texts,
      finish: async (isWhole) => {
        try {
          if (!(await this.#areEnded(texts.threads))) sink.problem(STILL_RUNNING);
          return await this.#addTexts(await texts.read(), sink, isWhole, isFresh);
        } catch (error) {
          throw error instanceof ConfigError ? error : unusable(this.#address, error);
        }
      },
    };
  }

  async observe(sink: QuerySink): Promise<QueryObserver> {
    const observer = await startObserver(
      { address: this.#address, dialect: this.#dialect, client: this.#client },
      sink,
    );
    this.#recorder = observer;
    return observer;
  }

  /** What clients send, from the server's log. */
  async #loggedTexts(log: GeneralLog, sink: RecordingSink): Promise<SentTexts> {
    const relay = await startRelay(this.#address);
    const recorder = { port: relay.port, close: () => relay.close(CLOSE_TIMEOUT_MS) };
    this.#recorder = recorder;
    return {
      ...recorder,
      threads: relay.threads,
      read: async () => {
        const texts = await log.read(relay.threads, sink.problem);
        await this.#switchBack();
        return texts;
      },
    };
  }

  /** What clients send, as it passes by. */
  async #observedTexts(sink: RecordingSink): Promise<SentTexts> {
    const threads = new Set<number>();
    const texts: SentText[] = [];
    const { port, close, finish } = await this.observe({
      query: (query) => {
        const text = sentText(query, this.#dialect);
        if (!text) return sink.problem('a text was sent in an encoding that cannot be read');
        threads.add(text.thread);
        texts.push(text);
        if (query.outcome !== 'ok' && query.sqlstate === CUT_OFF) sink.problem(STILL_RUNNING);
      },
      problem: (what) => sink.problem(what),
    });
    return {
      port,
      close,
      threads,
      read: async () => {
        await finish();
        return texts;
      },
    };
  }

  async #addTexts(
    texts: readonly SentText[],
    sink: RecordingSink,
    isWhole: boolean,
    isFresh: boolean,
  ): Promise<Comparison | undefined> {
    const pieces = await piecesOf(texts, this.#dialect);
    if (!isWhole || !isFresh) {
      const found = pieces.flat();
      for (const { recorded } of found) sink.statement(recorded);
      if (isWhole && !found.every(({ isKnown }) => isKnown))
        sink.problem(
          'the databases held tables before, so that which statements failed is not known: use a server with empty databases',
        );
      return undefined;
    }
    const { statements, comparison } = await rebuild(pieces, {
      dialect: this.#dialect,
      before: this.#before,
      client: this.#client,
      connect: () => connected(this.#address, undefined),
      nameOf: () => this.#secondName(),
    });
    for (const statement of statements) sink.statement(statement);
    return comparison;
  }

  /** Puts everything back; a second call waits for the first. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#recorder?.close();
    await this.#switchBack();
    if (this.#made.length > 0) {
      const client = await connected(this.#address, undefined);
      try {
        // The user may not have been allowed to create them, nor to drop what is not there.
        for (const { name } of await databasesOf(client))
          if (this.#made.includes(name)) await client.query(`DROP DATABASE ${quoted(name)}`);
      } finally {
        client.end();
      }
    }
    this.#client.end();
  }

  #secondName(): string {
    const name = `querygate_${process.pid}_${this.#made.length}`;
    this.#made.push(name);
    return name;
  }

  async #switchBack(): Promise<void> {
    const log = this.#log;
    if (!log) return;
    this.#log = undefined;
    try {
      // The command may have ended the session of the recorder.
      const client = await connected(this.#address, undefined);
      await log.switchBack(client).finally(() => client.end());
    } catch (error) {
      const { host, port } = this.#address;
      throw new ConfigError(
        `the general log of the server at ${host}:${port} could not be put back (${error instanceof Error ? error.message : String(error)}); see \`SHOW GLOBAL VARIABLES LIKE '%log%'\` there`,
      );
    }
  }

  /** Whether the server has ended the sessions. Until then, a statement may still run. */
  async #areEnded(threads: ReadonlySet<number>): Promise<boolean> {
    const until = Date.now() + CLOSE_TIMEOUT_MS;
    for (;;) {
      const { rows } = await this.#client.query('SELECT id FROM information_schema.processlist');
      if (!rows.some(([id]) => threads.has(Number(BigInt(id ?? 0) & 0xff_ff_ff_ffn)))) return true;
      if (Date.now() > until) return false;
      await sleep(POLL_INTERVAL_MS);
    }
  }
}

async function connected(address: Address, database: string | undefined): Promise<MysqlConnection> {
  try {
    return await MysqlConnection.open(address, database, CONNECT_TIMEOUT_MS);
  } catch (error) {
    throw unusable(address, error);
  }
}

/** Rows may be needed, and the command could reach each database of the server. */
async function refuseRows(
  client: MysqlConnection,
  address: Address,
  tables: readonly { readonly database: string; readonly name: string }[],
): Promise<void> {
  for (const { database, name } of tables) {
    const { rows } = await client.query(`SELECT 1 FROM ${quoted(database)}.${quoted(name)} LIMIT 1`);
    if (rows.length > 0) throw holdsRows({ ...address, database }, name);
  }
}
