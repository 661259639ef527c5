import { type CelInput, run } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { beforeAll, describe, expect, it } from 'vitest';
import { NO_USE, type Operation, type StatementFacts } from '../../../src/model/index.ts';
import { type CompiledCondition, compileCondition, loadConditionEngine } from '../../../src/rules/cel/engine.ts';
import { RuleFacts } from '../../../src/rules/index.ts';
import { SeededChoices } from '../../databases/seeded-choices.ts';
import { operationOf, statementFactsOf } from '../build.ts';

// Random conditions over random facts, evaluated by the engine of the rules and by an independent implementation of CEL.

/** Seeds of the conditions; `QUERYGATE_SEEDS=1..100000` runs others. */
const [FIRST = 1, LAST = 4000] = (process.env['QUERYGATE_SEEDS'] ?? '1..4000').split('..').map(Number);

const TEXTS = ['', 'users', 'USERS', ' users ', '\u212aey', 'Straße', '\u0085x\ufeff', 'a.b', 'tmp_1', 'ÄÖ'];
const PATTERNS = ['^tmp_[0-9]+$', 'user', '(?i)USERS', '^$', '[a-z]+', '\u212a'];
const KINDS = ['drop_table', 'delete', 'update'] as const;

type Kind = 'bool' | 'int' | 'text';

class Conditions {
  readonly #choices: SeededChoices;

  constructor(choices: SeededChoices) {
    this.#choices = choices;
  }

  /** An expression of a type, over the facts and the variable of the loop it is in. */
  make(kind: Kind, depth: number, variable?: string): string {
    const leaf = depth <= 0;
    const next = (wanted: Kind) => this.make(wanted, depth - 1, variable);
    switch (kind) {
      case 'text':
        return this.#choices.pick(
          leaf ? this.#texts(variable) : [...this.#texts(variable), ...this.#textCalls(next)],
        )();
      case 'int':
        return this.#choices.pick(leaf ? INTS : [...INTS, () => `size(${next('text')})`, () => this.#indexOf(next)])();
      default:
        return this.#choices.pick(leaf ? this.#tests(variable) : this.#bools(next, depth))();
    }
  }

  #literal(values: readonly string[] = TEXTS): string {
    return JSON.stringify(this.#choices.pick(values));
  }

  #texts(variable: string | undefined): readonly (() => string)[] {
    return [
      () => this.#literal(),
      () => 'operation.kind',
      () => 'operation.target.name',
      () => 'operation.algorithm',
      ...(variable === undefined ? [] : [() => variable]),
    ];
  }

  #textCalls(next: (kind: Kind) => string): readonly (() => string)[] {
    return [
      ...['lowerAscii', 'upperAscii', 'trim'].map((name) => () => `${next('text')}.${name}()`),
      () => `(${next('text')} + ${next('text')})`,
      () => `(${next('bool')} ? ${next('text')} : ${next('text')})`,
      () => `${next('text')}.substring(${this.#choices.between(0, 3)})`,
    ];
  }

  #indexOf(next: (kind: Kind) => string): string {
    return `${next('text')}.${this.#choices.pick(['indexOf', 'lastIndexOf'])}(${this.#literal(['s', 'e', '_'])})`;
  }

  #tests(variable: string | undefined): readonly (() => string)[] {
    const text = () => this.make('text', 0, variable);
    return [
      () => 'operation.cascade',
      () => 'statement.hasLimit',
      () => `${text()} == ${text()}`,
      () => `${text()} in operation.columns`,
      () => `statement.limit ${this.#choices.pick(['<', '<=', '==', '!=', '>'])} ${this.#choices.between(-1, 3)}`,
      () => `size(operation.columns) ${this.#choices.pick(['<', '=='])} ${this.#choices.between(0, 3)}`,
    ];
  }

  #bools(next: (kind: Kind) => string, depth: number): readonly (() => string)[] {
    const loop = (macro: string) => {
      const variable = `v${depth}`;
      return `${this.#choices.pick(['operation.columns', '["users", " x"]'])}.${macro}(${variable}, ${this.make('bool', depth - 2, variable)})`;
    };
    return [
      () => `!(${next('bool')})`,
      ...['&&', '||', '&&', '||'].map((sign) => () => `(${next('bool')} ${sign} ${next('bool')})`),
      () => `(${next('bool')} ? ${next('bool')} : ${next('bool')})`,
      ...['startsWith', 'endsWith', 'contains'].map((name) => () => `${next('text')}.${name}(${next('text')})`),
      () => `${next('text')}.matches(${this.#literal(PATTERNS)})`,
      () => `(${next('text')} ${this.#choices.pick(['==', '!=', '<', '>='])} ${next('text')})`,
      () => `(${next('int')} ${this.#choices.pick(['==', '!=', '<', '>='])} ${next('int')})`,
      ...['exists', 'all', 'exists_one'].map((macro) => () => loop(macro)),
      () => next('bool'),
    ];
  }
}

const INTS = [() => '0', () => '2', () => 'statement.limit', () => 'size(operation.columns)'];

interface Facts {
  readonly operation: Operation;
  readonly statement: StatementFacts;
}

/** Facts of which some are not known. */
function randomFacts(choices: SeededChoices): Facts {
  const text = () => choices.pick(TEXTS);
  const orUnknown = <Value>(value: Value) => (choices.chance(0.2) ? undefined : value);
  const columns = Array.from({ length: choices.between(0, 3) }, text);
  const { target } = operationOf();
  return {
    operation: operationOf({
      kind: choices.pick(KINDS),
      target: { ...target, name: text() } as Operation['target'],
      algorithm: orUnknown(text()),
      columns: orUnknown(columns),
      cascade: orUnknown(choices.chance(0.5)),
    } as Partial<Operation>),
    statement: statementFactsOf({
      limit: orUnknown(choices.between(0, 3)),
      hasLimit: choices.chance(0.5),
    } as Partial<StatementFacts>),
  };
}

/** Facts as the other engine takes them: one that is not known is missing, so that reading it is an error. */
function plain(facts: object): object {
  const entries = Object.entries(facts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'number' ? BigInt(value) : value] as const),
  );
}

/** A condition that could take long is refused, which the other engine does not do. */
function compiled(condition: string): CompiledCondition | undefined {
  try {
    return compileCondition(condition);
  } catch (error) {
    if (!/takes too long/.test((error as Error).message)) throw error;
    return undefined;
  }
}

function decideHere(condition: CompiledCondition, { operation, statement }: Facts): boolean | 'undecided' {
  const facts = new RuleFacts({ operation, statement, use: NO_USE, caller: undefined, file: undefined });
  const decision = condition.decide(facts);
  return typeof decision === 'boolean' ? decision : 'undecided';
}

describe('the engine of the rules and @bufbuild/cel', () => {
  beforeAll(() => loadConditionEngine(['"".matches("")']));

  function decideThere(condition: string, { operation, statement }: Facts): boolean | 'undecided' {
    const target = plain(operation.target as object);
    const facts = { operation: { ...plain(operation), target }, statement: plain(statement) };
    try {
      const value = run(condition, facts as Record<string, CelInput>, { funcs: strings });
      return typeof value === 'boolean' ? value : 'undecided';
    } catch {
      return 'undecided';
    }
  }

  it(`agree on random conditions over random facts (seeds ${FIRST} to ${LAST})`, () => {
    const answers = { true: 0, false: 0, undecided: 0 };
    const differences: string[] = [];
    for (let seed = FIRST; seed <= LAST; seed++) {
      const choices = new SeededChoices(seed);
      const condition = new Conditions(choices).make('bool', 4);
      const facts = randomFacts(choices);
      const own = compiled(condition);
      if (!own) continue;
      const [here, there] = [decideHere(own, facts), decideThere(condition, facts)];
      answers[`${here}`]++;
      if (here !== there) differences.push(`seed ${seed}: ${here}, not ${there}: ${condition}`);
    }
    expect(differences).toEqual([]);
    // Each answer is given often, or the conditions would compare little.
    for (const count of Object.values(answers)) expect(count).toBeGreaterThan((LAST - FIRST) / 50);
  });
});
