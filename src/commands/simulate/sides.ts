import { ConfigError, EXIT, type FileTree, isAvailable, type SimulationProblem } from '../../model/index.ts';
import { emptyRuleset, type LoadRequest, loadRuleset, type Ruleset } from '../../rules/index.ts';
import type { TrustedRules } from '../inputs/check-request.ts';
import { CONFIG_FILE, type LoadedConfig, loadConfig } from '../inputs/config.ts';
import { mergedTree, UnmergedError } from '../inputs/merged-tree.ts';
import { inBase, readSide, type SideFiles } from '../inputs/side-files.ts';
import { failedExamples } from '../inputs/sides.ts';
import type { SimulateRequest } from '../inputs/simulate-request.ts';

/** One side of a simulation. */
export interface SimulatedSide {
  /** Undefined if it could not be read; a side without a rule file has the empty ruleset. */
  readonly ruleset: Ruleset | undefined;
  readonly config: LoadedConfig | undefined;
  /** Undefined if it could not be read, or if the rules were given without a tree. */
  readonly tree: FileTree | undefined;
  /** Where the ruleset was read; undefined if there is none. */
  readonly source: LoadRequest | undefined;
}

export interface SimulatedSides {
  readonly base: SimulatedSide;
  readonly head: SimulatedSide;
  readonly problems: readonly SimulationProblem[];
}

/**
 * Reads the ruleset in force, and the one after the change is merged.
 * Raises ConfigError for a path of the workflow that neither side has.
 */
export async function loadSimulatedSides(request: SimulateRequest): Promise<SimulatedSides> {
  const { change, given } = request;
  if (given) return givenSides(request, given.base, given.head);
  if (!change) return sameSides(request);
  const problems: SimulationProblem[] = [];
  const { rulesBase } = change;
  const base = await readSide(request, rulesBase, (error) => problems.push(baseProblem(inBase(error))));
  const headTree = await headOnceMerged(request, problems);
  const head = await readSide(request, headTree, (error) => problems.push(headProblem(error)));
  if (request.trustedRules) {
    const trusted = await loadRules(request.trustedRules);
    return {
      base: { ruleset: trusted, config: base.config, tree: treeOf(rulesBase), source: request.trustedRules },
      head: { ruleset: trusted, config: head.config, tree: headTree, source: request.trustedRules },
      problems,
    };
  }
  if (problems.length === 0) refuseMissing(request, [base, head]);
  if (head.ruleset) for (const { error } of await failedExamples(head.ruleset)) problems.push(headProblem(error));
  return {
    base: sideOf(base, treeOf(rulesBase)),
    head: sideOf(head, headTree),
    problems,
  };
}

function sideOf(files: SideFiles, tree: FileTree | undefined): SimulatedSide {
  const { config, isReadable, ruleset, source } = files;
  return {
    ruleset: isReadable ? (ruleset ?? emptyRuleset()) : undefined,
    config,
    tree,
    source,
  };
}

function treeOf(tree: NonNullable<SimulateRequest['change']>['rulesBase']): FileTree | undefined {
  return isAvailable(tree) ? tree : undefined;
}

/** The merged tree. In the head's own commit, rules that the base gained since would look deleted. */
async function headOnceMerged(request: SimulateRequest, problems: SimulationProblem[]): Promise<FileTree> {
  const { change } = request;
  if (!change) return request.head;
  if (change.untrusted !== undefined)
    problems.push(
      baseProblem(new ConfigError(`the content of the change is not known for certain: ${change.untrusted}`)),
    );
  if (!isAvailable(change.rulesBase)) return change.head;
  const common = await change.mergeBase?.();
  if (!common) return change.head;
  if (isAvailable<FileTree>(common)) return mergedTree(change.rulesBase, common, change.head);
  problems.push(
    baseProblem(
      new ConfigError(
        `the base branch has moved on, and the merge base cannot be found, so the rules after the merge are unknown: ${common.unavailable}`,
      ),
    ),
  );
  return change.head;
}

/** For an event without a change: the checkout's own rules are both sides. */
async function sameSides(request: SimulateRequest): Promise<SimulatedSides> {
  const config = await loadConfig(request.head, request.config);
  const source = request.trustedRules ?? { tree: request.head, entry: request.rules ?? config?.value.rules };
  const ruleset = (await loadRuleset(source)) ?? emptyRuleset();
  const side = { ruleset, config, tree: request.head, source };
  return { base: side, head: side, problems: [] };
}

/** Two rulesets named on the command line. The configuration is the repository's. */
async function givenSides(
  request: SimulateRequest,
  base: TrustedRules | undefined,
  head: TrustedRules,
): Promise<SimulatedSides> {
  const config = await loadConfig(request.head, request.config);
  return {
    base: { ruleset: base ? await loadRules(base) : emptyRuleset(), config, tree: undefined, source: base },
    head: { ruleset: await loadRules(head), config, tree: request.head, source: head },
    problems: [],
  };
}

async function loadRules(source: TrustedRules): Promise<Ruleset> {
  const ruleset = await loadRuleset(source);
  if (!ruleset) throw new ConfigError(`there is no rule file in \`${source.entry}\`; correct the path`);
  return ruleset;
}

function refuseMissing(
  request: SimulateRequest,
  sides: readonly { readonly config: LoadedConfig | undefined; readonly ruleset: Ruleset | undefined }[],
): void {
  if (request.config !== undefined && sides.every(({ config }) => !config))
    throw new ConfigError(
      `there is no configuration \`${request.config}\`; correct \`--config\` (input \`config\`), or leave it out to use \`${CONFIG_FILE}\``,
    );
  if (request.rules !== undefined && sides.every(({ ruleset }) => !ruleset))
    throw new ConfigError(
      `there is no rule file \`${request.rules}\`, neither in the base nor in the head; correct \`--rules\` (input \`rules\`)`,
    );
}

export function baseProblem({ message, place }: ConfigError): SimulationProblem {
  return { kind: 'base', message, place, exitCode: EXIT.unknown };
}

/** An error in the change; but a conflict with the base is unknown, since it is not resolved yet. */
export function headProblem(error: ConfigError): SimulationProblem {
  const { message, place } = error;
  if (error instanceof UnmergedError) return { kind: 'base', message, place, exitCode: EXIT.unknown };
  return { kind: 'rules', message, place, exitCode: EXIT.config };
}
