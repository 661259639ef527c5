import { wholeFile } from '../../../check/index.ts';
import { endWords, engineError } from './ends.ts';
import type { DryRunOutcome, DryRunTask, EngineFile } from './engine.ts';
import type { EngineLimits } from './limits.ts';
import { runInParts } from './parts.ts';
import type { Pool } from './pool.ts';
import { hasOwn, ownOf, rulesetFiles, rulesetKey } from './ruleset-keys.ts';
import type { End } from './thread.ts';

type JudgedFile = DryRunOutcome['files'][number];

/** Judges the files of a dry run, some at a time. `atOnce`: threads that it may have. */
export async function runDryRun(
  pool: Pool,
  task: DryRunTask,
  limits: EngineLimits,
  atOnce: number,
): Promise<DryRunOutcome> {
  const { active, head: edited, own: repository, files, settings, baseline, today } = task;
  const own = ownOf(repository);
  const head = edited && rulesetKey(edited);
  const judging = { active: active.key, head };
  const known = rulesetFiles([active, hasOwn(head, edited), hasOwn(own?.key, repository?.ruleset)]);
  const times = { ready: limits.ruleset, item: limits.file };
  try {
    const callerGiven = files.some(({ caller }) => caller !== undefined);
    const judges = await pool.run({
      kind: 'judges',
      input: { ...judging, own, callerGiven, today },
      limits: { ready: limits.ruleset, item: limits.ruleset },
      files: known,
    });
    const judged = await runInParts(pool, {
      items: files,
      sizeOf: ({ text, baseText }) => text.length + (baseText?.length ?? 0),
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

/** A file over which a thread ended is judged all the same: it is unknown. */
function notJudged(path: string, end: Exclude<End, 'stopped'>, limit: number): JudgedFile {
  const problem = `judging it ${endWords(end, limit)}; split the file, or leave it out with \`ignore\``;
  return {
    path,
    statements: 0,
    operations: 0,
    findings: [wholeFile(path, problem)] as JudgedFile['findings'],
    suppressions: [],
    notices: [],
  };
}
