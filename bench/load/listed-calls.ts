import type { Context } from '../../src/server/context/types.ts';
import type { Database } from '../../src/server/store/database.ts';

/** Name and query of a call. */
export type Row = readonly [string, object];

interface Page {
  readonly items: readonly unknown[];
  readonly next?: string | undefined;
}

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** Pages that are printed, besides the last of a walk. */
const SECOND = 2;
const LATER = 50;
/** Longest walk: later pages of a longer list are like its 50th. */
const WALK = 200;
/** The aim for one page, in milliseconds. */
const AIM = 100;

/** Runs calls, and prints the milliseconds of the database, the indexes, and the rows that the statements examine. */
export class ListedCalls {
  readonly #ctx: Context;
  readonly #db: Database;
  readonly #only: string;
  #spent = 0;
  #statements: Statement[] = [];
  #worst = 0;
  #over: string[] = [];

  constructor(db: Database, only: string) {
    this.#db = db;
    this.#only = only;
    const query: Database['query'] = async (sql, parameters = []) => {
      this.#statements.push({ sql, parameters });
      const begun = performance.now();
      try {
        return await db.query(sql, parameters);
      } finally {
        this.#spent += performance.now() - begun;
      }
    };
    this.#ctx = { db: Object.assign(Object.create(db), { query }) as Database, now: () => new Date() };
  }

  /** Walks the pages of each call from the first on. */
  async pages(list: string, rows: readonly Row[], page: (ctx: Context, query: object) => Promise<Page>): Promise<void> {
    process.stdout.write(`\n${list}\n`);
    for (const [name, query] of rows.filter(([name]) => `${list} ${name}`.includes(this.#only))) {
      const times: number[] = [];
      let found = 0;
      let cursor: string | undefined;
      let told = '';
      do {
        this.#spent = 0;
        this.#statements = [];
        const { items, next } = await page(this.#ctx, { ...query, cursor });
        times.push(this.#spent);
        found += items.length;
        if (times.length === 1 || times.length === LATER) told = await this.#explain();
        cursor = next;
      } while (cursor !== undefined && times.length < WALK);
      this.#print(`${list} ${name}`, { times, found, complete: cursor === undefined, told });
    }
  }

  #print(
    name: string,
    { times, found, complete, told }: { times: readonly number[]; found: number; complete: boolean; told: string },
  ): void {
    const worst = Math.max(...times);
    this.#worst = Math.max(this.#worst, worst);
    if (worst > AIM) this.#over.push(`${name} (${worst.toFixed(0)} ms)`);
    const of = (number: number) => (times[number - 1] === undefined ? '-' : times[number - 1]?.toFixed(1));
    const last = `${complete ? 'last' : `${times.length}th`} ${times.at(-1)?.toFixed(1)}`;
    process.stdout.write(
      `  ${name.padEnd(52)} 1st ${of(1)}, 2nd ${of(SECOND)}, ${LATER}th ${of(LATER)}, ${last}, worst ${worst.toFixed(1)} ms; ${found} items on ${times.length} pages; ${told}\n`,
    );
  }

  async #explain(): Promise<string> {
    const scans: string[] = [];
    for (const { sql, parameters } of this.#statements) {
      const { rows } = await this.#db.query<{ 'QUERY PLAN': readonly { Plan: Plan }[] | string }>(
        `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`,
        parameters,
      );
      const [row] = rows;
      const plans = typeof row?.['QUERY PLAN'] === 'string' ? JSON.parse(row['QUERY PLAN']) : row?.['QUERY PLAN'];
      for (const { Plan } of plans ?? []) scans.push(...scansOf(Plan));
    }
    return scans.join(', ');
  }

  summary(): void {
    const over = this.#over.length === 0 ? 'none' : this.#over.join(', ');
    process.stdout.write(`\nworst page ${this.#worst.toFixed(1)} ms; calls with a page over ${AIM} ms: ${over}\n`);
  }
}

function scansOf(plan: Plan): readonly string[] {
  const within = (plan.Plans ?? []).flatMap(scansOf);
  const name = plan['Index Name'] ?? (plan['Node Type'] === 'Seq Scan' ? `all of ${plan['Relation Name']}` : undefined);
  if (name === undefined) return within;
  const examined = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return [`${name} ${Math.round(examined)}`, ...within];
}
