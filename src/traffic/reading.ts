import {
  canCarry,
  type Dialect,
  type Operation,
  type SqlScript,
  STATEMENT_FACTS,
  type Statement,
  type StatementFacts,
  UNKNOWN_SURROUNDINGS,
} from '../model/index.ts';
import { LEXICAL, type LexicalMode, objectsOf, passingName, type SqlReader, tableOf } from '../sql/index.ts';

/** A statement from a full reading, in a form that can be stored. */
export interface BaseStatement {
  readonly shape: string;
  /** With `objectClass`, for tracking a session. */
  readonly operations: readonly Operation[];
  readonly facts: StatementFacts;
  readonly unreadable: string | undefined;
  readonly truncated: boolean;
}

/**
 * Reasons why a statement could not be read, without any of its text: the start of the reader's reason, and the stored
 * reason.
 */
const REASONS: readonly (readonly [string, string])[] = [
  ['unrecognised syntax in a statement that begins with', 'unrecognised syntax'],
  ["PostgreSQL's grammar rejects the body", "PostgreSQL's grammar rejects the body"],
  ["PostgreSQL's grammar rejects it", "PostgreSQL's grammar rejects it"],
  ["PostgreSQL's grammar did not check it", 'a part of it is too long or cannot be read'],
  ['the nested statement that begins with', 'a statement inside it could not be read'],
  ['a statement begins with a placeholder', 'the statement is built at run time'],
  ['a NUL character', 'a NUL character'],
  ['a comment is not closed', 'a comment is not closed'],
  ['an executable comment is not closed', 'an executable comment is not closed'],
  ['a string is not closed', 'a string is not closed'],
  ['a quoted name is not closed', 'a quoted name is not closed'],
  ['a dollar-quoted string is not closed', 'a dollar-quoted string is not closed'],
  ['a lone carriage return in a line comment', 'a lone carriage return in a line comment'],
  ['where this string ends depends on', 'where a string ends depends on a setting that is not known'],
  ['blocks and SQL strings are nested', 'blocks nested too deeply'],
  ['statements are nested', 'statements nested too deeply'],
  ['the statement is longer than', 'the statement is longer than the limit'],
];
/**
 * A server ran the text, so if it cannot be tokenised, it was split wrongly before, and its words and names may be part
 * of a string. It is not recorded.
 */
const MISLEXED = new Set([
  'a comment is not closed',
  'an executable comment is not closed',
  'a string is not closed',
  'a quoted name is not closed',
  'a dollar-quoted string is not closed',
  'where a string ends depends on a setting that is not known',
]);
const UNKNOWN_STATEMENT = REASONS[0]?.[1] ?? '';
const OTHER_REASON = 'a part of it could not be read';
export const CUT_OFF = 'text cut off by the source';
export const NOT_UTF8 = 'the text is not valid UTF-8';
/** Shape of a text that may not be SQL, such as a password typed at the wrong prompt. */
const UNKNOWN_SHAPE = '(unrecognised statement)';

export interface ReadingOptions {
  readonly mode: LexicalMode | undefined;
  readonly truncated: boolean;
  readonly validUtf8: boolean;
}

/** Reads a text in full. */
export function readInFull(sql: SqlReader, text: string, options: ReadingOptions): readonly BaseStatement[] {
  const script = sql.readTraffic(text, options.mode);
  const shapes = script.writtenShapes();
  const around = aroundReason(script, options);
  const last = script.statements.length - 1;
  const statements = script.statements.map((statement, index) =>
    baseOf(
      statement,
      calledByName(statement, shapes[index] ?? UNKNOWN_SHAPE, sql.dialect),
      around,
      options.truncated && index === last,
    ),
  );
  return statements.length === 0 && around !== undefined ? [nothingRead(around, options.truncated)] : statements;
}

/** T-SQL runs a procedure by its name alone, and reads bare words after it as strings. */
function calledByName({ operations: [first] }: Statement, shape: string, dialect: Dialect): string {
  if (!LEXICAL[dialect].routines.bareCalls || first?.kind !== 'call' || /^exec(?:ute)?\b/i.test(shape)) return shape;
  return `${first.target.text} ?`;
}

function aroundReason(script: SqlScript, { validUtf8 }: ReadingOptions): string | undefined {
  if (!validUtf8) return NOT_UTF8;
  const [first] = script.unreadable;
  return first ? reasonOf(first.reason) : undefined;
}

function reasonOf(reason: string): string {
  return REASONS.find(([start]) => reason.startsWith(start))?.[1] ?? OTHER_REASON;
}

function baseOf(statement: Statement, shape: string, around: string | undefined, truncated: boolean): BaseStatement {
  const [problem] = statement.unreadable;
  const reason = problem ? reasonOf(problem.reason) : undefined;
  const facts: StatementFacts = { ...statement.facts, ...UNKNOWN_SURROUNDINGS };
  const operations = statement.operations.map(withoutText);
  if (!truncated && MISLEXED.has(reason ?? around ?? '')) return nothingRead(reason ?? around ?? '', truncated);
  const base: BaseStatement = {
    shape: isUnknown(operations, reason) ? UNKNOWN_SHAPE : shape,
    operations,
    facts,
    unreadable: reason ?? around,
    truncated,
  };
  return truncated ? cutOff(base) : base;
}

/** Whether the text may not be a statement: its words could be anything, so nothing derived from them is recorded. */
function isUnknown(operations: readonly Operation[], reason: string | undefined): boolean {
  return reason === UNKNOWN_STATEMENT || (reason !== undefined && operations.length === 0);
}

const NOWHERE = { start: 0, end: 0 };
const TOKENS: Operation['readers'] = ['tokens'];
/** Names and variables, but not PostgreSQL's parameters, whose numbers the class leaves out. */
const PLAIN = /^(?!\$\d+$)[\w$.@#\-\u0080-\uffff]*$/;

/** Operations whose target may be a temporary name made by a driver. */
const PASSING: ReadonlySet<Operation['kind']> = new Set([
  'savepoint',
  'rollback',
  'cursor',
  'prepare',
  'execute_prepared',
]);

/** The operation without its position, its readers, and any target text that is a value. */
function withoutText(operation: Operation): Operation {
  let { target } = operation;
  if (target.name === undefined && !PLAIN.test(target.text)) target = { ...target, text: '' };
  if (PASSING.has(operation.kind) && target.name !== undefined)
    target = { ...target, name: passingName(target.name), text: passingName(target.text) };
  // `ATTACH 'file'`: the name is a path.
  if (operation.kind === 'attach_database' && !PLAIN.test(target.text))
    target = { name: undefined, schema: undefined, quoted: target.quoted, text: '' };
  // A CHECK may be older than the history.
  const checked = operation.kind === 'set_not_null' && { notNullChecked: undefined };
  const locks = canCarry(operation.kind, 'locksTable') && { locksTable: undefined };
  return { ...operation, target, span: NOWHERE, readers: TOKENS, ...checked, ...locks };
}

function nothingRead(reason: string, truncated: boolean): BaseStatement {
  return { shape: UNKNOWN_SHAPE, operations: [], facts: NO_FACTS, unreadable: reason, truncated };
}

const NO_FACTS = Object.fromEntries(
  Object.keys(STATEMENT_FACTS).map((name) => [name, undefined]),
) as unknown as StatementFacts;

/** Facts of a statement whose end is missing: what is present is certain, everything else is unknown. */
function cutOff({ shape, operations, facts }: BaseStatement): BaseStatement {
  const written = (value: boolean | undefined) => (value === true ? true : undefined);
  return {
    shape,
    operations: operations.map((operation) => ({
      ...operation,
      columns: undefined,
      filter: operation.filter === '' ? '' : undefined,
      filterColumns: undefined,
      pinnedColumns: undefined,
      cascade: written(operation.cascade),
      notNull: written(operation.notNull),
      hasDefault: written(operation.hasDefault),
      hasPrimaryKey: written(operation.hasPrimaryKey),
      defaultKind: undefined,
      notValid: written(operation.notValid),
      usingIndex: written(operation.usingIndex),
      notNullChecked: undefined,
      concurrently: written(operation.concurrently),
      maintenance: operation.maintenance === 'vacuum' ? undefined : operation.maintenance,
      algorithm: operation.algorithm || undefined,
      // The mode of LOCK TABLE comes last.
      lockOption: operation.kind === 'lock_table' ? undefined : operation.lockOption || undefined,
      grantOption: written(operation.grantOption),
      privileges: undefined,
      grantees: undefined,
      dataTypes: undefined,
      readable: operation.readable === false ? false : undefined,
    })),
    facts: {
      ...NO_FACTS,
      dialect: facts.dialect,
      selectStar: written(facts.selectStar),
      hasLimit: written(facts.hasLimit),
      hasOffset: written(facts.hasOffset),
      leadingWildcard: written(facts.leadingWildcard),
    },
    unreadable: CUT_OFF,
    truncated: true,
  };
}

/**
 * The operation where it is not known what the session created before: facts that depend on it become unknown. Those
 * that are true hold in any session.
 */
export function inUnknownSession(operation: Operation): Operation {
  const { createdHere, temporary, tableCreatedHere } = operation;
  const object = !operation.kind.startsWith('create_') && objectsOf(operation).length > 0;
  const objectUnknown = object && !createdHere && !temporary;
  const tableUnknown =
    tableCreatedHere !== true && (tableOf(operation) !== undefined || operation.kind === 'drop_index');
  if (!objectUnknown && !tableUnknown) return operation;
  return {
    ...operation,
    ...(objectUnknown && { createdHere: undefined, temporary: undefined }),
    ...(tableUnknown && { tableCreatedHere: undefined }),
  };
}
