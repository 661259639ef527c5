import { type Dialect, NO_USE, type Operation, type OperationKind } from '../model/index.ts';
import type { Loosening, Surroundings } from '../rules/proof/index.ts';
import { type Change, changeOf, type JudgedSample, type SampleJudge } from './judge.ts';
import { SAMPLE_PATH, type Sample, type Samples } from './samples.ts';
import { type Attempt, unmet, vary } from './vary.ts';

/** How many samples are changed for one combination of facts. */
const MAX_SAMPLES = 16;
/** The same in the dialects that are tried first. */
const MAX_FIRST = 4;

const TRAFFIC: Surroundings = { file: false, caller: true };

interface Found {
  readonly found: JudgedSample | undefined;
  readonly why: string;
}

/** @param nearest what the nearest sample does not have */
function whyNone({ unknown }: Loosening['world'], nearest: ReturnType<typeof unmet> | undefined): string {
  if (unknown[0] !== undefined) return `undecided where \`${unknown[0]}\` is not known`;
  const [missing] = nearest ?? [];
  if (!nearest) return 'no SQL of this kind is known';
  if (!missing) return 'another rule decides all SQL that was tried';
  return `no SQL was found for which \`${missing[0].text}\` is ${String(missing[1])}`;
}

/** Looks for SQL that two rulesets judge differently. */
export class ExampleFinder {
  readonly #judge: SampleJudge;
  readonly #samples: Samples;
  readonly #attempts = new Map<string, readonly Attempt[]>();
  /** How many samples may still be changed. */
  changes = 0;

  constructor(judge: SampleJudge, samples: Samples) {
    this.#judge = judge;
    this.#samples = samples;
  }

  /** A sample as it is; before that, also a changed one in some dialects. */
  async first(
    loosening: Loosening,
    change: Change,
    day: string,
    dialects: ReadonlySet<Dialect> | undefined,
  ): Promise<JudgedSample | undefined> {
    if (dialects) {
      const example = await this.#asWritten(loosening.kind, change, day, dialects);
      const { found } = example ? { found: example } : await this.withFacts(loosening, change, day, dialects);
      if (found) return found;
    }
    return this.#asWritten(loosening.kind, change, day);
  }

  async #asWritten(
    kind: OperationKind,
    change: Change,
    day: string,
    dialects?: ReadonlySet<Dialect>,
  ): Promise<JudgedSample | undefined> {
    for (const sample of this.#samples.of(kind)) {
      if (dialects && !dialects.has(sample.dialect)) continue;
      const where: Surroundings[] = [{ file: true, caller: sample.caller !== undefined }];
      if (sample.path === SAMPLE_PATH) where.push({ file: false, caller: true });
      for (const surroundings of where) {
        const found = await this.#shows(sample, surroundings, kind, change, day);
        if (found) return found;
      }
    }
    return undefined;
  }

  /** A sample that is changed to have the facts of a loosening; `why` names what none of them has. */
  async withFacts(loosening: Loosening, change: Change, day: string, dialects?: ReadonlySet<Dialect>): Promise<Found> {
    const { kind, surroundings, world } = loosening;
    const attempts = (await this.#attemptsFor(loosening, dialects))
      .map((attempt) => ({ attempt, missing: unmet(attempt, loosening).length }))
      .sort((a, b) => a.missing - b.missing)
      .slice(0, dialects ? MAX_FIRST : MAX_SAMPLES)
      .map(({ attempt }) => attempt);
    let nearest: ReturnType<typeof unmet> | undefined;
    for (const attempt of attempts) {
      if (this.changes-- <= 0) return { found: undefined, why: 'too much SQL would have to be tried' };
      const sample = vary(attempt, loosening);
      const found = await this.#shows(sample, surroundings, kind, change, day);
      if (found) return { found, why: '' };
      const missing = this.#operations(sample, loosening).map((each) => unmet(each, loosening));
      for (const each of missing) if (!nearest || each.length < nearest.length) nearest = each;
    }
    // Of a query of production, it is not known what ran before it.
    for (const { sample } of world.unknown.length > 0 ? attempts : []) {
      const found = await this.#shows(sample, TRAFFIC, kind, change, day);
      if (found) return { found, why: '' };
    }
    return { found: undefined, why: whyNone(world, nearest) };
  }

  async #shows(
    sample: Sample,
    surroundings: Surroundings,
    kind: OperationKind,
    change: Change,
    day: string,
  ): Promise<JudgedSample | undefined> {
    await this.#judge.load(sample.dialect);
    const judged = this.#judge.judge(sample, surroundings, day);
    const isShown = judged?.changes.get(kind)?.has(change) && changeOf(judged.base, judged.head) === change;
    return isShown ? judged : undefined;
  }

  #operations(sample: Sample, { kind, surroundings }: Pick<Loosening, 'kind' | 'surroundings'>): Attempt[] {
    const { statements = [] } = this.#judge.read(sample, surroundings) ?? {};
    const useOf = this.#judge.useOf(sample, surroundings);
    const factsOf = (operation: Operation) => useOf?.(operation)?.facts ?? NO_USE;
    return statements.flatMap(({ operations, facts }) =>
      operations.flatMap((operation) =>
        operation.kind === kind ? [{ sample, operation, facts, use: factsOf(operation) }] : [],
      ),
    );
  }

  async #attemptsFor({ kind, surroundings }: Loosening, dialects?: ReadonlySet<Dialect>): Promise<readonly Attempt[]> {
    const key = `${kind} ${String(surroundings.file)} ${dialects ? 'first' : 'all'}`;
    const known = this.#attempts.get(key);
    if (known) return known;
    const attempts: Attempt[] = [];
    for (const sample of this.#samples.of(kind)) {
      if (dialects && !dialects.has(sample.dialect)) continue;
      await this.#judge.load(sample.dialect);
      attempts.push(...this.#operations(sample, { kind, surroundings }));
    }
    this.#attempts.set(key, attempts);
    return attempts;
  }
}
