import { withFacts } from './operation.ts';
import type { Scan } from './scan.ts';

/** Reads the statement in tokens `from` to `to`: whether PostgreSQL refuses it in a transaction. */
type Refused = (scan: Scan, from: number, to: number) => boolean;

const NO_SLOT = /^(?:CREATE_SLOT|CONNECT)$/;

/**
 * By first word: the calls of PreventInTransactionBlock in PostgreSQL's source, without CONCURRENTLY, which has a fact of its
 * own. It also refuses REINDEX TABLE and INDEX, and CLUSTER, of a partitioned table.
 */
const REFUSED: Readonly<Record<string, Refused>> = {
  VACUUM: () => true,
  ALTER: (scan, from, to) =>
    scan.is(from + 1, 'SYSTEM') ||
    (scan.is(from + 1, 'DATABASE') && scan.is(from + 3, 'SET', 'TABLESPACE')) ||
    (scan.is(from + 1, 'SUBSCRIPTION') && scan.find('REFRESH', from + 3, to) >= 0),
  CREATE: (scan, from, to) =>
    scan.is(from + 1, 'DATABASE') ||
    scan.is(from + 1, 'TABLESPACE') ||
    (scan.is(from + 1, 'SUBSCRIPTION') && !createsNoSlot(scan, from, to)),
  // SQL Server drops the parts of a database by such statements.
  DROP: (scan, from) =>
    (scan.is(from + 1, 'DATABASE') && !/^(?:SCOPED|ENCRYPTION|AUDIT)$/.test(scan.tokens.word(from + 2))) ||
    scan.is(from + 1, 'TABLESPACE'),
  REINDEX: (scan, from, to) => /^(?:DATABASE|SYSTEM|SCHEMA)$/.test(scan.tokens.word(afterOptions(scan, from, to))),
  CLUSTER: (scan, from, to) => {
    const at = afterOptions(scan, from, to);
    return (scan.is(at, 'VERBOSE') ? at + 1 : at) >= to;
  },
  DISCARD: (scan, from) => scan.is(from + 1, 'ALL'),
};

/** The token after the first word, and its options in parentheses. */
function afterOptions(scan: Scan, from: number, to: number): number {
  return scan.is(from + 1, '(') ? scan.afterParenthesis(from + 1, to) : from + 1;
}

/** `CREATE SUBSCRIPTION … WITH (create_slot = false)` or `(connect = false)`. */
function createsNoSlot({ tokens }: Scan, from: number, to: number): boolean {
  for (let at = from; at < to - 2; at++)
    if (NO_SLOT.test(tokens.word(at)) && tokens.word(at + 1) === '=' && /^'?(?:false|off|0)/i.test(tokens.raw(at + 2)))
      return true;
  return false;
}

/** Marks the first of the operations since `before` if PostgreSQL refuses the statement in a transaction. */
export function markRefused(scan: Scan, from: number, to: number, before: number): void {
  const word = scan.tokens.word(from);
  const { operations } = scan.out;
  const operation = operations[before];
  if (operation && Object.hasOwn(REFUSED, word) && REFUSED[word]?.(scan, from, to))
    operations[before] = withFacts(operation, { refusedInTransaction: true });
}
