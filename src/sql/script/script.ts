import {
  type Comment,
  counted,
  type Dialect,
  type FileContext,
  type FileRun,
  type Operation,
  type Program,
  type ProvenFacts,
  type ReaderName,
  readersOf,
  type Span,
  type SqlScript,
  type Statement,
  type Unreadable,
} from '../../model/index.ts';
import { changeFacts, type FollowedScript, type FollowedStatement } from '../across-statements/followed-statement.ts';
import type { ScriptText, SplitScript } from '../across-statements/script-reading.ts';
import { FactsRecord } from '../facts-record.ts';
import type { Grammar } from '../grammars/types.ts';
import { mergeReadings } from '../merge-readings.ts';
import { baseColumnsOf } from '../objects/base-columns.ts';
import { foreignKeys } from '../objects/foreign-keys.ts';
import { homeSetBy } from '../objects/home-schema.ts';
import { Mentions } from '../objects/mentions.ts';
import { MissingTables } from '../objects/missing-tables.ts';
import type { TableNames } from '../objects/table-names.ts';
import { namesTemporarySchema, readRenames } from '../reader/ddl/index.ts';
import { Lazy } from '../reader/lazy.ts';
import { effectsOf, isReadOnly } from '../reader/read-only/index.ts';
import { STABLE_FUNCTIONS } from '../reader/stable-functions.ts';
import { shapeOf } from '../shape/shape.ts';
import { shapesOfTokens } from '../shape/written-shape.ts';
import { LEXICAL, type Lexical, type LexicalMode } from '../text/dialects.ts';
import { lexTraffic } from '../text/lexer/index.ts';
import { NO_SECTIONS, type SectionAt, sectionsOf } from '../text/sections.ts';
import type { TokenRange } from '../text/splitter.ts';
import { T, type TokenList } from '../text/tokens.ts';
import { factsOf, tracing } from '../trace.ts';
import { LiteralCalls } from './literal-calls.ts';
import { hasText, newEnumValues } from './new-enum-values.ts';
import { runPasses } from './passes.ts';
import { withSchemaChanges } from './schema-changes.ts';
import { ScriptState } from './script-state.ts';
import { readAlone, readHead, type SeparateReading, spanOf } from './separate-reading.ts';
import { SettledStatements } from './settled-statements.ts';
import { RecentFile, type SplitText, splitFile, splitText } from './split-text.ts';
import { type ToolTransaction, toolTransactions } from './tool-transactions.ts';

/** Limits per file: that many statements take half a gigabyte of memory. What follows is reported as not read. */
const MAX_STATEMENTS = 200_000;
const MAX_OPERATIONS = 300_000;

/** Shared by all statements: most have no comments and nothing unreadable. */
const NO_COMMENTS: readonly Comment[] = [];
const ALL_READ: readonly Unreadable[] = [];

/** A file that is the whole change. */
const ALONE: FileContext = { tables: [], routinesUsed: [] };

const recentFile = new RecentFile();

/** Reads a file into statements, operations and facts. Never throws. */
export function readScript(
  text: string,
  path: string,
  dialect: Dialect,
  grammar: Grammar | undefined,
  context?: FileContext | undefined,
  run?: FileRun | undefined,
): FollowedScript {
  const split = recentFile.get(text, path, dialect) ?? splitFile(text, path, dialect);
  const script = { ...readStatements({ ...split, context: context ?? ALONE }, grammar, { path, run }), text };
  for (const proven of context?.proven ?? []) applyProof(script.statements, proven);
  return context ? withSchemaChanges(script, context, () => factsOfNothing(dialect)) : script;
}

/** Adds what is known of an operation from the migrations around the file. */
function applyProof(
  statements: readonly FollowedStatement[],
  { statement: start, kind, name, schema, ...facts }: ProvenFacts,
): void {
  const statement = statements.find(({ span }) => span.start === start);
  for (const [index, operation] of statement?.operations.entries() ?? []) {
    const { target, place } = operation;
    if (
      statement &&
      operation.kind === kind &&
      target.name === name &&
      target.schema === schema &&
      place === 'statement'
    )
      changeFacts(statement, index, facts);
  }
}

function factsOfNothing(dialect: Dialect): Statement['facts'] {
  const { statements } = readStatements({ ...splitFile('BEGIN', '', dialect), context: ALONE }, undefined);
  return (statements[0] as Statement).facts;
}

/**
 * Reads a file that may be read again once it is known what the rest of the repository says about it. What does not depend
 * on that is kept until the next file.
 */
export function firstReading(text: string, path: string, dialect: Dialect): readonly FollowedStatement[] {
  const split = recentFile.split(text, path, dialect);
  const { statements } = readStatements({ ...split, context: ALONE }, undefined, { path, run: undefined });
  recentFile.settle();
  return statements;
}

/**
 * The statements of a file, each with what it does by itself: without the bodies of routines, the statements around it, and
 * what only a grammar reads.
 */
export function statementHeads(text: string, path: string, dialect: Dialect): readonly StatementHead[] {
  const split = splitFile(text, path, dialect);
  return split.ranges.map((range) => ({
    span: spanOf(split.tokens, range),
    operations: () => readHead({ ...split, context: ALONE }, range),
  }));
}

interface StatementHead {
  readonly span: Span;
  readonly operations: () => readonly Operation[];
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
  const script = readStatements({ ...splitText(tokens, dialect, lexical), context: undefined }, grammar);
  return { ...script, writtenShapes: () => shapesOfTokens(tokens, lexical) };
}

/** Where a file is, and how it runs. */
interface FileSource {
  readonly path: string;
  readonly run: FileRun | undefined;
}

/** Whether the statement is `IF …`, `ELSE` or `BEGIN`, as T-SQL writes them before others. */
function onlyBranches({ operations, unreadable }: FollowedStatement): boolean {
  return unreadable.length === 0 && operations.length > 0 && operations.every(({ kind }) => kind === 'control');
}

function readStatements(
  script: SplitText & SplitScript,
  grammar: Grammar | undefined,
  file?: FileSource,
): FollowedScript {
  const { tokens, lexical, context, ranges, comments, kept } = script;
  const { text } = tokens;
  grammar?.restart?.();
  const state = stateBefore(script, file);
  // Markers are for tools that run files: a server sees comments.
  const sections = file ? sectionsOf(tokens, file.path, file.run?.tool) : NO_SECTIONS;
  const places = new Places(
    sections,
    (file && toolTransactions({ ...script, path: file.path }, file.run)) ?? [],
    state,
  );
  const calls = new LiteralCalls(script);
  const mentions = new Mentions(tokens);
  const missing = new MissingTables(context, mentions);
  const columnsOf = baseColumnsOf(context, lexical);
  const unread = new UnreadParts(unreadableFor(tokens.unreadable, file?.run, lexical));
  const statements: FollowedStatement[] = [];
  const trace = tracing();
  const settled = new SettledStatements();
  let batch = 0;
  let operations = 0;
  /** Where the conditions directly before a statement begin, which give no name to another table. */
  let guardStart: number | undefined;
  for (const [index, range] of ranges.entries()) {
    const start = tokens.start(range.from);
    const limit = exceededLimit(index, operations);
    if (limit !== undefined) {
      unread.add(limit, { start, end: text.length });
      break;
    }
    const { section, tools } = places.enter(start);
    if (trace) trace.statement = index;
    const literalCalls = () => calls.of(range);
    const own = kept?.get(range.from) ?? readAlone(script, range, { literalCalls, columnsOf });
    trace?.changes('token reader', [], own.operations);
    if (own.isFinal) kept?.set(range.from, own);
    const statement = readOne(script, range, own, grammar, state, {
      section,
      sectionTools: tools,
      batch,
      comments: comments.of[index] ?? NO_COMMENTS,
      unreadable: unread.take(start, tokens.end(range.to - 1)),
      serverVersion: file?.run?.serverVersion,
      names: {
        isMissing: (table) => missing.presumably(table, guardStart ?? start),
        isUsed: (name) => mentions.isBefore(name, start),
        renames: () => readRenames({ tokens, lexical, ...range }) ?? [],
        foreignKeys: once(() => foreignKeys(tokens, lexical, range)),
        homeSet: () => homeSetBy(tokens, range, lexical),
        temporaryLast: () => namesTemporarySchema(tokens, range),
        newEnumValues: () => newEnumValues(text.slice(start, tokens.end(range.to - 1))),
        hasText: (values) => hasText(tokens, range, values),
        serverVersion: file?.run?.serverVersion,
      },
    });
    operations += statement.operations.length;
    settled.add(statement);
    statements.push(statement);
    guardStart = onlyBranches(statement) ? (guardStart ?? start) : undefined;
    if (lexical.separator === 'go' && endsBatch(tokens, range.to)) {
      state.endBatch();
      batch++;
    }
  }
  const { rest } = unread;
  runPasses(statements, { ...script, missing, complete: rest.length === 0 });
  return { text, statements, unreadable: rest, looseComments: comments.loose };
}

/** What is known before the first statement. */
function stateBefore({ lexical, context, dialect }: SplitScript, file: FileSource | undefined): ScriptState {
  return new ScriptState({
    ddlCommits: lexical.sessions.ddlCommits,
    createdBefore: context?.createdBefore ?? [],
    enumValues: context?.enumValues ?? [],
    partitioned: context?.partitioned ?? [],
    indexes: context?.indexes ?? [],
    checks: context?.checks ?? [],
    stableFunctions: STABLE_FUNCTIONS[dialect],
    // The session of a recorded statement may have any search path.
    home: file ? lexical.ddl.homeSchema : '',
  });
}

/** Why the rest of a file is not read. */
function exceededLimit(statements: number, operations: number): string | undefined {
  if (statements < MAX_STATEMENTS && operations <= MAX_OPERATIONS) return undefined;
  const what =
    statements >= MAX_STATEMENTS ? counted(MAX_STATEMENTS, 'statement') : counted(MAX_OPERATIONS, 'operation');
  return `the file has more than ${what}: the rest was not read; split the file, or insert several rows with one statement`;
}

/** Moves the state from statement to statement into sections and transactions of the migration tool. */
class Places {
  readonly #sections: readonly SectionAt[];
  readonly #transactions: readonly ToolTransaction[];
  readonly #state: ScriptState;
  #section = 0;
  #transaction = -1;

  constructor(sections: readonly SectionAt[], transactions: readonly ToolTransaction[], state: ScriptState) {
    this.#sections = sections;
    this.#transactions = transactions;
    this.#state = state;
  }

  /** The section of the statement that begins at the offset. */
  enter(start: number): Pick<SectionAt, 'section' | 'tools'> {
    while ((this.#sections[this.#section + 1]?.from ?? Number.POSITIVE_INFINITY) <= start) this.#section++;
    const found = this.#sections[this.#section] ?? NO_SECTION;
    if (this.#state.enter(found.section)) this.#transaction -= Number(this.#transaction >= 0);
    while ((this.#transactions[this.#transaction + 1]?.from ?? Number.POSITIVE_INFINITY) <= start)
      this.#state.startToolTransaction(this.#transactions[++this.#transaction]?.open ?? false);
    return found;
  }
}

const NO_SECTION = { section: '', tools: [] } as const;

/** What may be read in another way by what runs the file. */
function unreadableFor(all: readonly Unreadable[], run: FileRun | undefined, lexical: Lexical): readonly Unreadable[] {
  const isPossible =
    run?.runBy === undefined || CLIENTS[run.runBy] === undefined || CLIENTS[run.runBy] === lexical.clientCommands;
  const known = run && readersOf(isPossible ? run : { tool: run.tool });
  return all.flatMap((part) => {
    if (!part.readers) return part;
    if (!known) return { ...part, reason: `${part.reason}; ${NAME_THE_PROGRAM}` };
    return part.readers.some((reader) => known.includes(reader)) ? part : [];
  });
}

/** The client whose commands a program knows: it cannot run files of other databases. A driver may be of any. */
const CLIENTS: Readonly<Record<Program, Lexical['clientCommands'] | undefined>> = {
  psql: 'psql',
  'psql-one-text': 'psql',
  mariadb: 'mysql',
  sqlite3: 'sqlite',
  sqlcmd: 'sqlcmd',
  driver: undefined,
};

const NAME_THE_PROGRAM = 'set `run-by` or `tool` under `files` to say what runs this file';

/** Assigns the unreadable parts of a file to its statements. */
class UnreadParts {
  readonly #all: readonly Unreadable[];
  readonly #rest: Set<Unreadable>;
  #next = 0;

  constructor(all: readonly Unreadable[]) {
    this.#all = all;
    this.#rest = new Set(all);
  }

  /** Those that belong to no statement. */
  get rest(): readonly Unreadable[] {
    return [...this.#rest];
  }

  add(reason: string, span: Unreadable['span']): void {
    this.#rest.add({ reason, span });
  }

  /** Those of the next statement, from one offset to another. */
  take(start: number, end: number): readonly Unreadable[] {
    let own: Unreadable[] | undefined;
    for (; this.#next < this.#all.length; this.#next++) {
      const problem = this.#all[this.#next] as Unreadable;
      if (problem.span.start >= end) break;
      if (problem.span.start < start && !isComment(problem)) continue;
      own ??= [];
      own.push(problem);
      this.#rest.delete(problem);
    }
    return own ?? ALL_READ;
  }
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

/** What is known about a statement before it is read. */
interface StatementContext {
  readonly section: Statement['section'];
  readonly sectionTools: Statement['sectionTools'];
  readonly batch: number;
  readonly comments: readonly Comment[];
  readonly unreadable: readonly Unreadable[];
  readonly serverVersion: number | undefined;
  readonly names: Omit<TableNames, 'copiesRows'>;
}

function readOne(
  script: ScriptText,
  range: TokenRange,
  own: SeparateReading,
  grammar: Grammar | undefined,
  state: ScriptState,
  context: StatementContext,
): FollowedStatement {
  const { tokens, dialect, lexical } = script;
  const span = spanOf(tokens, range);
  const { gathered } = own;
  const problems = [...context.unreadable, ...own.unreadable];
  const { pinnedColumns } = gathered;
  const read = grammar?.read({ tokens, range, span, operations: own.operations, understood: own.understood });
  const merged = mergeReadings(
    own.operations,
    gathered.facts,
    read,
    gathered.ctes,
    own.understood ? gathered.columnsRead : notKnown,
  );
  const trace = tracing();
  if (read)
    trace?.changes(
      read.understood ? grammarName(grammar) : `${grammarName(grammar)}, which rejects it`,
      own.operations.map(factsOf),
      merged.operations,
    );
  if (read?.problem && problems.length === 0)
    problems.push({ reason: read.problem, span, ...(read.rejected && { rejected: true }) });
  else if (!own.understood && read?.understood !== true && problems.length === 0) {
    problems.push(own.leftOver ?? { reason: notUnderstood(tokens, range), span });
  }
  const facts = withEffects(merged, dialect, own.optional, problems.length === 0);
  const { home, inTransaction, ddlInTransaction, lockTimeoutSet, statementTimeoutSet } = state;
  const names = { ...context.names, copiesRows: () => copiesRows(merged) };
  const usesNewEnumValue = state.usesNewEnumValue(names);
  const operations = state.follow(merged.operations, merged.facts.functions ?? [], names);
  trace?.changes('statements before it', merged.operations.map(factsOf), operations);
  const readers = read?.understood ? READERS[grammar?.name ?? 'tokens'] : READERS.tokens;
  const { section, sectionTools, batch, comments } = context;
  const { serverVersion } = context;
  const timeouts = { lockTimeoutSet, statementTimeoutSet };
  const around = { dialect, inTransaction, ddlInTransaction, usesNewEnumValue, ...timeouts, serverVersion };
  const all = new FactsRecord(facts, around, pinnedColumns && (own.optional ? notKnown : pinnedColumns));
  const unreadable = problems.length === 0 ? ALL_READ : problems;
  return new StatementRecord(
    { span, operations, facts: all, section, sectionTools, batch, home, readers, unreadable, comments },
    { tokens, lexical, ...range },
  );
}

/** @param optional whether some servers skip a part, so that what is left may be another statement */
function withEffects(
  { operations, facts }: ReturnType<typeof mergeReadings>,
  dialect: Dialect,
  optional: boolean,
  understood: boolean,
): ConstructorParameters<typeof FactsRecord>[0] {
  const found = optional && facts.effects ? [...facts.effects, 'comment that some servers skip'] : facts.effects;
  const effects = effectsOf(dialect, operations, found, facts.tablesRead);
  return Object.assign(facts, { effects, readOnly: isReadOnly(operations, effects, understood) });
}

/** Whether the statement adds rows of a query or of COPY. A few rows of VALUES do not count. */
function copiesRows({ facts, operations }: ReturnType<typeof mergeReadings>): boolean {
  if (operations.some(({ kind }) => kind === 'copy_from')) return true;
  return (facts.tablesRead ?? []).length > 0 || facts.functions?.includes('generate_series') === true;
}

function once<Value>(compute: () => Value): () => Value {
  const lazy = new Lazy(compute);
  return () => lazy.value;
}

const notKnown = () => undefined;

function grammarName(grammar: Grammar | undefined): string {
  return grammar?.name ?? 'grammar';
}

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
  readonly home: string;
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
    this.home = read.home;
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
