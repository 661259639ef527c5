import type { ReactNode } from 'react';
import type { Answer } from '../../api/call.ts';
import { VERDICT_WORDS, VerdictMark } from '../../ui/verdict.tsx';

type ActiveRule = Answer<'listRules'>['rules'][number];

/** Verdict of a rule; a rule that is off has none. */
export function RuleVerdict({ verdict }: Pick<ActiveRule, 'verdict'>): ReactNode {
  if (verdict === 'block' || verdict === 'warn') return <VerdictMark verdict={verdict} word={VERDICT_WORDS[verdict]} />;
  return <span className="faint">Off</span>;
}

/** The pack or file that decides, with the line if there is one. */
export function placeName({ place, source }: Pick<ActiveRule, 'place' | 'source'>): string {
  return place ? `${place.file}:${place.line}` : source;
}
