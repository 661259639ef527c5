import type { Span, SqlScript, SuppressionReport } from '../../model/index.ts';
import { suggestion } from '../../model/index.ts';
import type { Ruleset } from '../ruleset/types.ts';
import { type Directive, directivesOf } from './directive.ts';
import type { Hit } from './statement.ts';

/** What came of one directive, for those of its rules that fared alike. */
export interface Suppression {
  /** The comment. */
  readonly span: Span;
  readonly rules: readonly string[];
  readonly reason: string;
  readonly until: string | undefined;
  readonly state: SuppressionReport['state'];
  /** How many hits it holds back. */
  readonly holds: number;
  /** Shape of the statement that it stands at; undefined where it stands at none. */
  readonly shape: string | undefined;
}

/** A directive that holds nothing because it is wrong. */
export interface SuppressionProblem {
  readonly span: Span;
  /** One line, with what to do. */
  readonly message: string;
}

export interface SuppressionOutcome {
  readonly suppressions: readonly Suppression[];
  readonly problems: readonly SuppressionProblem[];
  /** The hits that are held back, with the reason. */
  readonly held: ReadonlyMap<Hit, Suppression>;
}

export interface SuppressionSettings {
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** False where the base configuration says `suppressions: off`: every directive is then refused. */
  readonly allowed: boolean;
  /** Ids that are no mistake although this ruleset does not have them: those of the other side of a pull request. */
  readonly otherRules?: ReadonlySet<string> | undefined;
}

/** Looking for the nearest rule is dear, and a hostile file may hold thousands of wrong ones. */
const MAX_HINTS = 20;

/**
 * Applies the directives of a file to what its statements were judged.
 *
 * `hits[i]` are the hits of `script.statements[i]`, as judgeStatement gave them. A directive holds only hits of
 * its own statement, of rules that it names and that may be suppressed, and that no exception holds already.
 * What could not be read is no hit, so nothing here can hide it.
 */
export function applySuppressions(
  ruleset: Ruleset,
  script: SqlScript,
  hits: readonly (readonly Hit[])[],
  settings: SuppressionSettings,
): SuppressionOutcome {
  const suppressions: Suppression[] = [];
  const problems: SuppressionProblem[] = [];
  const held = new Map<Hit, Suppression>();
  const rules = new Map(ruleset.rules.map((rule) => [rule.id, rule]));

  const apply = (directive: Directive, shape: string | undefined, open: Map<string, Hit[]>): void => {
    const problem = directive.problem ?? unknownRule(directive);
    if (problem !== undefined) {
      problems.push({ span: directive.span, message: problem });
      return;
    }
    const byState = new Map<Suppression['state'], { rules: string[]; hits: Hit[] }>();
    for (const id of new Set(directive.rules)) {
      const caught = open.get(id) ?? [];
      const state = stateOf(id, directive, caught.length);
      const group = byState.get(state) ?? { rules: [], hits: [] };
      group.rules.push(id);
      if (state === 'used') {
        group.hits = group.hits.concat(caught);
        open.delete(id);
      }
      byState.set(state, group);
    }
    for (const [state, group] of byState) {
      const { span, reason, until } = directive;
      const suppression = { span, rules: group.rules, reason, until, state, holds: group.hits.length, shape };
      suppressions.push(suppression);
      for (const hit of group.hits) held.set(hit, suppression);
    }
  };

  const stateOf = (id: string, directive: Directive, caught: number): Suppression['state'] => {
    if (!settings.allowed || rules.get(id)?.suppressible === false) return 'refused';
    if (directive.until !== undefined && settings.today > directive.until) return 'expired';
    return caught > 0 ? 'used' : 'unused';
  };

  const unknownRule = (directive: Directive): string | undefined => {
    if (directive.rules.includes('unreadable')) {
      return 'what could not be read cannot be allowed; write it so that it can be, or take it out of the file';
    }
    const unknown = directive.rules.find((id) => !rules.has(id) && !settings.otherRules?.has(id));
    if (unknown === undefined) return undefined;
    const hint = problems.length < MAX_HINTS ? suggestion(unknown, rules.keys()) : '';
    return `there is no rule \`${unknown.slice(0, 80)}\`${hint}; name the rule of the finding`;
  };

  script.statements.forEach((statement, i) => {
    if (statement.comments.length === 0) return;
    const open = byRule((hits[i] ?? []).filter((hit) => !hit.exemption));
    for (const comment of statement.comments) {
      for (const directive of directivesOf(comment)) apply(directive, statement.shape, open);
    }
  });
  for (const comment of script.looseComments) {
    for (const directive of directivesOf(comment)) apply(directive, undefined, new Map());
  }
  return { suppressions, problems, held };
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
 * The directives of the head that the base version of the file does not have: those that the change adds or widens.
 * Two are the same where rules, reason, last day and the statement's shape are, and the head's holds back no more
 * findings; of equal ones, as many count as new as the head has more. Both must be judged by the same rules.
 */
export function addedSuppressions(
  head: readonly Suppression[],
  base: readonly Suppression[],
): ReadonlySet<Suppression> {
  // By key, how many of the base hold back how many findings.
  const left = new Map<string, Map<number, number>>();
  for (const suppression of base) {
    for (const key of keysOf(suppression)) {
      const counts = left.get(key) ?? new Map<number, number>();
      counts.set(suppression.holds, (counts.get(suppression.holds) ?? 0) + 1);
      left.set(key, counts);
    }
  }
  const added = new Set<Suppression>();
  for (const suppression of head) {
    for (const key of keysOf(suppression)) {
      const counts = left.get(key) ?? new Map<number, number>();
      const same = [...counts].find(([holds, count]) => count > 0 && holds >= suppression.holds);
      if (same) counts.set(same[0], same[1] - 1);
      else added.add(suppression);
    }
  }
  return added;
}

/** One key for each rule: which rules share a state may differ between the sides. */
function keysOf(suppression: Suppression): string[] {
  const { reason, until, shape } = suppression;
  return suppression.rules.map((rule) => JSON.stringify([rule, reason, until ?? '', shape ?? '']));
}
