import type { RecordedStatement } from '../../../model/schemas/index.ts';
import type { LockMeter } from './lock-meter.ts';

interface Entry {
  readonly session: string;
  readonly backend: number | undefined;
  statement: RecordedStatement;
  /** Nothing more will be known of it. */
  isDone: boolean;
}

/** Its new file is empty. */
const EMPTIES = /\btruncate\b/i;

/** Adds to statements what was measured, and passes them on in the order in which they came. */
export class MeasuredStatements {
  readonly #meter: Pick<LockMeter, 'measure'>;
  readonly #pass: (statement: RecordedStatement) => void;
  readonly #problem: (what: string) => void;
  /** Statements that wait for the end of a transaction, and those after them. */
  #waiting: Entry[] = [];
  /** By session: the statement that was answered last. */
  readonly #answered = new Map<string, Entry>();

  constructor(
    meter: Pick<LockMeter, 'measure'>,
    pass: (statement: RecordedStatement) => void,
    problem: (what: string) => void,
  ) {
    this.#meter = meter;
    this.#pass = pass;
    this.#problem = problem;
  }

  /** @param backend id of the server's process; undefined if it cannot be measured */
  add(session: string, statement: RecordedStatement, backend: number | undefined): void {
    const entry = { session, backend, statement, isDone: backend === undefined };
    this.#waiting.push(entry);
    if (!entry.isDone) this.#answered.set(session, entry);
    this.#passOn();
  }

  /** Measures the last statement of the session. Undefined if it sent none since. */
  answered(session: string, isIdle: boolean): Promise<void> | undefined {
    const entry = this.#answered.get(session);
    if (!entry) return undefined;
    this.#answered.delete(session);
    return this.#measure(entry, isIdle).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      this.#problem(`what statements lock could not be measured: ${why}`);
    });
  }

  async #measure(entry: Entry, isIdle: boolean): Promise<void> {
    const { session, backend = 0 } = entry;
    const { locks, rewritten } = await this.#meter.measure(entry, { backend, isOpen: !isIdle });
    if (locks) entry.statement = { ...entry.statement, locks: [...locks] };
    for (const [by, tables] of rewritten)
      if (!EMPTIES.test(by.statement.sql)) by.statement = { ...by.statement, rewritten: [...tables] };
    if (!isIdle) return;
    for (const each of this.#waiting) if (each.session === session) each.isDone = true;
    this.#passOn();
  }

  /** Passes on the rest: the sessions have ended. */
  end(): void {
    for (const entry of this.#waiting) entry.isDone = true;
    this.#passOn();
  }

  #passOn(): void {
    const open = this.#waiting.findIndex(({ isDone }) => !isDone);
    const done = open < 0 ? this.#waiting : this.#waiting.slice(0, open);
    this.#waiting = open < 0 ? [] : this.#waiting.slice(open);
    for (const { statement } of done) this.#pass(statement);
  }
}
