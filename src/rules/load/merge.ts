import { ConfigError, type ErrorPlace, suggestion } from '../../model/index.ts';
import type { AcknowledgementEntry, ExceptionEntry, RuleEntry } from '../../model/schemas/index.ts';
import { parseAgain } from '../cel/engine.ts';
import { ConditionProblem } from '../cel/problem.ts';
import { refuseUncarriedFacts } from '../conditions/carried-facts.ts';
import { type Condition, checkedCondition } from '../conditions/compile.ts';
import { refuseImpossibleValues } from '../conditions/fact-values.ts';
import { eitherCondition, onlyUsers } from '../conditions/only-users.ts';
import { readsBoth } from '../ruleset/applicability.ts';
import { fixProblem } from '../ruleset/fix-form.ts';
import { messageProblem } from '../ruleset/message.ts';
import { kindsNamed } from '../ruleset/operations.ts';
import { type Acknowledgement, DECIDING_KEYS, type Exception, type Rule, type RuleHelp } from '../ruleset/types.ts';
import { refuseCallerOnly } from './caller-overrides.ts';
import { refuseLoosening } from './final-rules.ts';
import { MAX_SHOWN, type Mistakes } from './mistakes.ts';
import type { Located, RuleSource } from './rule-source.ts';

/** Rules by id, in the order of their first definition. */
type RuleTable = Map<string, Rule>;

/** Combines the rules of all sources. Everything that is wrong goes to the mistakes of the loader. */
export class RuleMerger {
  readonly #table: RuleTable = new Map();
  /** Ids of rules with mistakes. What is wrong only because of them is not reported. */
  readonly #broken = new Set<string>();
  readonly #mistakes: Mistakes;
  /** Whether rules may look unknown because their source could not be read. */
  readonly #isIncomplete: boolean;

  constructor({ mistakes, isIncomplete }: { readonly mistakes: Mistakes; readonly isIncomplete: boolean }) {
    this.#mistakes = mistakes;
    this.#isIncomplete = isIncomplete;
  }

  /** In the order of their first definition. */
  get rules(): Rule[] {
    return [...this.#table.values()];
  }

  applyPack(rules: readonly Rule[]): void {
    for (const rule of rules) {
      const before = this.#table.get(rule.id);
      this.#table.set(rule.id, before?.users && rule.users ? forBoth(before, rule) : rule);
    }
  }

  /** Adds the rules of a file, overriding earlier rules with the same id. */
  applyRules(source: RuleSource): void {
    for (const id of source.brokenRules) this.#broken.add(id);
    const suggest = suggestions(this.#table);
    for (const placed of source.rules) {
      const { id } = placed.entry;
      if (!placed.isComplete) this.#broken.add(id);
      const before = this.#table.get(id);
      const lacksKeys = !before && missingKeys(placed.entry).length > 0;
      if (lacksKeys && (this.#isIncomplete || this.#broken.has(id))) {
        this.#broken.add(id);
        this.#mistakes.attempt(() => {
          conditionOf(placed, placed.entry.when);
          refuseValues(placed, placed.entry.operations && kindsNamed(placed.entry.operations));
        });
        continue;
      }
      const rule = this.#mistakes.attempt(() => mergeRule(this.#table, placed, source.name, suggest));
      if (rule) this.#table.set(id, rule);
      else this.#broken.add(id);
    }
  }

  /** Returns the exceptions of a file, once all rules are known. */
  readExceptions(source: RuleSource): Exception[] {
    const suggest = suggestions(this.#table);
    return this.#readAll(source.exceptions, (placed) => readException(this.#table, placed, source.name, suggest));
  }

  /** Returns the acknowledgements of a file, once all rules are known. */
  readAcknowledgements(source: RuleSource): Acknowledgement[] {
    const suggest = suggestions(this.#table);
    return this.#readAll(source.acknowledgements, (placed) =>
      readAcknowledgement(this.#table, placed, source.name, suggest),
    );
  }

  #readAll<Entry extends { readonly rule: string; readonly when?: string | undefined }, Result>(
    entries: readonly Located<Entry>[],
    read: (placed: Located<Entry>) => Result,
  ): Result[] {
    return entries.flatMap((placed) => {
      const { rule } = placed.entry;
      if (!this.#table.has(rule) && (this.#isIncomplete || this.#broken.has(rule))) {
        this.#mistakes.attempt(() => conditionOf(placed, placed.entry.when));
        return [];
      }
      const result = this.#mistakes.attempt(() => read(placed));
      return result === undefined ? [] : [result];
    });
  }
}

/** Names the known rule that is nearest to an unknown one. */
type Suggest = (id: string) => string;

/** The suggestions for one list of a file. No more of its mistakes are shown, so that the others need none. */
function suggestions(table: RuleTable): Suggest {
  let left = MAX_SHOWN;
  return (id) => (left-- > 0 ? suggestion(id, table.keys()) : '');
}

/** The rule of a pack that several groups of users have, each with its own values. */
function forBoth(before: Rule, rule: Rule): Rule {
  const { condition, users = [] } = rule;
  if (!before.condition || !condition) throw new Error(`${rule.id} has users and no condition`);
  return {
    ...before,
    users: [...(before.users ?? []), ...users],
    condition: eitherCondition(before.condition, condition),
  };
}

function mergeRule(table: RuleTable, placed: Located<RuleEntry>, source: string, suggest: Suggest): Rule {
  const before = table.get(placed.entry.id);
  const rule = before ? override(before, placed, source) : create(placed, source, suggest);
  refuseValues(placed, rule.kinds);
  if (before) {
    refuseLoosening(before, rule, placed, source);
    refuseCallerOnly(before, rule, placed);
  }
  if (rule.condition && readsBoth(rule.condition.reads)) {
    throw new ConfigError(
      'the condition reads `caller` and `file`, which are not always known together; ' +
        'guard one of them, as in `has(caller.user) && …`, or write two rules',
      placed.placeOf('when'),
    );
  }
  return rule;
}

function missingKeys({ operations, verdict, message }: RuleEntry): readonly string[] {
  return Object.entries({ operations, verdict, message }).flatMap(([key, value]) => (value === undefined ? [key] : []));
}

function create(placed: Located<RuleEntry>, source: string, suggest: Suggest): Rule {
  const { entry } = placed;
  const { operations, verdict, message } = entry;
  if (operations === undefined || verdict === undefined || message === undefined) {
    const missing = missingKeys(entry).map((key) => `\`${key}\``);
    throw new ConfigError(
      `new rule \`${entry.id}\` has no ${missing.join(', ')}${suggest(entry.id)}; ` +
        'add the missing keys, or extend the pack or file that defines the rule',
      placed.placeOf('id'),
    );
  }
  return {
    id: entry.id,
    operations,
    kinds: kindsNamed(operations),
    condition: conditionOf(placed, entry.when),
    verdict,
    message: messageOf(placed, message),
    description: entry.description ?? '',
    help: helpOf(entry) ?? { default: '' },
    fixes: fixesOf(placed) ?? [],
    per: entry.per ?? 'operation',
    owner: entry.owner,
    suppressible: entry.suppressible ?? true,
    docs: undefined,
    finalIn: entry.final === true ? source : undefined,
    examples: examplesOf(entry) ?? [],
    source,
    place: placed.place,
    keyPlaces: keyPlaces(placed),
  };
}

function override(before: Rule, placed: Located<RuleEntry>, source: string): Rule {
  const { entry } = placed;
  return {
    ...before,
    operations: entry.operations ?? before.operations,
    kinds: entry.operations ? kindsNamed(entry.operations) : before.kinds,
    condition: entry.when === undefined ? before.condition : overriding(before, conditionOf(placed, entry.when)),
    verdict: entry.verdict ?? before.verdict,
    message: entry.message === undefined ? before.message : messageOf(placed, entry.message),
    description: entry.description ?? before.description,
    help: helpOf(entry) ?? before.help,
    fixes: fixesOf(placed) ?? before.fixes,
    per: entry.per ?? before.per,
    owner: entry.owner ?? before.owner,
    suppressible: entry.suppressible ?? before.suppressible,
    finalIn: entry.final === true ? (before.finalIn ?? source) : before.finalIn,
    examples: examplesOf(entry) ?? (redefines(entry) ? [] : before.examples),
    source,
    place: placed.place,
    keyPlaces: { ...before.keyPlaces, ...keyPlaces(placed) },
  };
}

/** A rule that applies only to the queries of some users still does with another condition. */
function overriding({ users }: Rule, condition: Condition): Condition {
  return users ? onlyUsers(users, condition) : condition;
}

function helpOf({ help }: RuleEntry): RuleHelp | undefined {
  return typeof help === 'string' ? { default: help } : help;
}

/** Raises ConfigError for a form or a statement that cannot be read. */
function fixesOf({ entry, placeOf }: Located<RuleEntry>): Rule['fixes'] | undefined {
  for (const fix of entry.fixes ?? []) {
    const problem = fixProblem(fix);
    if (problem !== undefined) throw new ConfigError(`fix \`${fix.title}\`: ${problem}`, placeOf('fixes'));
  }
  return entry.fixes;
}

function keyPlaces(placed: Located<RuleEntry>): Rule['keyPlaces'] {
  return Object.fromEntries(
    DECIDING_KEYS.flatMap((key) => {
      const place = placed.placeOfKey(key);
      return place ? [[key, place]] : [];
    }),
  );
}

/** Whether an override changes what the rule matches, so that the inherited examples no longer apply. */
function redefines({ operations, when }: RuleEntry): boolean {
  return operations !== undefined || when !== undefined;
}

function examplesOf(entry: RuleEntry): Rule['examples'] | undefined {
  if (entry.examples === undefined) return undefined;
  return Array.isArray(entry.examples) ? entry.examples : [entry.examples];
}

function messageOf(placed: Located<RuleEntry>, text: string): Rule['message'] {
  const problem = messageProblem(text);
  if (problem !== undefined) throw new ConfigError(problem, placed.placeOf('message'));
  return { text };
}

/** Raises ConfigError if the condition needs a fact or a value that operations of these kinds never have. */
function refuseValues(placed: Located<{ readonly when?: string | undefined }>, kinds: Rule['kinds'] | undefined): void {
  const text = placed.entry.when;
  if (text === undefined) return;
  try {
    const tree = parseAgain(text);
    refuseImpossibleValues(tree, kinds);
    if (kinds) refuseUncarriedFacts(tree, kinds);
  } catch (error) {
    if (error instanceof ConditionProblem)
      throw new ConfigError(error.message, placed.placeInText('when', error.offset));
    throw error;
  }
}

function conditionOf(placed: Located<{ readonly when?: string | undefined }>, text: string): Condition;
function conditionOf(
  placed: Located<{ readonly when?: string | undefined }>,
  text: string | undefined,
): Condition | undefined;
function conditionOf(
  placed: Located<{ readonly when?: string | undefined }>,
  text: string | undefined,
): Condition | undefined {
  if (text === undefined) return undefined;
  try {
    return checkedCondition(text);
  } catch (error) {
    if (error instanceof ConditionProblem)
      throw new ConfigError(error.message, placed.placeInText('when', error.offset));
    throw error;
  }
}

/** Raises ConfigError for an exception to a rule that does not exist or that another file made final. */
function readException(table: RuleTable, placed: Located<ExceptionEntry>, source: string, suggest: Suggest): Exception {
  const { entry } = placed;
  const rule = table.get(entry.rule);
  if (!rule) {
    throw new ConfigError(
      `unknown rule \`${entry.rule}\` in this exception${suggest(entry.rule)}`,
      placed.placeOf('rule'),
    );
  }
  if (rule.finalIn !== undefined && rule.finalIn !== source) throw finalError(rule, placed.placeOf('rule'));
  const condition = conditionOf(placed, entry.when);
  refuseValues(placed, rule.kinds);
  if (readsBoth(condition.reads)) {
    throw new ConfigError('the condition reads `caller` and `file`; write two exceptions', placed.placeOf('when'));
  }
  return toException(entry, condition, source, placed.place);
}

function finalError(rule: Rule, place: ErrorPlace): ConfigError {
  return new ConfigError(
    `rule \`${rule.id}\` is final in \`${rule.finalIn ?? ''}\`, so this file cannot add an exception; ask ${rule.owner ?? 'its owner'} to add it there`,
    place,
  );
}

function toException(entry: ExceptionEntry, condition: Condition, source: string, place: ErrorPlace): Exception {
  return { rule: entry.rule, condition, reason: entry.reason, owner: entry.owner, until: entry.until, source, place };
}

/**
 * Raises ConfigError if the rule does not exist, or if the condition reads `file`, which production queries do not have.
 * A break by a final rule may be acknowledged in any file, since that does not change the verdict.
 */
function readAcknowledgement(
  table: RuleTable,
  placed: Located<AcknowledgementEntry>,
  source: string,
  suggest: Suggest,
): Acknowledgement {
  const { entry, place } = placed;
  if (!table.has(entry.rule)) {
    throw new ConfigError(
      `unknown rule \`${entry.rule}\` in this acknowledgement${suggest(entry.rule)}`,
      placed.placeOf('rule'),
    );
  }
  const condition = conditionOf(placed, entry.when);
  refuseValues(placed, undefined);
  if (condition?.reads.file === 'yes') {
    throw new ConfigError(
      'the condition reads `file`, which production queries do not have; use `operation`, `statement` or `caller`',
      placed.placeOf('when'),
    );
  }
  const { rule, flow, reason, owner, until } = entry;
  return { rule, flow, condition, maxFlows: entry['max-flows'], reason, owner, until, source, place };
}
