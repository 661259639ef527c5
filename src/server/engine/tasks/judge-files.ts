import {
  expiredExceptionsOf,
  fileJudge,
  type JudgingRuleset,
  judgeFile,
  judgingRulesets,
} from '../../../check/index.ts';
import type { FileContext } from '../../../model/index.ts';
import type { UseAnswer, UseQuestion } from '../../../use/index.ts';
import type { DryRunOutcome, DryRunTask, EngineFile } from '../engine.ts';
import { activeRuleset } from './active-ruleset.ts';
import { driftOf, type OwnRuleset } from './drift.ts';
import { type FileAnswers, usesOfFile } from './file-uses.ts';
import { sentByClient } from './refusal.ts';
import type { TaskTools } from './worker-cache.ts';

interface Judging {
  /** Keys of the rulesets. */
  readonly active: string;
  readonly head: string | undefined;
}

export interface JudgesTask extends Judging {
  readonly own: OwnRuleset | undefined;
  readonly callerGiven: boolean;
  readonly today: string;
}

/** The rulesets that judge a dry run. Raises EngineRefusal for edited rules that do not load. */
export async function judgesOf(
  task: JudgesTask,
  tools: TaskTools,
): Promise<Pick<DryRunOutcome, 'judges' | 'drift' | 'expired'>> {
  const rulesets = await judging(task, tools);
  const [inForce] = rulesets;
  return {
    judges: rulesets.map((each) => structuredClone(fileJudge(each, task.callerGiven)) as DryRunOutcome['judges'][0]),
    drift: inForce && (await driftOf(inForce.ruleset, task.own, task.today, tools)),
    expired: inForce ? expiredExceptionsOf(inForce.ruleset, task.today).map((each) => ({ ...each })) : [],
  };
}

export interface FilesTask extends Judging, Pick<DryRunTask, 'settings' | 'baseline' | 'today'> {
  readonly files: readonly (EngineFile & { readonly answers?: FileAnswers | undefined })[];
  /** The answer to questions about use that `answers` does not have. */
  readonly otherwise: UseAnswer;
}

/** A judged file, and what it asks about the use of objects. */
export interface FilePart {
  readonly judged: DryRunOutcome['files'][number];
  readonly asked: readonly UseQuestion[];
}

/** The context of a file whose client sends none. Without one, the readers take a file for the whole change. */
const NOT_KNOWN: FileContext = { tables: [] };

/** Judges files; reports one part per file. */
export async function judgeFiles(task: FilesTask, tools: TaskTools): Promise<undefined> {
  const rulesets = await judging(task, tools);
  const { failOn, suppressions, maxExemptionDays } = task.settings;
  const baseline = new Set(task.baseline);
  for (const dialect of new Set(task.files.map((file) => file.dialect))) await tools.reader(dialect);
  for (const [
    index,
    { path, formerPath, dialect, status, text, baseText, caller, context, uses: _, answers, ...run },
  ] of task.files.entries()) {
    const reader = await tools.reader(dialect);
    const uses = usesOfFile({ dialect, text, answers, otherwise: task.otherwise });
    tools.begin(index);
    const judged = judgeFile(
      reader,
      { path, formerPath, status, text, baseText, context: context ?? NOT_KNOWN },
      {
        rulesets,
        // The edited rules of a repository never override the active ruleset of the workspace.
        headDecides: false,
        failOn,
        suppressions,
        maxExemptionDays,
        file: { dialect, ...run, caller },
        baseline,
        today: task.today,
        useOf: uses.of,
      },
    );
    tools.part(index, { judged: { path, ...judged }, asked: uses.asked() });
  }
}

async function judging({ active, head }: Judging, tools: TaskTools): Promise<readonly JudgingRuleset[]> {
  const inForce = await activeRuleset(active, tools);
  const edited = head === undefined ? undefined : await sentByClient('rules_invalid', () => tools.ruleset(head));
  return judgingRulesets(inForce, edited);
}
