import { ConfigError, type FileTree, isAvailable, type Judge } from '../model/index.ts';
import type { ConfigFile } from '../model/schemas/index.ts';
import { DEFAULT_PACK, loadPack, loadRuleset, type Rule, type Ruleset, testRuleset } from '../rules/index.ts';
import type { CheckRequest } from './check-request.ts';
import { CONFIG_FILE, type LoadedConfig, loadConfig } from './config.ts';
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
  /** The tree that holds what is in force. */
  readonly tree: FileTree;
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
  const base = change.rulesBase;
  if (!isAvailable(base))
    return withoutBase(request, new ConfigError(`the rules in force cannot be read: ${base.unavailable}`));
  const problems: SideProblem[] = [];
  let inForce: LoadedConfig | undefined;
  try {
    inForce = await loadConfig(base, request.config);
  } catch (error) {
    return withoutBase(request, inBase(error));
  }
  const edited = await attempt(problems, () => loadConfig(change.head, request.config));
  refuseMissing(request, inForce, edited);
  const trusted = request.trustedRules;
  const entry = request.rules ?? inForce?.value.rules;
  const headEntry = request.rules ?? edited?.value.rules;
  if (trusted) {
    const ruleset = await loadRuleset(trusted);
    if (!ruleset) throw new ConfigError(`there is no rule file in \`${request.rules ?? ''}\`; correct \`rules\``);
    return {
      ...configSides(inForce, edited),
      rules: [{ side: 'only', ruleset }],
      tree: base,
      introduces: false,
      problems,
    };
  }
  let baseRules: Ruleset | undefined;
  try {
    baseRules = await loadEntry(base, entry);
  } catch (error) {
    return withoutBase(request, inBase(error));
  }
  const headRules = await attempt(problems, () => loadEntry(change.head, headEntry));
  if (!baseRules && request.rules !== undefined && !headRules && problems.length === 0) {
    throw new ConfigError(
      `there is no rule file \`${request.rules}\`, neither in the base nor in the head; correct \`rules\``,
    );
  }
  const introduces = !baseRules && !inForce && (headRules !== undefined || edited !== undefined);
  const first = baseRules ?? (await loadPack(DEFAULT_PACK));
  const second = problems.length > 0 ? first : (headRules ?? (await loadPack(DEFAULT_PACK)));
  const rules: SideRules[] =
    first.hash === second.hash
      ? [{ side: 'only', ruleset: first }]
      : [
          { side: 'base', ruleset: first },
          { side: 'head', ruleset: second },
        ];
  return {
    ...configSides(inForce ?? (introduces ? edited : undefined), edited),
    rules,
    tree: inForce || !introduces ? base : change.head,
    introduces,
    problems,
  };
}

function configSides(inForce: LoadedConfig | undefined, edited: LoadedConfig | undefined) {
  const same = JSON.stringify(inForce?.value) === JSON.stringify(edited?.value);
  return {
    inForce: inForce?.value,
    edited: same ? undefined : edited?.value,
    headDecides: inForce?.value['head-rules'] === 'decide',
  };
}

/** An entry that the tree lacks is no mistake here: the other side may have it. */
async function loadEntry(tree: FileTree, entry: string | undefined): Promise<Ruleset | undefined> {
  if (entry === undefined || entry.startsWith('querygate:')) return loadRuleset({ tree, entry });
  const path = entry.replace(/^\.\//, '').replace(/\/+$/, '');
  if ((await tree.read(path)).kind === 'missing' && (await tree.list(path)).length === 0) return undefined;
  return loadRuleset({ tree, entry });
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
    introduces: false,
    headDecides: false,
    problems: [],
  };
}

/** What is in force cannot be read: the head's rules judge together with the built-in ones, and the run is undecided. */
async function withoutBase(request: CheckRequest, error: ConfigError): Promise<Sides> {
  const problems: SideProblem[] = [{ kind: 'unknown', error }];
  const config = await attempt(problems, () => loadConfig(request.head, request.config));
  const own = request.trustedRules
    ? await loadRuleset(request.trustedRules)
    : await attempt(problems, () => loadEntry(request.head, request.rules ?? config?.value.rules));
  const pack = await loadPack(DEFAULT_PACK);
  const rules: SideRules[] =
    own && own.hash !== pack.hash
      ? [
          { side: 'base', ruleset: pack },
          { side: 'head', ruleset: own },
        ]
      : [{ side: 'only', ruleset: pack }];
  return {
    rules,
    inForce: config?.value,
    edited: undefined,
    tree: request.head,
    introduces: false,
    headDecides: false,
    problems,
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

async function attempt<T>(problems: SideProblem[], load: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push({ kind: 'config', error });
    return undefined;
  }
}

function inBase(error: unknown): ConfigError {
  if (!(error instanceof ConfigError)) throw error;
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
