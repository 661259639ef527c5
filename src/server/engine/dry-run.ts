import { wholeFileFinding } from '../../check/index.ts';
import type { DryRunOutcome, DryRunTask, EngineFile } from './engine.ts';
import type { EngineLimits } from './limits.ts';
import { runInParts } from './parts.ts';
import type { Pool } from './pool.ts';
import { hasOwn, ownOf, rulesetFiles, rulesetKey, sizeOfFiles, workspaceOf } from './ruleset-keys.ts';
import type { ThreadExit } from './thread.ts';
import { describeExit, engineError } from './worker-failure.ts';

type JudgedFile = DryRunOutcome['files'][number];

/** Judges the files of a dry run in batches. `atOnce`: maximum number of threads. */
export async function runDryRun(
  pool: Pool,
  task: DryRunTask,
  limits: EngineLimits,
  atOnce: number,
): Promise<DryRunOutcome> {
  const { active, head: edited, own: repository, settings, baseline, today } = task;
  const workspace = workspaceOf(active);
  const own = ownOf(repository);
  const head = edited && rulesetKey(edited);
  const judging = { active: active.key, head };
  const known = rulesetFiles([active, hasOwn(head, edited), hasOwn(own?.key, repository?.ruleset)]);
  const times = { ready: limits.ruleset, item: limits.file };
  try {
    const files = 'read' in task.files ? await task.files.read() : task.files;
    const callerGiven = files.some(({ caller }) => caller !== undefined);
    const judges = await pool.run(
      {
        kind: 'judges',
        input: { ...judging, own, callerGiven, today },
        limits: { ready: limits.ruleset, item: limits.ruleset },
        files: known,
      },
      { workspace, size: edited ? sizeOfFiles(edited) : 0 },
    );
    const judged = await runInParts(pool, {
      items: files,
      workspace,
      sizeOf: charactersOf,
      jobOf: (some) => ({
        kind: 'files',
        input: { ...judging, files: some, settings, baseline, today },
        limits: times,
        files: known,
      }),
      insteadOf: ({ path }: EngineFile, end) => notJudged(path, end, limits.file),
      atOnce,
    });
    return { ...judges, files: judged as JudgedFile[] };
  } catch (error) {
    throw engineError(error, 'judging a file', times);
  }
}

function charactersOf({ text, baseText }: EngineFile): number {
  return text.length + (baseText?.length ?? 0);
}

/** Characters of all files of a dry run, or an upper bound. */
export function charactersOfAll(files: DryRunTask['files']): number {
  return 'read' in files ? files.characters : files.reduce((sum, file) => sum + charactersOf(file), 0);
}

/** The outcome of a file that broke a limit or crashed a thread: unknown. */
function notJudged(path: string, end: Exclude<ThreadExit, 'stopped'>, limit: number): JudgedFile {
  const problem = `judging it ${describeExit(end, limit)}; split the file, or leave it out with \`ignore\``;
  return {
    path,
    statements: 0,
    operations: 0,
    findings: [wholeFileFinding(path, problem)] as JudgedFile['findings'],
    suppressions: [],
    notices: [],
  };
}
