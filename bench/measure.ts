import { spawnSync } from 'node:child_process';

/** CPU seconds (user and system, children included) of whole runs. */
export interface Timing {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Runs a command once through bash, whose `time` accounts for the command and all its children. */
function cpuSeconds(command: readonly string[]): number {
  const script = 'TIMEFORMAT="cpu %U %S"; time "$@" >/dev/null 2>/dev/null';
  const { stderr, error } = spawnSync('bash', ['-c', script, 'bash', ...command], { encoding: 'utf8', maxBuffer: 1e8 });
  if (error) throw error;
  const found = /cpu ([\d.]+) ([\d.]+)/.exec(stderr);
  if (!found) throw new Error(`no times of \`${command.join(' ')}\`: ${stderr}`);
  return Number(found[1]) + Number(found[2]);
}

function summary(values: readonly number[]): Timing {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1] ?? 0, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 };
}

/** Runs two commands in turn, so that a machine whose speed drifts is the same to both; the first run of each is thrown away. */
export function compare(
  a: readonly string[],
  b: readonly string[],
  runs: number,
): { a: Timing; b: Timing; ratio: Timing } {
  const left: number[] = [];
  const right: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const one = cpuSeconds(a);
    const other = cpuSeconds(b);
    if (run === 0) continue;
    left.push(one);
    right.push(other);
  }
  return { a: summary(left), b: summary(right), ratio: summary(left.map((value, i) => value / (right[i] ?? 1))) };
}

export function printRow(name: string, { a, b, ratio }: ReturnType<typeof compare>, peer: string, aim: string): void {
  const seconds = (t: Timing) => `${t.median.toFixed(3)} s (${t.min.toFixed(3)} to ${t.max.toFixed(3)})`;
  process.stdout.write(
    `${name}\n  querygate ${seconds(a)}\n  ${peer} ${seconds(b)}\n  ratio ${ratio.median.toFixed(2)}x (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)}), aim ${aim}\n\n`,
  );
}
