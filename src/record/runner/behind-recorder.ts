import { ConfigError } from '../../model/index.ts';
import { recordedEnvironment } from './environment.ts';
import { openScratch, type ScratchOptions } from './open-scratch.ts';
import { BY_SIGNAL, isCommandRunning, runCommand, SIGNALS } from './run-command.ts';
import type { RunningRecorder, Scratch } from './scratch.ts';

/** A command whose statements are recorded. */
export interface RecordRequest extends ScratchOptions {
  /** The command and its arguments. */
  readonly command: readonly string[];
  /** File of the recording. */
  readonly output: string;
  /** Variables that get the URL of the recorder although they hold no URL of a database. */
  readonly variables: readonly string[];
  readonly now: Date;
}

/** What came of a recording. */
export interface RecordResult {
  readonly exitCode: number;
  readonly statements: number;
  /** Why it is not complete, each one line. */
  readonly problems: readonly string[];
  /** What the user should know of the database, as one line. */
  readonly note: string | undefined;
}

/** Opens the scratch database for `work`, and closes it in any case. Raises ConfigError if it cannot be used. */
export async function withScratch<T>(request: RecordRequest, work: (scratch: Scratch) => Promise<T>): Promise<T> {
  if (request.command.length === 0) throw new ConfigError('there is no command; write it after `--`');
  let scratch: Scratch | undefined;
  const endSignals = exitOnSignals(async () => scratch?.close());
  try {
    scratch = await openScratch(request);
    return await work(scratch);
  } finally {
    await scratch?.close();
    endSignals();
  }
}

/** Runs the command with its connection led to a recorder, and closes that. Returns the exit code of the command. */
export function runBehindRecorder(
  { kind, login }: Scratch,
  recorder: RunningRecorder,
  { command, variables, env }: RecordRequest,
): Promise<number> {
  const address = { host: '127.0.0.1', port: recorder.port, ...login };
  const run = async () => runCommand(command, recordedEnvironment(env, kind, address, variables));
  return run().finally(() => recorder.close());
}

/**
 * While no command runs, a signal ends the process, which removes what it has made. Returns how to end that.
 *
 * @param close puts back what is changed at a server that goes on
 */
function exitOnSignals(close: () => Promise<void>): () => void {
  let isEnding = false;
  const exit = (_: NodeJS.Signals, number: number) => {
    if (isCommandRunning()) return;
    const end = () => process.exit(BY_SIGNAL + number);
    // A second signal does not wait.
    if (isEnding) end();
    isEnding = true;
    void close().then(end, end);
  };
  for (const signal of SIGNALS) process.on(signal, exit);
  return () => {
    for (const signal of SIGNALS) process.off(signal, exit);
  };
}
