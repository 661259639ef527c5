import { isAbsolute, relative, resolve, sep } from 'node:path';
import {
  type ChangeResult,
  checkoutTree,
  ciRun,
  clientSource,
  detectHost,
  githubChange,
  gitlabChange,
  keyAdvice,
  localChange,
  repoRoot,
  rulesCheckout,
  secretsWithheld,
  stagedChange,
  withOutsideFiles,
} from '../../ci/index.ts';
import { type CheckRequest, checkDeservesComment, runCheck, type ServiceSettings } from '../../commands/index.ts';
import {
  ConfigError,
  type Dialect,
  type FailOn,
  type FindingsMode,
  isDialect,
  type OnUnknown,
} from '../../model/index.ts';
import type { CallerSettings } from '../../model/schemas/index.ts';
import { FORMATS } from '../../report/index.ts';
import { postNote } from './note.ts';
import { progressLine } from './progress.ts';
import { publish, type ReportOptions } from './report.ts';

/** Options of `querygate check` as commander gives them. */
export interface CheckOptions extends ReportOptions {
  readonly dialect?: string;
  readonly workspace?: string;
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
  readonly failOn?: FailOn;
  readonly onUnknown?: OnUnknown;
  readonly baseUrl?: string;
  readonly timeout?: number;
}

/** Runs `check`, prints, and sets the exit code. Raises ConfigError. */
export async function check(paths: readonly string[], options: CheckOptions): Promise<void> {
  const cwd = process.cwd();
  const root = (await repoRoot(cwd)) ?? cwd;
  const request = await requestOf(paths, options, cwd, root);
  const progress = progressLine('checking');
  const report = await runCheck({
    ...request,
    onProgress: (done, total) => {
      if (done < total) progress.show(`file ${done + 1} of ${total}`);
    },
    onServiceProgress: progress.show,
  }).finally(progress.end);
  await publish(report, FORMATS, options, cwd);
  await postNote(request.event, {
    what: 'check',
    markdown: (limit) => FORMATS.markdown.render(report, { limit }),
    deserved: checkDeservesComment(report),
  });
}

async function requestOf(
  paths: readonly string[],
  options: CheckOptions,
  cwd: string,
  root: string,
): Promise<CheckRequest> {
  const standardInput = paths.includes('-');
  const wanted = changeOption(options);
  const named = (standardInput ? standardInputName(options) : paths).map((path) => place(path, cwd, root));
  const outside = standardInput ? [] : named.filter((path) => path.startsWith('/'));
  refuseContradictions({ paths, standardInput, wanted, outside, stdinFilename: options.stdinFilename });
  const result = wanted ? await (options.staged ? stagedOf(root) : changeOf(options.since, root)) : undefined;
  const config = options.config === undefined ? undefined : place(options.config, cwd, root);
  const tree = await withOutsideFiles(checkoutTree(root), [...outside, ...(config?.startsWith('/') ? [config] : [])]);
  const env = process.env;
  return {
    change: result?.change,
    head: result?.head ?? tree,
    event: result?.event ?? 'local',
    hostNotices: result?.notices ?? [],
    source: await clientSource({ main: process.argv[1], cwd, env, isAction: false }),
    today: new Date().toISOString().slice(0, 10),
    ...(standardInput && { standardInput: await readStandardInput() }),
    ...(named.length > 0 && { paths: named }),
    ...(options.ignore && { ignore: options.ignore }),
    ...(options.dialect !== undefined && isDialect(options.dialect) && { dialect: options.dialect as Dialect }),
    ...(options.rules !== undefined && { rules: place(options.rules, cwd, root) }),
    trustedRules:
      options.rules === undefined || options.rules.startsWith('querygate:')
        ? undefined
        : await rulesCheckout(root, resolve(cwd, options.rules)),
    ...(config !== undefined && { config }),
    ...(options.failOn && { failOn: options.failOn }),
    ...(options.onUnknown && { onUnknown: options.onUnknown }),
    ...(options.findings && { findings: options.findings }),
    ...(options.startAfter !== undefined && { startAfter: options.startAfter }),
    ...(options.caller && { caller: readCaller(options.caller) }),
    service: {
      ...serviceOf(options, env),
      timeout: options.timeout,
      withheld: secretsWithheld(result?.change, env),
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
}): void {
  const { paths, standardInput, wanted, outside, stdinFilename } = given;
  if (standardInput && paths.length > 1)
    throw new ConfigError('`-` (standard input) cannot be combined with other paths; remove them');
  if (standardInput && wanted)
    throw new ConfigError(`standard input cannot be combined with \`${wanted}\`; remove the option`);
  if (outside.length > 0 && wanted)
    throw new ConfigError(
      `\`${outside[0]}\` is outside the repository, so it cannot be part of the change; remove the path, or \`${wanted}\``,
    );
  if (!standardInput && stdinFilename !== undefined)
    throw new ConfigError('`--stdin-filename` names standard input, which is not read; add the path `-`');
}

/** The option that asks for a change; undefined if there is none. Raises ConfigError for two that exclude each other. */
function changeOption({ changed, since, staged }: CheckOptions): string | undefined {
  const other = since === undefined ? (changed ? '--changed' : undefined) : '--since';
  if (staged && other) throw new ConfigError(`\`--staged\` cannot be combined with \`${other}\`; remove one of them`);
  return staged ? '--staged' : other;
}

function standardInputName({ stdinFilename }: CheckOptions): readonly string[] {
  return stdinFilename === undefined ? [] : [stdinFilename];
}

/** Settings of the service: options, else the environment. The key is never an option, since `ps` would show it. */
export function serviceOf(
  options: { readonly baseUrl?: string; readonly workspace?: string },
  env: NodeJS.ProcessEnv,
): ServiceSettings {
  return {
    ...given('baseUrl', options.baseUrl ?? env['SERVICE_BASE_URL']),
    ...given('apiKey', env['SERVICE_API_KEY']),
    ...given('workspace', options.workspace ?? env['SERVICE_WORKSPACE_ID']),
  };
}

function given<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  return (value ? { [key]: value } : {}) as { [P in K]?: string };
}

/** A path of the command line, relative to the repository's root; absolute if it is outside the repository. */
export function place(path: string, cwd: string, root: string): string {
  if (path.startsWith('querygate:')) return path;
  const absolute = resolve(cwd, path);
  const inside = relative(root, absolute);
  if (inside === '') return '.';
  if (isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) return absolute;
  return inside.split(sep).join('/');
}

/** The change of the CI host's event, else what changed since a revision. */
export function changeOf(since: string | undefined, root: string): Promise<ChangeResult> {
  const env = process.env;
  if (since !== undefined) return localChange({ root, since });
  switch (detectHost(env)) {
    case 'github':
      return githubChange({ root, env, token: env['GITHUB_TOKEN'] });
    case 'gitlab':
      return gitlabChange({ root, env });
    case 'local':
      return localChange({ root });
  }
}

/**
 * What is staged. A CI job has nothing to commit, so it has nothing staged, and a check of nothing would pass.
 */
async function stagedOf(root: string): Promise<ChangeResult> {
  const result = await stagedChange(root);
  const isCi = detectHost(process.env) !== 'local' || process.env['CI'] === 'true';
  if (isCi && result.change?.files.length === 0)
    throw new ConfigError(
      'nothing is staged in this CI job, so `--staged` would check nothing; use `--changed`, or `check` without it for all files',
    );
  return result;
}

const CALLER_KEYS = ['user', 'role', 'application', 'database'] as const;

function readCaller(pairs: readonly string[]): CallerSettings {
  const caller: CallerSettings = {};
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const key = CALLER_KEYS.find((name) => name === pair.slice(0, equals));
    if (!key)
      throw new ConfigError(
        `\`--caller ${pair}\` is invalid; use one of ${CALLER_KEYS.map((name) => `\`${name}=…\``).join(', ')}`,
      );
    caller[key] = pair.slice(equals + 1);
  }
  return caller;
}

export async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
