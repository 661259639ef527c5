import { ConfigError, type FileTree, isAvailable, type Judge, type Unavailable } from '../model/index.ts';
import type { ConfigFile } from '../model/schemas/index.ts';
import { DEFAULT_PACK, loadPack, loadRuleset, type Rule, type Ruleset, testRuleset } from '../rules/index.ts';
import type { CheckRequest, TrustedRules } from './check-request.ts';
import { CONFIG_FILE, type LoadedConfig, loadConfig } from './config.ts';
import { cleanPath } from './globs.ts';
import { memoisedReader } from './rules.ts';

/** One ruleset that judges. */
export interface SideRules {
  readonly side: Judge['side'];
  readonly ruleset: Ruleset;
}

/** Something about rules or configuration that could not be read. */
export interface SideProblem {
  /** `config`: the change's own file is wrong; `unknown`: what is in force could not be read. */
  readonly kind: 'config' | 'unknown';
  readonly error: ConfigError;
}

/** Who judges, under what configuration. */
export interface Sides {
  /** One or two rulesets; of two the stricter verdict decides, unless `headDecides`. */
  readonly rules: readonly SideRules[];
  readonly inForce: ConfigFile | undefined;
  /** The head's configuration, where it differs from the one in force. */
  readonly edited: ConfigFile | undefined;
  /** The head takes the configuration in force away. */
  readonly removed: boolean;
  /** The tree that holds what is in force; undefined where it cannot be read. */
  readonly tree: FileTree | undefined;
  /** The change brings the first ruleset or configuration along. */
  readonly introduces: boolean;
  /** Base configuration says `head-rules: decide`. */
  readonly headDecides: boolean;
  readonly problems: readonly SideProblem[];
}

/** Reads the rules and the configuration of both sides of a change, or of the one tree there is. */
export async function loadSides(request: CheckRequest): Promise<Sides> {
  const { change } = request;
  if (!change) return oneSide(request, request.head);
  const problems: SideProblem[] = [];
  const base = await readSide(request, change.rulesBase, (error) => {
    problems.push({ kind: 'unknown', error: inBase(error) });
  });
  const isBaseKnown = problems.length === 0;
  const head = await readSide(request, change.head, (error) => {
    problems.push({ kind: 'config', error });
  });
  refuseMissing(request, base.config, head.config);
  if (!base.ruleset && request.rules !== undefined && !request.trustedRules && !head.ruleset && problems.length === 0) {
    throw new ConfigError(
      `there is no rule file \`${request.rules}\`, neither in the base nor in the head; correct \`rules\``,
    );
  }
  const same = JSON.stringify(base.config?.value) === JSON.stringify(head.config?.value);
  return {
    rules: request.trustedRules ? await trustedRules(request, request.trustedRules) : await bothRules(base, head),
    // Where the base has none, its defaults are in force: what the change brings along can only make it stricter.
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

/** What one side says, as far as it could be read. */
interface SideFiles {
  readonly config: LoadedConfig | undefined;
  /** Undefined where the side has none, or none that could be read. */
  readonly ruleset: Ruleset | undefined;
  readonly isReadable: boolean;
}

async function readSide(
  request: CheckRequest,
  tree: FileTree | Unavailable,
  onProblem: (error: ConfigError) => void,
): Promise<SideFiles> {
  if (!isAvailable(tree)) {
    onProblem(new ConfigError(`the rules in force cannot be read: ${tree.unavailable}`));
    return { config: undefined, ruleset: undefined, isReadable: false };
  }
  let isReadable = true;
  const attempt = async <T>(load: () => Promise<T | undefined>): Promise<T | undefined> => {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      isReadable = false;
      onProblem(error);
      return undefined;
    }
  };
  const config = await attempt(() => loadConfig(tree, request.config));
  if (!isReadable || request.trustedRules) return { config, ruleset: undefined, isReadable };
  const ruleset = await attempt(() =>
    request.rules === undefined
      ? loadRuleset({ tree, entry: config?.value.rules })
      : loadFromEither(tree, request.rules),
  );
  return { config, ruleset, isReadable };
}

/** A path of the workflow that the tree lacks is no mistake here: the other side may have it. */
async function loadFromEither(tree: FileTree, entry: string): Promise<Ruleset | undefined> {
  if (!entry.startsWith('querygate:')) {
    const path = cleanPath(entry);
    if ((await tree.read(path)).kind === 'missing' && (await tree.list(path)).length === 0) return undefined;
  }
  return loadRuleset({ tree, entry });
}

/** The built-in rules stand in for what a side does not have; for a head that is broken, the base's. */
async function bothRules(base: SideFiles, head: SideFiles): Promise<readonly SideRules[]> {
  const pack = await loadPack(DEFAULT_PACK);
  const first = base.ruleset ?? pack;
  const second = head.isReadable ? (head.ruleset ?? pack) : first;
  if (first.hash === second.hash) return [{ side: 'only', ruleset: first }];
  return [
    { side: 'base', ruleset: first },
    { side: 'head', ruleset: second },
  ];
}

async function trustedRules(request: CheckRequest, source: TrustedRules): Promise<readonly SideRules[]> {
  const ruleset = await loadRuleset(source);
  if (!ruleset) throw new ConfigError(`there is no rule file in \`${request.rules ?? ''}\`; correct \`rules\``);
  return [{ side: 'only', ruleset }];
}

async function oneSide(request: CheckRequest, tree: FileTree): Promise<Sides> {
  const config = await loadConfig(tree, request.config);
  refuseMissing(request, config, undefined);
  const source = request.trustedRules ?? { tree, entry: request.rules ?? config?.value.rules };
  const ruleset = (await loadRuleset(source)) ?? (await loadPack(DEFAULT_PACK));
  return {
    rules: [{ side: 'only', ruleset }],
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
    `there is no configuration \`${request.config}\`; correct \`config\`, or leave it out to use \`${CONFIG_FILE}\``,
  );
}

/** Says of a mistake that it is the base's own, and so not for the change to mend. */
export function inBase(error: ConfigError): ConfigError {
  if (!error.place) return error;
  return new ConfigError(
    `the base branch's own file is wrong, so what is in force is not known: ${error.message}`,
    error.place,
  );
}

/**
 * Runs the examples of the repository's own rules, as a CI run does before it trusts them. The head's ruleset is the
 * change's to mend; of one side that is the only one, likewise.
 */
export async function failedExamples({ rules }: Sides): Promise<readonly SideProblem[]> {
  const last = rules.at(-1)?.ruleset;
  if (!last?.rules.some(isOwn)) return [];
  const results = await testRuleset(last, memoisedReader());
  return results
    .filter(({ passed, rule }) => !passed && isOwn(rule))
    .map(({ rule, wanted, sql, problem }) => {
      const should = wanted === 'block' ? 'must be hit' : 'must pass';
      const message = `an example of the rule \`${rule.id}\` fails: \`${sql.slice(0, 100)}\` ${should}, and ${problem}; mend the rule or the example`;
      return { kind: 'config', error: new ConfigError(message, rule.place) };
    });
}

function isOwn(rule: Rule): boolean {
  return !rule.source.startsWith('querygate:') && rule.examples.length > 0;
}
