import { ConfigError, counted, suggestion } from '../../../model/index.ts';
import type { PackRule } from '../pack-rule.ts';

/** A value that a ruleset gives to a pack under `with`. */
export interface Parameter {
  /** `names`: a list. `name`: a single one. */
  readonly type: 'names' | 'name';
  readonly required?: true;
  /** What each name must match, and how to say so. */
  readonly pattern: RegExp;
  readonly form: string;
  readonly example: string;
  readonly description: string;
}

/** The names of each parameter that was given. */
export type Values = Readonly<Record<string, readonly string[]>>;

/** A rule whose condition contains the values. */
export interface GuardRule extends Omit<PackRule, 'when'> {
  readonly when: string;
}

/** A pack whose rules depend on values that the ruleset gives. */
export interface GuardPack {
  readonly name: string;
  /** Its page: the path in docs/, without `.md`. */
  readonly docs: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** The values with which the examples of its rules hold. */
  readonly exampleValues: Values;
  rules(values: Values): readonly GuardRule[];
}

/** What a ruleset gives under `with`. */
export type Given = Readonly<Record<string, unknown>>;

/** Conditions contain the names, and each stands in them three times: as `t`, `public.t` and `dbo.t`. */
const MAX_NAMES = 400;
const MAX_LENGTH = 200;

/**
 * The values that a ruleset gives to a pack. Raises ConfigError, without a place, if one is unknown, missing or not valid.
 */
export function checkedValues(pack: GuardPack, given: Given = {}): Values {
  const known = Object.keys(pack.parameters);
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(pack.parameters, name)) {
      const listed = known.map((each) => `\`${each}\``).join(', ');
      throw new ConfigError(`\`${pack.name}\` has no parameter \`${name}\`${suggestion(name, known)}; use ${listed}`);
    }
  }
  return Object.fromEntries(
    Object.entries(pack.parameters).flatMap(([name, parameter]) => {
      const value = given[name];
      if (value !== undefined) return [[name, checkedNames(pack, name, parameter, value)]];
      if (parameter.required) throw new ConfigError(missing(pack, name, parameter));
      return [];
    }),
  );
}

function missing({ name: pack }: GuardPack, name: string, { example }: Parameter): string {
  return `\`${pack}\` needs \`${name}\`; write \`{ pack: '${pack}', with: { ${name}: ${example} } }\``;
}

function checkedNames(
  { name: pack }: GuardPack,
  name: string,
  parameter: Parameter,
  value: unknown,
): readonly string[] {
  const refuse = (why: string): never => {
    throw new ConfigError(`\`${name}\` of \`${pack}\` ${why}; write \`${name}: ${parameter.example}\``);
  };
  if (parameter.type === 'name' && typeof value !== 'string') refuse('must be a single name');
  if (parameter.type === 'names' && !Array.isArray(value)) refuse('must be a list of names');
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (names.length === 0 && parameter.required) refuse('must not be empty');
  if (names.length > MAX_NAMES) refuse(`has ${counted(names.length, 'name')}, and at most ${MAX_NAMES} are possible`);
  for (const each of names) {
    if (typeof each !== 'string' || each.length > MAX_LENGTH || !parameter.pattern.test(each)) {
      const shown = JSON.stringify(each)?.slice(0, 60) ?? 'nothing';
      refuse(`contains \`${shown}\`, which is not ${parameter.form}`);
    }
  }
  return [...new Set(names as readonly string[])];
}
