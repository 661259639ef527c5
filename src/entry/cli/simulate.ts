import {
  type ChangeResult,
  ciRun,
  clientSource,
  judgedRepository,
  keyAdvice,
  localChange,
  secretsWithheld,
  withOutsideFiles,
  workingTree,
  workspaceFiles,
} from '../../ci/index.ts';
import {
  type ExplicitRules,
  runSimulate,
  type SimulateRequest,
  simulationDeservesComment,
} from '../../commands/index.ts';
import { ConfigError, type Dialect } from '../../model/index.ts';
import { SIMULATION_FORMATS } from '../../report/index.ts';
import { historyWorkerUrl } from '../shared/program-modules.ts';
import { optionSettings, type ServiceOptions } from '../shared/service-settings.ts';
import { changeSince } from './change-options.ts';
import { postNote } from './note.ts';
import { progressLine } from './progress.ts';
import { publish, type ReportOptions } from './report.ts';
import { rulesAt } from './rules-at.ts';
import { rulesOption, treePath, type WorkingFolders, workingFolders } from './working-folders.ts';

/** Options of `querygate simulate` as commander gives them. */
export interface SimulateOptions extends ReportOptions, ServiceOptions {
  readonly history?: readonly string[];
  readonly dialect?: Dialect;
  readonly rules?: string;
  readonly config?: string;
  readonly changed?: boolean;
  readonly since?: string;
  readonly base?: string;
  readonly baseRules?: string;
  readonly headRules?: string;
  readonly maxBrokenFlows?: number;
  readonly maxUnknown?: number;
  readonly maxUnread?: number;
  readonly maxAge?: number;
  readonly failOnNewlyAllowed?: boolean;
  readonly failOn?: 'block' | 'never';
  readonly proposeAcknowledgements?: boolean;
}

/** Runs `simulate`, prints, and sets the exit code. Raises ConfigError. */
export async function simulate(options: SimulateOptions): Promise<void> {
  const folders = await workingFolders();
  const progress = progressLine('simulating');
  const request = await requestOf(options, folders);
  const report = await runSimulate({ ...request, onProgress: progress.show }).finally(progress.end);
  const proposed = options.proposeAcknowledgements
    ? (report.proposedAcknowledgements ??
      '# nothing to acknowledge: no flow would break, or every break is acknowledged already\n')
    : undefined;
  await publish(report, SIMULATION_FORMATS, options, folders.cwd, proposed);
  await postNote(request.event, {
    what: 'simulate',
    markdown: (limit) => SIMULATION_FORMATS.markdown.render(report, { limit }),
    deserved: simulationDeservesComment(report),
  });
}

async function requestOf(options: SimulateOptions, folders: WorkingFolders): Promise<SimulateRequest> {
  const { cwd, root } = folders;
  if (options.baseRules !== undefined && options.headRules === undefined)
    throw new ConfigError('`--base-rules` needs `--head-rules`; name the two rulesets to compare');
  const env = process.env;
  const given = options.headRules === undefined ? undefined : await givenRules(options, folders);
  const result = given ? undefined : await comparedChange(options, root);
  const config = options.config === undefined ? undefined : treePath(options.config, folders);
  const isOutside = config?.startsWith('/') === true;
  const withheld = secretsWithheld(result?.change, env);
  return {
    change: result?.change,
    head: result?.head ?? (await withOutsideFiles(workingTree(root), isOutside && config ? [config] : [])),
    given,
    event: result?.event ?? 'local',
    hostNotices: result?.notices ?? [],
    source: await clientSource({ main: process.argv[1], cwd, env, isAction: false }),
    judged: await judgedRepository(env, result?.head.commit),
    now: new Date(),
    // With two rulesets named on the command line, all files are the user's own: what git tracks does not matter.
    files: workspaceFiles(root, { own: given !== undefined }),
    workerUrl: historyWorkerUrl(),
    history: options.history?.map((path) => treePath(path, folders)),
    dialect: options.dialect,
    ...(await rulesOption(options.rules, folders)),
    config,
    limits: {
      maxBrokenFlows: options.maxBrokenFlows,
      maxUnknown: options.maxUnknown,
      maxUnread: options.maxUnread,
      maxAge: options.maxAge,
      failOnNewlyAllowed: options.failOnNewlyAllowed,
      failOn: options.failOn,
    },
    service: {
      ...optionSettings(options, env, withheld),
      withheld,
      keyAdvice: keyAdvice('simulate', env),
      // Two named rulesets are not those of a branch.
      run: given ? undefined : await ciRun(env),
      env,
    },
  };
}

async function comparedChange({ base, since }: SimulateOptions, root: string): Promise<ChangeResult> {
  if (base === undefined) return changeSince(since, root);
  const result = await localChange({ root, since: base });
  // The current files replace that commit: nothing is merged.
  return result.change ? { ...result, change: { ...result.change, mergeBase: async () => undefined } } : result;
}

async function givenRules(
  { baseRules, headRules = '' }: SimulateOptions,
  folders: WorkingFolders,
): Promise<ExplicitRules> {
  return {
    base: baseRules === undefined ? undefined : await rulesAt(baseRules, folders),
    head: await rulesAt(headRules, folders),
  };
}
