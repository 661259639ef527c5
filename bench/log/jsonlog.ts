import type { LogFile } from './log-file.ts';
import { Random, Weighted } from './random.ts';
import { type Application, makeWorkload, type Workload } from './workload.ts';

/** Time range of the log. */
const FIRST = Date.UTC(2026, 10, 1);
const LAST = Date.UTC(2026, 10, 15);

/** One connection to the server. */
class Connection {
  readonly application: Application;
  readonly pid: number;
  readonly session: string;
  readonly started: string;
  readonly name: string;
  readonly host: string;
  lines = 0;
  left: number;
  inTransaction = false;
  prepared = 0;

  constructor(application: Application, pid: number, at: number, random: Random) {
    this.application = application;
    this.pid = pid;
    this.session = `${Math.floor(at / 1000).toString(16)}.${pid.toString(16)}`;
    this.started = `${stamp(at).slice(0, 19)} UTC`;
    this.name = application.name
      .replace('#', () => String(random.below(11)))
      .replace('@', () => `7d9c5b8f44-${podName(random)}`);
    this.host = `10.0.${random.below(8)}.${random.between(2, 250)}`;
    this.left = Math.ceil(application.life * (0.5 + random.next()));
  }
}

function podName(random: Random): string {
  return Array.from({ length: 5 }, () => random.pick([...'bcdfghjklmnpqrstvwxz2456789'])).join('');
}

/** `2026-11-20 12:00:00.123 UTC` */
function stamp(at: number): string {
  return `${new Date(at).toISOString().replace('T', ' ').slice(0, 23)} UTC`;
}

/**
 * PostgreSQL's jsonlog (version 15) with `log_min_duration_statement = 0` and `log_connections`: two weeks of a shop,
 * spread evenly over the file. Applications that bind values also log these.
 */
export function writeJsonlog(file: LogFile): void {
  new Jsonlog(file, makeWorkload('postgresql')).write();
}

/** The same of two applications with few statements: nearly all of the log is repetition. */
export function writeApplicationLog(file: LogFile): void {
  new Jsonlog(file, makeWorkload('postgresql', { applications: ['billing', 'gateway'], templates: 70 })).write();
}

class Jsonlog {
  readonly #file: LogFile;
  readonly #workload: Workload;
  readonly #random = new Random(1);
  readonly #connections: Connection[] = [];
  readonly #next: Weighted<number>;
  #pid = 1000;
  #transaction = 5_000_000;
  #at = FIRST;

  constructor(file: LogFile, workload: Workload) {
    this.#file = file;
    this.#workload = workload;
    const slots = workload.applications.flatMap((application) =>
      Array.from({ length: application.connections }, () => application),
    );
    for (const application of slots) this.#connections.push(this.#opened(application));
    this.#next = new Weighted(
      slots.map((_, at) => at),
      (at) => (slots[at]?.weight ?? 0) / (slots[at]?.connections ?? 1),
    );
  }

  write(): void {
    const random = this.#random;
    while (this.#file.share < 1) {
      this.#at = FIRST + this.#file.share * (LAST - FIRST);
      const place = this.#next.pick(random);
      const connection = this.#connections[place];
      if (!connection) throw new RangeError('there is no such connection');
      this.#run(connection);
      if (--connection.left <= 0) this.#connections[place] = this.#renewed(connection);
    }
  }

  #opened(application: Application): Connection {
    this.#pid = 1000 + ((this.#pid - 999) % 60_000);
    const connection = new Connection(application, this.#pid, this.#at, this.#random);
    const { user, database } = application;
    this.#line(
      connection,
      'LOG',
      `connection received: host=${connection.host} port=${40_000 + (connection.pid % 20_000)}`,
    );
    this.#line(
      connection,
      'LOG',
      `connection authorized: user=${user} database=${database} SSL enabled (protocol=TLSv1.3, cipher=TLS_AES_256_GCM_SHA384, bits=256)`,
    );
    return connection;
  }

  #renewed(old: Connection): Connection {
    const { user, database } = old.application;
    this.#line(
      old,
      'LOG',
      `disconnection: session time: 0:12:${10 + (old.pid % 50)}.123 user=${user} database=${database} host=${old.host}`,
    );
    return this.#opened(old.application);
  }

  #run(connection: Connection): void {
    const random = this.#random;
    const { application } = connection;
    if (random.chance(0.003)) return this.#failed(connection);
    if (random.chance(0.00005)) return this.#simple(connection, random.pick(this.#workload.ddl).simple(random));
    if (random.chance(application.transactions)) return this.#turn(connection);
    const template = application.templates.pick(random);
    if (application.protocol === 'simple') return this.#simple(connection, template.simple(random));
    const binds: string[] = [];
    const sql = template.extended(random, binds);
    const name = random.chance(0.5) ? '<unnamed>' : `S_${++connection.prepared}`;
    // A statement is prepared once, and bound and executed many times.
    if (name === '<unnamed>' || random.chance(0.02))
      this.#line(connection, 'LOG', `${this.#duration()}  parse ${name}: ${sql}`);
    const detail =
      binds.length === 0
        ? undefined
        : `parameters: ${binds.map((bind, at) => `$${at + 1} = '${bind.replaceAll("'", "''")}'`).join(', ')}`;
    this.#line(connection, 'LOG', `${this.#duration()}  bind ${name}: ${sql}`, detail);
    this.#line(connection, 'LOG', `${this.#duration()}  execute ${name}: ${sql}`, detail);
  }

  #simple(connection: Connection, sql: string): void {
    this.#line(connection, 'LOG', `${this.#duration()}  statement: ${sql}`);
  }

  #turn(connection: Connection): void {
    this.#simple(connection, connection.inTransaction ? 'COMMIT' : 'BEGIN');
    connection.inTransaction = !connection.inTransaction;
    if (!connection.inTransaction) this.#transaction++;
  }

  #failed(connection: Connection): void {
    const sql = this.#random.pick(this.#workload.failing).simple(this.#random);
    this.#line(connection, 'ERROR', 'duplicate key value violates unique constraint "users_email_key"', undefined, sql);
  }

  #duration(): string {
    return `duration: ${(this.#random.next() ** 6 * 400 + 0.02).toFixed(3)} ms`;
  }

  #line(connection: Connection, severity: string, message: string, detail?: string, statement?: string): void {
    const random = this.#random;
    const { application } = connection;
    connection.lines++;
    let line = `{"timestamp":"${stamp(this.#at)}","user":"${application.user}","dbname":"${application.database}","pid":${connection.pid},"remote_host":"${connection.host}","remote_port":${40_000 + (connection.pid % 20_000)},"session_id":"${connection.session}","line_num":${connection.lines},"ps":"${severity === 'ERROR' ? 'INSERT' : 'SELECT'}","session_start":"${connection.started}","vxid":"${connection.pid % 90}/${connection.lines}","txid":${connection.inTransaction ? this.#transaction : 0},"error_severity":"${severity}"`;
    if (severity === 'ERROR') line += ',"state_code":"23505"';
    line += `,"message":${JSON.stringify(message)}`;
    if (detail !== undefined) line += `,"detail":${JSON.stringify(detail)}`;
    if (statement !== undefined) line += `,"statement":${JSON.stringify(statement)}`;
    line += `,"application_name":${JSON.stringify(connection.name)},"backend_type":"client backend","query_id":${random.chance(0.5) ? '-' : ''}${random.between(1, 9)}${String(random.below(1_000_000_000)).padStart(9, '0')}${String(random.below(1_000_000_000)).padStart(9, '0')}}\n`;
    this.#file.write(line);
  }
}
