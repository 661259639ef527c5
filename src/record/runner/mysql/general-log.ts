import { randomUUID } from 'node:crypto';
import { type MysqlConnection, MysqlError } from './connection.ts';
import type { SentText } from './sent-text.ts';

interface Settings {
  readonly output: string;
  readonly isOn: boolean;
  /** Whether the table of the log held rows. */
  readonly hasRows: boolean;
}

/** What a server logs of a session that does not concern what it executes. */
const OTHER_COMMANDS: ReadonlySet<string> = new Set([
  ...['Quit', 'Prepare', 'Close stmt', 'Reset stmt', 'Long Data', 'Fetch', 'Reset connection', 'Reset Connection'],
  ...['Statistics', 'Ping', 'Field List', 'Processlist', 'Set option', 'Sleep', 'Time', 'Daemon', 'Debug', 'Error'],
]);
const CONNECTS: ReadonlySet<string> = new Set(['Connect', 'Change user']);
const EXECUTES: ReadonlySet<string> = new Set(['Query', 'Execute']);
/** Statements that prepare or execute another one, which the log has too. */
const PREPARED = /^\s*(?:PREPARE|EXECUTE)\b/i;
const CHANGES_LOG = /\b(?:sql_log_off|general_log|log_output)\b/i;
/** What health checks ask. */
const HEALTH_CHECK =
  /^\s*(?:SET\s+(?:NAMES|autocommit|SESSION)\b[^;]*|SHOW\b[^;]*|SELECT\b(?:(?!\b(?:FROM|INTO)\b)[^;()]|\(\s*\))*(?:\bFROM\s+information_schema\.[^;()]*(?:\([^;()]*\))?)?)$/i;
/** The column's limit, in bytes. */
const MAX_LENGTH = 0xff_ff_ff;

/** The general log of a server, as a table. It is switched on for a recording, and put back after it. */
export class GeneralLog {
  readonly #client: MysqlConnection;
  readonly #before: Settings;
  readonly #mark = `querygate record ${randomUUID()}`;

  private constructor(client: MysqlConnection, before: Settings) {
    this.#client = client;
    this.#before = before;
  }

  /** Undefined if the server refuses that, as it does for a user who may not set or read it. */
  static async switchOn(client: MysqlConnection): Promise<GeneralLog | undefined> {
    try {
      const before = await settingsOf(client);
      const log = new GeneralLog(client, before);
      try {
        await client.query(`SET GLOBAL log_output = '${before.isOn ? union(before.output) : 'TABLE'}'`);
        await client.query('SET GLOBAL general_log = ON');
      } catch (error) {
        await log.switchBack(client);
        throw error;
      }
      await client.query(`SELECT '${log.#mark} begins'`);
      return log;
    } catch (error) {
      if (error instanceof MysqlError) return undefined;
      throw error;
    }
  }

  /**
   * The texts that the sessions `threads` sent, in order.
   *
   * @param problem takes what the log does not show
   */
  async read(threads: ReadonlySet<number>, problem: (what: string) => void): Promise<readonly SentText[]> {
    const { output, isOn } = await settingsOf(this.#client);
    if (!isOn || !output.includes('TABLE')) problem('something switched the general log off');
    await this.#client.query(`SELECT '${this.#mark} ends'`);
    const text = 'SELECT thread_id, command_type, argument, user_host, LENGTH(argument) FROM mysql.general_log';
    const rows = (await this.#client.query(text)).rows.map(([thread, command, argument, user, length]) => ({
      thread: Number(BigInt(thread ?? 0) & 0xff_ff_ff_ffn),
      command: command ?? '',
      argument: argument ?? '',
      user: user ?? '',
      length: Number(length),
    }));
    const isMark = (which: string) => (row: (typeof rows)[number]) =>
      row.thread === this.#client.thread && row.argument === `SELECT '${this.#mark} ${which}'`;
    const [from, to] = [rows.findIndex(isMark('begins')), rows.findIndex(isMark('ends'))];
    if (from < 0 || to < 0) {
      problem('the general log does not hold all that was logged: something emptied it');
      return [];
    }
    const own = rows.slice(from + 1, to).filter(({ thread }) => thread !== this.#client.thread);
    const texts = new LoggedTexts(problem);
    for (const row of own) {
      if (row.length >= MAX_LENGTH) problem('the general log cut a statement off');
      if (threads.has(row.thread)) texts.add(row);
      else if (EXECUTES.has(row.command) && !HEALTH_CHECK.test(row.argument))
        problem(`a session that did not go through the recorder (${row.user}) executed: ${short(row.argument)}`);
    }
    return texts.end();
  }

  /** Puts the log back as it was. `client` is any session of the same user. */
  async switchBack(client: MysqlConnection): Promise<void> {
    const { output, isOn, hasRows } = this.#before;
    await client.query(`SET GLOBAL general_log = ${isOn ? 'ON' : 'OFF'}`);
    await client.query(`SET GLOBAL log_output = '${output}'`);
    // What fixtures hold must not stay there.
    if (!hasRows) await client.query('TRUNCATE TABLE mysql.general_log');
  }
}

interface Row {
  readonly thread: number;
  readonly command: string;
  readonly argument: string;
}

/** Gathers the texts of the command's sessions. */
class LoggedTexts {
  readonly #problem: (what: string) => void;
  readonly #databases = new Map<number, string | undefined>();
  /** By session, the last text if it may stand for the one that follows. */
  readonly #prepared = new Map<number, number>();
  readonly #texts: (SentText | undefined)[] = [];

  constructor(problem: (what: string) => void) {
    this.#problem = problem;
  }

  add({ thread, command, argument }: Row): void {
    if (CONNECTS.has(command)) this.#databases.set(thread, databaseIn(argument));
    else if (command === 'Init DB') this.#databases.set(thread, argument);
    else if (EXECUTES.has(command)) this.#addText(thread, command, argument);
    else if (!OTHER_COMMANDS.has(command)) this.#problem(`the command sent \`${command}\`, which cannot be read`);
    if (command !== 'Prepare' && command !== 'Execute') return;
    const statement = this.#prepared.get(thread);
    if (statement === undefined) return;
    delete this.#texts[statement];
    if (command === 'Execute') this.#prepared.delete(thread);
  }

  #addText(thread: number, command: string, sql: string): void {
    if (CHANGES_LOG.test(sql) && /\bSET\b/i.test(sql))
      this.#problem(`the command changed what is logged: ${short(sql)}`);
    const at = this.#texts.push({ thread, database: this.#databases.get(thread), sql }) - 1;
    if (command === 'Query' && PREPARED.test(sql)) this.#prepared.set(thread, at);
    else if (command === 'Query') this.#prepared.delete(thread);
    const [, quoted, plain] = /^\s*USE\s+(?:`([^`]+)`|([\w$]+))/i.exec(sql) ?? [];
    const database = quoted ?? plain;
    if (database !== undefined) this.#databases.set(thread, database);
  }

  end(): readonly SentText[] {
    return this.#texts.filter((text) => text !== undefined);
  }
}

async function settingsOf(client: MysqlConnection): Promise<Settings> {
  const { rows } = await client.query(
    'SELECT @@global.log_output, @@global.general_log, EXISTS (SELECT 1 FROM mysql.general_log)',
  );
  const [output, isOn, hasRows] = rows[0] ?? [];
  return { output: output ?? '', isOn: isOn === '1', hasRows: hasRows === '1' };
}

/** The outputs of the log, with the table. */
function union(output: string): string {
  return [...new Set([...output.split(',').filter((each) => each !== 'NONE'), 'TABLE'])].join(',');
}

/** `root@localhost on shop using TCP/IP`. */
function databaseIn(argument: string): string | undefined {
  const [, database = ''] = / on (.*) using [^ ]+$/.exec(argument) ?? [];
  return database === '' ? undefined : database;
}

const MAX_SHOWN = 100;

function short(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_SHOWN);
}
