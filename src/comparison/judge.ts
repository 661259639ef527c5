import { findingOf } from '../check/index.ts';
import {
  type CallerFacts,
  type Dialect,
  InternalError,
  type OperationKind,
  type SqlScript,
  type Statement,
  stricter,
  type Verdict,
} from '../model/index.ts';
import { type Hit, isAboutLocks, type JudgeContext, judgeStatement, type Ruleset } from '../rules/index.ts';
import type { Surroundings } from '../rules/proof/index.ts';
import { createSqlReader, type SqlReader } from '../sql/index.ts';
import { exampleUses } from '../use/index.ts';
import { SAMPLE_PATH, type Sample } from './samples.ts';

export type Change = 'looser' | 'stricter';

/** What two rulesets say about a sample. */
export interface JudgedSample {
  readonly sample: Sample;
  readonly surroundings: Surroundings;
  readonly base: Verdict;
  readonly head: Verdict;
  /** The changes of the operations of each kind. */
  readonly changes: ReadonlyMap<OperationKind, ReadonlySet<Change>>;
  /** The rules that differ, by id. */
  readonly rules: readonly string[];
}

/** Who runs a query of production if nothing else is known. */
const SOME_CALLER: CallerFacts = { user: 'app', role: '', application: 'web', database: 'shop', tags: {} };

export function callerIn(sample: Sample, { caller }: Surroundings): CallerFacts | undefined {
  return caller ? (sample.caller ?? SOME_CALLER) : undefined;
}

type UseOf = ReturnType<typeof exampleUses>;

/** Reads samples, and judges them under two rulesets. */
export class SampleJudge {
  readonly #base: Ruleset;
  readonly #head: Ruleset;
  readonly #readers = new Map<Dialect, SqlReader>();
  readonly #uses = new WeakMap<readonly string[], UseOf>();
  readonly #scripts = new WeakMap<Sample, Map<boolean, SqlScript | undefined>>();

  constructor(base: Ruleset, head: Ruleset) {
    this.#base = base;
    this.#head = head;
  }

  /** Must be awaited before a sample of the dialect is read. */
  async load(dialect: Dialect): Promise<void> {
    if (!this.#readers.has(dialect)) this.#readers.set(dialect, await createSqlReader(dialect));
  }

  /** Undefined if a part of the sample cannot be read. */
  read(sample: Sample, { file }: Surroundings): SqlScript | undefined {
    const known = this.#scripts.get(sample) ?? new Map<boolean, SqlScript | undefined>();
    this.#scripts.set(sample, known);
    if (known.has(file)) return known.get(file);
    const reader = this.#readers.get(sample.dialect);
    if (!reader) throw new InternalError(`the reader of ${sample.dialect} is not loaded`);
    const { sql, path, serverVersion } = sample;
    const script = file ? reader.read(sql, { path, run: { serverVersion } }) : reader.readTraffic(sql);
    const isRead = script.unreadable.length === 0 && script.statements.every((each) => each.unreadable.length === 0);
    known.set(file, isRead ? script : undefined);
    return known.get(file);
  }

  /** What the history of a sample says about the objects of its operations; undefined without one, and for traffic. */
  useOf({ history, dialect }: Sample, { file }: Surroundings): UseOf | undefined {
    const reader = this.#readers.get(dialect);
    if (!history || !file || !reader) return undefined;
    const known = this.#uses.get(history);
    if (known) return known;
    const queries = history.flatMap((sql) => reader.read(sql, { path: SAMPLE_PATH }).statements);
    const useOf = exampleUses(queries, dialect);
    this.#uses.set(history, useOf);
    return useOf;
  }

  judge(sample: Sample, surroundings: Surroundings, today: string): JudgedSample | undefined {
    const script = this.read(sample, surroundings);
    if (!script) return undefined;
    const useOf = this.useOf(sample, surroundings);
    const changes = new Map<OperationKind, Set<Change>>();
    const rules = new Set<string>();
    let [base, head]: [Verdict, Verdict] = ['allow', 'allow'];
    for (const statement of script.statements) {
      const [before, after] = [this.#base, this.#head].map((ruleset) =>
        hitsOn(ruleset, statement, sample, surroundings, { today, useOf }),
      ) as [Hit[], Hit[]];
      base = stricter(base, verdictOf(before));
      head = stricter(head, verdictOf(after));
      for (const operation of statement.operations) {
        const [was, is] = [before, after].map((hits) => hits.filter((hit) => hit.operation === operation)) as [
          Hit[],
          Hit[],
        ];
        const change = changeOf(verdictOf(was), verdictOf(is));
        if (!change) continue;
        const known = changes.get(operation.kind) ?? new Set();
        changes.set(operation.kind, known.add(change));
        for (const id of differing(was, is)) rules.add(id);
      }
    }
    return { sample, surroundings, base, head, changes, rules: [...rules] };
  }
}

/** The hits that count, as `check` or the proxy counts them. */
function hitsOn(
  ruleset: Ruleset,
  statement: Statement,
  sample: Sample,
  surroundings: Surroundings,
  context: Pick<JudgeContext, 'today' | 'useOf'>,
): Hit[] {
  const file = surroundings.file ? { path: sample.path, section: '' as const } : undefined;
  const hits = judgeStatement(ruleset, statement, { file, caller: callerIn(sample, surroundings), ...context });
  return hits.filter(
    ({ rule, operation, exemption }) => !exemption && !(file && operation.deferred && isAboutLocks(rule)),
  );
}

const NOWHERE = { start: 0, end: 0 } as const;

function verdictOf(hits: readonly Hit[]): Verdict {
  return hits.reduce<Verdict>((worst, hit) => stricter(worst, findingOf(hit, NOWHERE).verdict), 'allow');
}

export function changeOf(base: Verdict, head: Verdict): Change | undefined {
  if (base === head) return undefined;
  return stricter(base, head) === base ? 'looser' : 'stricter';
}

/** The rules that hit on one side only, or with another verdict. */
function differing(was: readonly Hit[], is: readonly Hit[]): string[] {
  const keys = (hits: readonly Hit[]) => new Map(hits.map(({ rule, verdict }) => [`${rule.id} ${verdict}`, rule.id]));
  const [before, after] = [keys(was), keys(is)];
  const only = (a: Map<string, string>, b: Map<string, string>) =>
    [...a].flatMap(([key, id]) => (b.has(key) ? [] : [id]));
  return [...new Set([...only(before, after), ...only(after, before)])];
}
