import type { HistoryRow } from '../model/index.ts';
import { asWritten, isSameObject, QUALIFIED, unquoted } from './names.ts';
import type { ObjectName } from './question.ts';
import type { Uses } from './routine-use.ts';

/** Functions to which PostgreSQL's clients give the name of the sequence as a value, which a history does not hold. */
export const SEQUENCE_FUNCTIONS = ['nextval', 'currval', 'setval'] as const;

const NAMED_SEQUENCES = new RegExp(
  String.raw`(?:\b(?:next|previous)\s+value\s+for|\b(?:nextval|lastval|setval)\s*\()\s*(${QUALIFIED})`,
  'gi',
);
/** Followed by anything but a name that is the whole argument. */
const AS_VALUE = new RegExp(String.raw`\b(?:${SEQUENCE_FUNCTIONS.join('|')})\s*\((?!\s*${QUALIFIED}\s*[,)])`, 'i');

/** Whether a row takes a number from the sequence, or reads it like a table. */
export function sequenceUse({ shape, facts }: HistoryRow, sequence: ObjectName): Uses {
  const isOwn = (name: string) => isSameObject(name, sequence);
  const named = Array.from(shape.matchAll(NAMED_SEQUENCES), ([, name = '']) => unquoted(name));
  // MariaDB in the mode of Oracle, and Oracle's own spelling.
  const dotted = new RegExp(String.raw`(?<![\w$.])${asWritten(sequence.name)}\s*\.\s*(?:nextval|currval)\b`, 'i');
  if (named.some(isOwn) || dotted.test(shape) || facts.tablesRead?.some(isOwn)) return 'yes';
  return AS_VALUE.test(shape) ? 'unclear' : 'no';
}

/** Whether a row converts a value to the type. */
export function typeUse({ shape }: HistoryRow, type: ObjectName): Uses {
  const name = String.raw`((?:${QUALIFIED}\s*\.\s*)?${asWritten(type.name)})`;
  // `x::mood`, `CAST(x AS mood)` and `mood 'sad'`, but not the operator `?` of JSON.
  const casts = [
    String.raw`::\s*${name}`,
    String.raw`\bas\s+${name}\s*[()[]`,
    String.raw`(?<![\w$]|\.\s*)${name}\s+\?(?!\s*[?$])`,
  ];
  const found = casts.flatMap((cast, at) =>
    Array.from(shape.matchAll(new RegExp(cast, 'gi')), (match) => ({ at, match })),
  );
  const isCast = ({ at, match }: (typeof found)[number]) => at !== 1 || isInCast(shape, match.index);
  return found.some((each) => isCast(each) && isSameObject(unquoted(each.match[1] ?? ''), type)) ? 'yes' : 'no';
}

/** Whether the parenthesis that is open at `at` is that of CAST. */
function isInCast(shape: string, at: number): boolean {
  let depth = 0;
  for (let before = at - 1; before >= 0; before--) {
    if (shape[before] === ')') depth++;
    else if (shape[before] === '(' && depth-- === 0) return /\b(?:try_)?cast\s*$/i.test(shape.slice(0, before));
  }
  return false;
}
