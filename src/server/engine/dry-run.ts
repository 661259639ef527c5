import { wholeFileFinding } from '../../check/index.ts';
import { NO_HISTORY, notKnown, type UseAnswer } from '../../use/index.ts';
import type { DryRunOutcome, DryRunTask, EngineFile } from './engine.ts';
import type { EngineLimits } from './limits.ts';
import { runInParts } from './parts.ts';
import type { Pool } from './pool.ts';
import { hasOwn, ownOf, rulesetFiles, rulesetKey, sizeOfFiles, workspaceOf } from './ruleset-keys.ts';
import type { FilePart, FilesTask } from './tasks/judge-files.ts';
import type { ThreadExit } from './thread.ts';
import { answerQuestions } from './uses.ts';
import { describeExit, engineError } from './worker-failure.ts';

/** Judges the files of a dry run in batches. `atOnce`: maximum number of threads. */
export async function runDryRun(
  pool: Pool,
  task: DryRunTask,
  limits: EngineLimits,
  atOnce: number,
): Promise<DryRunOutcome> {
  const { active, head: edited, own: repository, settings, baseline, today, uses } = task;
  const workspace = workspaceOf(active);
  const own = ownOf(repository);
  const head = edited && rulesetKey(edited);
  const judging = { active: active.key, head };
  const known = rulesetFiles([active, hasOwn(head, edited), hasOwn(own?.key, repository?.ruleset)]);
  const times = { ready: limits.ruleset, item: limits.file };
  const judge = async (files: FilesTask['files'], otherwise: UseAnswer): Promise<readonly FilePart[]> => {
    const parts = await runInParts(pool, {
      items: files,
      workspace,
      sizeOf: charactersOf,
      jobOf: (some) => ({
        kind: 'files',
        input: { ...judging, files: some, settings, baseline, today, otherwise },
        limits: times,
        files: known,
      }),
      insteadOf: ({ path }: EngineFile, end): FilePart => ({ judged: notJudged(path, end, limits.file), asked: [] }),
      atOnce,
    });
    return parts as readonly FilePart[];
  };
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
    const first = await judge(files, uses === 'not permitted' ? NOT_PERMITTED : NO_HISTORY);
    const judged = first.map((part) => part.judged);
    const asking = [...files.entries()].filter(([index]) => (first[index]?.asked.length ?? 0) > 0);
    if (asking.length === 0 || uses === undefined || uses === 'not permitted') return { ...judges, files: judged };
    const asked = asking.map(([index, file]) => ({ file, questions: first[index]?.asked ?? [] }));
    const { answers, otherwise } = await answerQuestions(pool, { asked, uses, workspace, today }, limits);
    const again = await judge(
      asking.map(([, file], at) => ({ ...file, answers: answers[at] })),
      otherwise,
    );
    for (const [at, [index]] of asking.entries()) judged[index] = (again[at] as FilePart).judged;
    return { ...judges, files: judged };
  } catch (error) {
    throw engineError(error, 'judging a file', times);
  }
}

/** The same for objects that are used and that are not: without the scope, no name of the history can be learned. */
const NOT_PERMITTED = notKnown(
  'whether it is still used is not known, as the API key of this run has no scope `rules:simulate`',
);

function charactersOf({ text, baseText }: EngineFile): number {
  return text.length + (baseText?.length ?? 0);
}

/** Characters of all files of a dry run, or an upper bound. */
export function charactersOfAll(files: DryRunTask['files']): number {
  return 'read' in files ? files.characters : files.reduce((sum, file) => sum + charactersOf(file), 0);
}

/** The outcome of a file that broke a limit or crashed a thread: unknown. */
function notJudged(path: string, end: Exclude<ThreadExit, 'stopped'>, limit: number): FilePart['judged'] {
  const problem = `judging it ${describeExit(end, limit)}; split the file, or leave it out with \`ignore\``;
  return {
    path,
    statements: 0,
    operations: 0,
    findings: [wholeFileFinding(path, problem)] as FilePart['judged']['findings'],
    suppressions: [],
    notices: [],
  };
}
