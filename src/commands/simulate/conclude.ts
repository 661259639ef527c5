import {
  ConfigError,
  counted,
  EXIT,
  type ExitCode,
  grouped,
  isFailure,
  type SimulationPolicy,
  type SimulationProblem,
  type SimulationReport,
  type SimulationResult,
  stricter,
  type Verdict,
} from '../../model/index.ts';
import type { Ruleset } from '../../rules/index.ts';
import type { WithoutHistory } from './replay.ts';

export interface SimulationConclusion {
  readonly verdict: Verdict;
  readonly exitCode: ExitCode;
  readonly conclusion: string;
}

interface Reason {
  readonly code: ExitCode;
  readonly text: string;
}

interface Concluded extends Pick<SimulationReport, 'outcome' | 'result' | 'problems'> {
  readonly withoutHistory?: WithoutHistory | undefined;
}

/** The exit code, and why. If several apply, the smallest wins. `result` is undefined if nothing was replayed. */
export function concludeSimulation(
  { outcome, result, problems, withoutHistory }: Concluded,
  policy: SimulationPolicy,
  head?: Pick<Ruleset, 'rules'>,
): SimulationConclusion {
  const verdict = verdictOf(result, problems.length > 0 || withoutHistory !== undefined);
  const reasons = [...(result ? reasonsOf(result, policy) : []), ...reasonsOfProblems(problems)];
  const failing = reasons.filter(({ code }) => isFailure(code, policy));
  const all = [...new Set(reasons.map(({ text }) => text))].join('; ');
  if (failing.length > 0) {
    const exitCode = Math.min(...failing.map(({ code }) => code)) as ExitCode;
    return { verdict, exitCode, conclusion: `failed: ${all}` };
  }
  if (reasons.length > 0)
    return { verdict, exitCode: EXIT.ok, conclusion: `reported only (\`fail-on: never\`): ${all}` };
  if (outcome === 'no_effective_change')
    return { verdict, exitCode: EXIT.ok, conclusion: 'passed: no effective change' };
  if (withoutHistory) return { verdict, exitCode: EXIT.ok, conclusion: WITHOUT_HISTORY[withoutHistory] };
  const details = result ? remarks(result, head) : [];
  return {
    verdict,
    exitCode: EXIT.ok,
    conclusion: `passed${details.length > 0 ? `, with ${details.join(', ')}` : ''}`,
  };
}

const WITHOUT_HISTORY: Readonly<Record<WithoutHistory, string>> = {
  declared: 'passed, but not simulated: the configuration says that there is no history (`simulate.history: none`)',
  // Its problem has a conclusion of its own, except under `fail-on: never`.
  missing: 'passed, but not simulated: there is no history',
  first_ruleset:
    'passed, but not simulated: there is no history yet, and no ruleset is in force that this change could edit',
};

/** Errors in files have their own lines in a report, so that they are counted here. */
function reasonsOfProblems(problems: readonly SimulationProblem[]): readonly Reason[] {
  const errors = problems.filter(({ kind, place }) => kind === 'rules' && place !== undefined);
  return problems.flatMap((problem): readonly Reason[] => {
    const { exitCode, message, place } = problem;
    if (!errors.includes(problem)) return [{ code: exitCode, text: new ConfigError(message, place).toLine() }];
    return problem === errors[0]
      ? [{ code: exitCode, text: `${counted(errors.length, 'error')} in the rules or the configuration` }]
      : [];
  });
}

function reasonsOf(result: SimulationResult, policy: SimulationPolicy): Reason[] {
  const { totals, declared, ruleChanges } = result;
  const reasons: Reason[] = [];
  const add = (code: ExitCode, text: string) => reasons.push({ code, text });
  const broken = totals.newlyBlocked.flows + totals.partlyBlocked.flows;
  if (broken > policy.maxBrokenFlows)
    add(
      EXIT.blocked,
      `${counted(broken, 'legitimate flow')} would break${allowed(policy.maxBrokenFlows, 'max-broken-flows')}`,
    );
  const blocked = declared.filter(({ breaks, head }) => breaks && head === 'block');
  if (blocked.length > 0) add(EXIT.blocked, `${counted(blocked.length, 'declared flow')} would break`);
  if (policy.failOnNewlyAllowed) {
    const { flows } = totals.newlyAllowed;
    if (flows > 0) add(EXIT.blocked, `${counted(flows, 'flow')} would be newly allowed (\`fail-on-newly-allowed\`)`);
    const looser = ruleChanges.filter(({ effect }) => effect === 'looser').length;
    if (looser > 0) add(EXIT.blocked, `${counted(looser, 'rule')} would be looser (\`fail-on-newly-allowed\`)`);
    const open = totals.unknownLoosening.flows;
    if (open > 0)
      add(
        EXIT.unknown,
        `${counted(open, 'flow')} may be newly allowed, which could not be decided (\`fail-on-newly-allowed\`)`,
      );
  }
  if (totals.unknown.flows > policy.maxUnknown)
    add(
      EXIT.unknown,
      `${counted(totals.unknown.flows, 'flow')} could not be decided${allowed(policy.maxUnknown, 'max-unknown')}`,
    );
  const open = declared.filter(({ breaks, head }) => breaks && head !== 'block');
  if (open.length > 0) add(EXIT.unknown, `${counted(open.length, 'declared flow')} could not be decided`);
  return reasons;
}

function remarks({ totals, declared, ruleChanges }: SimulationResult, head?: Pick<Ruleset, 'rules'>): string[] {
  const blocking = new Set(head?.rules.flatMap(({ id, verdict }) => (verdict === 'block' ? [id] : [])));
  // A rule that no query of the history meets may still block queries: the reader must not take it for safe.
  const unproven = ruleChanges.filter(
    ({ rule, effect, exercised }) => effect !== 'looser' && exercised.rows === 0 && blocking.has(rule),
  ).length;
  const broken = totals.newlyBlocked.flows + totals.partlyBlocked.flows;
  const looser = ruleChanges.filter(({ effect }) => effect === 'looser').length;
  const counts: readonly (readonly [number, string])[] = [
    [broken, `${counted(broken, 'broken flow')} (within \`max-broken-flows\`)`],
    [totals.unknown.flows, `${counted(totals.unknown.flows, 'undecided flow')} (within \`max-unknown\`)`],
    [totals.acknowledged.flows, `${counted(totals.acknowledged.flows, 'acknowledged break')}`],
    [totals.newlyAllowed.flows, `${counted(totals.newlyAllowed.flows, 'flow')} newly allowed`],
    [looser, `${counted(looser, 'looser rule')}`],
    [unproven, `${counted(unproven, 'edited rule')} not exercised by the history`],
    [declared.length, `${counted(declared.length, 'declared flow')} still allowed`],
  ];
  return counts.filter(([count]) => count > 0).map(([, text]) => text);
}

function verdictOf(result: SimulationResult | undefined, isIncomplete: boolean): Verdict {
  let verdict: Verdict = isIncomplete ? 'unknown' : 'allow';
  if (!result) return verdict;
  const { totals, declared, ruleChanges } = result;
  const worse = (next: Verdict, holds: boolean) => {
    if (holds) verdict = stricter(verdict, next);
  };
  worse('block', totals.newlyBlocked.flows + totals.partlyBlocked.flows > 0);
  worse('unknown', totals.unknown.flows > 0);
  for (const { breaks, head } of declared) worse(head === 'block' ? 'block' : 'unknown', breaks);
  const loosened = totals.newlyAllowed.flows + totals.unknownLoosening.flows + totals.acknowledged.flows > 0;
  worse('warn', loosened || totals.changed.flows > 0 || ruleChanges.some(({ effect }) => effect === 'looser'));
  return verdict;
}

function allowed(limit: number, name: string): string {
  return limit === 0 ? '' : ` (\`${name}\` allows ${grouped(limit)})`;
}
