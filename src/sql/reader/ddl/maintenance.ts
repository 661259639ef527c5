import { NO_TARGET, qualified, readName } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import type { Facts } from '../operation.ts';
import type { Scan } from '../scan.ts';
import { isOnline } from './online-options.ts';

/** What each statement does, by its first word; words that are not listed have no kind of their own. */
const MAINTENANCE: Readonly<Record<string, string>> = {
  VACUUM: 'vacuum',
  ANALYZE: 'analyze',
  REINDEX: 'reindex',
  CLUSTER: 'cluster',
  CHECKPOINT: 'checkpoint',
  OPTIMIZE: 'optimize',
  CHECK: 'check',
  CHECKSUM: 'check',
  REPAIR: 'repair',
};
/** Words between the first word and the name of the object. */
const BEFORE_NAME =
  /^(?:TABLE|TABLES|DATABASE|INDEX|SCHEMA|SYSTEM|VIEW|CONCURRENTLY|FULL|FREEZE|VERBOSE|ANALYZE|ANALYSE|LOCAL|NO_WRITE_TO_BINLOG)$/;

/** VACUUM, ANALYZE, REINDEX, CLUSTER, OPTIMIZE, CHECK, REPAIR: one operation for each table. */
export function readMaintenance(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  let at = from + 1;
  let options = from + 1;
  if (lexical.sessions.optionsInParentheses && tokens.word(at) === '(') at = options = scan.afterParenthesis(at, to);
  const isIndex = tokens.word(at) === 'INDEX';
  while (at < to && BEFORE_NAME.test(tokens.word(at)) && tokens.kind(at) === T.word) at++;
  const full = scan.find('FULL', options, at) >= 0 || hasOption(scan, 'FULL', from + 1, options, true);
  const facts: Facts = {
    maintenance: full && tokens.word(from) === 'VACUUM' ? 'vacuum_full' : (MAINTENANCE[tokens.word(from)] ?? ''),
    concurrently:
      scan.find('CONCURRENTLY', options, at) >= 0 || hasOption(scan, 'CONCURRENTLY', from + 1, options, false),
    objectClass: isIndex ? 'index' : undefined,
  };
  if (at >= to) {
    scan.add('maintain', from, to, { ...facts, target: NO_TARGET });
    return true;
  }
  // CLUSTER t USING i, and the older CLUSTER i ON t.
  const on = tokens.word(from) === 'CLUSTER' && tokens.word(at + 1) === 'ON' ? at + 2 : -1;
  if (on > 0) return addOne(scan, from, to, on, facts);
  const end = scan.find('USING', at, to);
  for (const part of scan.commaParts(at, end < 0 ? to : end)) addOne(scan, from, to, part.from, facts);
  return true;
}

function addOne(scan: Scan, from: number, to: number, at: number, facts: Facts): boolean {
  scan.add('maintain', from, to, { ...facts, target: readName(scan.tokens, at, scan.lexical).target });
  return true;
}

/**
 * Whether PostgreSQL's list of options at `at` has the option: `(FULL)`, `(FULL on, VERBOSE)`, but not `(FULL false)`. A
 * literal is not looked at, as a history leaves out literals; it then counts as `otherwise`.
 */
function hasOption(scan: Scan, option: string, at: number, to: number, otherwise: boolean): boolean {
  const { tokens } = scan;
  if (at >= to) return false;
  const part = scan.commaParts(at + 1, to - 1).find(({ from }) => tokens.word(from) === option);
  if (!part) return false;
  if (part.to === part.from + 1) return true;
  if (tokens.kind(part.from + 1) !== T.word) return otherwise;
  return !/^(?:FALSE|OFF)$/.test(tokens.word(part.from + 1));
}

/** T-SQL's UPDATE STATISTICS. */
export function readStatistics(scan: Scan, from: number, to: number): boolean {
  return addOne(scan, from, to, from + 2, { maintenance: 'statistics' });
}

/** What DBCC commands do; the others read or free memory. */
const DBCC: Readonly<Record<string, Facts>> = {
  CHECKDB: { maintenance: 'check' },
  CHECKTABLE: { maintenance: 'check' },
  CHECKFILEGROUP: { maintenance: 'check' },
  CHECKALLOC: { maintenance: 'check' },
  CHECKCATALOG: { maintenance: 'check' },
  CHECKCONSTRAINTS: { maintenance: 'check' },
  SHRINKDATABASE: { maintenance: 'shrink' },
  SHRINKFILE: { maintenance: 'shrink' },
  DBREINDEX: { maintenance: 'reindex' },
  // It holds locks for short times only, as ALTER INDEX … REORGANIZE does.
  INDEXDEFRAG: { maintenance: 'reindex', concurrently: true },
};

/** T-SQL: `DBCC CHECKTABLE (t)`. */
export function readDbcc(scan: Scan, from: number, to: number): boolean {
  return addOne(scan, from, to, from + 1, DBCC[scan.tokens.word(from + 1)] ?? {});
}

/** T-SQL: `ALTER INDEX i ON t REBUILD WITH (ONLINE = ON)`, `… REORGANIZE`, which is always online. */
export function readIndexMaintenance(scan: Scan, from: number, at: number, to: number): void {
  const { tokens, lexical } = scan;
  const { target, next } = readName(tokens, at, lexical);
  if (tokens.word(next) !== 'ON') return;
  const table = readName(tokens, next + 1, lexical);
  const action = tokens.word(table.next);
  if (action !== 'REBUILD' && action !== 'REORGANIZE') return;
  scan.add('maintain', from, to, {
    target,
    table: qualified(table.target),
    maintenance: 'reindex',
    concurrently: action === 'REORGANIZE' || isOnline(scan, table.next, to),
    objectClass: 'index',
  });
}
