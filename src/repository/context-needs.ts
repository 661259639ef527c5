import type { Dialect, Operation, OperationKind, Target } from '../model/index.ts';
import {
  type AddedColumn,
  comparedPolicies,
  type FollowedStatement,
  firstReading,
  kindsIn,
  LEXICAL,
  mayMoveRows,
  mayRebuild,
  namesRoutineOnly,
  optionedObjects,
  type PolicyName,
  replacedObjects,
  statementHeads,
  tableOf,
  UNCLEAR_COLUMN,
  withoutSchema,
  wordsOf,
} from '../sql/index.ts';
import { createsRoutine } from './base-definitions.ts';
import { KEEPS_COLUMNS, MAY_CHANGE_ANY } from './table-columns.ts';

/** What a file needs to know about the rest of the repository: see `FileContext`. */
export interface ContextNeeds {
  /** Tables that the file drops and creates again, in any way. */
  readonly tables: readonly Target[];
  /** Objects that the file creates, and changes in a way that locks older ones, gives to another owner, or drops before. */
  readonly created: readonly Target[];
  /** Tables that the file creates if they do not exist and then gives a primary key: it fails where they have one. */
  readonly keyed: readonly Target[];
  /** Routines that the file creates or alters: names in lower case. */
  readonly routines: readonly string[];
  /** Those of the routines whose bodies lose data or send it elsewhere, or run SQL that could not be read. */
  readonly riskyRoutines: readonly string[];
  /** Policies that the file alters, or drops and creates again. */
  readonly policies: readonly PolicyName[];
  /** Views and routines that the file replaces or alters, which may reset options. */
  readonly options: readonly Target[];
  /** Tables of writes in whose filters a column has no table. */
  readonly read: readonly Target[];
  /** Tables that get an index or constraint in a form which partitioned tables refuse. */
  readonly indexed: readonly Target[];
  /** Indexes that the file drops, in PostgreSQL, beside changes of tables or with CONCURRENTLY. */
  readonly droppedIndexes: readonly string[];
  /** Tables of which a column is set NOT NULL. */
  readonly checked: readonly Target[];
  /** Columns that the file adds if they are missing, and writes. */
  readonly added: readonly AddedColumn[];
  /** Columns that the file drops if they are there, and adds afterwards, so that it can run again. */
  readonly addedAgain: readonly AddedColumn[];
  /** Columns that get a new definition. */
  readonly changed: readonly ChangedTable[];
}

export interface ChangedTable {
  readonly target: Target;
  readonly columns: ReadonlySet<string>;
}

const NOTHING: ContextNeeds = {
  tables: [],
  created: [],
  keyed: [],
  routines: [],
  riskyRoutines: [],
  policies: [],
  options: [],
  read: [],
  indexed: [],
  droppedIndexes: [],
  checked: [],
  added: [],
  addedAgain: [],
  changed: [],
};
/** Without these words a file creates no routine. */
export const CREATES_NAMED_ROUTINE = /\b(?:function|procedure|proc)\b/i;
/** SELECT INTO creates a table, too. */
const CREATES = /\bcreate\b|\binto\b/i;
/** Writes whose filters may have subqueries. */
const WRITES = /\b(?:update|delete|merge)\b/i;
const SUBQUERY = /\(\s*(?:select|with)\b/i;
/** What a partitioned table may refuse, and what a CHECK may prove. */
const CONSTRAINS = /\bconcurrently\b|\busing\s+index\b|\bnot\s+valid\b|\bset\s+not\s+null\b/i;
/** A new definition of a column. */
const CHANGES_COLUMN = /\b(?:modify|change|alter\s+column|type)\b/i;
const ALTERS_TABLE = /\balter\s[^;]{0,100}?\btable\b/i;
const ADDS_IF_MISSING = /\badd\s+(?:column\s+)?if\s+not\s+exists\b/i;
const DROPS_INDEX = /\bdrop\s+index\b/i;
const DROPS_IF_PRESENT = /\bdrop\s+(?:column\s+)?if\s+exists\b/i;
const ADDS = /\badd\b/i;
const UPDATES = /\bupdate\b/i;
const DROPS = /\bdrop\b/i;
const ALTERS_POLICY = /\balter\s+policy\b/i;
const CREATES_VIEW = /\bcreate\s+(?:or\s+replace\s+)?(?:recursive\s+)?view\b/i;
const GIVES_AWAY = /\bowner\s+to\b/i;
const CREATES_TABLE = /\bcreate\s+table\b/i;
/** Without these words a file names no routine. */
const NAMES_ROUTINE = /func|proc|routine|aggregate/i;
/** A rebuild drops the old table, or first renames it. */
const OLD_TABLE: ReadonlySet<string> = new Set(['drop_table', 'rename_table']);

/** What the file needs to know. Most files need nothing, and are not read for that. */
export function contextNeeds(text: string, path: string, dialect: Dialect): ContextNeeds {
  return mayNeedContext(text) ? needsOf(firstReading(text, path, dialect), text, dialect) : NOTHING;
}

/** Whether the file may create a routine, or a table or policy that it dropped, alter a policy, or use a table that it creates. */
function mayNeedContext(text: string): boolean {
  if ([CREATES_NAMED_ROUTINE, CONSTRAINS, ALTERS_POLICY, CREATES_VIEW].some((sign) => sign.test(text))) return true;
  if (CREATES.test(text) && (DROPS.test(text) || CREATES_TABLE.test(text) || GIVES_AWAY.test(text))) return true;
  if (ADDS_IF_MISSING.test(text) && UPDATES.test(text)) return true;
  if (DROPS_IF_PRESENT.test(text) && ADDS.test(text)) return true;
  if (DROPS_INDEX.test(text)) return true;
  if (ALTERS_TABLE.test(text) && CHANGES_COLUMN.test(text)) return true;
  return WRITES.test(text) && SUBQUERY.test(text);
}

/** Tables whose columns must be known, by their qualified names. */
function knownTables(statements: readonly FollowedStatement[]): ReadonlyMap<string, Target> {
  const operations = statements.flatMap((statement) => statement.operations);
  const kinds = kindsIn(statements);
  const dropped =
    mayRebuild(statements, kinds) || mayMoveRows(statements, kinds)
      ? operations.filter(({ kind }) => OLD_TABLE.has(kind))
      : [];
  const targets = [
    ...Array.from(replacedObjects(statements), ([, { target }]) => target),
    ...dropped.map(({ target }) => target),
  ];
  const named = targets.filter(({ name }) => name);
  return new Map(named.map((target) => [`${target.schema}.${target.name}`, target]));
}

/** Text that changes which table a name is. */
const CHANGES_NAMES = /\bsearch_path\b|^\s*use\b/im;

/** The tables of writes in whose filters a column has no table, if the file leaves their columns as they are. */
function readByUnclearFilters(statements: readonly FollowedStatement[], text: string): readonly Target[] {
  const named = new Map<string, Target>();
  for (const { facts, operations } of statements) {
    const unclear = operations.filter(({ filterDoubt }) => filterDoubt === UNCLEAR_COLUMN);
    if (unclear.length === 0) continue;
    for (const { target } of unclear) named.set(`${target.schema}.${target.name}`, target);
    for (const read of facts.tablesRead ?? []) {
      const [name, schema = '', ...others] = read.split('.').reverse();
      if (others.length === 0) named.set(`${schema}.${name}`, { name, schema, quoted: false, text: read });
    }
  }
  const changed = named.size > 0 && !CHANGES_NAMES.test(text) ? changedTables(statements) : undefined;
  return changed ? [...named.values()].filter(({ name }) => name && !changed.has(name.toLowerCase())) : [];
}

/** The tables whose columns the file may change, in lower case; undefined if it may change any. */
function changedTables(statements: readonly FollowedStatement[]): ReadonlySet<string> | undefined {
  const changed = new Set<string>();
  for (const { operations, unreadable } of statements) {
    if (unreadable.length > 0) return undefined;
    for (const { kind, target } of operations) {
      if (KEEPS_COLUMNS.has(kind)) continue;
      if (target.name === undefined || MAY_CHANGE_ANY.has(kind)) return undefined;
      changed.add(target.name.toLowerCase());
    }
  }
  return changed;
}

function needsOf(statements: readonly FollowedStatement[], text: string, dialect: Dialect): ContextNeeds {
  const tables = knownTables(statements);
  const routines = new Set<string>();
  const risky = new Set<string>();
  for (const { operations } of statements)
    for (const operation of operations) {
      const { target } = operation;
      if (!createsRoutine(operation) || target.name === undefined) continue;
      routines.add(target.name.toLowerCase());
      if (operations.some(isRisky)) risky.add(target.name.toLowerCase());
    }
  return {
    tables: [...tables.values()],
    created: [
      ...createdTables(statements).filter(({ name, schema }) => !tables.has(`${schema}.${name}`)),
      ...clearedTables(statements),
    ],
    keyed: keyedTables(statements, routines),
    routines: [...routines],
    riskyRoutines: [...risky],
    policies: comparedPolicies(statements),
    options: LEXICAL[dialect].routines.routineSettings ? optionedObjects(statements, text) : [],
    read: readByUnclearFilters(statements, text),
    indexed: tablesOf(statements, mayBeRefused),
    droppedIndexes: droppedIndexes(statements, dialect),
    checked: tablesOf(statements, ({ kind, notNullChecked }) => kind === 'set_not_null' && notNullChecked !== true),
    added: UPDATES.test(text) ? addedIfMissing(statements) : [],
    addedAgain: addedAgain(statements),
    changed: changedColumns(statements),
  };
}

/** Whether an operation of a body loses data or sends it elsewhere, or could not be read. */
function isRisky({ kind, place, readable, filter, filterDoubt }: Operation): boolean {
  if (place === 'statement') return false;
  const isWhole = filter === 'none' || filter === 'always_true' || filterDoubt !== undefined;
  return readable === false || isWhole || LOSES_DATA.test(kind);
}

const LOSES_DATA = /^(?:drop_|truncate|detach_|switch_|discard_data|schedule_job|remote_sql)/;

/** A lock on their tables is asked about only beside others, and what partitioned tables refuse only with CONCURRENTLY. */
function droppedIndexes(statements: readonly FollowedStatement[], dialect: Dialect): readonly string[] {
  const kinds = kindsIn(statements);
  if (!LEXICAL[dialect].sessions.refusesInTransaction || !kinds.has('drop_index')) return [];
  const dropped = statements.flatMap(({ operations }) => operations.filter(({ kind }) => kind === 'drop_index'));
  if (kinds.size === 1 && !dropped.some(({ concurrently }) => concurrently)) return [];
  return [...new Set(dropped.flatMap(({ target, createdHere }) => (target.name && !createdHere ? target.name : [])))];
}

/** Whether PostgreSQL refuses the operation on a partitioned table. */
function mayBeRefused({ kind, concurrently, usingIndex, constraintType, notValid }: Operation): boolean {
  if (kind === 'create_index') return concurrently === true;
  return kind === 'add_constraint' && (usingIndex === true || (constraintType === 'foreign_key' && notValid === true));
}

/** The older tables that these operations change. */
function tablesOf(
  statements: readonly FollowedStatement[],
  isMeant: (operation: Operation) => boolean,
): readonly Target[] {
  const tables = new Map<string, Target>();
  for (const operation of statements.flatMap(({ operations }) => operations)) {
    const table = !operation.tableCreatedHere && isMeant(operation) ? tableOf(operation) : undefined;
    if (!table?.name || table.key === undefined) continue;
    const text = table.key.replace(/^table /, '');
    const schema = text === table.name ? '' : text.slice(0, -table.name.length - 1);
    tables.set(text, { name: table.name, schema, quoted: false, text });
  }
  return [...tables.values()];
}

const NEEDS_COLUMN: ReadonlySet<OperationKind> = new Set(['alter_column_type', 'set_not_null']);

/** The columns of older tables that get a new definition, or are to be NOT NULL. */
function changedColumns(statements: readonly FollowedStatement[]): readonly ChangedTable[] {
  const tables = new Map<string, { readonly target: Target; readonly columns: Set<string> }>();
  for (const { operations } of statements)
    for (const { kind, target, columns = [], place, createdHere, temporary } of operations) {
      if (!NEEDS_COLUMN.has(kind) || place !== 'statement' || createdHere || temporary || !target.name) continue;
      const key = `${target.schema}.${target.name}`;
      const table = tables.get(key) ?? { target, columns: new Set() };
      tables.set(key, table);
      for (const column of columns) table.columns.add(column);
    }
  return [...tables.values()];
}

function addedIfMissing(statements: readonly FollowedStatement[]): readonly AddedColumn[] {
  return statements.flatMap(({ section, operations }) =>
    operations.flatMap(({ kind, place, target, columns = [], ifNotExists, createdHere }) =>
      kind === 'add_column' && ifNotExists && !createdHere && place === 'statement' && section !== 'down'
        ? columns.map((column) => ({ table: target, column, ifNotExists: true }))
        : [],
    ),
  );
}

const RENAMES: ReadonlySet<OperationKind> = new Set(['rename_column', 'rename_table', 'rename_other', 'set_schema']);

function addedAgain(statements: readonly FollowedStatement[]): readonly AddedColumn[] {
  // A rename can give the name of the column, or of the table, to an older one.
  if (statements.some(({ operations }) => operations.some(({ kind }) => RENAMES.has(kind)))) return [];
  const dropped = new Map<string, AddedColumn>();
  const again: AddedColumn[] = [];
  for (const { section, operations } of statements)
    for (const { kind, place, target, columns = [], ifExists, createdHere } of operations) {
      if (place !== 'statement' || createdHere || section === 'down') continue;
      for (const column of columns) {
        const key = JSON.stringify([target.schema, target.name, column.toLowerCase()]);
        if (kind === 'drop_column' && ifExists) dropped.set(key, { table: target, column, ifNotExists: true });
        const before = kind === 'add_column' ? dropped.get(key) : undefined;
        if (before) again.push(before);
      }
    }
  return again;
}

/** Adding rows locks nothing that others need. */
const ADDS_ROWS: ReadonlySet<string> = new Set(['insert', 'replace', 'copy_from']);

/**
 * The objects that the file creates and then uses as if they were older: their CREATE may be skipped, or they are written
 * with another schema.
 */
function createdTables(statements: readonly FollowedStatement[]): readonly Target[] {
  const created = new Map<string, Target>();
  const needed = new Map<string, Target>();
  let section: FollowedStatement['section'] = '';
  for (const statement of statements) {
    if (statement.section !== section) created.clear();
    ({ section } = statement);
    for (const operation of statement.operations) {
      const { kind, place, target, tableCreatedHere, ifNotExists, orReplace } = operation;
      const creates = kind === 'create_table' || (kind.startsWith('create_') && (ifNotExists || orReplace));
      if (creates && place === 'statement' && target.name) created.set(target.name, target);
      if (tableCreatedHere !== false || ADDS_ROWS.has(kind)) continue;
      // Of a name with placeholders, the template has the last part.
      const named = tableOf(operation)?.name ?? operation.tableWritten?.split('|')[1];
      const table = created.get((kind === 'change_owner' ? target.name : named) ?? '');
      if (table) needed.set(`${table.schema}.${table.name}`, table);
    }
  }
  return [...needed.values()];
}

/** The tables that the file drops if they exist, and then creates as temporary ones. */
function clearedTables(statements: readonly FollowedStatement[]): readonly Target[] {
  const dropped = new Map<string, Target>();
  const cleared = new Set<Target>();
  for (const { kind, target, ifExists, temporary } of statements.flatMap(({ operations }) => operations)) {
    const former = dropped.get(target.name ?? '');
    if (kind === 'drop_table' && ifExists && target.name) dropped.set(target.name, target);
    else if (kind === 'create_table' && temporary && former) cleared.add(former);
  }
  return [...cleared];
}

/** What a dump does before it gives a table its primary key; none of it takes anything away. */
const BEFORE_KEY: ReadonlySet<Operation['kind']> = new Set([
  ...(['change_owner', 'comment', 'grant', 'revoke', 'alter_table', 'set_default', 'create_sequence'] as const),
  ...(['alter_sequence', 'create_view', 'create_function', 'create_type', 'alter_type', 'select', 'set'] as const),
  ...(['create_extension', 'create_schema'] as const),
]);

/** Statements that may name a routine, and run none that changes a table. */
const RUNS_NO_ROUTINE: ReadonlySet<Operation['kind'] | undefined> = new Set([
  ...(['change_owner', 'comment', 'grant', 'revoke', 'create_view', 'create_policy', 'create_trigger'] as const),
  ...(['create_table', 'create_index'] as const),
]);

/** The tables to which the file adds a primary key after CREATE TABLE IF NOT EXISTS, without other changes between them. */
function keyedTables(statements: readonly FollowedStatement[], routines: ReadonlySet<string>): readonly Target[] {
  const open = new Map<string, Target>();
  const keyed: Target[] = [];
  const follow = (operation: Operation) => {
    const { kind, target } = operation;
    const named = operation.table ? withoutSchema(operation.table) : target.name;
    if (named === undefined || operation.place !== 'statement') return open.clear();
    const own = open.get(named);
    if (kind === 'create_table' && operation.ifNotExists && !operation.temporary) open.set(named, target);
    else if (kind !== 'add_constraint') open.delete(named);
    else if (operation.constraintType === 'primary_key' && own?.schema === target.schema && own) keyed.push(own);
  };
  for (const { operations, unreadable, section, facts } of statements) {
    if (unreadable.length > 0 || section === 'down') open.clear();
    const [first] = operations;
    // Its body runs when something calls it.
    if (first && createsRoutine(first)) continue;
    const calls = first?.kind === 'call' || facts.functions?.some((name) => routines.has(name)) !== false;
    if (calls && !RUNS_NO_ROUTINE.has(first?.kind)) open.clear();
    for (const operation of operations)
      if (!operation.onlyDefined && !(BEFORE_KEY.has(operation.kind) && operation.place === 'statement'))
        follow(operation);
  }
  return keyed;
}

/**
 * The words of the file, except the name of a routine in the statement that creates, drops, alters, comments on or grants
 * it. A routine whose name is not among them is neither called nor attached by the file, nor renamed.
 */
export function usedWords(text: string, path: string, dialect: Dialect): ReadonlySet<string> {
  const used = new Set<string>();
  let at = 0;
  for (const { span, operations } of NAMES_ROUTINE.test(text) ? statementHeads(text, path, dialect) : []) {
    addAll(used, wordsOf(text.slice(at, span.start)));
    const statement = text.slice(span.start, span.end);
    const words = wordsOf(statement);
    if (NAMES_ROUTINE.test(statement))
      for (const operation of operations()) {
        const { name } = operation.target;
        if (operation.kind === 'rename_other') continue;
        if (namesRoutineOnly(operation) && name !== undefined) words.delete(name.toLowerCase());
      }
    addAll(used, words);
    at = span.end;
  }
  addAll(used, wordsOf(text.slice(at)));
  return used;
}

function addAll(all: Set<string>, more: Iterable<string>): void {
  for (const word of more) all.add(word);
}
