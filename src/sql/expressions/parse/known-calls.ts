import type { Lexical } from '../../text/dialects.ts';
import type { Expression } from '../expression.ts';

type Call = Expression & { readonly kind: 'call' };

/** What a call equals, whatever the data is: another expression that is understood, or the call itself. */
export function knownCall(call: Call, { functions }: Lexical): Expression {
  const { name, args, text } = call;
  const [first, second] = args;
  if (!functions.ownMeanings.has(name) || !first) return call;
  // Hints to SQLite's planner.
  if (/^(?:likely|unlikely|likelihood)$/.test(name)) return first;
  if (!second) return call;
  if (args.length === 2 && name === 'like') return { kind: 'like', arg: second, pattern: first, negated: false };
  // SQLite's max and min of several values.
  if (/^(?:max|min)$/.test(name)) return { kind: 'call', name: name === 'max' ? 'greatest' : 'least', args, text };
  return call;
}
