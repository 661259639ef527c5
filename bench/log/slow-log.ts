import type { LogFile } from './log-file.ts';
import { Random, Weighted } from './random.ts';
import { type Application, makeWorkload, type Workload } from './workload.ts';

const FIRST = Date.UTC(2026, 10, 1);
const LAST = Date.UTC(2026, 10, 15);

interface Connection {
  readonly application: Application;
  readonly thread: number;
  left: number;
  inTransaction: boolean;
}

/** MariaDB's slow log (version 10.11) with `long_query_time = 0`: two weeks, spread evenly over the file. */
export function writeSlowLog(file: LogFile): void {
  new SlowLog(file, makeWorkload('mariadb')).write();
}

class SlowLog {
  readonly #file: LogFile;
  readonly #workload: Workload;
  readonly #random = new Random(2);
  readonly #connections: Connection[];
  readonly #next: Weighted<number>;
  #thread = 20;
  #second = 0;
  #database = '';

  constructor(file: LogFile, workload: Workload) {
    this.#file = file;
    this.#workload = workload;
    const slots = workload.applications.flatMap((application) =>
      Array.from({ length: application.connections }, () => application),
    );
    this.#connections = slots.map((application) => this.#opened(application));
    this.#next = new Weighted(
      slots.map((_, at) => at),
      (at) => (slots[at]?.weight ?? 0) / (slots[at]?.connections ?? 1),
    );
  }

  write(): void {
    const random = this.#random;
    this.#file.write(
      'mariadbd, Version: 10.11.6-MariaDB-log (MariaDB Server). started with:\nTcp port: 3306  Unix socket: /run/mysqld/mysqld.sock\nTime\t\t    Id Command\tArgument\n',
    );
    while (this.#file.share < 1) {
      const place = this.#next.pick(random);
      const connection = this.#connections[place];
      if (!connection) throw new RangeError('there is no such connection');
      this.#entry(connection, this.#statement(connection));
      if (--connection.left <= 0) {
        this.#entry(connection, '# administrator command: Quit');
        this.#connections[place] = this.#opened(connection.application);
      }
    }
  }

  #opened(application: Application): Connection {
    const left = Math.ceil(application.life * (0.5 + this.#random.next()));
    return { application, thread: ++this.#thread, left, inTransaction: false };
  }

  #statement(connection: Connection): string {
    const random = this.#random;
    const { application } = connection;
    if (random.chance(0.00005)) return random.pick(this.#workload.ddl).simple(random);
    if (!random.chance(application.transactions)) return escaped(application.templates.pick(random).simple(random));
    connection.inTransaction = !connection.inTransaction;
    return connection.inTransaction ? 'START TRANSACTION' : 'COMMIT';
  }

  #entry({ application, thread }: Connection, sql: string): void {
    const random = this.#random;
    const { user, database } = application;
    const second = Math.floor((FIRST + this.#file.share * (LAST - FIRST)) / 1000);
    let entry = '';
    if (second !== this.#second) {
      const [date = '', time = ''] = new Date(second * 1000).toISOString().slice(2, 19).split('T');
      entry += `# Time: ${date.replaceAll('-', '')} ${time.replace(/^0/, ' ')}\n`;
      this.#second = second;
    }
    const took = (random.next() ** 6 * 2 + 0.00002).toFixed(6);
    const rows = random.below(40);
    entry += `# User@Host: ${user}[${user}] @ app-${thread % 12}.internal [10.0.${thread % 8}.${2 + (thread % 240)}]\n# Thread_id: ${thread}  Schema: ${database}  QC_hit: No\n# Query_time: ${took}  Lock_time: 0.${String(random.below(100)).padStart(6, '0')}  Rows_sent: ${rows}  Rows_examined: ${rows * random.between(1, 50)}\n# Rows_affected: 0  Bytes_sent: ${rows * 113}\n`;
    if (database !== this.#database) entry += `use \`${database}\`;\n`;
    this.#database = database;
    this.#file.write(`${entry}SET timestamp=${second};\n${sql};\n`);
  }
}

/** In MariaDB, a backslash in a string begins an escape. */
function escaped(sql: string): string {
  return sql.includes('\\') ? sql.replaceAll('\\', '\\\\') : sql;
}
