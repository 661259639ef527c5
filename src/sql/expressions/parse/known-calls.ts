import type { Lexical } from '../../text/dialects.ts';
import type { Expression } from '../expression.ts';
import { isSameForm } from '../form.ts';
import { LENGTHS } from '../functions.ts';

type Call = Expression & { readonly kind: 'call' };

/** Functions that PostgreSQL's operators stand for (`\do+` of psql). */
const EQUALS =
  /^(?:int[248]|int24|int42|int28|int82|int48|int84|text|bool|float[48]|numeric_|uuid_|date_|timestamp_)eq$/;
/** Characters of what these functions return: the MySQL and PostgreSQL manuals' chapters on hashes and UUIDs. */
const HASHES: Readonly<Record<string, number>> = { md5: 32, sha: 40, sha1: 40, uuid: 36, newid: 36 };
/** Bytes that T-SQL's HASHBYTES returns, by the algorithm. */
const HASH_BYTES: Readonly<Record<string, number>> = { md5: 16, sha: 20, sha1: 20, sha2_256: 32, sha2_512: 64 };
const DIFFERENCES = /^(?:datediff|datediff_big|timestampdiff|timediff)$/;
const TRUE: Expression = { kind: 'constant', value: true };

/** What a call equals, whatever the data is: another expression that is understood, or the call itself. */
export function knownCall(call: Call, { functions }: Lexical): Expression {
  const { name, args, text } = call;
  const [first, second] = args;
  const isOwn = functions.ownMeanings.has(name);
  // Hints to SQLite's planner.
  if (isOwn && first && /^(?:likely|unlikely|likelihood)$/.test(name)) return first;
  if (!first || !second) return LENGTHS.test(name) && first ? (lengthOf(first) ?? call) : call;
  const two = args.length === 2;
  if (two && EQUALS.test(name)) return { kind: 'binary', op: '=', left: first, right: second };
  // A text is in the list of itself, unless it has a comma.
  if (two && name === 'find_in_set' && isSameForm(first, second))
    return { kind: 'binary', op: '=', left: first, right: second };
  if (two && /^(?:textlike|bpcharlike)$/.test(name))
    return { kind: 'like', arg: first, pattern: second, negated: false };
  if (isOwn && two && /^(?:like|glob)$/.test(name)) return matches(name, second, first);
  // SQLite's max and min of several values.
  if (isOwn && /^(?:max|min)$/.test(name))
    return { kind: 'call', name: name === 'max' ? 'greatest' : 'least', args, text };
  if (/^jsonb?_path_exists$/.test(name) && second.kind === 'constant' && second.value === '$') return TRUE;
  if (DIFFERENCES.test(name) && isSameForm(args.at(-2) as Expression, args.at(-1) as Expression))
    return { kind: 'constant', value: 0 };
  return call;
}

function lengthOf(arg: Expression): Expression | undefined {
  if (arg.kind !== 'call') return undefined;
  const [algorithm] = arg.args;
  const length =
    arg.name === 'hashbytes' && algorithm?.kind === 'constant'
      ? HASH_BYTES[String(algorithm.value).toLowerCase()]
      : Object.hasOwn(HASHES, arg.name)
        ? HASHES[arg.name]
        : undefined;
  return length === undefined ? undefined : { kind: 'constant', value: length };
}

function matches(name: string, arg: Expression, pattern: Expression): Expression {
  const everything = name === 'glob' && pattern.kind === 'constant' && /^\*+$/.test(String(pattern.value));
  if (name === 'glob' && !everything) return { kind: 'call', name, args: [pattern, arg], text: name };
  return { kind: 'like', arg, pattern: everything ? { kind: 'constant', value: '%' } : pattern, negated: false };
}
