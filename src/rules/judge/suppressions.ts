import type { Span, SqlScript, SuppressionReport } from '../../model/index.ts';
import { suggestion } from '../../model/index.ts';
import type { Ruleset } from '../ruleset/types.ts';
import { type Directive, directivesOf } from './directive.ts';
import type { Hit } from './statement.ts';

/** The result of one directive, for those of its rules that have the same state. */
export interface Suppression {
  /** Span of the comment. */
  readonly span: Span;
  readonly rules: readonly string[];
  readonly reason: string;
  readonly until: string | undefined;
  readonly state: SuppressionReport['state'];
  /** How many hits it exempts. */
  readonly holds: number;
  /** Shape of the statement that it belongs to; undefined if it belongs to none. */
  readonly shape: string | undefined;
}

/** A directive that has no effect because it contains a mistake. */
export interface SuppressionProblem {
  readonly span: Span;
  /** The mistake and how to fix it, one line. */
  readonly message: string;
}

export interface SuppressionOutcome {
  readonly suppressions: readonly Suppression[];
  readonly problems: readonly SuppressionProblem[];
  /** The exempted hits, with the suppression that exempts each. */
  readonly suppressed: ReadonlyMap<Hit, Suppression>;
}

export interface SuppressionSettings {
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** False if the base configuration has `suppressions: off`: every directive is then refused. */
  readonly allowed: boolean;
  /** Ids of the rules on the other side of the pull request; naming them is not a mistake. */
  readonly otherRules?: ReadonlySet<string> | undefined;
  /** Suppressions that are refused because they last too long. */
  readonly refused?: readonly Suppression[] | undefined;
}

/** Finding the nearest rule id is slow, and a hostile file may contain thousands of wrong ids. */
const MAX_HINTS = 20;

/**
 * Applies the directives of a file to the hits of its statements.
 *
 * `hits[i]` are the hits of `script.statements[i]`, as returned by judgeStatement. A directive exempts only hits of its
 * own statement, of rules that it names and that are suppressible, unless an exception already exempts them.
 * SQL that could not be read produces no hit, so a directive cannot hide it.
 */
export function applySuppressions(
  ruleset: Ruleset,
  script: SqlScript,
  hits: readonly (readonly Hit[])[],
  settings: SuppressionSettings,
): SuppressionOutcome {
  const suppressions: Suppression[] = [];
  const problems: SuppressionProblem[] = [];
  const suppressed = new Map<Hit, Suppression>();
  const rules = new Map(ruleset.rules.map((rule) => [rule.id, rule]));

  const apply = (directive: Directive, shape: string | undefined, remaining: Map<string, Hit[]>): void => {
    const problem = directive.problem ?? unknownRule(directive);
    if (problem !== undefined) {
      problems.push({ span: directive.span, message: problem });
      return;
    }
    const byState = new Map<Suppression['state'], { rules: string[]; hits: Hit[] }>();
    for (const id of new Set(directive.rules)) {
      const matching = remaining.get(id) ?? [];
      const state = stateOf(id, directive, matching.length);
      const group = byState.get(state) ?? { rules: [], hits: [] };
      group.rules.push(id);
      if (state === 'used') {
        group.hits = group.hits.concat(matching);
        remaining.delete(id);
      }
      byState.set(state, group);
    }
    for (const [state, group] of byState) {
      const { span, reason, until } = directive;
      const suppression = { span, rules: group.rules, reason, until, state, holds: group.hits.length, shape };
      suppressions.push(suppression);
      for (const hit of group.hits) suppressed.set(hit, suppression);
    }
  };

  const stateOf = (id: string, directive: Directive, matching: number): Suppression['state'] => {
    if (!settings.allowed || rules.get(id)?.suppressible === false || isRefused(id, directive)) return 'refused';
    if (directive.until !== undefined && settings.today > directive.until) return 'expired';
    return matching > 0 ? 'used' : 'unused';
  };

  const refused = new Set((settings.refused ?? []).flatMap((each) => each.rules.map((id) => refusalKey(id, each))));
  const isRefused = (id: string, directive: Directive) => refused.size > 0 && refused.has(refusalKey(id, directive));

  const unknownRule = (directive: Directive): string | undefined => {
    if (directive.rules.includes('unreadable')) {
      return 'SQL that could not be read cannot be allowed; rewrite it, or remove it from the file';
    }
    const unknown = directive.rules.find((id) => !rules.has(id) && !settings.otherRules?.has(id));
    if (unknown === undefined) return undefined;
    const hint = problems.length < MAX_HINTS ? suggestion(unknown, rules.keys()) : '';
    return `there is no rule \`${unknown.slice(0, 80)}\`${hint}; use the rule id of the finding`;
  };

  script.statements.forEach((statement, i) => {
    if (statement.comments.length === 0) return;
    const remaining = byRule((hits[i] ?? []).filter((hit) => !hit.exemption));
    for (const comment of statement.comments) {
      for (const directive of directivesOf(comment)) apply(directive, statement.shape, remaining);
    }
  });
  for (const comment of script.looseComments) {
    for (const directive of directivesOf(comment)) apply(directive, undefined, new Map());
  }
  return { suppressions, problems, suppressed };
}

function refusalKey(rule: string, { span, until, reason }: Pick<Suppression, 'span' | 'until' | 'reason'>): string {
  return JSON.stringify([span.start, rule, until ?? '', reason]);
}

function byRule(hits: readonly Hit[]): Map<string, Hit[]> {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    const group = groups.get(hit.rule.id);
    if (group) group.push(hit);
    else groups.set(hit.rule.id, [hit]);
  }
  return groups;
}

/**
 * Returns the directives that the change adds or widens: those in the head that the base version of the file does not
 * have. Two directives are the same if rules, reason, last day and statement shape are equal and the one in the head
 * exempts no more findings. If the head repeats one more often, only the additional ones count as added. Both sides
 * must be judged under the same rules.
 */
export function addedSuppressions(
  head: readonly Suppression[],
  base: readonly Suppression[],
): ReadonlySet<Suppression> {
  // By key: how many directives of the base exempt how many findings.
  const unmatched = new Map<string, Map<number, number>>();
  for (const suppression of base) {
    for (const key of keysOf(suppression)) {
      const counts = unmatched.get(key) ?? new Map<number, number>();
      counts.set(suppression.holds, (counts.get(suppression.holds) ?? 0) + 1);
      unmatched.set(key, counts);
    }
  }
  const added = new Set<Suppression>();
  for (const suppression of head) {
    for (const key of keysOf(suppression)) {
      const counts = unmatched.get(key) ?? new Map<number, number>();
      const same = [...counts].find(([holds, count]) => count > 0 && holds >= suppression.holds);
      if (same) counts.set(same[0], same[1] - 1);
      else added.add(suppression);
    }
  }
  return added;
}

/** Returns one key per rule, since the grouping of rules by state may differ between the sides. */
function keysOf(suppression: Suppression): string[] {
  const { reason, until, shape } = suppression;
  return suppression.rules.map((rule) => JSON.stringify([rule, reason, until ?? '', shape ?? '']));
}
