import { type JudgingRuleset, judgingRulesets } from '../../check/index.ts';
import { type Change, ConfigError, type FileTree, isAvailable } from '../../model/index.ts';
import type { ConfigFile } from '../../model/schemas/index.ts';
import { withBase } from '../../repository/index.ts';
import { DEFAULT_PACKS, loadPacks, loadRuleset, type Rule, type Ruleset, testRuleset } from '../../rules/index.ts';
import type { CheckRequest, TrustedRules } from './check-request.ts';
import { CONFIG_FILE, type LoadedConfig, loadConfig } from './config.ts';
import { memoisedReader } from './effective-ruleset.ts';
import { mergedTree } from './merged-tree.ts';
import type { ReadRuleset } from './ruleset-files.ts';
import { inBase, readSide, type SideFiles } from './side-files.ts';

/** An error in rules or configuration. */
export interface SideProblem {
  /** `config`: the change's own file is invalid; `unknown`: what is in force could not be read. */
  readonly kind: 'config' | 'unknown';
  readonly error: ConfigError;
}

/** The rulesets that judge, and the configuration. */
export interface Sides {
  /** One or two rulesets. With two, the stricter verdict decides, unless `headDecides`. */
  readonly rules: readonly JudgingRuleset[];
  readonly inForce: ConfigFile | undefined;
  /** The head's configuration, if it differs from the one in force. */
  readonly edited: ConfigFile | undefined;
  /** The head removes the configuration in force. */
  readonly removed: boolean;
  /** The repository's own ruleset in force; undefined if it has none, or if it could not be read. */
  readonly own: ReadRuleset | undefined;
  /** The second of two rulesets: the repository's own, as edited by the change. */
  readonly editedRules: ReadRuleset | undefined;
  /** The tree that holds the rules in force; undefined if it cannot be read. */
  readonly tree: FileTree | undefined;
  /** The change adds the first ruleset or configuration. */
  readonly introduces: boolean;
  /** The base configuration says `head-rules: decide`, which applies to the repository's own rules only. */
  readonly headDecides: boolean;
  readonly problems: readonly SideProblem[];
}

type Judging = Pick<Sides, 'rules' | 'own' | 'editedRules'>;

/** Reads the rules and the configuration of both sides of a change, or of the only tree. */
export async function loadSides(request: CheckRequest): Promise<Sides> {
  const { change } = request;
  if (!change) return oneSide(request, request.head);
  const problems: SideProblem[] = [];
  const base = await readSide(request, change.rulesBase, (error) => {
    problems.push({ kind: 'unknown', error: inBase(error) });
  });
  const isBaseKnown = problems.length === 0;
  const { head, mistakes } = await readHead(request, change, base);
  problems.push(...mistakes.map((error): SideProblem => ({ kind: 'config', error })));
  refuseMissing(request, base.config, head.config);
  if (!base.ruleset && request.rules !== undefined && !request.trustedRules && !head.ruleset && problems.length === 0) {
    throw new ConfigError(
      `there is no rule file \`${request.rules}\`, neither in the base nor in the head; correct \`--rules\` (input \`rules\`)`,
    );
  }
  const same = isSameConfig(base, head);
  const judging = request.trustedRules
    ? await trustedRules(request, request.trustedRules)
    : await bothRules(change.head, base, head);
  return {
    ...judging,
    // If the base has none, the defaults are in force: the change's configuration can only make them stricter.
    inForce: base.config?.value,
    edited: same ? undefined : head.config?.value,
    removed: base.config !== undefined && head.isReadable && head.config === undefined,
    tree: isAvailable(change.rulesBase) ? change.rulesBase : undefined,
    introduces:
      isBaseKnown &&
      !base.config &&
      !base.ruleset &&
      !request.trustedRules &&
      (head.config ?? head.ruleset) !== undefined,
    headDecides: isBaseKnown && base.config?.value['head-rules'] === 'decide',
    problems,
  };
}

/**
 * The head; if it differs from the base, with what the base branch gained since: a branch that is merely behind edits no
 * rules. A file that both edited is the head's own, since the stricter verdict decides anyway.
 */
async function readHead(request: CheckRequest, change: Change, base: SideFiles) {
  const read = async (tree: FileTree) => {
    const mistakes: ConfigError[] = [];
    return { head: await readSide(request, tree, (error) => mistakes.push(error)), mistakes };
  };
  const own = await read(change.head);
  if (!isAvailable(change.rulesBase) || (own.mistakes.length === 0 && isSame(own.head, base))) return own;
  // The common commit may have to be fetched.
  const common = await change.mergeBase?.();
  if (!common || !isAvailable<FileTree>(common)) return own;
  return read(mergedTree(change.rulesBase, common, change.head, 'head'));
}

function isSame(a: SideFiles, b: SideFiles): boolean {
  return isSameConfig(a, b) && a.ruleset?.hash === b.ruleset?.hash;
}

function isSameConfig(a: SideFiles, b: SideFiles): boolean {
  return JSON.stringify(a.config?.value) === JSON.stringify(b.config?.value);
}

/** A side without rules has the built-in ones; a head that cannot be read has the base's. */
async function bothRules(tree: FileTree, base: SideFiles, head: SideFiles): Promise<Judging> {
  const pack = await loadPacks();
  const first = base.ruleset ?? pack;
  const second = head.isReadable ? (head.ruleset ?? pack) : first;
  const rules = judgingRulesets(first, second);
  return {
    rules,
    own: base.ruleset && base,
    editedRules:
      rules.length > 1 ? { ruleset: second, source: head.source ?? { tree, entry: DEFAULT_PACKS } } : undefined,
  };
}

async function trustedRules(request: CheckRequest, source: TrustedRules): Promise<Judging> {
  const ruleset = await loadRuleset(source);
  if (!ruleset)
    throw new ConfigError(`there is no rule file in \`${request.rules ?? ''}\`; correct \`--rules\` (input \`rules\`)`);
  return { rules: judgingRulesets(ruleset, undefined), own: { ruleset, source }, editedRules: undefined };
}

async function oneSide(request: CheckRequest, tree: FileTree): Promise<Sides> {
  const config = await loadConfig(tree, request.config);
  refuseMissing(request, config, undefined);
  const source = request.trustedRules ?? { tree, entry: request.rules ?? config?.value.rules };
  const ruleset = await loadRuleset(source);
  return {
    rules: judgingRulesets(ruleset ?? (await loadPacks()), undefined),
    own: ruleset && { ruleset, source },
    editedRules: undefined,
    inForce: config?.value,
    edited: undefined,
    tree,
    removed: false,
    introduces: false,
    headDecides: false,
    problems: [],
  };
}

function refuseMissing(
  request: CheckRequest,
  inForce: LoadedConfig | undefined,
  edited: LoadedConfig | undefined,
): void {
  if (request.config === undefined || inForce || edited) return;
  throw new ConfigError(
    `there is no configuration \`${request.config}\`; correct \`--config\` (input \`config\`), or leave it out to use \`${CONFIG_FILE}\``,
  );
}

/**
 * Runs the examples of the repository's own rules, as a CI run does before it uses them. A failure is an error in the
 * change, or in the only side.
 */
export async function failedExamples(ruleset: Ruleset | undefined): Promise<readonly SideProblem[]> {
  if (!ruleset?.rules.some(isOwn)) return [];
  const results = await testRuleset(ruleset, withBase(memoisedReader()));
  return results
    .filter(({ passed, rule }) => !passed && isOwn(rule))
    .map(({ rule, wanted, sql, problem }) => {
      const message = `an example of the rule \`${rule.id}\` fails: \`${sql.slice(0, 100)}\` is listed under \`${wanted}\`, but ${problem}; fix the rule or the example`;
      return { kind: 'config', error: new ConfigError(message, rule.place) };
    });
}

function isOwn(rule: Rule): boolean {
  return !rule.source.startsWith('querygate:') && rule.examples.length > 0;
}
