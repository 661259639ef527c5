import { isNamed, readName } from '../text/names.ts';
import { type Block, type Ctes, keyOf, NO_CTES, NOT_UNDERSTOOD, nameKey, type Source, type Write } from './query.ts';
import type { QueryReader } from './reader.ts';
import { clauseAfter, closing, QUERY_WORDS, splitAt } from './words.ts';

const TABLES_END = new Set('USING FROM WHERE RETURNING OUTPUT ORDER LIMIT OPTION'.split(' '));
const LIST_START = new Set('FROM WHERE OPTION'.split(' '));
const ASSIGNMENTS_END = new Set('FROM WHERE RETURNING OUTPUT ORDER LIMIT OPTION'.split(' '));
const QUERY_START = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', 'SET', 'DEFAULT', 'EXEC', 'EXECUTE']);

export function readWrite(reader: QueryReader, from: number, to: number, parent: Block | undefined, ctes: Ctes): Write {
  const block = reader.newBlock(parent);
  const read = READERS[reader.text.tokens.word(from)] ?? readInsert;
  return { from, ...read(reader, block, skipModifiers(reader, from + 1, to), to, ctes) };
}

type ReadWrite = (reader: QueryReader, block: Block, from: number, to: number, ctes: Ctes) => Omit<Write, 'from'>;

const READERS: Readonly<Record<string, ReadWrite>> = { UPDATE: readUpdate, DELETE: readDelete, MERGE: readMerge };

function skipModifiers({ text }: QueryReader, from: number, to: number): number {
  const { tokens } = text;
  let at = from;
  for (;;) {
    const word = tokens.word(at);
    if (/^(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|QUICK|IGNORE|INTO)$/.test(word)) at++;
    else if (word === 'OR') at += 2;
    else if (word === 'TOP') {
      at = tokens.word(at + 1) === '(' ? closing(text, at + 1, to) + 1 : at + 2;
      if (tokens.word(at) === 'PERCENT') at++;
    } else return at;
  }
}

function readUpdate(reader: QueryReader, block: Block, from: number, to: number, ctes: Ctes): Omit<Write, 'from'> {
  const { text } = reader;
  const { tokens } = text;
  const set = clauseAfter(text, from, to, 'SET');
  const assigned = clauseAfter(text, set + 1, to, ASSIGNMENTS_END);
  if (set >= to) throw NOT_UNDERSTOOD;
  const rest = tokens.word(assigned) === 'OUTPUT' ? clauseAfter(text, assigned + 1, to, LIST_START) : assigned;
  reader.subqueries(block, set + 1, assigned, ctes);
  const parts = splitAt(text, set + 1, assigned, ',');
  const columns = parts.map(([at]) => nameKey(text, readName(tokens, at, text.lexical).next - 1));
  if (joinsTargets(reader) && tokens.word(rest) === 'FROM') {
    reader.clauses(block, rest, to, ctes);
    return { block, targets: [named(reader, block, from, set, ctes)], unmatched: [], assigned: columns };
  }
  const ids = reader.fromList(block, from, set, joinsTargets(reader) ? ctes : NO_CTES);
  reader.clauses(block, rest, to, ctes);
  const qualifiers = new Set<string>();
  for (const [at] of parts) {
    if (tokens.word(at + 1) === '.') qualifiers.add(nameKey(text, tokens.word(at + 3) === '.' ? at + 2 : at));
  }
  const updated = block.sources.filter(({ id }) => ids.includes(id));
  const qualified = updated.filter(({ alias }) => qualifiers.has(alias));
  // Which of several tables a column without a qualifier belongs to is not known.
  if (qualified.length === 0 && updated.length > 1) return { block, targets: updated, unclear: true, unmatched: [] };
  return { block, targets: qualified.length > 0 ? qualified : updated, unmatched: [], assigned: columns };
}

/** Whether a write may name its target among joined tables, by an alias. */
function joinsTargets({ text }: QueryReader): boolean {
  return text.lexical.queries.writeTarget !== 'separate';
}

/** The source that a target's name refers to: an alias, a table of that name, or a table that is not in the list. */
function named(reader: QueryReader, block: Block, from: number, to: number, ctes: Ctes): Source {
  const { text } = reader;
  const { target } = readName(text.tokens, from, text.lexical);
  if (target.name === undefined || !isNamed(target)) throw NOT_UNDERSTOOD;
  const key = keyOf(target.name, text.lexical);
  const byAlias = target.schema === '' ? block.sources.filter(({ alias }) => alias === key) : [];
  if (byAlias.length === 1 && byAlias[0]) return byAlias[0];
  const byName = block.sources.filter(
    ({ table }) => table?.name !== undefined && keyOf(table.name, text.lexical) === key,
  );
  if (byName.length === 1 && byName[0]) return byName[0];
  if (byAlias.length + byName.length > 0 || text.lexical.queries.writeTarget === 'joined') throw NOT_UNDERSTOOD;
  const [id] = reader.fromList(block, from, to, ctes);
  const added = block.sources.find((source) => source.id === id);
  if (!added) throw NOT_UNDERSTOOD;
  return added;
}

function readDelete(reader: QueryReader, block: Block, from: number, to: number, ctes: Ctes): Omit<Write, 'from'> {
  const { text } = reader;
  const { tokens } = text;
  const start = tokens.word(from) === 'FROM' ? from + 1 : from;
  const end = clauseAfter(text, start, to, TABLES_END);
  const list = tokens.word(end) === 'OUTPUT' ? clauseAfter(text, end + 1, to, LIST_START) : end;
  const word = tokens.word(list);
  const hasList = list < to && (word === 'USING' || word === 'FROM');
  if (!hasList || !joinsTargets(reader)) {
    const ids = reader.fromList(block, start, end, joinsTargets(reader) ? ctes : NO_CTES);
    const targets = block.sources.filter(({ id }) => ids.includes(id));
    readList(reader, block, list, to, ctes);
    return { block, targets, unmatched: [] };
  }
  readList(reader, block, list, to, ctes);
  const targets = splitAt(text, start, end, ',').map(([first, last]) => named(reader, block, first, last, ctes));
  return { block, targets, unmatched: [] };
}

/** The tables after USING or FROM, if there are any, and what follows them. */
function readList(reader: QueryReader, block: Block, at: number, to: number, ctes: Ctes): void {
  if (reader.text.tokens.word(at) !== 'USING') return reader.clauses(block, at, to, ctes);
  const end = clauseAfter(reader.text, at + 1, to);
  reader.fromList(block, at + 1, end, ctes);
  reader.clauses(block, end, to, ctes);
}

function readMerge(reader: QueryReader, block: Block, from: number, to: number, ctes: Ctes): Omit<Write, 'from'> {
  const { text } = reader;
  const { tokens } = text;
  const using = clauseAfter(text, from, to, 'USING');
  const on = clauseAfter(text, using + 1, to, 'ON');
  const branches = branchesOf(reader, on, to);
  const [first] = branches;
  if (first === undefined) throw NOT_UNDERSTOOD;
  const [target] = reader.fromList(block, from, using, joinsTargets(reader) ? ctes : NO_CTES);
  const targets = block.sources.filter(({ id }) => id === target);
  reader.fromList(block, using + 1, on, ctes);
  // Rows of the source without a match are inserted: ON restricts the target only.
  reader.condition(block, on + 1, first, new Set(targets.map(({ id }) => id)), ctes);
  const unmatched: Write['unmatched'][number][] = [];
  for (const [index, at] of branches.entries()) {
    const then = clauseAfter(text, at, branches[index + 1] ?? to, 'THEN');
    reader.subqueries(block, at, branches[index + 1] ?? to, ctes);
    if (tokens.word(at + 1) !== 'NOT' || tokens.word(at + 3) !== 'BY' || tokens.word(at + 4) !== 'SOURCE') continue;
    const and = splitAt(text, at, then, 'AND')[0]?.[1] ?? then;
    unmatched.push(and < then ? reader.parsed(and + 1, then) : undefined);
  }
  return { block, targets, unmatched };
}

/** The tokens at which the branches of a MERGE begin. */
function branchesOf({ text }: QueryReader, from: number, to: number): readonly number[] {
  const { tokens } = text;
  const branches: number[] = [];
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') at = closing(text, at, to);
    else if (word === 'WHEN' && /^(?:MATCHED|NOT)$/.test(tokens.word(at + 1))) {
      if (tokens.word(at + 1) === 'MATCHED' || tokens.word(at + 2) === 'MATCHED') branches.push(at);
    }
  }
  return branches;
}

function readInsert(reader: QueryReader, block: Block, from: number, to: number, ctes: Ctes): Omit<Write, 'from'> {
  const { text } = reader;
  const { tokens } = text;
  const written = { block, targets: [], unmatched: [] };
  let at = readName(tokens, tokens.word(from) === 'TABLE' ? from + 1 : from, text.lexical).next;
  for (; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(' && QUERY_WORDS.has(tokens.word(at + 1))) break;
    if (word === '(') at = closing(text, at, to);
    else if (word === 'WITH' && tokens.word(at + 1) === '(') continue;
    else if (QUERY_START.has(word)) break;
  }
  if (!QUERY_WORDS.has(tokens.word(at)) && tokens.word(at) !== '(') {
    reader.subqueries(block, at, to, ctes);
    return written;
  }
  const end = queryEnd(reader, at, to);
  if (tokens.word(at) === 'VALUES') reader.subqueries(block, at, end, ctes);
  else reader.query(at, end, block.parent, ctes);
  reader.subqueries(block, end, to, ctes);
  return written;
}

/** Where the query of an INSERT ends: before RETURNING and ON CONFLICT. */
function queryEnd({ text }: QueryReader, from: number, to: number): number {
  const { tokens } = text;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') at = closing(text, at, to);
    else if (word === 'ON' && /^(?:CONFLICT|DUPLICATE)$/.test(tokens.word(at + 1))) return at;
    else if (word === 'RETURNING') return at;
  }
  return to;
}
