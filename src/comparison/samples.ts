import { type CallerFacts, DIALECTS, type Dialect, type OperationKind, parseServerVersion } from '../model/index.ts';
import { loadPacks, PACKS, type Rule, type Ruleset } from '../rules/index.ts';
import { rename } from './edit-sql.ts';
import { PLAIN_STATEMENTS } from './plain-statements.ts';

/** SQL to judge under two rulesets. */
export interface Sample {
  readonly sql: string;
  readonly dialect: Dialect;
  readonly path: string;
  readonly caller: CallerFacts | undefined;
  readonly serverVersion: number | undefined;
  /** Queries that production ran; undefined without a history. */
  readonly history: readonly string[] | undefined;
}

export const SAMPLE_PATH = 'example.sql';

type WithExamples = Pick<Rule, 'id' | 'kinds' | 'examples'>;

/** Names of which samples are made. */
const MAX_NAMES = 4;
const NAME = /"([A-Za-z_]\w{0,62})"/g;

/** The names that the conditions of only one of the rulesets have, such as a table that was added to a list. */
function changedNames(base: Ruleset, head: Ruleset, differing: ReadonlySet<string>): readonly string[] {
  const namesIn = ({ rules }: Ruleset) =>
    new Set(
      rules
        .filter(({ id }) => differing.has(id))
        .flatMap(({ condition }) => Array.from((condition?.text ?? '').matchAll(NAME), ([, name = '']) => name)),
    );
  const [before, after] = [namesIn(base), namesIn(head)];
  return [...[...after].filter((name) => !before.has(name)), ...[...before].filter((name) => !after.has(name))].slice(
    0,
    MAX_NAMES,
  );
}

/** The table of plain statements. */
const TABLE = 'orders';

/**
 * The samples that may have an operation of a kind: first the examples of the rules that differ, then plain statements. These
 * are repeated with the tables that only one of the rulesets names.
 */
export class Samples {
  readonly #rules: readonly WithExamples[];
  readonly #differing: ReadonlySet<string>;
  readonly #names: readonly string[];
  readonly #byKind = new Map<OperationKind, readonly Sample[]>();

  private constructor(rules: readonly WithExamples[], differing: ReadonlySet<string>, names: readonly string[]) {
    this.#rules = rules;
    this.#differing = differing;
    this.#names = names;
  }

  /** @param differing ids of the rules that differ */
  static async from(base: Ruleset, head: Ruleset, differing: ReadonlySet<string>): Promise<Samples> {
    const packs = await loadPacks([...PACKS.keys()].join());
    const names = changedNames(base, head, differing);
    return new Samples([...head.rules, ...base.rules, ...packs.rules], differing, names);
  }

  of(kind: OperationKind): readonly Sample[] {
    const known = this.#byKind.get(kind);
    if (known) return known;
    const found = new Map<string, Sample>();
    const isAbout = ({ kinds }: WithExamples) => kinds.has(kind);
    const differs = ({ id }: WithExamples) => this.#differing.has(id);
    const rules = this.#rules.filter(isAbout);
    for (const sample of [
      ...examplesOf(rules.filter(differs)),
      ...plainSamples(kind),
      ...this.#names.flatMap((name) => [...samplesOn(name, kind)]),
      ...examplesOf(rules.filter((rule) => !differs(rule))),
    ]) {
      const key = JSON.stringify([
        sample.sql,
        sample.dialect,
        sample.path,
        sample.caller,
        sample.serverVersion,
        sample.history,
      ]);
      if (!found.has(key)) found.set(key, sample);
    }
    const samples = [...found.values()];
    this.#byKind.set(kind, samples);
    return samples;
  }
}

function* examplesOf(rules: readonly WithExamples[]): Generator<Sample> {
  for (const set of rules.flatMap(({ examples }) => examples)) {
    // An example is shown without the SQL of a base branch.
    if (set.base !== undefined) continue;
    const version = set['server-version'];
    for (const sql of [...(set.block ?? []), ...(set.pass ?? [])]) {
      yield {
        sql: sql.trim(),
        dialect: set.dialect ?? 'postgresql',
        path: set.path ?? SAMPLE_PATH,
        caller: set.caller && callerOf(set.caller),
        serverVersion: version === undefined ? undefined : parseServerVersion(String(version)),
        history: set.history,
      };
    }
  }
}

function callerOf({ user, role, application, database, tags }: Partial<CallerFacts>): CallerFacts {
  return { user, role, application, database, tags };
}

/** Plain statements on another table, each in one dialect. */
function* samplesOn(table: string, kind: OperationKind): Generator<Sample> {
  const seen = new Set<string>();
  for (const sample of plainSamples(kind)) {
    const sql = seen.has(sample.sql) ? undefined : rename(sample.sql, TABLE, table, sample.dialect);
    seen.add(sample.sql);
    if (sql !== undefined) yield { ...sample, sql };
  }
}

function* plainSamples(kind: OperationKind): Generator<Sample> {
  const { every = [], ...others } = PLAIN_STATEMENTS[kind];
  for (const dialect of DIALECTS) {
    for (const sql of [...every, ...(others[dialect] ?? [])]) {
      yield { sql, dialect, path: SAMPLE_PATH, caller: undefined, serverVersion: undefined, history: undefined };
    }
  }
}
