import {
  checkoutTree,
  ciRun,
  clientSource,
  judgedRepository,
  keyAdvice,
  rewriteFiles,
  secretsWithheld,
  withOutsideFiles,
  workspaceFiles,
} from '../../ci/index.ts';
import { type CheckRequest, checkDeservesComment, runCheck } from '../../commands/index.ts';
import { ConfigError, type Dialect, dayOf, type FailOn, type FindingsMode, type OnUnknown } from '../../model/index.ts';
import { FORMATS, fixSummary, renderDiff, suggestionsOf, visible } from '../../report/index.ts';
import { readCaller } from '../shared/caller.ts';
import { readRecordings, testsOf } from '../shared/recording.ts';
import { optionSettings, type ServiceOptions } from '../shared/service-settings.ts';
import { changeSince, changeStaged } from './change-options.ts';
import { postNote, postSuggestions } from './note.ts';
import { progressLine } from './progress.ts';
import { publish, type ReportOptions } from './report.ts';
import { readStandardInput } from './standard-input.ts';
import { rulesOption, treePath, type WorkingFolders, workingFolders } from './working-folders.ts';

/** Options of `querygate check` as commander gives them. */
export interface CheckOptions extends ReportOptions, ServiceOptions {
  readonly dialect?: Dialect;
  readonly rules?: string;
  readonly config?: string;
  readonly changed?: boolean;
  readonly since?: string;
  readonly staged?: boolean;
  readonly stdinFilename?: string;
  readonly ignore?: readonly string[];
  readonly caller?: readonly string[];
  readonly findings?: FindingsMode;
  readonly startAfter?: string;
  readonly recording?: readonly string[];
  readonly tests?: string;
  readonly failOn?: FailOn;
  readonly onUnknown?: OnUnknown;
  readonly fix?: boolean;
  readonly write?: boolean;
  readonly suggest?: boolean;
}

/** Runs `check`, prints, and sets the exit code. Raises ConfigError. */
export async function check(paths: readonly string[], options: CheckOptions): Promise<void> {
  const folders = await workingFolders();
  const request = await requestOf(paths, options, folders);
  const progress = progressLine('checking');
  const report = await runCheck({
    ...request,
    onProgress: (done, total) => {
      if (done < total) progress.show(`file ${done + 1} of ${total}`);
    },
    onServiceProgress: progress.show,
  }).finally(progress.end);
  if (options.write) await rewriteFiles(folders.root, report.rewritten ?? []);
  await publish(report, FORMATS, options, folders.cwd, options.fix ? renderDiff(report.rewritten ?? []) : undefined);
  if (options.fix) for (const line of fixSummary(report)) process.stderr.write(`querygate: ${visible(line)}\n`);
  await postNote(request.event, {
    what: 'check',
    markdown: (limit) => FORMATS.markdown.render(report, { limit }),
    deserved: checkDeservesComment(report),
  });
  if (options.suggest) await postSuggestions(request.event, suggestionsOf(report, 'gitlab'));
}

async function requestOf(
  paths: readonly string[],
  options: CheckOptions,
  folders: WorkingFolders,
): Promise<CheckRequest> {
  const { cwd, root } = folders;
  const standardInput = paths.includes('-');
  const wanted = changeOption(options);
  const named = (standardInput ? standardInputName(options) : paths).map((path) => treePath(path, folders));
  const outside = standardInput ? [] : named.filter((path) => path.startsWith('/'));
  refuseContradictions({
    paths,
    standardInput,
    wanted,
    outside,
    stdinFilename: options.stdinFilename,
    fix: options.fix,
    write: options.write,
  });
  const result = wanted ? await (options.staged ? changeStaged(root) : changeSince(options.since, root)) : undefined;
  const config = options.config === undefined ? undefined : treePath(options.config, folders);
  const tree = await withOutsideFiles(checkoutTree(root), [...outside, ...(config?.startsWith('/') ? [config] : [])]);
  const env = process.env;
  const withheld = secretsWithheld(result?.change, env);
  return {
    change: result?.change,
    head: result?.head ?? tree,
    event: result?.event ?? 'local',
    hostNotices: result?.notices ?? [],
    source: await clientSource({ main: process.argv[1], cwd, env, isAction: false }),
    judged: await judgedRepository(env, result?.head.commit),
    today: dayOf(new Date()),
    standardInput: standardInput ? await readStandardInput() : undefined,
    paths: named.length > 0 ? named : undefined,
    ignore: options.ignore,
    dialect: options.dialect,
    ...(await rulesOption(options.rules, folders)),
    config,
    failOn: options.failOn,
    onUnknown: options.onUnknown,
    findings: options.findings,
    startAfter: options.startAfter,
    rewrite: options.fix,
    recordings: await readRecordings(options.recording, cwd),
    tests: testsOf(options.tests, cwd),
    disk: workspaceFiles(root),
    caller: options.caller && readCaller(options.caller),
    service: {
      ...optionSettings(options, env, withheld),
      withheld,
      keyAdvice: keyAdvice('check', env),
      run: await ciRun(env),
      env,
    },
  };
}

/** Raises ConfigError for arguments that exclude each other. */
function refuseContradictions(given: {
  readonly paths: readonly string[];
  readonly standardInput: boolean;
  readonly wanted: string | undefined;
  readonly outside: readonly string[];
  readonly stdinFilename: string | undefined;
  readonly fix: boolean | undefined;
  readonly write: boolean | undefined;
}): void {
  const { paths, standardInput, wanted, outside, stdinFilename, fix, write } = given;
  if (standardInput && paths.length > 1)
    throw new ConfigError('`-` (standard input) cannot be combined with other paths; remove them');
  if (standardInput && wanted)
    throw new ConfigError(`standard input cannot be combined with \`${wanted}\`; remove the option`);
  if (outside.length > 0 && wanted)
    throw new ConfigError(
      `\`${outside[0]}\` is outside the repository, so it cannot be part of the change; remove the path, or \`${wanted}\``,
    );
  if (standardInput && fix) throw new ConfigError('`--fix` cannot be combined with standard input; name the file');
  if (write && (!wanted || wanted === '--staged'))
    throw new ConfigError(
      '`--write` changes only files that the base does not have; add `--changed`, or `--since` with a branch',
    );
  if (!standardInput && stdinFilename !== undefined)
    throw new ConfigError('`--stdin-filename` names standard input, which is not read; add the path `-`');
}

/** The option that asks for a change; undefined if there is none. */
function changeOption({ changed, since, staged }: CheckOptions): string | undefined {
  if (staged) return '--staged';
  if (since !== undefined) return '--since';
  return changed ? '--changed' : undefined;
}

function standardInputName({ stdinFilename }: CheckOptions): readonly string[] {
  return stdinFilename === undefined ? [] : [stdinFilename];
}
