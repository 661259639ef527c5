import { trafficJudge } from '../../../check/index.ts';
import { compareByThemselves } from '../../../comparison/index.ts';
import type { SimulateRequest, SourceFile } from '../../../contract/index.ts';
import { snapshotFrom } from '../../../history/index.ts';
import { type ConfigError, type Dialect, historyReport } from '../../../model/index.ts';
import { compareRulesets } from '../../../rules/index.ts';
import { mergeFlows, type ParsedFlow, readFlows, simulate } from '../../../simulation/index.ts';
import type { SimulationOutcome } from '../engine.ts';
import { activeRuleset } from './active-ruleset.ts';
import { driftOf, type OwnRuleset } from './drift.ts';
import { engineRefusal, sentByClient } from './refusal.ts';
import type { TaskTools } from './worker-cache.ts';

export interface ReplayJob {
  readonly workspace: string;
  readonly dialect: SimulateRequest['dialect'];
  readonly settings: SimulateRequest['settings'];
  readonly flows: SimulateRequest['flows'];
  /** Keys of the rulesets. */
  readonly active: string;
  readonly head: string;
  readonly own: OwnRuleset | undefined;
  readonly history: Uint8Array;
  readonly today: string;
}

/** Default dialect of declared flows. */
const DEFAULT_DIALECT = 'postgresql';

/**
 * Replays the history of a workspace under its active ruleset and another. Raises EngineRefusal for files that do not
 * load.
 */
export async function replayHistory(job: ReplayJob, tools: TaskTools): Promise<SimulationOutcome> {
  const { today } = job;
  const base = await activeRuleset(job.active, tools);
  const head = await sentByClient('rules_invalid', () => tools.ruleset(job.head));
  const drift = await driftOf(base, job.own, today, tools);
  tools.begin(0);
  const declared = await declaredFlows(job, tools);
  const known = {
    base: trafficJudge({ side: 'base', ruleset: base }),
    head: trafficJudge({ side: 'head', ruleset: head }),
    drift,
  };
  if (compareRulesets(base, head, today).equal) return { outcome: 'no_effective_change', ...known };
  const history = await snapshotFrom({ name: `workspace ${job.workspace}`, bytes: job.history });
  const total = history.rows.length;
  tools.progress(0, total);
  const { settings } = job;
  const result = await sentByClient('rules_invalid', () =>
    simulate({
      history,
      base,
      head,
      today,
      settings: {
        minCalls: settings?.['min-calls'] ?? 1,
        minDays: settings?.['min-days'] ?? 1,
        ignoreCallers: settings?.['ignore-callers'] ?? [],
      },
      declared,
      onProgress: (done) => tools.progress(done, total),
    }),
  );
  const report = historyReport(
    history.header,
    { from: [`workspace ${job.workspace}`], side: 'service' },
    new Date(`${today}T23:59:59.999Z`),
  );
  if (base.sources.length === 0) return { outcome: 'simulated', ...known, result, history: report };
  const dialects = new Set(history.header.sources.map(({ dialect }) => dialect));
  const comparison = await compareByThemselves({ base, head, today, dialects });
  return { outcome: 'simulated', ...known, result: { ...result, comparison }, history: report };
}

/**
 * The declared flows of both sides. Raises EngineRefusal with every mistake: a flow that cannot be read would not be
 * judged.
 */
async function declaredFlows(
  { flows, dialect = DEFAULT_DIALECT }: ReplayJob,
  tools: TaskTools,
): Promise<readonly ParsedFlow[]> {
  const mistakes: ConfigError[] = [];
  const read = (file: SourceFile | undefined, inUse: Dialect) =>
    file
      ? readFlows({
          path: file.path,
          bytes: new TextEncoder().encode(file.text),
          dialect: inUse,
          createReader: tools.reader,
          onMistake: (error) => mistakes.push(error),
        })
      : new Map();
  const base = await read(flows?.base, dialect);
  const head = await read(flows?.head, dialect);
  if (mistakes.length > 0) throw engineRefusal('flows_invalid', mistakes);
  return mergeFlows(base, head).flows;
}
