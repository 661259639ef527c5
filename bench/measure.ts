import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** CPU seconds (user and system, including children) of complete runs. */
export interface Timing {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Cost of one run. */
export interface Cost {
  /** Seconds, of all threads and children. */
  readonly cpu: number;
  /** Seconds. */
  readonly wall: number;
  /** Peak memory in bytes; undefined for programs that Node does not run. */
  readonly peak: number | undefined;
  /** Empty unless requested. */
  readonly stdout: string;
}

interface CostOptions {
  /** Whether to raise Error if it fails. */
  readonly mustSucceed?: boolean;
  readonly keepOutput?: boolean;
  /** Files that get the output. A program that ends before its pipe is read loses output, a file gets all. */
  readonly files?: { readonly stdout: string; readonly stderr: string };
}

/** Runs a command once through bash, whose `time` counts the command and all its children. */
export function costOf(command: readonly string[], options: CostOptions = {}): Cost {
  const { stdout: output, stderr: errors } = options.files ?? { stdout: '/dev/null', stderr: '/dev/null' };
  const script = `TIMEFORMAT="cpu %U %S"; out=$1 err=$2; shift 2; time "$@" 2>"$err" ${options.keepOutput ? '' : '>"$out"'}`;
  const folder = mkdtempSync(join(tmpdir(), 'querygate-usage-'));
  const usage = join(folder, 'usage.json');
  try {
    const start = performance.now();
    const { stderr, stdout, error, status } = spawnSync('bash', ['-c', script, 'bash', output, errors, ...command], {
      encoding: 'utf8',
      maxBuffer: 1e9,
      env: { ...process.env, QUERYGATE_BENCH_USAGE: usage },
    });
    const wall = (performance.now() - start) / 1000;
    if (error) throw error;
    if (options.mustSucceed && status !== 0) throw new Error(`\`${command.join(' ')}\` ended with ${status}`);
    const found = /cpu ([\d.]+) ([\d.]+)/.exec(stderr);
    if (!found) throw new Error(`no times of \`${command.join(' ')}\`: ${stderr}`);
    const usageFile = existsSync(usage) ? (JSON.parse(readFileSync(usage, 'utf8')) as { peak: number }) : undefined;
    return { cpu: Number(found[1]) + Number(found[2]), wall, peak: usageFile?.peak, stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function summary(values: readonly number[]): Timing {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1] ?? 0, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 };
}

/**
 * Runs commands alternately, so that drifting machine speed affects all equally; returns costs by command, then by run.
 */
export function inTurn(commands: readonly (readonly string[])[], runs: number): readonly (readonly Cost[])[] {
  const costs: Cost[][] = commands.map(() => []);
  for (let run = 0; run < runs; run++) {
    for (const [at, command] of commands.entries())
      costs[at]?.push(costOf(command, { mustSucceed: true, keepOutput: true }));
  }
  return costs;
}
