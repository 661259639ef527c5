import { judgeOfTraffic } from '../../check/index.ts';
import { type Notice, PRODUCT, type SimulationReport, type SimulationResult } from '../../model/index.ts';
import { compareRulesets } from '../../rules/index.ts';
import { memoisedReader } from '../inputs/effective-ruleset.ts';
import { resolveMode } from '../inputs/resolve-mode.ts';
import { announcements } from '../inputs/select-files.ts';
import type { SimulateRequest } from '../inputs/simulate-request.ts';
import { repeatSimulation } from '../report-parts/repeat.ts';
import { concludeSimulation } from './conclude.ts';
import { declaredFlows } from './declared-flows.ts';
import { simulationHeadline } from './headline.ts';
import { NOTHING_REPLAYED, replay } from './replay.ts';
import { resolveSimulationSettings } from './settings.ts';
import { loadSimulatedSides, type SimulatedSides } from './sides.ts';

/**
 * Compares the ruleset in force with what would be in force, replays the history of production over both, and says
 * whether a legitimate flow would break. Where both judge alike, no history is read and no service is asked.
 * Raises ConfigError for a mistake of the user that leaves nothing to compare.
 */
export async function runSimulate(request: SimulateRequest): Promise<SimulationReport> {
  const sides = await loadSimulatedSides(request);
  const { base, head } = sides;
  const settings = resolveSimulationSettings(
    { ...request.limits, history: request.history },
    base.config?.value,
    head.config?.value,
  );
  const place = resolveMode(request.service, settings.onMissingKey, 'simulate');
  const flows = await declaredFlows(sides, memoisedReader());
  const today = request.now.toISOString().slice(0, 10);
  const isComparable = base.ruleset !== undefined && head.ruleset !== undefined;
  const isSame = isComparable && compareRulesets(base.ruleset, head.ruleset, today).equal;
  const replayed =
    isComparable && !isSame
      ? await replay({ request, sides, settings, place, flows, today, base: base.ruleset, head: head.ruleset })
      : NOTHING_REPLAYED;
  const { history, result, service } = replayed;
  // Of a side that is not known for certain, nothing is known to be the same.
  const isCertain = !sides.problems.some(({ kind }) => kind === 'base');
  const isUnchanged = (isSame && isCertain) || service?.outcome === 'no_effective_change';
  const outcome = result ? 'simulated' : isUnchanged ? 'no_effective_change' : 'not_simulated';
  const problems = [...sides.problems, ...flows.problems, ...replayed.problems];
  problems.sort((a, b) => a.exitCode - b.exitCode);
  const { change } = request;
  const report: Omit<SimulationReport, 'headline'> = {
    kind: 'simulation',
    formatVersion: 1,
    tool: { name: 'querygate', version: PRODUCT.version },
    base: service?.base ?? (base.ruleset && judgeOfTraffic({ side: 'base', ruleset: base.ruleset })),
    head: service?.head ?? (head.ruleset && judgeOfTraffic({ side: 'head', ruleset: head.ruleset })),
    scope: { kind: change ? 'changed' : 'all', event: request.event, base: change?.baseLabel, head: change?.headLabel },
    outcome,
    policy: settings.policy,
    history,
    result,
    ...concludeSimulation(outcome, result, problems, settings.policy, head.ruleset),
    problems,
    notices: noticesOf(request, sides, [...flows.notices, ...replayed.notices], replayed.warnings),
    proposedAcknowledgements: result && (await proposals(result, request.now)),
    repeat: repeatSimulation(request, place.kind !== 'embedded'),
  };
  return { ...report, headline: simulationHeadline(request, report, service) };
}

/** How long a proposed acknowledgement holds: what is broken on purpose is mended within a quarter. */
const ACKNOWLEDGED_DAYS = 90;

async function proposals(result: SimulationResult, now: Date): Promise<string | undefined> {
  const { proposeAcknowledgements } = await import('../../simulation/index.ts');
  const until = new Date(now.getTime() + ACKNOWLEDGED_DAYS * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return proposeAcknowledgements(result, { until });
}

function noticesOf(
  request: SimulateRequest,
  { base, head }: SimulatedSides,
  more: readonly string[],
  warnings: readonly string[] = [],
): readonly Notice[] {
  const { change } = request;
  const say = (level: Notice['level'], message: string): Notice => ({
    level,
    message,
    path: undefined,
    location: undefined,
  });
  const notices = [
    ...warnings.map((message) => say('warning', message)),
    ...[...(request.hostNotices ?? []), ...more].map((message) => say('notice', message)),
  ];
  if (!change) return notices;
  const [before, after] = [base.config?.value.simulate, head.config?.value.simulate];
  if (JSON.stringify(before) !== JSON.stringify(after))
    notices.push(
      say(
        'notice',
        base.config
          ? 'the change edits the settings of `simulate`: those of the base branch count until it is merged'
          : 'the change brings the first settings of `simulate`: where a default is stricter, it counts until they are merged',
      ),
    );
  return [...notices, ...announcements(change)];
}
