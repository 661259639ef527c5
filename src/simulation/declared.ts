import {
  type CallerFacts,
  type DeclaredFlowReport,
  type ErrorPlace,
  type FlowCause,
  type Statement,
  stricter,
  type Verdict,
} from '../model/index.ts';
import { type Hit, judgeStatement, type Ruleset } from '../rules/index.ts';
import { causesIn } from './causes.ts';
import type { Replay } from './replay.ts';

/** A flow of `flows.yml`, with its parsed query. */
export interface DeclaredFlow {
  readonly name: string;
  readonly owner: string;
  readonly place: ErrorPlace;
  /** A fact that is not declared is `undefined`, and a rule that reads it is undecided. */
  readonly caller: CallerFacts;
  readonly statements: readonly Pick<Statement, 'operations' | 'facts'>[];
}

/** Judges the declared flows under both rulesets. */
export function judgeDeclared(
  flows: readonly DeclaredFlow[],
  sides: { readonly base: Ruleset; readonly head: Ruleset; readonly today: string },
  replay: Replay,
): DeclaredFlowReport[] {
  const { base, head, today } = sides;
  return flows.map(({ name, owner, place, caller, statements }) => {
    const hitsOf = (ruleset: Ruleset): Hit[] =>
      statements.flatMap((statement) => judgeStatement(ruleset, statement, { file: undefined, caller, today }));
    const headHits = hitsOf(head).filter(counts);
    const endangered = statements.flatMap((statement) => {
      const row = { ...statement, caller };
      const judgement = replay.judge(row);
      return judgement.class === 'newly_blocked' || judgement.class === 'unknown' ? [{ row, calls: 0, judgement }] : [];
    });
    const breaks = endangered.length > 0;
    return {
      name,
      owner,
      place,
      base: verdictOf(hitsOf(base).filter(counts)),
      head: verdictOf(headHits),
      causes: breaks ? causesIn(endangered, replay) : headHits.filter(({ verdict }) => verdict !== 'warn').map(toCause),
      breaks,
    };
  });
}

/** An undecided warning does not count, since a warning blocks nothing. */
function counts({ verdict, rule, exemption }: Hit): boolean {
  return !exemption && (verdict !== 'unknown' || rule.verdict === 'block');
}

function verdictOf(hits: readonly Hit[]): Verdict {
  return hits.reduce<Verdict>((worst, { verdict }) => stricter(worst, verdict), 'allow');
}

function toCause({ rule, message, cause }: Hit): FlowCause {
  return { rule: rule.id, place: rule.place, message, undecided: cause, calls: 0, values: [], moreValues: 0 };
}
