import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ConfigError } from '../../model/index.ts';

/** Signals that end a job: the command gets them too. */
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const BY_SIGNAL = 128;

/** Runs a command with this process's input and output. Returns its exit code. Raises ConfigError if it cannot be started. */
export async function runCommand(
  [program = '', ...args]: readonly string[],
  env: Record<string, string>,
): Promise<number> {
  const child = spawn(program, args, { env, stdio: 'inherit' });
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of PASSED_ON) process.on(signal, passOn);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', ({ message }) => reject(new ConfigError(`the command could not be started: ${message}`)));
      child.once('close', (code, signal) => resolve(code ?? BY_SIGNAL + constants.signals[signal ?? 'SIGTERM']));
    });
  } finally {
    for (const signal of PASSED_ON) process.off(signal, passOn);
  }
}
