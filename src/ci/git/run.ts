import { timed, withoutCredentials } from '../../debug/index.ts';
import { ConfigError } from '../../model/index.ts';
import { NOTE_TOKEN } from '../note-token.ts';

/** The result of a git command. `stdout` is bytes, since paths and blobs need not be UTF-8. */
export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** A token for one server. It is passed in the environment, never in an argument, which `ps` would show. */
export interface GitAuth {
  /** Scheme, host and path that receive the header, such as `https://github.com/`. */
  readonly server: string;
  readonly header: string;
}

/** A git repository on this machine. Every git command of the project goes through `run`. */
export interface Git {
  readonly root: string;
  /**
   * Runs git without a shell; resolves for every exit code. `input` goes to standard input. Use it only for commands
   * that read all of it: if git has ended already, the toolkit's write raises an error that cannot be caught.
   */
  run(args: readonly string[], input?: string): Promise<GitResult>;
  /** As `run`, but throws a ConfigError naming the command unless the exit code is 0. */
  must(args: readonly string[]): Promise<Buffer>;
}

/**
 * Settings of each command. A checkout is untrusted: nothing in its configuration may start a program (fsmonitor,
 * hooks). Also, a stalled server must not block the job, and no background process may keep the pipes open.
 */
const SETTINGS: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['protocol.ext.allow', 'never'],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '60'],
];

/** Secrets that only this process uses. A git command may start other programs: helpers for credentials, ssh. */
const OWN_SECRETS: readonly string[] = [NOTE_TOKEN, 'SERVICE_API_KEY', 'QUERYGATE_SIMULATE_API_KEY'];

/** The environment of a git command in `root`: the settings above as GIT_CONFIG_*, after those of `env`. */
export function gitEnvironment(
  root: string,
  auth: GitAuth | undefined,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !OWN_SECRETS.includes(name)) result[name] = value;
  }
  const given = Number.parseInt(env['GIT_CONFIG_COUNT'] ?? '0', 10);
  let count = Number.isSafeInteger(given) && given > 0 ? given : 0;
  const add = (key: string, value: string) => {
    result[`GIT_CONFIG_KEY_${count}`] = key;
    result[`GIT_CONFIG_VALUE_${count}`] = value;
    count++;
  };
  // In a container job, another user owns the checkout.
  add('safe.directory', root);
  for (const [key, value] of SETTINGS) add(key, value);
  if (auth) {
    // The empty value removes a header that the checkout persisted: with two of them the server answers 400.
    add(`http.${auth.server}.extraheader`, '');
    add(`http.${auth.server}.extraheader`, auth.header);
  }
  result['GIT_CONFIG_COUNT'] = String(count);
  result['GIT_TERMINAL_PROMPT'] = '0';
  result['GIT_LITERAL_PATHSPECS'] = '1';
  result['GIT_OPTIONAL_LOCKS'] = '0';
  result['GCM_INTERACTIVE'] = 'never';
  result['LC_ALL'] = 'C';
  return result;
}

/**
 * Opens the repository whose top folder is `root`. No command runs yet.
 *
 * @param root absolute path of the work tree's top folder
 */
export function openGit(root: string, auth?: GitAuth, env: NodeJS.ProcessEnv = process.env): Git {
  const environment = gitEnvironment(root, auth, env);
  const run = (args: readonly string[], input?: string): Promise<GitResult> =>
    timed(
      'git',
      () => `${args.join(' ')} (in ${root})`,
      () => runGit(args, input),
      (result) =>
        result.code === 0 ? `${result.stdout.length} bytes` : `exit code ${result.code}${complaint(result)}`,
    );
  async function runGit(args: readonly string[], input?: string): Promise<GitResult> {
    const { exec } = await import('@actions/exec');
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    const code = await exec('git', [...args], {
      cwd: root,
      env: environment,
      silent: true,
      ignoreReturnCode: true,
      ...(input === undefined ? {} : { input: Buffer.from(input) }),
      listeners: { stdout: (data) => out.push(take(data)), stderr: (data) => err.push(take(data)) },
    });
    return { code, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString('utf8') };
  }
  async function must(args: readonly string[]): Promise<Buffer> {
    const result = await run(args);
    if (result.code !== 0) throw new ConfigError(`\`git ${args[0]}\` failed: ${gitReason(result)}`);
    return result.stdout;
  }
  return { root, run, must };
}

/**
 * Copies a chunk, and makes it empty for the toolkit. Otherwise the toolkit would search all output so far for line
 * ends again with every chunk: a 32 MB file without a line end took 7 s, and now takes 0.1 s.
 */
function take(data: Buffer): Buffer {
  const copy = Buffer.from(data);
  data.toString = () => '';
  return copy;
}

function complaint(result: GitResult): string {
  const reason = gitReason(result);
  return reason === `exit code ${result.code}` ? '' : ` (${reason})`;
}

/** The first useful line of git's standard error, without credentials. */
export function gitReason(result: GitResult): string {
  const lines = result.stderr.split(/[\r\n]+/).map((line) => line.trim());
  const line = lines.find((text) => /^(fatal|error):/.test(text)) ?? lines.find((text) => text !== '');
  if (!line) return `exit code ${result.code}`;
  return withoutCredentials(line.replace(/^(fatal|error):\s*/, '')).slice(0, 300);
}
