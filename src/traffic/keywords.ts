import { KNOWN_FUNCTIONS } from '../sql/index.ts';

/** Words that affect the literals near them; the lexer treats any other word as a name. */
const NAMES = [
  '',
  'select',
  'insert',
  'update',
  'delete',
  'merge',
  'with',
  'values',
  'replace',
  'table',
  'in',
  'limit',
  'offset',
  'fetch',
  'top',
  'like',
  'ilike',
  'all',
  'null',
  'true',
  'false',
  'unknown',
  'distinct',
  'row',
  'where',
  'set',
  'from',
  'on',
  'join',
  'using',
  'and',
  'or',
  'xor',
  'not',
  'between',
  'is',
  'returning',
  'order',
  'group',
  'having',
  'option',
  'output',
  'window',
  'for',
  'union',
  'except',
  'intersect',
  'when',
  'then',
  'interval',
  'case',
  'cast',
  'exists',
  'set_config',
  'uescape',
  'float',
  'straight_join',
  'end',
  'into',
  // These are also common column names:
  'first',
  'next',
  'date',
  'time',
  'timestamp',
  'commit',
  'rollback',
  'savepoint',
  'show',
  'reset',
  'discard',
  'deallocate',
  'begin',
  'start',
  'release',
  'overwrite',
  'ignore',
  'low_priority',
  'high_priority',
  'delayed',
  'quick',
  'call',
  'execute',
  'immediate',
  'notify',
  'move',
  'close',
  'declare',
  'prepare',
  'statement',
  'session_replication_role',
  'operator',
  'int',
  'integer',
  'bigint',
  'int4',
  'int8',
  'any',
  'some',
  'array',
  'upper',
  'lower',
] as const;
/** A function's name may be a keyword: MySQL's `if`. */
const FUNCTIONS = KNOWN_FUNCTIONS.filter((name) => !(NAMES as readonly string[]).includes(name));
const SPELLED: readonly string[] = [...NAMES, ...FUNCTIONS];

type Name = Exclude<(typeof NAMES)[number], ''>;

/** Numbers of the keywords; 0 is any other word. */
export const K = Object.fromEntries(NAMES.map((name, number) => [name, number])) as Readonly<Record<Name, number>>;
/** From this number on, a keyword may also be a column name. */
export const FIRST_SOFT = K.first;
/** From this number on, a keyword is the name of a function whose result is known in part. */
export const FIRST_FUNCTION = NAMES.length;

const MAX_LENGTH = 24;
const BUCKETS = 512;

/** First keyword of each bucket, and the next one in the same bucket; 0 ends a chain. */
const heads = new Uint8Array(BUCKETS);
const nexts = new Uint8Array(SPELLED.length);
const spellings: readonly Uint8Array[] = SPELLED.map((name) => Buffer.from(name).map((byte) => byte | 32));

/** By first byte, the lengths of the keywords that begin with it, one bit each. */
const lengths = new Uint32Array(256);

function bucketOf(length: number, first: number, last: number): number {
  return (length * 37 + (first | 32) * 11 + (last | 32) * 3) & (BUCKETS - 1);
}

for (let number = 1; number < SPELLED.length; number++) {
  const spelling = spellings[number] as Uint8Array;
  const bucket = bucketOf(spelling.length, spelling[0] as number, spelling.at(-1) as number);
  nexts[number] = heads[bucket] as number;
  heads[bucket] = number;
  const lower = spelling[0] as number;
  for (const first of [lower, lower & ~32]) lengths[first] = (lengths[first] as number) | (1 << spelling.length);
}

/** The keyword at `start` to `end`, in any letter case; 0 if it is not one. */
export function keywordAt(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length > MAX_LENGTH || (((lengths[bytes[start] as number] as number) >> length) & 1) === 0) return 0;
  let number = heads[bucketOf(length, bytes[start] as number, bytes[end - 1] as number)] as number;
  next: for (; number !== 0; number = nexts[number] as number) {
    const spelling = spellings[number] as Uint8Array;
    if (spelling.length !== length) continue;
    // `| 32` ignores one bit, which distinguishes only the case of letters, and `_` from DEL.
    for (let at = 0; at < length; at++) if (((bytes[start + at] as number) | 32) !== spelling[at]) continue next;
    return number;
  }
  return 0;
}
