import { stat } from 'node:fs/promises';
import { inputVariable } from '../input-variable.ts';
import { printLog, withoutCommands } from '../log.ts';

/** The runner discards a step summary that is larger than this, in bytes. */
const SUMMARY_LIMIT = 1024 * 1024;

/** GitHub cuts the message of an annotation at this length, in characters. */
const MESSAGE_LIMIT = 4096;

const SECRETS = [
  inputVariable('api-key'),
  inputVariable('github-token'),
  'SERVICE_API_KEY',
  'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
] as const;

export interface Failure {
  readonly title: string;
  readonly message: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/**
 * The output of a GitHub Actions step. Nothing else writes to standard output, since the runner reads commands there.
 */
export interface GithubStep {
  /** Masks the step's secrets, and the encoded form of the token that git uses, in all later output. */
  maskSecrets(): void;
  /** Writes workflow commands that are already escaped (the `github` format). */
  annotate(commands: string): void;
  /** Prints untrusted text to the log; it cannot trigger commands of the runner. */
  log(text: string): void;
  /** One line that the runner shows only with debug logging. */
  debug(line: string): void;
  notice(message: string): void;
  warn(message: string): void;
  /** One error annotation, at its place in the repository if that is known. */
  fail(failure: Failure): void;
  output(name: string, value: string | number): void;
  /** Bytes that are left in the step summary; 0 if the host has no summary. */
  summaryRoom(): Promise<number>;
  /** Appends to the step summary. Returns undefined, or one line on why it failed. */
  summary(markdown: string): Promise<string | undefined>;
}

/** The step that this process runs in. */
export async function githubStep(env: NodeJS.ProcessEnv): Promise<GithubStep> {
  const core = await import('@actions/core');
  const write = (text: string) => void process.stdout.write(text);
  const oneLine = (text: string) => withoutCommands(cutMessage(text));
  return {
    maskSecrets() {
      for (const name of SECRETS) {
        const secret = env[name]?.trim();
        if (secret) core.setSecret(secret);
      }
      const token = env[inputVariable('github-token')]?.trim();
      if (token) core.setSecret(Buffer.from(`x-access-token:${token}`).toString('base64'));
    },
    annotate: (commands) => write(commands),
    log: (text) => printLog(text, write),
    debug: (line) => core.debug(oneLine(line)),
    notice: (message) => core.notice(oneLine(message)),
    warn: (message) => core.warning(oneLine(message)),
    fail({ title, message, file, line, column }) {
      core.error(oneLine(message), {
        title,
        ...(file === undefined ? {} : { file }),
        ...(line === undefined ? {} : { startLine: line }),
        ...(line === undefined || column === undefined ? {} : { startColumn: column }),
      });
    },
    output: (name, value) => core.setOutput(name, value),
    summaryRoom: () => summaryRoom(env),
    async summary(markdown) {
      try {
        await core.summary.addRaw(markdown, true).write();
        return undefined;
      } catch (error) {
        return `no job summary: ${error instanceof Error ? error.message : 'it could not be written'}`;
      }
    },
  };
}

async function summaryRoom(env: NodeJS.ProcessEnv): Promise<number> {
  const path = env['GITHUB_STEP_SUMMARY'];
  const size =
    path === undefined
      ? undefined
      : await stat(path).then(
          (stats) => stats.size,
          () => undefined,
        );
  return size === undefined ? 0 : Math.max(0, SUMMARY_LIMIT - 1024 - size);
}

function cutMessage(message: string): string {
  return message.length <= MESSAGE_LIMIT ? message : `${message.slice(0, MESSAGE_LIMIT - 1)}…`;
}
