import type { Comment, Dialect, Operation, ReaderName, SqlScript, Statement, Unreadable } from '../model/index.ts';
import type { Grammar } from './grammars/types.ts';
import { readPieces } from './reader/body.ts';
import { Collector, Scan } from './reader/scan.ts';
import { readStatement } from './reader/statement.ts';
import { gatherFacts } from './reader/statement-facts.ts';
import { shapeOf } from './shape.ts';
import { ScriptState } from './surroundings.ts';
import { LEXICAL, type Lexical, type LexicalMode } from './text/dialects.ts';
import { lex, lexTraffic } from './text/lexer.ts';
import { sectionsOf } from './text/sections.ts';
import { assignComments, hasBody, isHeldByStrings, split, type TokenRange } from './text/splitter.ts';
import { T, type TokenList } from './text/tokens.ts';
import { mergeReadings } from './union.ts';
import { shapesOfTokens } from './written-shape.ts';

/** What a file may hold: a million statements take a gigabyte of memory. Beyond, it says that it was not read. */
const MAX_STATEMENTS = 1_000_000;
const MAX_OPERATIONS = 2_000_000;

/** Reads a whole file: tokens, statements, operations, facts. Total: no text makes it throw. */
export function readScript(text: string, path: string, dialect: Dialect, grammar: Grammar | undefined): SqlScript {
  return readTokenList(lex(text, dialect), path, dialect, LEXICAL[dialect], grammar);
}

/** What a server received. */
export interface TrafficScript extends SqlScript {
  /** Its statements as they may be written down; see `writtenShapes`. */
  writtenShapes(): readonly string[];
}

/** Reads a text as a server received it, in the mode of strings that its session had. */
export function readTraffic(
  text: string,
  mode: LexicalMode,
  dialect: Dialect,
  grammar: Grammar | undefined,
): TrafficScript {
  const lexical: Lexical = { ...LEXICAL[dialect], ...mode };
  const tokens = lexTraffic(text, lexical);
  const script = readTokenList(tokens, '', dialect, lexical, grammar);
  return { ...script, writtenShapes: () => shapesOfTokens(tokens, lexical) };
}

function readTokenList(
  tokens: TokenList,
  path: string,
  dialect: Dialect,
  lexical: Lexical,
  grammar: Grammar | undefined,
): SqlScript {
  const { text } = tokens;
  grammar?.restart?.();
  const ranges = split(tokens, lexical);
  const comments = assignComments(tokens, ranges);
  const sections = sectionsOf(tokens, path);
  const surroundings = new ScriptState();
  const statements: Statement[] = [];
  const unassigned = new Set<Unreadable>(tokens.unreadable);
  let section = 0;
  let unread = 0;
  let operations = 0;
  for (const [index, range] of ranges.entries()) {
    const start = tokens.start(range.from);
    if (index >= MAX_STATEMENTS || operations > MAX_OPERATIONS) {
      const what = index >= MAX_STATEMENTS ? `${MAX_STATEMENTS} statements` : `${MAX_OPERATIONS} operations`;
      unassigned.add({
        reason: `the file has more than ${what}: the rest was not read`,
        span: { start, end: text.length },
      });
      break;
    }
    while (sections[section + 1] && (sections[section + 1]?.from ?? 0) <= start) section++;
    const { section: name, tools } = sections[section] ?? { section: '' as const, tools: [] };
    surroundings.enter(name);
    const own: Unreadable[] = [];
    const end = tokens.end(range.to - 1);
    for (; unread < tokens.unreadable.length; unread++) {
      const problem = tokens.unreadable[unread] as Unreadable;
      if (problem.span.start >= end) break;
      if (problem.span.start < start && !isComment(problem)) continue;
      own.push(problem);
      unassigned.delete(problem);
    }
    const statement = readOne(tokens, range, dialect, lexical, grammar, surroundings, {
      section: name,
      sectionTools: tools,
      comments: comments.of[index] ?? [],
      unreadable: own,
    });
    operations += statement.operations.length;
    statements.push(statement);
    if (lexical.separator === 'go' && tokens.kind(range.to) === T.terminator && tokens.word(range.to) !== ';')
      surroundings.endBatch();
  }
  return { text, statements, unreadable: [...unassigned], looseComments: comments.loose };
}

/** A comment that differs between servers makes the statement behind it uncertain. */
function isComment(problem: Unreadable): boolean {
  return problem.reason.includes('comment');
}

interface Context {
  readonly section: Statement['section'];
  readonly sectionTools: Statement['sectionTools'];
  readonly comments: readonly Comment[];
  readonly unreadable: readonly Unreadable[];
}

function readOne(
  tokens: TokenList,
  range: TokenRange,
  dialect: Dialect,
  lexical: Lexical,
  grammar: Grammar | undefined,
  surroundings: ScriptState,
  context: Context,
): Statement {
  const span = { start: tokens.start(range.from), end: tokens.end(range.to - 1) };
  const collector = new Collector();
  const scanned = readTokens(tokens, range, dialect, lexical, collector);
  const problems = [...context.unreadable, ...collector.unreadable];
  const facts = gatherFacts(scanned.scan, scanned.from, scanned.to, collector.operations);
  const read = grammar?.read({ tokens, range, span, operations: collector.operations, understood: scanned.understood });
  const united = mergeReadings(collector.operations, facts, read);
  if (read?.problem && problems.length === 0) problems.push({ reason: read.problem, span });
  else if (!scanned.understood && read?.understood !== true && problems.length === 0) {
    problems.push({ reason: notUnderstood(tokens, range), span });
  }
  const inTransaction = surroundings.inTransaction;
  const lockTimeoutSet = surroundings.lockTimeoutSet;
  const operations = surroundings.follow(united.operations, united.facts.functions ?? []);
  const readers = read?.understood ? READERS[grammar?.name ?? 'tokens'] : READERS.tokens;
  const { section, sectionTools, comments } = context;
  const all = { ...united.facts, inTransaction, lockTimeoutSet };
  return new StatementRecord(
    { span, operations, facts: all, section, sectionTools, readers, unreadable: problems, comments },
    () => shapeOf(tokens, range.from, range.to, lexical, operations),
  );
}

const READERS = {
  tokens: ['tokens'],
  'libpg-query': ['tokens', 'libpg-query'],
  'node-sql-parser': ['tokens', 'node-sql-parser'],
} as const satisfies Record<ReaderName, readonly ReaderName[]>;

/** A statement whose shape is made when it is asked for: most statements break no rule, and need none. */
class StatementRecord implements Statement {
  readonly span: Statement['span'];
  readonly operations: Statement['operations'];
  readonly facts: Statement['facts'];
  readonly section: Statement['section'];
  readonly sectionTools: Statement['sectionTools'];
  readonly readers: Statement['readers'];
  readonly unreadable: Statement['unreadable'];
  readonly comments: Statement['comments'];
  readonly #makeShape: () => string;
  #shape: string | undefined;

  constructor(read: Omit<Statement, 'shape'>, makeShape: () => string) {
    this.span = read.span;
    this.operations = read.operations;
    this.facts = read.facts;
    this.section = read.section;
    this.sectionTools = read.sectionTools;
    this.readers = read.readers;
    this.unreadable = read.unreadable;
    this.comments = read.comments;
    this.#makeShape = makeShape;
  }

  get shape(): string {
    this.#shape ??= this.#makeShape();
    return this.#shape;
  }
}

function notUnderstood(tokens: TokenList, range: TokenRange): string {
  const first = tokens.kind(range.from);
  if (first === T.placeholder) return 'a placeholder stands where a statement begins, so what runs is not known';
  return `no reader knows this statement, which begins with \`${tokens.raw(range.from).slice(0, 40)}\``;
}

interface Scanned {
  readonly scan: Scan;
  readonly from: number;
  readonly to: number;
  readonly understood: boolean;
}

function readTokens(tokens: TokenList, range: TokenRange, dialect: Dialect, lexical: Lexical, out: Collector): Scanned {
  let executable = false;
  let inner = false;
  for (let at = range.from; at < range.to; at++) {
    const kind = tokens.kind(at);
    if (kind === T.execOpen) executable = true;
    else if (isInnerEnd(tokens, at)) inner = true;
  }
  const body = hasBody(tokens, range.from, lexical.compound);
  if (executable) {
    const read = readExecutable(tokens, range, dialect, lexical, out);
    if (!inner || body) return read;
    readBetweenEnds(read.scan, read.from, read.to);
    return { ...read, understood: false };
  }
  const scan = openScan(tokens, dialect, lexical, out, 'statement');
  let understood = readStatement(scan, range.from, range.to);
  // A `;` held back by an open parenthesis ends no statement for us, but may for a server.
  if (inner && !body && !out.operations.some(({ kind }) => kind === 'create_rule')) {
    readBetweenEnds(scan, range.from, range.to);
    understood = false;
  }
  return { scan, from: range.from, to: range.to, understood };
}

/** Reads what stands between each two `;`, whatever parentheses are open. */
function readBetweenEnds(scan: Scan, from: number, to: number): void {
  let first = from;
  for (let at = from; at <= to; at++) {
    if (at < to && !isInnerEnd(scan.tokens, at)) continue;
    if (at > first) readPieces(scan, first, at);
    first = at + 1;
  }
}

/** A `;` inside a statement, which may end one for a server. */
function isInnerEnd(tokens: TokenList, at: number): boolean {
  const kind = tokens.kind(at);
  return (kind === T.terminator || (kind === T.op && tokens.word(at) === ';')) && !isHeldByStrings(tokens, at);
}

function openScan(
  tokens: TokenList,
  dialect: Dialect,
  lexical: Lexical,
  out: Collector,
  place: Operation['place'],
): Scan {
  return new Scan({
    tokens,
    dialect,
    lexical,
    place,
    depth: 0,
    out,
    readStatement,
    base: 0,
    whole: { start: 0, end: 0 },
  });
}

/** From this version number on, a MySQL or MariaDB in use may skip an executable comment. */
const ALWAYS_RUN_BELOW = 50700;

/**
 * Reads a statement with executable comments as each server might: with what stands in them, and, where a server
 * may skip them by their version, without. What either reading does counts.
 */
function readExecutable(
  tokens: TokenList,
  range: TokenRange,
  dialect: Dialect,
  lexical: Lexical,
  out: Collector,
): Scanned {
  let depth = 0;
  let optional = false;
  const skipped = new Set<number>();
  for (let at = range.from; at < range.to; at++) {
    const kind = tokens.kind(at);
    if (kind === T.execOpen) {
      depth++;
      const version = /\d+/.exec(tokens.raw(at));
      const mayBeSkipped =
        tokens.raw(at).startsWith('/*M') || (version !== null && Number(version[0]) >= ALWAYS_RUN_BELOW);
      optional ||= mayBeSkipped;
      if (!mayBeSkipped) depth--;
    } else if (kind === T.execClose) depth = 0;
    else if (depth > 0) skipped.add(at);
  }
  const isMark = (at: number) => tokens.kind(at) === T.execOpen || tokens.kind(at) === T.execClose;
  const inside = tokens.kind(range.from) === T.execOpen;
  const all = tokens.filtered(range.from, range.to, (at) => !isMark(at));
  const scan = openScan(all, dialect, lexical, out, inside ? 'executable_comment' : 'statement');
  let understood = readStatement(scan, 0, all.length) || all.length === 0;
  if (optional) {
    const rest = tokens.filtered(range.from, range.to, (at) => !isMark(at) && !skipped.has(at));
    const before = out.operations.length;
    const without = openScan(rest, dialect, lexical, out, 'statement');
    const alone = rest.length === 0 || readStatement(without, 0, rest.length);
    const known = new Set(out.operations.slice(0, before).map(describe));
    const added = out.operations.splice(before).filter((operation) => !known.has(describe(operation)));
    for (const operation of added) out.operations.push(operation);
    understood &&= alone;
  }
  return { scan, from: 0, to: all.length, understood };
}

function describe(operation: Operation): string {
  return `${operation.kind} ${operation.target.text} ${operation.filter}`;
}
