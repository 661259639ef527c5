import type { TokenRange } from '../text/splitter.ts';
import { T } from '../text/tokens.ts';
import { columnsInTokens } from './filter-columns.ts';
import type { Scan } from './scan.ts';

/** Words that begin a query. Only a grammar reads its columns. */
const QUERY = /^(?:SELECT|TABLE|WITH|VALUES)$/;
/** Statements that read no column, whatever follows. `CALL` and the like read what the routine reads, which is no fact. */
const WITHOUT_COLUMNS = new Set(
  `COMMIT ROLLBACK BEGIN START END SAVEPOINT RELEASE LOCK UNLOCK USE SET RESET TRUNCATE SHOW DESCRIBE DESC CALL XA FLUSH KILL CHECK
   ANALYZE OPTIMIZE REPAIR CHECKSUM CHANGE PURGE INSTALL UNINSTALL GRANT REVOKE DENY DROP RENAME CREATE ALTER PRAGMA VACUUM
   REINDEX ATTACH DETACH DEALLOCATE`.split(/\s+/),
);
const CLAUSES = new Set(['SET', 'WHERE', 'ORDER', 'RETURNING', 'LIMIT', 'VALUES', 'VALUE', 'ON', 'OUTPUT']);

/**
 * The columns that a statement without a query reads, where no grammar read it: those of its conditions and of the values that
 * it assigns. Undefined if it has a query, or a form that is not read here.
 */
export function columnsRead(scan: Scan, from: number, to: number): readonly string[] | undefined {
  const { tokens, out } = scan;
  const verb = tokens.word(from);
  const explains = /^(?:EXPLAIN|DESCRIBE|DESC)$/.test(verb) && !/^ANALY[SZ]E$/.test(tokens.word(from + 1));
  if (explains) return [];
  if (out.scans.length > 0 || hasQuery(scan, from, to)) return undefined;
  if (WITHOUT_COLUMNS.has(verb)) return [];
  switch (verb) {
    case 'DO':
      return columnsInTokens(scan, from + 1, to);
    case 'INSERT':
    case 'REPLACE':
      return ofInsert(scan, from, to);
    case 'UPDATE':
    case 'DELETE':
      return ofWrite(scan, from, to);
    default:
      return undefined;
  }
}

function hasQuery({ tokens }: Scan, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (!QUERY.test(word) || tokens.kind(at) !== T.word) continue;
    if (
      word === 'VALUES' ? at === from || tokens.word(at - 1) === '(' : word !== 'TABLE' || tokens.word(at - 1) === '('
    )
      return true;
  }
  return false;
}

/** `INSERT … VALUES (…)`, `INSERT … SET a = …`, with ON DUPLICATE KEY UPDATE or RETURNING. */
function ofInsert(scan: Scan, from: number, to: number): readonly string[] | undefined {
  const { tokens } = scan;
  const ranges: TokenRange[] = [];
  for (const { word, range } of clausesOf(scan, from + 1, to)) {
    if (/^VALUES?$/.test(word) || word === 'RETURNING') ranges.push(range);
    else if (word === 'SET') ranges.push(...assigned(scan, range));
    else if (word === 'ON') {
      // `ON DUPLICATE KEY UPDATE`, SQLite's `ON CONFLICT (…) DO UPDATE`, whose SET is a clause of its own.
      if (tokens.word(range.from) === 'CONFLICT') continue;
      if (tokens.word(range.from) !== 'DUPLICATE') return undefined;
      ranges.push(...assigned(scan, { from: range.from + 3, to: range.to }));
    } else if (word === 'WHERE') ranges.push(range);
    else return undefined;
  }
  return columnsOf(scan, ranges);
}

/** UPDATE and DELETE of one table; joined ones name columns in ON too. */
function ofWrite(scan: Scan, from: number, to: number): readonly string[] | undefined {
  const { tokens } = scan;
  const ranges: TokenRange[] = [];
  for (const { word, range } of clausesOf(scan, from + 1, to)) {
    if (word === 'SET') {
      for (let at = range.from; at < range.to; at++) if (tokens.word(at) === 'FROM') return undefined;
      ranges.push(...assigned(scan, range));
    } else if (word === 'ORDER') ranges.push({ from: range.from + 1, to: range.to });
    else if (word === 'ON') ranges.push(...conditions(scan, range));
    else if (word !== 'LIMIT') ranges.push(range);
  }
  return columnsOf(scan, ranges);
}

/** The clauses outside parentheses, each with the tokens behind its word. */
function clausesOf({ tokens }: Scan, from: number, to: number): readonly { word: string; range: TokenRange }[] {
  const clauses: { word: string; range: TokenRange }[] = [];
  let begun: { word: string; from: number } | undefined;
  const end = (at: number) => {
    if (begun) clauses.push({ word: begun.word, range: { from: begun.from, to: at } });
  };
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') at = Math.max(at, tokens.closing(at));
    else if (tokens.kind(at) === T.word && CLAUSES.has(word) && tokens.word(at - 1) !== '.') {
      // `a = VALUES(a)`: the new value of the column, not the column.
      if (/^VALUES?$/.test(word) && begun?.word === 'ON') continue;
      end(at);
      begun = { word, from: at + 1 };
    }
  }
  end(to);
  return clauses;
}

/** What is assigned in `a = 1, b = b + 1`, without the columns that get it. */
function assigned({ tokens }: Scan, { from, to }: TokenRange): readonly TokenRange[] {
  const values: TokenRange[] = [];
  let start = -1;
  const end = (at: number) => {
    if (start >= 0) values.push({ from: start, to: at });
    start = -1;
  };
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') {
      // `VALUES(a)` is the new value of the column.
      const close = Math.max(at, tokens.closing(at));
      if (/^VALUES?$/.test(tokens.word(at - 1)) && start >= 0) {
        end(at - 1);
        start = close + 1;
      }
      at = close;
    } else if (word === ',') end(at);
    else if (word === '=' && start < 0 && (values.length === 0 || tokens.word(values.at(-1)?.to ?? 0) === ','))
      start = at + 1;
  }
  end(to);
  return values;
}

/** The condition behind ON; what follows a further JOIN is a table. */
function conditions({ tokens }: Scan, { from, to }: TokenRange): readonly TokenRange[] {
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') at = Math.max(at, tokens.closing(at));
    else if (/^(?:JOIN|LEFT|RIGHT|INNER|CROSS|STRAIGHT_JOIN|NATURAL|,)$/.test(word)) return [{ from, to: at }];
  }
  return [{ from, to }];
}

function columnsOf(scan: Scan, ranges: readonly TokenRange[]): readonly string[] | undefined {
  const columns = new Set<string>();
  for (const { from, to } of ranges) {
    const own = columnsInTokens(scan, from, to);
    if (!own) return undefined;
    for (const column of own) columns.add(column);
  }
  return [...columns].sort();
}
