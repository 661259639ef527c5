import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { costOf, summary } from '../measure.ts';
import { emptyGroups, type GroupResult, type ToolResult } from './results.ts';
import type { Group, Sample } from './statements.ts';
import type { Output, Tool } from './tools.ts';

/** Runs a tool on each statement, as a file of its own in the folder. */
export function runOnSamples(tool: Tool, samples: readonly Sample[], folder: string): Record<Group, GroupResult> {
  const groups = emptyGroups();
  for (const [index, { group, name, sql }] of samples.entries()) {
    const path = join(folder, `${index}.sql`);
    writeFileSync(path, `${sql.trimEnd()}\n`);
    const [program = '', ...args] = [...tool.command, path];
    const { stdout, stderr, status, error } = spawnSync(program, args, { encoding: 'utf8', cwd: folder });
    if (error) throw error;
    const { rules, unread } = tool.read({ stdout, stderr });
    const counted = [...new Set(rules.filter((rule) => tool.counts(rule, group)))].sort();
    const result = groups[group];
    if (counted.length > 0) result.reported[name] = counted;
    if (status !== 0) result.failed.push(name);
    if (unread > 0) result.unread.push(name);
  }
  return groups;
}

/** The CPU seconds of each tool's runs over the same files, and the output of its last run. */
interface Runs {
  readonly seconds: readonly number[];
  readonly output: Output;
}

/** Runs the tools alternately, so that drifting machine speed affects all equally. `runs` says how often each runs. */
function inTurn(tools: readonly Tool[], runs: (tool: Tool) => number, files: readonly string[], folder: string) {
  const outputs = { stdout: join(folder, 'stdout.txt'), stderr: join(folder, 'stderr.txt') };
  const results = new Map<Tool, Runs>();
  for (let run = 0; run < Math.max(...tools.map(runs)); run++) {
    for (const tool of tools.filter((each) => run < runs(each))) {
      const { cpu } = costOf([...tool.command, ...files], { files: outputs });
      const seconds = [...(results.get(tool)?.seconds ?? []), cpu];
      const read = (path: string) => readFileSync(path, 'utf8');
      results.set(tool, { seconds, output: { stdout: read(outputs.stdout), stderr: read(outputs.stderr) } });
    }
  }
  return results;
}

type Costs = Pick<ToolResult, 'small' | 'migrations'>;

const round = (value: number): number => Number(value.toPrecision(3));

/** Measures the tools on one small file, and on the migrations if there are any. The first tool is the measure. */
export function measure(
  tools: readonly Tool[],
  small: string,
  migrations: readonly string[],
  folder: string,
): readonly Costs[] {
  const [own] = tools;
  const onSmall = inTurn(tools, () => 11, [small], folder);
  const onMigrations =
    migrations.length > 0 ? inTurn(tools, (tool) => tool.migrationRuns, migrations, folder) : undefined;
  const cpu = (tool: Tool, runs: ReadonlyMap<Tool, Runs>) => {
    const median = (of: Tool | undefined) => summary((of && runs.get(of)?.seconds) ?? []).median;
    return { seconds: round(median(tool)), ratio: round(median(tool) / median(own)) };
  };
  return tools.map((tool) => {
    const runs = onMigrations?.get(tool);
    const read = runs && tool.read(runs.output);
    return {
      small: cpu(tool, onSmall),
      migrations:
        onMigrations && read ? { unread: read.unread, skipped: read.skipped, cpu: cpu(tool, onMigrations) } : null,
    };
  });
}
