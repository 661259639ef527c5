import { ConfigError, EXIT, type FileTree, isAvailable, type SimulationProblem } from '../../model/index.ts';
import { emptyRuleset, type LoadRequest, loadRuleset, type Ruleset } from '../../rules/index.ts';
import type { TrustedRules } from '../inputs/check-request.ts';
import { CONFIG_FILE, type LoadedConfig, loadConfig } from '../inputs/config.ts';
import { inBase, readSide, type SideFiles } from '../inputs/side-files.ts';
import { failedExamples } from '../inputs/sides.ts';
import type { SimulateRequest } from '../inputs/simulate-request.ts';
import { mergedTree, UnmergedError } from './merged-tree.ts';

/** One side of a simulation. */
export interface SimulatedSide {
  /** Undefined where it could not be read; a side without a rule file has the empty ruleset. */
  readonly ruleset: Ruleset | undefined;
  readonly config: LoadedConfig | undefined;
  /** Undefined where it could not be read, or the rules were given without one. */
  readonly tree: FileTree | undefined;
  /** Where the ruleset was read; undefined where there is none. */
  readonly source: LoadRequest | undefined;
}

export interface SimulatedSides {
  readonly base: SimulatedSide;
  readonly head: SimulatedSide;
  readonly problems: readonly SimulationProblem[];
}

/**
 * Reads the ruleset that is in force, and the one that would be once the change is merged.
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
    const trusted = await loadGiven(request.trustedRules);
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

/** What is merged is what would be in force: with the head's own commit, rules merged meanwhile would look deleted. */
async function headOnceMerged(request: SimulateRequest, problems: SimulationProblem[]): Promise<FileTree> {
  const { change } = request;
  if (!change) return request.head;
  if (change.untrusted !== undefined)
    problems.push(baseProblem(new ConfigError(`what the change brings is not known for certain: ${change.untrusted}`)));
  if (!isAvailable(change.rulesBase)) return change.head;
  const common = await change.mergeBase?.();
  if (!common) return change.head;
  if (isAvailable<FileTree>(common)) return mergedTree(change.rulesBase, common, change.head);
  problems.push(
    baseProblem(
      new ConfigError(
        `the base branch has gone on since the change left it, and where that was cannot be told, so what would be in force is not known: ${common.unavailable}`,
      ),
    ),
  );
  return change.head;
}

/** An event that is about no change: what is here is in force. */
async function sameSides(request: SimulateRequest): Promise<SimulatedSides> {
  const config = await loadConfig(request.head, request.config);
  const source = request.trustedRules ?? { tree: request.head, entry: request.rules ?? config?.value.rules };
  const ruleset = (await loadRuleset(source)) ?? emptyRuleset();
  const side = { ruleset, config, tree: request.head, source };
  return { base: side, head: side, problems: [] };
}

/** Two rulesets that a person names. The configuration is that of the folder where the client was started. */
async function givenSides(
  request: SimulateRequest,
  base: TrustedRules | undefined,
  head: TrustedRules,
): Promise<SimulatedSides> {
  const config = await loadConfig(request.head, request.config);
  return {
    base: { ruleset: base ? await loadGiven(base) : emptyRuleset(), config, tree: undefined, source: base },
    head: { ruleset: await loadGiven(head), config, tree: request.head, source: head },
    problems: [],
  };
}

async function loadGiven(source: TrustedRules): Promise<Ruleset> {
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
      `there is no configuration \`${request.config}\`; correct \`config\`, or leave it out to use \`${CONFIG_FILE}\``,
    );
  if (request.rules !== undefined && sides.every(({ ruleset }) => !ruleset))
    throw new ConfigError(
      `there is no rule file \`${request.rules}\`, neither in the base nor in the head; correct \`rules\``,
    );
}

export function baseProblem({ message, place }: ConfigError): SimulationProblem {
  return { kind: 'base', message, place, exitCode: EXIT.unknown };
}

/** The change's own to mend; but for what the base did meanwhile, which nobody has decided yet. */
export function headProblem(error: ConfigError): SimulationProblem {
  const { message, place } = error;
  if (error instanceof UnmergedError) return { kind: 'base', message, place, exitCode: EXIT.unknown };
  return { kind: 'rules', message, place, exitCode: EXIT.config };
}
