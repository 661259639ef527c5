import { spawnSync } from 'node:child_process';

/** Runs a program and returns what it printed; its errors go to the terminal. Fails if the program does. */
export function run(cwd: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, error } = spawnSync(program, args, {
    ...{ cwd, encoding: 'utf8', env: { ...process.env, ...env } },
    ...{ stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 * 1024 * 1024 },
  });
  if (error) throw new Error(`${program} cannot be started: ${error.message}`);
  if (status !== 0) throw new Error(`\`${program} ${args.join(' ')}\` failed:\n${stdout}`);
  return stdout;
}
