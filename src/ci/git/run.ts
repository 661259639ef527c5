import { ConfigError } from '../../model/index.ts';

/** What a git command answered. `stdout` is bytes: paths and blobs need not be UTF-8. */
export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** A token for one server. It travels in the environment, never in an argument that `ps` would show. */
export interface GitAuth {
  /** Scheme, host and path that the header is sent to, such as `https://github.com/`. */
  readonly server: string;
  readonly header: string;
}

/** A git repository on this machine. Every command of the project goes through `run`. */
export interface Git {
  readonly root: string;
  /**
   * Runs git without a shell; resolves whatever the exit code is. `input` goes to standard input, only of a command
   * that reads all of it: to one that has ended already, the toolkit's write is an error that nobody can catch.
   */
  run(args: readonly string[], input?: string): Promise<GitResult>;
  /** As `run`, but throws a ConfigError naming the command unless the exit code is 0. */
  must(args: readonly string[]): Promise<Buffer>;
}

/**
 * Settings of each command. A checkout is other people's: nothing in its configuration may start a program
 * (fsmonitor, hooks), a stalled server must not hold the job, and no background process may keep our pipes open.
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

/** The environment of a git command in `root`: the settings above as GIT_CONFIG_*, behind those already given. */
export function gitEnvironment(
  root: string,
  auth: GitAuth | undefined,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) result[name] = value;
  const given = Number.parseInt(env['GIT_CONFIG_COUNT'] ?? '0', 10);
  let count = Number.isSafeInteger(given) && given > 0 ? given : 0;
  const add = (key: string, value: string) => {
    result[`GIT_CONFIG_KEY_${count}`] = key;
    result[`GIT_CONFIG_VALUE_${count}`] = value;
    count++;
  };
  // A container job runs as another user than the one who owns the checkout.
  add('safe.directory', root);
  for (const [key, value] of SETTINGS) add(key, value);
  if (auth) {
    // The empty value drops a header that the checkout persisted: two of them make the server answer 400.
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
  async function run(args: readonly string[], input?: string): Promise<GitResult> {
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
 * Keeps a chunk and hands an empty one back to the toolkit, which else looks for line ends in all that came
 * so far, again with every chunk: a 32 MB file without a line end took 7 s, and takes 0.1 s like this.
 */
function take(data: Buffer): Buffer {
  const kept = Buffer.from(data);
  data.toString = () => '';
  return kept;
}

/** The first telling line of what git said on standard error, in one line and without credentials. */
export function gitReason(result: GitResult): string {
  const lines = result.stderr.split(/[\r\n]+/).map((line) => line.trim());
  const line = lines.find((text) => /^(fatal|error):/.test(text)) ?? lines.find((text) => text !== '');
  if (!line) return `exit code ${result.code}`;
  return line
    .replace(/^(fatal|error):\s*/, '')
    .replace(/\/\/[^/@\s]*@/g, '//')
    .slice(0, 300);
}
