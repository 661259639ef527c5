import { trafficJudge } from '../../check/index.ts';
import { timed } from '../../debug/index.ts';
import {
  counted,
  DAY_MS,
  dayOf,
  docsRootOf,
  filesRootOf,
  type Notice,
  PRODUCT,
  type SimulationReport,
  type SimulationResult,
} from '../../model/index.ts';
import { compareRulesets, loadPacks, type Ruleset } from '../../rules/index.ts';
import { memoisedReader } from '../inputs/effective-ruleset.ts';
import { resolveMode } from '../inputs/resolve-mode.ts';
import { announcements } from '../inputs/select-files.ts';
import type { SimulateRequest } from '../inputs/simulate-request.ts';
import { repeatSimulation } from '../report-parts/repeat.ts';
import { concludeSimulation } from './conclude.ts';
import { declaredFlows } from './declared-flows.ts';
import { simulationHeadline, simulationProvenance } from './headline.ts';
import { NOTHING_REPLAYED, replay } from './replay.ts';
import { resolveSimulationSettings } from './settings.ts';
import { loadSimulatedSides, type SimulatedSides } from './sides.ts';

/**
 * Compares the ruleset in force with the one after the merge, replays the production history over both, and decides
 * whether a legitimate flow would break. If both rulesets are equivalent, no history is read and no service is asked.
 * Raises ConfigError for a user error that leaves nothing to compare.
 */
export async function runSimulate(request: SimulateRequest): Promise<SimulationReport> {
  const sides = await loadSimulatedSides(request);
  const { base, head } = sides;
  const settings = resolveSimulationSettings(
    { ...request.limits, history: request.history },
    base.config?.value,
    head.config?.value,
  );
  const mode = resolveMode(request.service, settings.onMissingKey, 'simulate');
  const flows = await declaredFlows(sides, memoisedReader());
  const today = dayOf(request.now);
  const isComparable = base.ruleset !== undefined && head.ruleset !== undefined;
  const isSame = isComparable && compareRulesets(base.ruleset, head.ruleset, today).equal;
  const compared = isComparable && !isSame ? { base: base.ruleset, head: head.ruleset } : undefined;
  const replayed = compared
    ? await timed(
        'run',
        () => `replayed the history, mode ${mode.kind}`,
        () => replay({ request, sides, settings, mode, flows, today, ...compared }),
        ({ result }) => (result ? counted(result.totals.replayed.flows, 'flow') : 'no result'),
      )
    : NOTHING_REPLAYED;
  const { history, result, service, withoutHistory } = replayed;
  // If a side is not known for certain, the rulesets cannot be called equal.
  const isCertain = !sides.problems.some(({ kind }) => kind === 'base');
  const isUnchanged = (isSame && isCertain) || service?.outcome === 'no_effective_change';
  const outcome = result && !withoutHistory ? 'simulated' : isUnchanged ? 'no_effective_change' : 'not_simulated';
  const problems = [...sides.problems, ...flows.problems, ...replayed.problems];
  problems.sort((a, b) => a.exitCode - b.exitCode);
  const { change } = request;
  const report: Omit<SimulationReport, 'headline' | 'provenance'> = {
    kind: 'simulation',
    formatVersion: 1,
    tool: { name: 'querygate', version: PRODUCT.version },
    base: service?.base ?? (base.ruleset && trafficJudge({ side: 'base', ruleset: base.ruleset })),
    head: service?.head ?? (head.ruleset && trafficJudge({ side: 'head', ruleset: head.ruleset })),
    scope: { kind: change ? 'changed' : 'all', event: request.event, base: change?.baseLabel, head: change?.headLabel },
    outcome,
    policy: settings.policy,
    history,
    result,
    ...concludeSimulation({ outcome, result, problems, withoutHistory }, settings.policy, head.ruleset),
    problems,
    notices: noticesOf(
      request,
      sides,
      [...flows.notices, ...replayed.notices, ...(compared ? await looserThanBuiltIn(compared, today) : [])],
      [...flows.warnings, ...(replayed.warnings ?? [])],
    ),
    proposedAcknowledgements: result && (await proposals(result, request.now)),
    ...(service?.page !== undefined && { page: service.page, flowPages: service.flowPages }),
    filesRoot: request.judged && filesRootOf(request.judged),
    docsRoot: docsRootOf(request.source),
    repeat: repeatSimulation(request, mode.kind !== 'embedded'),
  };
  const isWithoutHistory = settings.historyFrom === 'none' && mode.kind !== 'service';
  return {
    ...report,
    headline: simulationHeadline(request, report, service, isWithoutHistory),
    provenance: simulationProvenance(request, report, service),
  };
}

/** How long a proposed acknowledgement is valid: a quarter, in days. */
const ACKNOWLEDGED_DAYS = 90;

async function proposals(result: SimulationResult, now: Date): Promise<string | undefined> {
  const { proposeAcknowledgements } = await import('../../simulation/index.ts');
  const until = dayOf(now.getTime() + ACKNOWLEDGED_DAYS * DAY_MS);
  return proposeAcknowledgements(result, { until });
}

const MAX_NAMED = 8;

/** A first ruleset is compared with none here, but SQL files were judged by the built-in rules until then. */
async function looserThanBuiltIn(
  { base, head }: { base: Ruleset; head: Ruleset },
  today: string,
): Promise<readonly string[]> {
  if (base.sources.length > 0) return [];
  const builtIn = await loadPacks();
  const looser = compareRulesets(builtIn, head, today).differences.filter(({ effect }) => effect !== 'stricter');
  if (looser.length === 0) return [];
  const names = looser
    .slice(0, MAX_NAMED)
    .map(({ rule, differences }) => `\`${rule}\` (${differences.join('; ') || 'removed'})`);
  const more = looser.length > names.length ? ` and ${looser.length - names.length} more` : '';
  return [
    `without a ruleset, SQL files are judged by ${builtIn.sources.join(' and ')}; this ruleset loosens ${counted(looser.length, 'of their rules', 'of their rules')}: ${names.join(', ')}${more}`,
  ];
}

function noticesOf(
  request: SimulateRequest,
  { base, head }: SimulatedSides,
  more: readonly string[],
  warnings: readonly string[],
): readonly Notice[] {
  const { change } = request;
  const notice = (level: Notice['level'], message: string): Notice => ({
    level,
    message,
    path: undefined,
    location: undefined,
  });
  const notices = [
    ...warnings.map((message) => notice('warning', message)),
    ...[...(request.hostNotices ?? []), ...more].map((message) => notice('notice', message)),
  ];
  if (!change) return notices;
  const [before, after] = [base.config?.value.simulate, head.config?.value.simulate];
  if (JSON.stringify(before) !== JSON.stringify(after))
    notices.push(
      notice(
        'notice',
        base.config
          ? 'the change edits the settings of `simulate`: those of the base branch apply until it is merged'
          : 'the change adds the first settings of `simulate`: until it is merged, a default applies where it is stricter',
      ),
    );
  return [...notices, ...announcements(change, request.source)];
}
