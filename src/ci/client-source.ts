import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import {
  type ClientSource,
  INSTALLED,
  isProject,
  isRef,
  originOf,
  repositoryAt,
  type SourceRepository,
  webUrl,
} from '../model/index.ts';
import { headCommit } from './git/history.ts';
import { openGit } from './git/run.ts';
import { detectHost } from './host.ts';

export interface ClientSourceOptions {
  /** The module that this process runs: `process.argv[1]`. */
  readonly main: string | undefined;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether a GitHub Action's step runs it. In other steps, the variables name another action or none. */
  readonly isAction: boolean;
}

/**
 * Where the running client came from. In CI, the host or the template states it; elsewhere, it is the remote of the
 * checkout that the client runs from. No address is assumed: what cannot be known is left out.
 */
export async function clientSource({ main, cwd, env, isAction }: ClientSourceOptions): Promise<ClientSource> {
  const action = isAction ? actionRepository(env) : undefined;
  if (action) return cloned(action);
  const job = env['GITLAB_CI'] === 'true' ? gitlabSource(env) : undefined;
  if (job) return job;
  if (main === undefined || !existsSync(main)) return INSTALLED;
  // dist/cli.js, or src/entry/cli/… when the sources run.
  const folder = dirname(dirname(realpathSync(main)));
  if (!existsSync(join(folder, '.git'))) return isBelow(cwd, folder) ? vendored(cwd, folder) : INSTALLED;
  const repository = await checkoutRepository(folder, env);
  if (repository) return cloned(repository);
  return isBelow(cwd, folder) || folder === cwd ? vendored(cwd, folder) : INSTALLED;
}

/** The repository that a CI job judges, at `commit`; undefined outside of CI, or if its address is unknown. */
export function judgedRepository(env: NodeJS.ProcessEnv, commit: string | undefined): SourceRepository | undefined {
  if (commit === undefined || !isRef(commit)) return undefined;
  const host = detectHost(env);
  if (host === 'local') return undefined;
  const [address, project = ''] =
    host === 'github'
      ? [env['GITHUB_SERVER_URL'], env['GITHUB_REPOSITORY']]
      : [env['CI_SERVER_URL'], env['CI_PROJECT_PATH']];
  const server = originOf(address ?? '');
  return server && isProject(project) ? { host, server, project, ref: commit } : undefined;
}

/** Set by the runner for a step with `uses:`; empty if the action is in the checkout (`uses: ./…`). */
function actionRepository(env: NodeJS.ProcessEnv): SourceRepository | undefined {
  const { GITHUB_ACTION_REPOSITORY: project = '', GITHUB_ACTION_REF: ref = '' } = env;
  const server = originOf(env['GITHUB_SERVER_URL'] ?? 'https://github.com');
  return server && isProject(project) && isRef(ref) ? { host: 'github', server, project, ref } : undefined;
}

/** The template passes its own inputs: see gitlab/querygate.gitlab-ci.yml. */
function gitlabSource(env: NodeJS.ProcessEnv): ClientSource | undefined {
  const { QUERYGATE_SOURCE: source, QUERYGATE_REF: ref = '', QUERYGATE_PROJECT: project = '' } = env;
  const server = originOf(env['CI_SERVER_URL'] ?? '');
  if (source === 'project' && server && isProject(project) && isRef(ref))
    return cloned({ host: 'gitlab', server, project, ref });
  const address = env['QUERYGATE_URL'] ?? '';
  if (source === 'url') {
    const repository = repositoryAt(address, ref);
    if (repository) return cloned(repository);
  }
  const path = env['QUERYGATE_PATH'] ?? '';
  if (source === 'path' && /^\/[\w./-]+$/.test(path)) return { ...INSTALLED, command: `node ${path}/dist/cli.js` };
  return source === 'tarball' ? downloaded(address, env['QUERYGATE_SHA256'] ?? '') : undefined;
}

/** A repository to clone, so that the reader runs the same commit. */
function cloned(repository: SourceRepository): ClientSource {
  const { ref } = repository;
  const folder = `~/.cache/querygate/${ref.replaceAll('/', '-')}`;
  return {
    repository,
    // Fetched each time, since a branch or tag may have moved; and alone, since a clone lacks commits of no branch.
    install: [
      `git init --quiet ${folder}`,
      `git -C ${folder} fetch --quiet --depth 1 ${webUrl(repository)}.git ${ref}`,
      `git -C ${folder} checkout --quiet FETCH_HEAD`,
    ],
    command: `node ${folder}/dist/cli.js`,
  };
}

/** A tarball at a URL, which is unpacked only if it is the one that ran. A private URL asks the reader to sign in. */
function downloaded(address: string, sha256: string): ClientSource | undefined {
  if (!originOf(address) || !/^[\w.~:/?#@!$&()*+,;=%-]+$/.test(address) || new URL(address).username) return undefined;
  if (!/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  // No `~`: it is not expanded within quotes.
  const folder = `$HOME/.cache/querygate/${sha256}`;
  return {
    repository: undefined,
    install: [
      `mkdir -p ${folder}`,
      `curl --fail --silent --show-error --location --output ${folder}/client.tgz '${address}'`,
      `echo "${sha256}  ${folder}/client.tgz" | sha256sum --check --quiet`,
      `tar -xzf ${folder}/client.tgz -C ${folder} --strip-components=1`,
    ],
    command: `node ${folder}/dist/cli.js`,
  };
}

/** A copy in the repository that is checked: the reader has it too. */
function vendored(cwd: string, folder: string): ClientSource {
  const path = [...relative(cwd, folder).split(sep), 'dist/cli.js'].filter((part) => part !== '').join('/');
  return /^[\w./-]+$/.test(path) ? { ...INSTALLED, command: `node ${path}` } : INSTALLED;
}

async function checkoutRepository(folder: string, env: NodeJS.ProcessEnv): Promise<SourceRepository | undefined> {
  const git = openGit(folder, undefined, env);
  const [remote, head] = await Promise.all([git.run(['config', '--get', 'remote.origin.url']), headCommit(git)]);
  return head.ok ? repositoryAt(remote.stdout.toString().trim(), head.value) : undefined;
}

/** A repository on its CI host, by the address of its remote `origin`; undefined if that names neither host. */
export async function remoteRepository(root: string): Promise<SourceRepository | undefined> {
  const remote = await openGit(root).run(['config', '--get', 'remote.origin.url']);
  return repositoryAt(remote.stdout.toString().trim(), 'HEAD');
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(`${folder}${sep}`);
}
