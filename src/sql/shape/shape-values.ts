import type { ShapePart } from './shape-lists.ts';

const VALUE = { text: '?', word: '', kind: 'value' } as const;
/** Statements with values that programs fill in. In a definition, NULL may be part of a column. */
const FOLDED = new Set(
  'SELECT INSERT UPDATE DELETE MERGE REPLACE WITH VALUES TABLE EXPLAIN DECLARE PREPARE COPY ('.split(' '),
);
/** Words that an operand follows. */
const BEFORE_OPERAND = new Set(
  `SELECT DISTINCT ALL WHERE ON AND OR XOR NOT WHEN THEN ELSE CASE BETWEEN LIKE ILIKE RLIKE REGEXP SIMILAR TO ESCAPE IN LIMIT
   OFFSET TOP HAVING BY RETURNING SET VALUES VALUE USING DIV MOD FROM FOR INTERVAL RETURN`.split(/\s+/),
);
/** Operators that end an operand. */
const AFTER_OPERAND = new Set([')', ']', '.', ';']);
const CONSTANTS = new Set(['NULL', 'TRUE', 'FALSE']);

/**
 * Makes values of NULL, TRUE and FALSE, of a sign with its value, and of `$1`: one program sends them in turn, and
 * `pg_stat_statements` and digests do not tell them apart. `IS NULL` and `IS TRUE` are operators.
 *
 * @param booleans whether TRUE and FALSE are constants, and not names
 */
export function foldValues<Part extends ShapePart>(
  parts: readonly Part[],
  { booleans, dollarParameters }: { readonly booleans: boolean; readonly dollarParameters: boolean },
): readonly Part[] {
  if (!FOLDED.has(parts.find(({ text }) => !text.startsWith('/*'))?.word ?? '')) return parts;
  const out: Part[] = [];
  const value = (part: Part) => out.push({ ...part, ...VALUE });
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as Part;
    const next = parts[at + 1];
    if (dollarParameters && part.kind === 'param' && /^\$\d+$/.test(part.text)) value(part);
    else if (!isBeforeOperand(out)) out.push(part);
    else if (CONSTANTS.has(part.word)) {
      if (next?.word === '.' || next?.word === '(' || (part.word !== 'NULL' && !booleans)) out.push(part);
      else value(part);
    } else if ((part.word === '-' || part.word === '+') && next && isValue(next, dollarParameters)) {
      value(part);
      at++;
    } else out.push(part);
  }
  return out;
}

function isValue({ kind, text }: ShapePart, dollarParameters: boolean): boolean {
  return kind === 'value' || (dollarParameters && kind === 'param' && /^\$\d+$/.test(text));
}

/** Whether an operand follows. `IS NOT` is part of an operator. */
function isBeforeOperand(before: readonly ShapePart[]): boolean {
  const part = before.at(-1);
  if (part?.kind !== 'other' || part.word === '') return false;
  if (!/^\w/.test(part.word)) return !AFTER_OPERAND.has(part.word);
  return BEFORE_OPERAND.has(part.word) && !(part.word === 'NOT' && before.at(-2)?.word === 'IS');
}
