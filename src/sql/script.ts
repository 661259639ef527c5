import {
  type Comment,
  counted,
  type Dialect,
  type FileContext,
  type FileRun,
  type Operation,
  type ReaderName,
  type SqlScript,
  type Statement,
  sqlFileName,
  type Unreadable,
} from '../model/index.ts';
import { markAddedColumns } from './added-columns.ts';
import { keepChangedKeys } from './changed-keys.ts';
import { markComplementaryDeletes } from './complementary-deletes.ts';
import { markDeferred } from './deferred.ts';
import { addDiscardingTriggers } from './discarding-triggers.ts';
import { FactsRecord } from './facts-record.ts';
import { type FollowedScript, type FollowedStatement, kindsIn } from './followed-statement.ts';
import { foreignKeys } from './foreign-keys.ts';
import type { Grammar } from './grammars/types.ts';
import { addLaxTypeChanges } from './lax-modes.ts';
import { checkLiteralCalls, LiteralCalls } from './literal-calls.ts';
import { Mentions } from './mentions.ts';
import { mergeReadings } from './merge-readings.ts';
import { MissingTables } from './missing-tables.ts';
import { isListedRoutine, readCalls } from './reader/administration/index.ts';
import { readBodyStatements } from './reader/body.ts';
import { namesTemporarySchema, readRenames } from './reader/ddl/index.ts';
import { readHandedTexts } from './reader/handed-texts.ts';
import { withFacts } from './reader/operation.ts';
import { Collector, type LiteralCall, Scan } from './reader/scan.ts';
import { readStatement } from './reader/statement.ts';
import { gatherFacts } from './reader/statement-facts/index.ts';
import { markRebuilds } from './rebuilds.ts';
import { markRecreated } from './recreated.ts';
import { markReplacedTables } from './replaced-tables.ts';
import { ScriptState, type TableNames } from './script-state.ts';
import { SettledStatements } from './settled-statements.ts';
import { shapeOf } from './shape.ts';
import { LEXICAL, type Lexical, type LexicalMode } from './text/dialects.ts';
import { lex, lexTemplate, lexTraffic } from './text/lexer/index.ts';
import { hiddenMarkers, NO_SECTIONS, sectionsOf } from './text/sections.ts';
import { assignComments, hasBody, isBetweenStrings, split, type TokenRange } from './text/splitter.ts';
import { T, type TokenList } from './text/tokens.ts';
import { toolTransactions } from './tool-transactions.ts';
import { markTurnedOnAgain } from './turned-on-again.ts';
import { shapesOfTokens } from './written-shape.ts';

/** Limits per file: that many statements take half a gigabyte of memory. What follows is reported as not read. */
const MAX_STATEMENTS = 200_000;
const MAX_OPERATIONS = 300_000;

/** Shared by all statements: most have no comments and nothing unreadable. */
const NO_COMMENTS: readonly Comment[] = [];
const ALL_READ: readonly Unreadable[] = [];

/** A file that is the whole change. */
const ALONE: FileContext = { tables: [], routinesUsed: [] };

/** Reads a file into statements, operations and facts. Never throws. */
export function readScript(
  text: string,
  path: string,
  dialect: Dialect,
  grammar: Grammar | undefined,
  context?: FileContext | undefined,
  run?: FileRun | undefined,
): FollowedScript {
  const template = sqlFileName(path)?.template;
  const tokens = template ? lexTemplate(text, dialect, template) : lex(text, dialect);
  const hidden = hiddenMarkers(tokens);
  if (hidden.length > 0) {
    tokens.unreadable.push(...hidden);
    tokens.unreadable.sort((a, b) => a.span.start - b.span.start);
  }
  return { ...readTokenList(tokens, path, dialect, LEXICAL[dialect], grammar, context ?? ALONE, run), text };
}

/** Statements that a server received. */
export interface TrafficScript extends SqlScript {
  /** The statements in the form that is safe to store; see `writtenShapes`. */
  writtenShapes(): readonly string[];
}

/** Reads a text as a server received it, under the quoting settings of its session. */
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
  context?: FileContext | undefined,
  run?: FileRun | undefined,
): FollowedScript {
  const { text } = tokens;
  grammar?.restart?.();
  const ranges = split(tokens, lexical);
  const comments = assignComments(tokens, ranges);
  // Markers are for tools that run files: a server sees comments.
  const sections = context ? sectionsOf(tokens, path) : NO_SECTIONS;
  const transactions = toolTransactions({ tokens, ranges, dialect }, run) ?? [];
  let transaction = -1;
  const calls = new LiteralCalls(tokens, ranges, lexical, context?.routinesUsed);
  const state = new ScriptState({
    ddlCommits: lexical.ddlCommits,
    createdBefore: context?.createdBefore ?? [],
  });
  const mentions = new Mentions(tokens);
  const missing = new MissingTables(context, mentions);
  const statements: FollowedStatement[] = [];
  const settled = new SettledStatements();
  const unassigned = new Set<Unreadable>(tokens.unreadable);
  let section = 0;
  let batch = 0;
  let unread = 0;
  let operations = 0;
  for (const [index, range] of ranges.entries()) {
    const start = tokens.start(range.from);
    if (index >= MAX_STATEMENTS || operations > MAX_OPERATIONS) {
      const what =
        index >= MAX_STATEMENTS ? counted(MAX_STATEMENTS, 'statement') : counted(MAX_OPERATIONS, 'operation');
      unassigned.add({
        reason: `the file has more than ${what}: the rest was not read; split the file, or insert several rows with one statement`,
        span: { start, end: text.length },
      });
      break;
    }
    while (sections[section + 1] && (sections[section + 1]?.from ?? 0) <= start) section++;
    const { section: name, tools } = sections[section] ?? { section: '' as const, tools: [] };
    if (state.enter(name)) transaction -= Number(transaction >= 0);
    while ((transactions[transaction + 1]?.from ?? Number.POSITIVE_INFINITY) <= start)
      state.startToolTransaction(transactions[++transaction]?.open ?? false);
    let own: Unreadable[] | undefined;
    const end = tokens.end(range.to - 1);
    for (; unread < tokens.unreadable.length; unread++) {
      const problem = tokens.unreadable[unread] as Unreadable;
      if (problem.span.start >= end) break;
      if (problem.span.start < start && !isComment(problem)) continue;
      own ??= [];
      own.push(problem);
      unassigned.delete(problem);
    }
    const statement = readOne(tokens, range, dialect, lexical, grammar, state, {
      section: name,
      sectionTools: tools,
      batch,
      comments: comments.of[index] ?? NO_COMMENTS,
      unreadable: own ?? ALL_READ,
      serverVersion: run?.serverVersion,
      isTraffic: context === undefined,
      literalCalls: () => calls.of(range),
      names: {
        isMissing: (table) => missing.has(table, start),
        isUsed: (name) => mentions.isBefore(name, start),
        renames: () => readRenames({ tokens, lexical, ...range }) ?? [],
        foreignKeys: () => foreignKeys(tokens, lexical, range),
        temporaryLast: () => namesTemporarySchema(tokens, range),
      },
    });
    operations += statement.operations.length;
    settled.add(statement);
    statements.push(statement);
    if (lexical.separator === 'go' && endsBatch(tokens, range.to)) {
      state.endBatch();
      batch++;
    }
  }
  markReplacedTables(statements, missing);
  const kinds = kindsIn(statements);
  markRebuilds(statements, kinds, ranges, tokens, lexical, context);
  markAddedColumns(statements, kinds);
  markComplementaryDeletes(statements, kinds, ranges, tokens, lexical);
  markRecreated(statements, kinds, ranges, tokens, dialect, context);
  markTurnedOnAgain(statements, kinds);
  keepChangedKeys(statements, kinds);
  addDiscardingTriggers(statements, kinds, ranges, tokens, lexical);
  addLaxTypeChanges(statements, kinds, ranges, tokens, lexical);
  checkLiteralCalls(statements);
  const unreadable = [...unassigned];
  if (context && unreadable.length === 0) markDeferred(statements, ranges, tokens, lexical, context);
  return { text, statements, unreadable, looseComments: comments.loose };
}

/** Whether there is a GO, and not only `;`, between a statement and the next one. */
function endsBatch(tokens: TokenList, from: number): boolean {
  for (let at = from; tokens.kind(at) === T.terminator; at++) if (tokens.word(at) !== ';') return true;
  return false;
}

/**
 * Whether a comment is the problem. Servers disagree on where such a comment ends, so the statement after it is
 * uncertain.
 */
function isComment(problem: Unreadable): boolean {
  return problem.reason.includes('comment');
}

interface Context {
  readonly section: Statement['section'];
  readonly sectionTools: Statement['sectionTools'];
  readonly batch: number;
  readonly comments: readonly Comment[];
  readonly unreadable: readonly Unreadable[];
  readonly serverVersion: number | undefined;
  /** The calls of the routine that the statement creates. */
  readonly literalCalls: () => readonly LiteralCall[];
  /** In traffic, statements are known by their shape, without the texts that are handed to routines. */
  readonly isTraffic: boolean;
  readonly names: TableNames;
}

function readOne(
  tokens: TokenList,
  range: TokenRange,
  dialect: Dialect,
  lexical: Lexical,
  grammar: Grammar | undefined,
  state: ScriptState,
  context: Context,
): FollowedStatement {
  const span = { start: tokens.start(range.from), end: tokens.end(range.to - 1) };
  const collector = new Collector(context.literalCalls, context.isTraffic);
  const scanned = readTokens(tokens, range, dialect, lexical, collector);
  const problems = [...context.unreadable, ...collector.unreadable];
  if (!context.isTraffic) readHanded(scanned);
  readCalls(scanned.scan, scanned.from, scanned.to);
  // What an optional comment pins is not pinned on every server.
  if (scanned.optional) {
    for (const [at, operation] of collector.operations.entries())
      if (operation.filter !== '') collector.operations[at] = withFacts(operation, { pinnedColumns: undefined });
  }
  const gathered = gatherFacts(scanned.scan, scanned.from, scanned.to, collector.operations);
  const { pinnedColumns } = gathered;
  const read = grammar?.read({ tokens, range, span, operations: collector.operations, understood: scanned.understood });
  const merged = mergeReadings(collector.operations, gathered.facts, read, gathered.ctes);
  if (read?.problem && problems.length === 0) problems.push({ reason: read.problem, span });
  else if (!scanned.understood && read?.understood !== true && problems.length === 0) {
    problems.push({ reason: notUnderstood(tokens, range), span });
  }
  const { inTransaction, ddlInTransaction, lockTimeoutSet, statementTimeoutSet } = state;
  const operations = state.follow(merged.operations, merged.facts.functions ?? [], context.names);
  const readers = read?.understood ? READERS[grammar?.name ?? 'tokens'] : READERS.tokens;
  const { section, sectionTools, batch, comments } = context;
  const { serverVersion } = context;
  const around = { dialect, inTransaction, ddlInTransaction, lockTimeoutSet, statementTimeoutSet, serverVersion };
  const all = new FactsRecord(merged.facts, around, pinnedColumns && (scanned.optional ? notKnown : pinnedColumns));
  const unreadable = problems.length === 0 ? ALL_READ : problems;
  return new StatementRecord(
    { span, operations, facts: all, section, sectionTools, batch, readers, unreadable, comments },
    { tokens, lexical, ...range },
  );
}

/** Reads the texts that the statement, and the texts in it, hand to routines. */
function readHanded({ scan, from, to }: Scanned): void {
  const isListed = (name: string) => isListedRoutine(scan, name);
  const scans = [...scan.out.scans];
  readHandedTexts(scan, from, to, isListed);
  for (const inner of scans) readHandedTexts(inner, 0, inner.tokens.length, isListed);
}

const notKnown = () => undefined;

const READERS = {
  tokens: ['tokens'],
  'libpg-query': ['tokens', 'libpg-query'],
  'node-sql-parser': ['tokens', 'node-sql-parser'],
} as const satisfies Record<ReaderName, readonly ReaderName[]>;

/**
 * A statement that computes its shape on use: most statements break no rule and never need it, and of those that do, a
 * file may have too many to keep all shapes.
 */
class StatementRecord implements FollowedStatement {
  readonly span: Statement['span'];
  operations: FollowedStatement['operations'];
  readonly facts: Statement['facts'];
  readonly section: Statement['section'];
  readonly sectionTools: Statement['sectionTools'];
  readonly batch: number;
  readonly readers: Statement['readers'];
  readonly unreadable: Statement['unreadable'];
  readonly comments: Statement['comments'];
  readonly #tokens: TokenList;
  readonly #lexical: Lexical;
  readonly #from: number;
  readonly #to: number;

  constructor(
    read: Omit<FollowedStatement, 'shape'>,
    { tokens, lexical, from, to }: TokenRange & { readonly tokens: TokenList; readonly lexical: Lexical },
  ) {
    this.span = read.span;
    this.operations = read.operations;
    this.facts = read.facts;
    this.section = read.section;
    this.sectionTools = read.sectionTools;
    this.batch = read.batch;
    this.readers = read.readers;
    this.unreadable = read.unreadable;
    this.comments = read.comments;
    this.#tokens = tokens;
    this.#lexical = lexical;
    this.#from = from;
    this.#to = to;
  }

  get shape(): string {
    return shapeOf(this.#tokens, this.#from, this.#to, this.#lexical, this.operations);
  }
}

function notUnderstood(tokens: TokenList, range: TokenRange): string {
  const first = tokens.kind(range.from);
  if (first === T.placeholder) return 'a statement begins with a placeholder, so what it runs is unknown';
  return `unrecognised syntax in a statement that begins with \`${tokens.raw(range.from).slice(0, 40)}\``;
}

interface Scanned {
  readonly scan: Scan;
  readonly from: number;
  readonly to: number;
  readonly understood: boolean;
  /** Some servers run a part of it, and others skip that part. */
  readonly optional?: boolean;
}

function readTokens(tokens: TokenList, range: TokenRange, dialect: Dialect, lexical: Lexical, out: Collector): Scanned {
  let executable = false;
  let hasInnerTerminator = false;
  for (let at = range.from; at < range.to; at++) {
    const kind = tokens.kind(at);
    if (kind === T.execOpen) executable = true;
    else if (isInnerTerminator(tokens, at)) hasInnerTerminator = true;
  }
  const body = hasBody(tokens, range.from, lexical.compound);
  if (executable) {
    const read = readExecutable(tokens, range, dialect, lexical, out);
    if (!hasInnerTerminator || body) return read;
    readBetweenTerminators(read.scan, read.from, read.to);
    return { ...read, understood: false };
  }
  const scan = openScan(tokens, dialect, lexical, out, 'statement');
  let understood = readStatement(scan, range.from, range.to);
  // The splitter does not end a statement at a `;` inside parentheses, but a server may.
  if (hasInnerTerminator && !body && !out.operations.some(({ kind }) => kind === 'create_rule')) {
    readBetweenTerminators(scan, range.from, range.to);
    understood = false;
  }
  return { scan, from: range.from, to: range.to, understood };
}

/** Reads the parts between inner `;`, even inside open parentheses. */
function readBetweenTerminators(scan: Scan, from: number, to: number): void {
  let first = from;
  for (let at = from; at <= to; at++) {
    if (at < to && !isInnerTerminator(scan.tokens, at)) continue;
    if (at > first) readBodyStatements(scan, first, at);
    first = at + 1;
  }
}

/** Whether the token is a `;` inside a statement, where a server may end the statement. */
function isInnerTerminator(tokens: TokenList, at: number): boolean {
  const kind = tokens.kind(at);
  return (kind === T.terminator || (kind === T.op && tokens.word(at) === ';')) && !isBetweenStrings(tokens, at);
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
    fallbackSpan: { start: 0, end: 0 },
  });
}

/**
 * Servers in use are at least this version, and so run executable comments that require an older one. Others may be
 * skipped.
 */
const ALWAYS_RUN_BELOW = 50700;

/**
 * Reads a statement with executable comments as each server may: with their content and, if a server may skip them
 * because of their version, without it. The result holds the operations of both readings.
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
    const understoodWithout = rest.length === 0 || readStatement(without, 0, rest.length);
    const known = new Set(out.operations.slice(0, before).map(describe));
    const added = out.operations.splice(before).filter((operation) => !known.has(describe(operation)));
    for (const operation of added) out.operations.push(operation);
    understood &&= understoodWithout;
  }
  return { scan, from: 0, to: all.length, understood, optional };
}

function describe(operation: Operation): string {
  return `${operation.kind} ${operation.target.text} ${operation.filter}`;
}
