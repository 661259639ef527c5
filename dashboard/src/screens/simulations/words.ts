import type { Answer } from '../../api/call.ts';
import { counted, integer } from '../../format/number.ts';
import type { Mark } from '../../ui/verdict.tsx';

export type Simulation = Answer<'readWorkspaceSimulation'>;
export type Done = Extract<Simulation, { readonly status: 'done' }>;
export type Simulated = Extract<Done, { readonly outcome: 'simulated' }>;
export type Result = Simulated['result'];
export type RuleChange = Result['ruleChanges'][number];
export type Flow = Result['flows'][number];
export type Totals = Result['totals'];

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What differs in a rule, as a reader says it: `Warn to block`, `New rule, block`, `Condition`. */
export function changeWords(change: RuleChange['change'], differences: readonly string[]): string {
  if (differences.length === 0) return { added: 'New rule', removed: 'Rule removed', edited: 'Texts' }[change];
  return capital(differences.map(differenceWords).join('; '));
}

function differenceWords(text: string): string {
  return text
    .replace(/^verdict: (\w+) -> (\w+)$/, '$1 to $2')
    .replace(/^new rule, verdict /, 'new rule, ')
    .replace(/^rule removed, verdict was /, 'rule removed, was ')
    .replaceAll(' -> ', ' to ');
}

/** What the history says about a changed rule. */
export interface Outcome {
  readonly mark: Mark | undefined;
  readonly text: string;
}

interface Replayed {
  readonly exercised: { readonly rows: number; readonly calls: number };
  readonly newlyBlocked: { readonly flows: number };
  readonly partlyBlocked: { readonly flows: number };
  readonly newlyAllowed: { readonly flows: number };
  readonly unknown: { readonly flows: number };
}

/** The worst that a changed rule would do to recorded flows. A rule that nothing exercises is not known to be safe. */
export function outcomeOf({ exercised, newlyBlocked, partlyBlocked, newlyAllowed, unknown }: Replayed): Outcome {
  const breaks = (flows: number) => `${counted(flows, 'flow')} ${flows === 1 ? 'breaks' : 'break'}`;
  if (newlyBlocked.flows > 0) {
    const inPart = partlyBlocked.flows;
    if (inPart === newlyBlocked.flows) return { mark: 'part', text: `${breaks(inPart)} in part` };
    const part = inPart > 0 ? `, ${integer(inPart)} in part` : '';
    return { mark: 'block', text: `${breaks(newlyBlocked.flows)}${part}` };
  }
  if (unknown.flows > 0) return { mark: 'unknown', text: `${counted(unknown.flows, 'flow')} not decided` };
  if (newlyAllowed.flows > 0) return { mark: 'warn', text: `${counted(newlyAllowed.flows, 'flow')} newly allowed` };
  if (exercised.rows === 0) return { mark: 'unknown', text: 'Not exercised' };
  return { mark: undefined, text: `None of ${counted(exercised.calls, 'call')} changes` };
}

/** What the history says about a changed rule of a simulation. */
export function outcomeOfChange(change: RuleChange, { flows }: Result): Outcome {
  const inPart = flows.filter(
    (flow) =>
      flow.class === 'partly_blocked' &&
      flow.leftOut === undefined &&
      flow.acknowledged === undefined &&
      flow.causes.some(({ rule }) => rule === change.rule),
  ).length;
  return outcomeOf({ ...change, partlyBlocked: { flows: Math.min(inPart, change.newlyBlocked.flows) } });
}

/** `adds 1 rule and edits 3`: what a change does to a ruleset, in numbers. */
export function changeCounts(changes: readonly { readonly change: RuleChange['change'] }[]): string {
  const count = (kind: RuleChange['change']) => changes.filter(({ change }) => change === kind).length;
  const verbs = [
    ['adds', count('added')],
    ['edits', count('edited')],
    ['removes', count('removed')],
  ] as const;
  const parts = verbs
    .filter(([, rules]) => rules > 0)
    .map(([verb, rules], index) => `${verb} ${index === 0 ? counted(rules, 'rule') : integer(rules)}`);
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? 'changes no rule');
}
