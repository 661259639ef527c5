import type { KnownFacts } from '../cel/fact-views.ts';
import { TEXT_FUNCTIONS } from '../cel/text-functions.ts';
import { factPath, PartlyKnown } from '../conditions/formula.ts';
import { FALSE, TRUE, truthsOf } from './logic.ts';
import type { Proposition } from './propositions.ts';
import { passes } from './text-tests.ts';

const TAGS = 'caller.tags.';

/** The functions at the end of a fact. */
const FUNCTION = /\.(lowerAscii|upperAscii|trim)\(\)/g;

/** A text after the functions that a fact has at its end: `operation.target.name.lowerAscii()`. */
export function changedText(fact: string, text: string): string {
  let changed = text;
  for (const [, name = ''] of fact.matchAll(FUNCTION)) changed = TEXT_FUNCTIONS[name]?.(changed) ?? changed;
  return changed;
}

/** The value of a fact, or of the tag or changed text that a proposition is about; undefined if it is not known. */
export function valueOfFact(fact: string, facts: KnownFacts): unknown {
  const path = fact.replace(FUNCTION, '');
  const value = path.startsWith(TAGS) ? facts.caller?.tags?.[path.slice(TAGS.length)] : factPath(path).valueIn(facts);
  return typeof value === 'string' ? changedText(fact, value) : value;
}

/** The answer of a proposition for one operation; undefined if these facts, or only the expression language, give none. */
export function answerFor({ fact, question }: Proposition, facts: KnownFacts): boolean | undefined {
  const value = question.type === 'other' ? undefined : valueOfFact(fact, facts);
  if (question.type === 'present') return value !== undefined;
  if (value === undefined || value instanceof PartlyKnown) return undefined;
  switch (question.type) {
    case 'flag':
      return value === true;
    case 'text':
      return typeof value === 'string' ? passes(question.test, value) : undefined;
    case 'number':
      return typeof value === 'number' ? question.holds(value) : undefined;
    case 'size':
      return Array.isArray(value) ? question.holds(value.length) : undefined;
    case 'item': {
      const { item } = question;
      if (!Array.isArray(value)) return undefined;
      return value.some((each: string) => truthsOf(item, (test) => (passes(test, each) ? TRUE : FALSE)) === TRUE);
    }
    default:
      return undefined;
  }
}
