import { OPERATION_FACTS, type Operation } from '../model/index.ts';

/** One step of the reading of a statement: who decided, and what. */
export interface TraceStep {
  /** Index of the statement in its file. */
  readonly statement: number;
  /** `token reader`, the name of a grammar, `filter`, `statements before it`, or the name of a pass. */
  readonly by: string;
  /** What it read, or how it changed a fact. */
  readonly text: string;
}

/** Collects the steps while a file is read. */
export class Trace {
  readonly steps: TraceStep[] = [];
  /** Index of the statement that is read. */
  statement = 0;

  note(by: string, text: string, statement = this.statement): void {
    this.steps.push({ statement, by, text });
  }

  /** Notes which facts one step gave other values than the step before it. */
  changes(by: string, before: readonly Facts[], after: readonly Operation[], statement = this.statement): void {
    for (const [index, operation] of after.entries()) {
      const older = before[index];
      const facts = factsOf(operation);
      const name = `${operation.kind} ${operation.target.text}`.trim();
      if (!older) this.note(by, `adds ${name}${given(facts)}`, statement);
      else
        for (const [fact, value] of Object.entries(facts))
          if (shown(value) !== shown(older[fact]))
            this.note(by, `${name}: ${fact} ${shown(older[fact])} -> ${shown(value)}`, statement);
    }
    if (after.length < before.length) this.note(by, `leaves ${after.length} of ${before.length} operations`, statement);
  }
}

/** The facts of an operation, as they were at one step. */
export type Facts = Readonly<Record<string, unknown>>;

const NAMES = (Object.keys(OPERATION_FACTS) as (keyof Operation & string)[]).filter((name) => name !== 'target');

export function factsOf(operation: Operation): Facts {
  return Object.fromEntries(NAMES.map((name) => [name, operation[name]]));
}

function given(facts: Facts): string {
  const set = Object.entries(facts).filter(
    ([name, value]) => name !== 'kind' && value !== false && value !== '' && value !== 0 && shown(value) !== '[]',
  );
  return set.length === 0 ? '' : `: ${set.map(([name, value]) => `${name} ${shown(value)}`).join('; ')}`;
}

function shown(value: unknown): string {
  return value === undefined ? 'unknown' : typeof value === 'string' ? value || "''" : (JSON.stringify(value) ?? '');
}

let current: Trace | undefined;

/** The trace that is collected at the moment; undefined unless a file is read by `withTrace`. */
export function tracing(): Trace | undefined {
  return current;
}

/** Runs a reading, and collects its steps. Reading is synchronous, so only one is traced at a time. */
export function withTrace<Result>(read: () => Result): {
  readonly result: Result;
  readonly steps: readonly TraceStep[];
} {
  const trace = new Trace();
  current = trace;
  try {
    return { result: read(), steps: trace.steps };
  } finally {
    current = undefined;
  }
}
