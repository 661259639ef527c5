import type { Lexical } from '../text/dialects.ts';
import { isNamed, readName } from '../text/names.ts';
import { T } from '../text/tokens.ts';
import {
  type Block,
  type Condition,
  type Ctes,
  keyOf,
  NOT_UNDERSTOOD,
  nameKey,
  type Query,
  type Source,
  type SqlText,
  type Use,
} from './query.ts';
import { CLAUSES, closing, QUERY_WORDS, SET_OPERATORS, splitAt } from './words.ts';

/** Words that may follow a table in a FROM list and are not its alias. */
const NOT_ALIASES = new Set(
  `ON USING JOIN INNER LEFT RIGHT FULL CROSS NATURAL STRAIGHT_JOIN OUTER APPLY SET WITH TABLESAMPLE PARTITION USE FORCE IGNORE
   INDEXED NOT PIVOT UNPIVOT LATERAL MATCH_RECOGNIZE VALUES SELECT DEFAULT OVERRIDING`.split(/\s+/),
);
const JOIN_WORDS = new Set(['JOIN', 'INNER', 'CROSS', 'NATURAL', 'STRAIGHT_JOIN']);
const SIDES = new Set(['LEFT', 'RIGHT', 'FULL', 'OUTER']);
const JOIN_HINTS = new Set(['OUTER', 'HASH', 'LOOP', 'MERGE', 'REMOTE']);
const TABLE_HINT = /^(?:NOLOCK|READPAST|UPDLOCK|HOLDLOCK|ROWLOCK|TABLOCKX?|PAGLOCK|XLOCK|READUNCOMMITTED|INDEX)$/;

/** Functions that count from one number to another. */
export const SERIES = /^(?:GENERATE_SERIES|GENERATE_SUBSCRIPTS)$/i;
/** Tables of MariaDB's Sequence engine. */
const SEQUENCE_TABLE = /^seq_\d+_to_\d+(?:_step_\d+)?$/;

/** Tables and queries of one FROM list. */
const MAX_JOINED = 200;

/** What a FROM list is read with. */
export interface SourceReader {
  readonly text: SqlText;
  readonly uses: Use[];
  /** The tokens at which the name of a table or CTE was read in a FROM list. */
  readonly seen: Set<number>;
  newId(): number;
  nested<Result>(read: () => Result): Result;
  query(from: number, to: number, parent: Block | undefined, ctes: Ctes): Query;
  condition(block: Block, from: number, to: number, restricts: Condition['restricts'], ctes: Ctes): void;
  subqueries(block: Block, from: number, to: number, ctes: Ctes): void;
}

/** The tables of a FROM list. Returns the ids of its sources. */
export function readFromList(
  reader: SourceReader,
  block: Block,
  from: number,
  to: number,
  ctes: Ctes,
): readonly number[] {
  const ids: number[] = [];
  let at = from;
  for (;;) {
    const read = reader.nested(() => readJoins(reader, block, at, to, ctes));
    for (const id of read.ids) ids.push(id);
    at = read.next;
    if (at >= to) return ids;
    if (reader.text.tokens.word(at) !== ',') throw NOT_UNDERSTOOD;
    at++;
  }
}

/** The ids of the sources that were read, and the next token. */
interface Sources {
  readonly ids: number[];
  readonly next: number;
}

function readJoins(reader: SourceReader, block: Block, from: number, to: number, ctes: Ctes): Sources {
  const { text } = reader;
  const { tokens } = text;
  const left = readPrimary(reader, block, from, to, ctes);
  let at = left.next;
  while (at < to && tokens.word(at) !== ',') {
    const join = joinAt(text, at);
    const right = readPrimary(reader, block, join.next, to, ctes, join.apply);
    at = right.next;
    if (tokens.word(at) === 'ON') {
      const end = joinEnd(text, at + 1, to);
      reader.condition(block, at + 1, end, restricted(join.kind, left.ids, right.ids), ctes);
      at = end;
    } else if (tokens.word(at) === 'USING' && tokens.word(at + 1) === '(') {
      const close = closing(text, at + 1, to);
      for (const [name] of splitAt(text, at + 2, close, ','))
        linkByUsing(block, join.kind, nameKey(text, name), left.ids, right.ids);
      at = close + 1;
      if (tokens.word(at) === 'AS') at += 2;
    } else if (needsCondition(join, text.lexical)) throw NOT_UNDERSTOOD;
    if (at < to && (tokens.word(at) === 'ON' || tokens.word(at) === 'USING')) throw NOT_UNDERSTOOD;
    for (const id of right.ids) {
      if (join.kind === 'LEFT' || join.kind === 'OUTER') block.optional.add(id);
      left.ids.push(id);
    }
  }
  return { ids: left.ids, next: at };
}

interface Join {
  /** Its first word; INNER for JOIN alone. */
  readonly kind: string;
  readonly apply: boolean;
  /** The token after its words. */
  readonly next: number;
}

function joinAt({ tokens }: SqlText, from: number): Join {
  const kind = tokens.word(from);
  if (kind === 'JOIN') return { kind: 'INNER', apply: false, next: from + 1 };
  if (kind === 'STRAIGHT_JOIN') return { kind, apply: false, next: from + 1 };
  if (kind === 'NATURAL' || (!JOIN_WORDS.has(kind) && !SIDES.has(kind))) throw NOT_UNDERSTOOD;
  let at = from + 1;
  while (JOIN_HINTS.has(tokens.word(at))) at++;
  const apply = tokens.word(at) === 'APPLY';
  if (!apply && tokens.word(at) !== 'JOIN') throw NOT_UNDERSTOOD;
  return { kind, apply, next: at + 1 };
}

/** The sources whose rows the condition of a join restricts. */
function restricted(kind: string, left: readonly number[], right: readonly number[]): ReadonlySet<number> {
  switch (kind) {
    case 'LEFT':
      return new Set(right);
    case 'RIGHT':
      return new Set(left);
    case 'FULL':
      return new Set();
    default:
      return new Set([...left, ...right]);
  }
}

/** Whether a server rejects the join without a condition. */
function needsCondition({ kind, apply }: Join, { queries }: Lexical): boolean {
  if (kind === 'INNER') return queries.joinNeedsCondition;
  return !apply && (kind === 'LEFT' || kind === 'RIGHT' || kind === 'FULL');
}

function linkByUsing(
  block: Block,
  kind: string,
  column: string,
  left: readonly number[],
  right: readonly number[],
): void {
  const [inner] = right;
  if (inner === undefined || right.length > 1) return;
  // Which of several tables has the column is known only if a USING joined them by it before.
  const joined = left.find((id) => block.links.some((link) => link.column === column && link.to === id));
  const outer = left.length === 1 ? left[0] : joined;
  if (outer === undefined || kind === 'FULL') return;
  if (kind !== 'RIGHT') block.links.push({ column, from: outer, to: inner });
  if (kind !== 'LEFT') block.links.push({ column, from: inner, to: outer });
}

/** The end of the condition of a join. */
function joinEnd(text: SqlText, from: number, to: number): number {
  const { tokens } = text;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') at = closing(text, at, to);
    else if (word === ',' || word === 'ON' || word === 'USING') return at;
    else if (JOIN_WORDS.has(word) && tokens.word(at - 1) !== '.') return at;
    else if (SIDES.has(word) && (tokens.word(at + 1) === 'JOIN' || JOIN_HINTS.has(tokens.word(at + 1)))) return at;
    else if (word === 'OUTER' && tokens.word(at + 1) === 'APPLY') return at;
  }
  return to;
}

function readPrimary(reader: SourceReader, block: Block, from: number, to: number, ctes: Ctes, apply = false): Sources {
  const { text } = reader;
  const { tokens } = text;
  let at = from;
  let lateral = apply;
  for (; /^(?:ONLY|LATERAL)$/.test(tokens.word(at)); at++) lateral ||= tokens.word(at) === 'LATERAL';
  if (tokens.word(at) !== '(') return readTable(reader, block, at, to, ctes);
  const close = closing(text, at, to);
  if (close >= to) throw NOT_UNDERSTOOD;
  if (!holdsQuery(text, at, close)) {
    const ids = readFromList(reader, block, at + 1, close, ctes);
    const next = close + 1;
    if (tokens.word(next) === 'AS' || isAlias(text, next, to)) throw NOT_UNDERSTOOD;
    return { ids: [...ids], next };
  }
  const query = reader.query(at + 1, close, lateral ? block : block.parent, ctes);
  return readAlias(reader, block, close + 1, to, { query, lateral, recursive: false, table: undefined, alias: '' });
}

/** Whether the parenthesis holds a query, not joined tables. */
function holdsQuery(text: SqlText, open: number, close: number): boolean {
  const { tokens } = text;
  let at = open + 1;
  while (tokens.word(at) === '(') {
    const end = closing(text, at, close);
    if (end + 1 < close && !SET_OPERATORS.has(tokens.word(end + 1)) && !CLAUSES.has(tokens.word(end + 1))) return false;
    at++;
  }
  return QUERY_WORDS.has(tokens.word(at));
}

export function readTable(reader: SourceReader, block: Block, from: number, to: number, ctes: Ctes): Sources {
  const { text } = reader;
  const { tokens, lexical } = text;
  const { target, next } = readName(tokens, from, lexical);
  if (next === from) throw NOT_UNDERSTOOD;
  if (tokens.word(next) === '(' && !(lexical.queries.tableHints && TABLE_HINT.test(tokens.word(next + 1)))) {
    const close = closing(text, next, to);
    reader.subqueries(block, next, close, ctes);
    let after = close + 1;
    if (tokens.word(after) === 'WITH')
      after = tokens.word(after + 1) === '(' ? closing(text, after + 1, to) + 1 : after + 2;
    const series = SERIES.test(tokens.word(next - 1));
    const alias = series ? nameKey(text, next - 1) : '';
    const array = tokens.word(next - 1) === 'UNNEST' && close === next + 2 ? next + 1 : undefined;
    const args = splitAt(text, next + 1, close, ',').filter(([first, end]) => first < end);
    // `t.xml.nodes('/a')`: the column of another source.
    if (tokens.word(from + 1) === '.') args.push([from, next - 2]);
    const about = { query: undefined, recursive: false, table: undefined, alias, series, array, args };
    return readAlias(reader, block, after, to, about);
  }
  if (target.name === undefined || !isNamed(target)) throw NOT_UNDERSTOOD;
  reader.seen.add(from);
  const alias = keyOf(target.name, lexical);
  const cte = target.schema === '' ? ctes.get(alias) : undefined;
  if (cte && !cte.building) cte.query.references++;
  const about = cte
    ? { query: cte.query, recursive: cte.building, table: undefined, alias }
    : { query: undefined, recursive: false, table: target, alias, series: SEQUENCE_TABLE.test(alias) };
  return readAlias(reader, block, next, to, about);
}

/** Reads what may follow a table or query, and adds the source. */
function readAlias(
  reader: SourceReader,
  block: Block,
  from: number,
  to: number,
  about: Pick<Source, 'table' | 'query' | 'recursive' | 'alias' | 'series' | 'array' | 'args' | 'lateral'>,
): Sources {
  const { text } = reader;
  const { tokens } = text;
  let { alias } = about;
  let columns: readonly string[] | undefined;
  let at = skipHints(text, from, to);
  const named = tokens.word(at) === 'AS';
  if (named) at++;
  if (named || isAlias(text, at, to)) {
    alias = tokens.word(at) === '(' ? alias : nameKey(text, at);
    if (tokens.word(at) !== '(') at++;
  }
  if (tokens.word(at) === '(' && at < to && !TABLE_HINT.test(tokens.word(at + 1))) {
    const close = closing(text, at, to);
    columns = splitAt(text, at + 1, close, ',').map(([first]) => nameKey(text, first));
    at = close + 1;
  }
  at = skipHints(text, at, to);
  if (block.sources.length >= MAX_JOINED) throw NOT_UNDERSTOOD;
  const source: Source = { ...about, id: reader.newId(), alias, columns };
  block.sources.push(source);
  if (source.table) reader.uses.push({ source, block });
  return { ids: [source.id], next: at };
}

function isAlias(text: SqlText, at: number, to: number): boolean {
  const { tokens } = text;
  if (at >= to) return false;
  const kind = tokens.kind(at);
  return kind === T.quoted || (kind === T.word && !NOT_ALIASES.has(tokens.word(at)) && !CLAUSES.has(tokens.word(at)));
}

function skipHints(text: SqlText, from: number, to: number): number {
  let at = from;
  while (at < to) {
    const next = HINTS.get(text.tokens.word(at))?.(text, at, to);
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/** By its first word: the token behind a hint at `at`; undefined if the word begins none. */
const HINTS: ReadonlyMap<string, (text: SqlText, at: number, to: number) => number | undefined> = new Map([
  ['*', (_, at) => at + 1],
  ['(', (text, at, to) => (TABLE_HINT.test(text.tokens.word(at + 1)) ? closing(text, at, to) + 1 : undefined)],
  ['WITH', (text, at, to) => (text.tokens.word(at + 1) === 'ORDINALITY' ? at + 2 : afterList(text, at + 1, to))],
  ['PARTITION', (text, at, to) => afterList(text, at + 1, to)],
  ['TABLESAMPLE', afterSample],
  ['USE', afterIndexHint],
  ['FORCE', afterIndexHint],
  ['IGNORE', afterIndexHint],
  ['INDEXED', ({ tokens }, at) => (tokens.word(at + 1) === 'BY' ? at + 3 : undefined)],
  ['NOT', ({ tokens }, at) => (tokens.word(at + 1) === 'INDEXED' ? at + 2 : undefined)],
  ['FOR', afterSystemTime],
]);

/** `FOR SYSTEM_TIME AS OF …`, `FROM … TO …`, `BETWEEN … AND …`, `CONTAINED IN (…)` or `ALL` of a table with versions. */
function afterSystemTime(text: SqlText, at: number, to: number): number | undefined {
  const { tokens } = text;
  if (tokens.word(at + 1) !== 'SYSTEM_TIME') return undefined;
  switch (tokens.word(at + 2)) {
    case 'ALL':
      return at + 3;
    case 'AS':
      return afterInstant(text, at + 4, to);
    case 'FROM':
    case 'BETWEEN':
      return afterInstant(text, afterInstant(text, at + 3, to) + 1, to);
    case 'CONTAINED':
      return closing(text, at + 4, to) + 1;
    default:
      throw NOT_UNDERSTOOD;
  }
}

/** The token behind `TIMESTAMP '…'`, `TRANSACTION 5`, `now() - INTERVAL 1 DAY` and the like. */
function afterInstant(text: SqlText, from: number, to: number): number {
  const { tokens } = text;
  let at = from;
  if (/^(?:TIMESTAMP|TRANSACTION|DATE)$/.test(tokens.word(at)) && tokens.word(at + 1) !== '(') at++;
  if (tokens.word(at) === 'INTERVAL') at += 2;
  while (tokens.word(at + 1) === '.') at += 2;
  if (tokens.word(at) !== '(') at++;
  if (tokens.word(at) === '(') at = closing(text, at, to) + 1;
  return /^[+-]$/.test(tokens.word(at)) ? afterInstant(text, at + 1, to) : at;
}

function afterList(text: SqlText, open: number, to: number): number | undefined {
  return text.tokens.word(open) === '(' ? closing(text, open, to) + 1 : undefined;
}

function afterSample(text: SqlText, at: number, to: number): number {
  const { tokens } = text;
  const next = closing(text, tokens.word(at + 1) === '(' ? at + 1 : at + 2, to) + 1;
  return tokens.word(next) === 'REPEATABLE' ? closing(text, next + 1, to) + 1 : next;
}

/** MySQL's `USE INDEX FOR JOIN (i)`. */
function afterIndexHint(text: SqlText, at: number, to: number): number | undefined {
  const { tokens } = text;
  if (!/^(?:INDEX|KEY)$/.test(tokens.word(at + 1))) return undefined;
  let open = at + 2;
  while (open < to && tokens.word(open) !== '(') open++;
  return closing(text, open, to) + 1;
}
