import type { Target } from '../../../model/index.ts';
import { foldName, readName, unquote } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import type { Facts } from '../operation.ts';
import type { Scan } from '../scan.ts';

export function nameAt(scan: Scan, at: number): string | undefined {
  const { tokens, lexical } = scan;
  if (tokens.kind(at) === T.quoted) return foldName(unquote(tokens.raw(at)), true, lexical);
  if (tokens.kind(at) === T.word) return foldName(tokens.raw(at), false, lexical);
  return undefined;
}

/** Reads the name at `at`, which may be in a string. */
export function readNameOrString(
  { tokens, lexical }: Scan,
  at: number,
): { readonly target: Target; readonly next: number } {
  if (tokens.kind(at) !== T.string) return readName(tokens, at, lexical);
  const name = unquote(tokens.raw(at));
  // MySQL's anonymous account has an empty name.
  return { target: { name, schema: '', quoted: true, text: name === '' ? tokens.raw(at) : name }, next: at + 1 };
}

/** The type at `at`, in lower case, without length or array marks; empty if there is none. */
export function readType(scan: Scan, at: number, to: number): string {
  const { tokens } = scan;
  const { target, next } = readName(tokens, at, scan.lexical);
  if (next === at || next > to || target.name === undefined) return '';
  const first = target.name.toLowerCase();
  const word = tokens.word(next);
  if (first === 'character' || first === 'char' || first === 'national') {
    return word === 'VARYING' || tokens.word(next + 1) === 'VARYING' ? 'varchar' : 'char';
  }
  if (first === 'double' && word === 'PRECISION') return 'double precision';
  if (first === 'bit' && word === 'VARYING') return 'varbit';
  if (first === 'timestamp' || first === 'time') {
    let after = next;
    if (word === '(') after = scan.afterParenthesis(next, to);
    return scan.is(after, 'WITH', 'TIME', 'ZONE') ? `${first}tz` : first;
  }
  return first;
}

/** Facts of the column definition `name type …` at `from`. */
export function readColumn(scan: Scan, from: number, to: number): Facts {
  const name = nameAt(scan, from);
  const type = readType(scan, from + 1, to);
  const { tokens } = scan;
  let notNull = false;
  let hasDefault = type === 'serial' || type === 'bigserial' || type === 'smallserial';
  let hasPrimaryKey = false;
  let depth = 0;
  for (let at = from + 1; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ')') depth--;
    if (depth > 0) continue;
    if (word === 'NOT' && tokens.word(at + 1) === 'NULL') notNull = true;
    else if (word === 'DEFAULT' || word === 'GENERATED' || word === 'IDENTITY' || word === 'AUTO_INCREMENT')
      hasDefault = true;
    else if (word === 'PRIMARY' && tokens.word(at + 1) === 'KEY') hasPrimaryKey = true;
  }
  return {
    columns: name === undefined ? [] : [name],
    dataTypes: type === '' ? [] : [type],
    notNull: notNull || hasPrimaryKey,
    hasDefault,
    hasPrimaryKey,
  };
}
