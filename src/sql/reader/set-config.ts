import { evaluate } from '../expressions/evaluate.ts';
import { parseExpression } from '../expressions/parse/index.ts';
import { EVERY_TABLE, unquote } from '../text/names.ts';
import type { TokenRange } from '../text/splitter.ts';
import { T } from '../text/tokens.ts';
import type { Scan } from './scan.ts';
import { isUnset } from './session.ts';

/** The text of literals: `'a'`, `'a' || 'b'`, `concat('a', 'b')`; undefined for anything else. */
function textOf({ tokens, lexical, out }: Scan, { from, to }: TokenRange): string | undefined {
  if (to === from + 1 && tokens.kind(from) === T.string) return unquote(tokens.raw(from));
  // Facts of traffic do not depend on other literals.
  if (out.isTraffic) return undefined;
  const expression = to - from <= MAX_TEXT_TOKENS ? parseExpression(tokens, from, to, lexical) : undefined;
  const value = expression && evaluate(expression, { valueOf: () => undefined, lexical }, 0);
  return typeof value === 'string' ? value : undefined;
}

/** Tokens of the longest argument that is read. Calls may be nested, so that the end of each is not looked for. */
const MAX_TEXT_TOKENS = 64;
const MAX_TOKENS = 3 * MAX_TEXT_TOKENS;

/** PostgreSQL's `set_config('name', …)`, which works like SET. Only names of literals are read. */
export function readSetConfig(scan: Scan, from: number, to: number): void {
  const { tokens } = scan;
  for (const open of tokens.openingsIn(from + 1, to + 1)) {
    const at = open - 1;
    if (tokens.word(at) !== 'SET_CONFIG') continue;
    const close = tokens.closing(open);
    const end = Math.min(close < 0 ? to : close, open + MAX_TOKENS);
    const [first, second, third] = scan.commaParts(open + 1, end);
    if (!scan.out.isTraffic && first && first.to - first.from > MAX_TEXT_TOKENS)
      scan.unreadable('the name of the setting is too long to be read', at, open + 1);
    const name = first && textOf(scan, first)?.toLowerCase();
    if (name === undefined || !second) continue;
    const value = textOf(scan, second)?.toLowerCase() ?? '';
    const local = third !== undefined && tokens.word(third.from) === 'TRUE';
    const objectClass = isUnset(scan, name, second.from) ? 'unset' : local ? 'transaction setting' : undefined;
    scan.add('set', from, to, { target: { name, schema: '', quoted: true, text: name }, objectClass });
    if (name === 'session_replication_role' && value !== 'origin')
      scan.add('disable_trigger', from, to, { target: EVERY_TABLE });
    if (name === 'role' || name === 'session_authorization') scan.add('set_role', from, to);
  }
}
