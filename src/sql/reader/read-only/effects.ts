import { unquote } from '../../text/names.ts';
import type { TokenRange } from '../../text/splitter.ts';
import { T } from '../../text/tokens.ts';
import type { Scan } from '../scan.ts';
import { isPure, type Reviewed } from './functions.ts';
import { READING_PRAGMAS, READING_WITHOUT_ARGUMENT } from './functions-sqlite.ts';

/**
 * What a statement may do beyond reading, from its tokens: functions that are not reviewed, locks, variables that are set,
 * and so on. For dialects whose operators are the server's own; PostgreSQL's grammar says more than its tokens.
 */
export function effectsOfTokens(reviewed: Reviewed, scan: Scan, { from, to }: TokenRange): readonly string[] {
  const effects = new Set<string>();
  const first = firstEffect(scan, from, to);
  if (first !== undefined) effects.add(first);
  if (scan.tokens.word(from) === 'PRAGMA') return [...effects];
  for (let at = from; at < to; at++) {
    const effect = effectAt(reviewed, scan, at, from);
    if (effect !== undefined) effects.add(effect);
  }
  if (!isBalanced(scan, from, to)) effects.add('syntax parentheses');
  return [...effects];
}

function isBalanced({ tokens }: Scan, from: number, to: number): boolean {
  let depth = 0;
  for (let at = from; at < to && depth >= 0; at++) {
    if (tokens.word(at) === '(') depth++;
    else if (tokens.word(at) === ')') depth--;
  }
  return depth === 0;
}

/** What the first words of a statement say. */
function firstEffect(scan: Scan, from: number, to: number): string | undefined {
  const { tokens } = scan;
  const word = tokens.word(from);
  switch (word) {
    case 'BEGIN':
    case 'START':
    case 'COMMIT':
    case 'ROLLBACK':
    case 'XA':
      return isPlainTransaction(scan, from, to) ? undefined : 'transaction';
    case 'HANDLER':
      return 'lock';
    case 'SHOW':
      return shownEffect(scan, from);
    case 'PRAGMA':
      return pragmaEffect(scan, from, to);
    case 'WITH':
      return hasMainQuery(scan, from, to) ? undefined : 'syntax WITH';
    default:
      return undefined;
  }
}

/** Whether a query follows the WITH clause. */
function hasMainQuery(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  if (scan.find(QUERIES, from, to) >= 0) return true;
  let depth = 0;
  for (let at = to - 1; at > from; at--) {
    if (tokens.word(at) === ')') depth++;
    else if (tokens.word(at) === '(' && --depth === 0) return tokens.word(at - 1) === ')';
  }
  return false;
}

const QUERIES: ReadonlySet<string> = new Set(['SELECT', 'VALUES', 'TABLE']);

/** Words of statements that begin or end the session's own transaction, and change nothing else. */
const TRANSACTION_WORDS = new Set(
  `BEGIN START COMMIT ROLLBACK WORK TRANSACTION TRAN WITH CONSISTENT SNAPSHOT READ ONLY DEFERRED AND NO CHAIN RELEASE TO
   SAVEPOINT ,`.split(/\s+/),
);

function isPlainTransaction({ tokens }: Scan, from: number, to: number): boolean {
  const target = tokens.word(from) === 'ROLLBACK' || tokens.word(from) === 'COMMIT' ? 1 : 0;
  let others = 0;
  for (let at = from; at < to; at++) if (!TRANSACTION_WORDS.has(tokens.word(at))) others++;
  // The name of a savepoint.
  return others <= target;
}

/** What SHOW may show; the hashes of passwords are in SHOW CREATE USER. */
const SHOWN = new Set(
  `BINARY CHARACTER CHARSET COLLATION COLUMNS COUNT CREATE DATABASES ENGINE ENGINES ERRORS EVENTS FIELDS FUNCTION GLOBAL GRANTS
   INDEX INDEXES INDEX_STATISTICS KEYS LOCAL LOCALES MASTER OPEN PACKAGE PLUGINS PRIVILEGES PROCEDURE PROCESSLIST PROFILE
   PROFILES REPLICA REPLICAS SCHEMAS SESSION SLAVE STATUS STORAGE TABLE TABLES TABLE_STATISTICS TRIGGERS VARIABLES
   WARNINGS`.split(/\s+/),
);
const CREATED = new Set('DATABASE EVENT FUNCTION PACKAGE PROCEDURE SCHEMA SEQUENCE TABLE TRIGGER VIEW'.split(' '));

function shownEffect({ tokens }: Scan, from: number): string | undefined {
  let at = from + 1;
  while (/^(?:FULL|EXTENDED)$/.test(tokens.word(at))) at++;
  const word = tokens.word(at);
  const known = word === 'CREATE' ? CREATED.has(tokens.word(at + 1)) : SHOWN.has(word);
  return known ? undefined : 'show other';
}

function pragmaEffect({ tokens }: Scan, from: number, to: number): string | undefined {
  const at = tokens.word(from + 2) === '.' ? from + 3 : from + 1;
  const name = nameAt(tokens, at);
  const listed = at + 1 === to ? READING_WITHOUT_ARGUMENT : READING_PRAGMAS;
  // `table_info = t` is the same as `table_info(t)`.
  return listed.has(name) ? undefined : 'setting';
}

function nameAt(tokens: Scan['tokens'], at: number): string {
  const kind = tokens.kind(at);
  return (kind === T.quoted || kind === T.string ? unquote(tokens.raw(at)) : tokens.raw(at)).toLowerCase();
}

/** Whether the name is that of a reviewed function, and not of a stored one. */
function isOwn(reviewed: Reviewed, { tokens }: Scan, name: string, at: number): boolean {
  return isPure(reviewed, name) && (!reviewed.adjacent.has(name) || tokens.end(at) === tokens.start(at + 1));
}

const WRITES = /^(?:INSERT|REPLACE|IGNORE|LOW_PRIORITY|HIGH_PRIORITY|DELAYED)$/;

/** `INSERT INTO`; after a dot, the word before is the name of a column. */
function isWriteInto({ tokens }: Scan, at: number): boolean {
  return WRITES.test(tokens.word(at - 1)) && tokens.word(at - 2) !== '.';
}

function isExplained({ tokens }: Scan, from: number): boolean {
  return /^(?:EXPLAIN|DESCRIBE|DESC|ANALYZE)$/.test(tokens.word(from));
}

function effectAt(reviewed: Reviewed, scan: Scan, at: number, from: number): string | undefined {
  const { tokens } = scan;
  if (tokens.word(at + 1) === '(') {
    const name = functionAt(reviewed, scan, at, from);
    if (name !== undefined && !isOwn(reviewed, scan, name, at)) return `function ${name}`;
  }
  const operator = reviewed.operators[tokens.word(at)];
  if (operator !== undefined) return `function ${operator}`;
  switch (tokens.word(at)) {
    case ':=':
      return 'variable';
    case 'INTO':
      // `EXPLAIN INSERT INTO t` runs nothing; all other writes are operations.
      return isExplained(scan, from) && isWriteInto(scan, at) ? undefined : 'into';
    case 'FOR':
      return /^(?:UPDATE|SHARE)$/.test(tokens.word(at + 1)) ? 'lock' : undefined;
    case 'LOCK':
      return tokens.word(at + 1) === 'IN' ? 'lock' : undefined;
    case 'VALUE':
      return tokens.word(at + 1) === 'FOR' ? 'sequence' : undefined;
    case 'NEXTVAL':
    case 'CURRVAL':
      return tokens.word(at - 1) === '.' ? 'sequence' : undefined;
    case 'SELECT':
      return at === from || beginsQuery(scan, at, from) ? undefined : 'syntax SELECT';
    case 'PROCEDURE':
      return /^(?:SHOW|CREATE)$/.test(tokens.word(at - 1)) ? undefined : 'procedure';
    default:
      return undefined;
  }
}

/** Whether a SELECT may follow what is before it, so that it does not begin another statement. */
function beginsQuery(scan: Scan, at: number, from: number): boolean {
  if (/^(?:\(|\)|UNION|ALL|DISTINCT|EXCEPT|INTERSECT|MINUS|AS)$/.test(scan.tokens.word(at - 1))) return true;
  return isExplained(scan, from);
}

const COMPARISON = /^(?:=|<|>|<=|>=|<>|!=|<=>)$/;

/** The name of the function that is called at `at`, before a `(`, in lower case; undefined if it is not a call. */
function functionAt(reviewed: Reviewed, scan: Scan, at: number, from: number): string | undefined {
  const { tokens } = scan;
  const kind = tokens.kind(at);
  if (kind === T.word && tokens.word(at - 1) !== '.' && isSyntax(reviewed, scan, at)) return undefined;
  // In some modes and dialects, what looks like a string can be a name.
  if (kind !== T.word && kind !== T.quoted && kind !== T.string) return undefined;
  if (isDefinedQuery(scan, at, from)) return undefined;
  let name = nameAt(tokens, at);
  for (let dot = at - 1; tokens.word(dot) === '.' && dot > from; dot -= 2) name = `${nameAt(tokens, dot - 1)}.${name}`;
  return name;
}

/** Whether the word is syntax. Words that the dialect also takes for names are told by what is before them. */
function isSyntax({ reserved, quantifiers }: Reviewed, { tokens }: Scan, at: number): boolean {
  const word = tokens.word(at);
  if (reserved.has(word)) return true;
  const before = tokens.word(at - 1);
  switch (word) {
    case 'OVER':
    case 'FILTER':
    case 'AGAINST':
      return before === ')';
    case 'ANY':
    case 'SOME':
      return quantifiers && COMPARISON.test(before);
    case 'LATERAL':
      return /^(?:SELECT|WITH|VALUES|TABLE)$/.test(tokens.word(at + 2));
    case 'OF':
      return before === 'MEMBER';
    case 'COLUMNS':
      return tokens.kind(at - 1) === T.string;
    case 'MATERIALIZED':
      return before === 'AS' || (before === 'NOT' && tokens.word(at - 2) === 'AS');
    case 'MATCH':
      return tokens.kind(at - 1) === T.quoted || (tokens.kind(at - 1) === T.word && !reserved.has(before));
    case 'OFFSET':
      return tokens.kind(at - 1) === T.number || tokens.kind(at - 1) === T.param || before === ')';
    case 'BY':
      return /^(?:GROUP|ORDER|PARTITION)$/.test(before);
    case 'LIKE':
    case 'GLOB':
      return false;
    default:
      // The type of a cast, or the alias of a table with names for its columns.
      return before === 'AS';
  }
}

/** `WITH a (x) AS (…), b (y) AS (…)`: no list of arguments, but names of columns. */
function isDefinedQuery({ tokens }: Scan, at: number, from: number): boolean {
  const before = tokens.word(at - 1);
  if (at <= from || !/^(?:WITH|RECURSIVE|,)$/.test(before)) return false;
  const close = tokens.closing(at + 1);
  if (close < 0 || tokens.word(close + 1) !== 'AS') return false;
  let query = close + 2;
  if (tokens.word(query) === 'NOT') query++;
  if (tokens.word(query) === 'MATERIALIZED') query++;
  // Without a query, it is a call with an alias: `, f(1) AS materialized`.
  return tokens.word(query) === '(';
}
