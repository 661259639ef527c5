import { snapshotFrom } from '../../../history/index.ts';
import { explainFlow, type FlowExplanation } from '../../../simulation/index.ts';
import { activeRuleset } from './active-ruleset.ts';
import type { TaskTools } from './worker-cache.ts';

export interface ExplainFlowJob {
  /** Key of the ruleset. */
  readonly active: string;
  /** A snapshot (docs/history-format.md), gzip, that the server wrote. */
  readonly history: Uint8Array;
  /** It is the whole history of the workspace. */
  readonly whole: boolean;
  readonly flow: string;
  readonly today: string;
}

/** How the active ruleset judges a flow of the history; undefined if the history does not have it. */
export async function explainRecordedFlow(
  { active, history, whole, flow, today }: ExplainFlowJob,
  tools: TaskTools,
): Promise<FlowExplanation | undefined> {
  const ruleset = await activeRuleset(active, tools);
  tools.begin(0);
  const { rows } = await snapshotFrom({ name: 'the history', bytes: history });
  return explainFlow({ rows, flow, ruleset, today, whole });
}
