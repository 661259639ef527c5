import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ConfigError } from '../../model/index.ts';

/** Signals that end a job: the command gets them too. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Exit code of a process that a signal ended, without the signal's number. */
export const BY_SIGNAL = 128;

let running = 0;

export function isCommandRunning(): boolean {
  return running > 0;
}

/** Runs a command with this process's input and output. Returns its exit code. Raises ConfigError if it cannot be started. */
export async function runCommand(
  [program = '', ...args]: readonly string[],
  env: Record<string, string>,
): Promise<number> {
  const child = spawn(program, args, { env, stdio: 'inherit' });
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, passOn);
  running++;
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', ({ message }) => reject(new ConfigError(`the command could not be started: ${message}`)));
      child.once('close', (code, signal) => resolve(code ?? BY_SIGNAL + constants.signals[signal ?? 'SIGTERM']));
    });
  } finally {
    running--;
    for (const signal of SIGNALS) process.off(signal, passOn);
  }
}
