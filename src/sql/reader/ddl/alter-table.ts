import type { OperationKind } from '../../../model/index.ts';
import { qualified, readName } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import type { Facts } from '../operation.ts';
import { hasCascade, isTemporaryName, readIfExists, type Scan } from '../scan.ts';
import { readDefaultKind, readExpressionKind } from './column-default.ts';
import { definitionsOf, readNewDefinition, readTypeOnly } from './column-definition.ts';
import { nameAt, readColumn, readType } from './columns.ts';
import { isConstraint, readConstraint, readInlineConstraints } from './constraints.ts';
import { readForeignOptions } from './create.ts';
import { lossOf } from './lost-values.ts';
import { narrowingDoubt } from './narrowed-types.ts';
import { indexTypeOf, isOnline, readOnlineOptions } from './online-options.ts';
import { partitionsTable, rebuildsTable } from './table-options.ts';

type Action = (kind: OperationKind, facts?: Facts) => void;

/** Operations of ALTER TABLE on an index: their target is the table, as an index of MySQL has no name of its own. */
const INDEX_KINDS: ReadonlySet<OperationKind> = new Set(['create_index', 'drop_index']);
const REWRITE: Facts = { maintenance: 'rewrite' };
const NOT_COLUMNS = new Set(['CONSTRAINT', 'INDEX', 'KEY', 'CHECK', 'PARTITION']);

/** Reads the actions of an ALTER TABLE, each as an operation; `at` is the token after ALTER TABLE. */
export function readAlterTable(scan: Scan, from: number, at: number, to: number): boolean {
  const { tokens, lexical } = scan;
  if (scan.is(at, 'ALL', 'IN', 'TABLESPACE')) {
    scan.add('alter_table', from, to, { target: readName(tokens, at + 3, lexical).target });
    return true;
  }
  const exists = readIfExists(scan, at);
  const start = tokens.word(exists.next) === 'ONLY' ? exists.next + 1 : exists.next;
  const { target, next } = readName(tokens, start, lexical);
  if (next === start) {
    scan.add('alter_table', from, to);
    return false;
  }
  const after = afterTable(scan, next);
  const unchecked = scan.is(after, 'WITH', 'NOCHECK');
  const first = unchecked || scan.is(after, 'WITH', 'CHECK') ? after + 2 : after;
  const parts = scan.commaParts(first, to);
  const validated = validatedConstraints(scan, parts);
  const temporary = isTemporaryName(target, lexical);
  const table = qualified(target);
  const online = readOnlineOptions(scan, first, to);
  const { alteredOptions, onlineOptions, typeUsing } = lexical.ddl;
  // MariaDB: `ALTER ONLINE TABLE` is LOCK=NONE.
  const common: Facts =
    tokens.word(from + 1) === 'ONLINE' && onlineOptions === 'algorithm'
      ? { target, temporary, lockOption: 'none', ...online }
      : { target, temporary, ...online };
  if (tokens.word(from + 1) === 'FOREIGN') readForeignOptions(scan, from, to, target);
  let previous = '';
  let understood = parts.length > 0;
  for (const part of parts) {
    const start = part.from === first ? from : part.from;
    const rewrite = alteredOptions && rebuildsTable(scan, part.from, part.to);
    const concurrently = onlineOptions === 'online' && isOnline(scan, part.from, part.to);
    const add: Action = (kind, facts = {}) => {
      scan.add(kind, start, part.to, {
        ...common,
        ...(INDEX_KINDS.has(kind) && { table }),
        ...(concurrently && { concurrently }),
        ...(rewrite && kind === 'alter_table' && REWRITE),
        ...facts,
        ...(facts.target && { table }), // The action changes another table.
        ...(unchecked && kind === 'add_constraint' && { notValid: true }),
        ...(kind === 'add_constraint' && validated.has(facts.constraint) && { notValid: false }),
      });
    };
    const action = readAction(scan, part.from, part.to, previous, add);
    const loss = typeUsing ? lossOf(scan, target.name, part.from, part.to) : undefined;
    if (loss) add('discard_data', loss);
    if (action === undefined) understood = false;
    else previous = action;
  }
  if (alteredOptions && partitionsTable(scan, first, to)) scan.add('alter_table', from, to, { ...common, ...REWRITE });
  return understood;
}

/** The token after PostgreSQL's `*`, and after MariaDB's time to wait for the lock. */
function afterTable({ tokens, lexical }: Scan, at: number): number {
  const next = tokens.word(at) === '*' ? at + 1 : at;
  if (!lexical.ddl.lockWait) return next;
  if (tokens.word(next) === 'NOWAIT') return next + 1;
  return tokens.word(next) === 'WAIT' ? next + 2 : next;
}

/** The constraints that the statement validates: if it also adds them, it checks every row under the lock for that. */
function validatedConstraints(
  scan: Scan,
  parts: readonly { readonly from: number }[],
): ReadonlySet<string | undefined> {
  const validated = parts.filter(({ from }) => scan.is(from, 'VALIDATE', 'CONSTRAINT'));
  return new Set(validated.map(({ from }) => nameAt(scan, from + 2)));
}

/** Reads the action whose first word is at `at`. */
type ActionReader = (scan: Scan, at: number, to: number, add: Action) => void;

/** The actions but DROP. */
const ACTIONS: Readonly<Record<string, ActionReader>> = {
  ADD: (scan, at, to, add) => readAdd(scan, at + 1, to, add),
  ALTER: (scan, at, to, add) => readAlterColumn(scan, at + 1, to, add),
  MODIFY: readChange,
  CHANGE: readChange,
  RENAME: (scan, at, _, add) => readRename(scan, at + 1, add),
  OWNER: adding('change_owner', { objectClass: 'relation', objectType: 'table' }),
  SET: (scan, at, to, add) => {
    if (scan.tokens.word(at + 1) === 'SCHEMA') add('set_schema', { objectClass: 'relation', objectType: 'table' });
    else add('alter_table', { maintenance: maintenanceOf(scan, at + 1, to) });
  },
  ATTACH: (scan, at, _, add) => add('attach_partition', { table: tableAt(scan, at + 2) }),
  DETACH: (scan, at, to, add) =>
    add('detach_partition', {
      table: tableAt(scan, at + 2),
      concurrently: scan.find('CONCURRENTLY', at, to) >= 0,
    }),
  TRUNCATE: adding('truncate_partition', { filter: 'none' }),
  SWITCH: adding('switch_partition'),
  EXCHANGE: adding('switch_partition'),
  ENABLE: readToggle,
  DISABLE: readToggle,
  FORCE: readToggle,
  NO: (scan, at, to, add) => {
    // `NO INHERIT parent`: the parent no longer shows the rows, as with DETACH PARTITION.
    if (scan.tokens.word(at + 1) === 'INHERIT')
      add('detach_partition', { target: readName(scan.tokens, at + 2, scan.lexical).target });
    else readToggle(scan, at, to, add);
  },
  INHERIT: (scan, at, _, add) => add('alter_table', { table: tableAt(scan, at + 1) }),
  DISCARD: adding('truncate', { filter: 'none' }),
  ENGINE: adding('alter_table'),
  REBUILD: (scan, _at, _to, add) => {
    add('alter_table');
    if (scan.lexical.ddl.rebuildsIndexes) add('maintain', { maintenance: 'reindex' });
  },
  CONVERT: (scan, at, _, add) => {
    if (scan.tokens.word(at + 1) === 'PARTITION') add('detach_partition');
    else add('alter_table', REWRITE);
  },
  VALIDATE: (scan, at, _, add) => add('validate_constraint', { constraint: nameAt(scan, at + 2) ?? '' }),
};

/** A reader of an action that is one operation. */
function adding(kind: OperationKind, facts?: Facts): ActionReader {
  return (_scan, _at, _to, add) => add(kind, facts);
}

function tableAt({ tokens, lexical }: Scan, at: number): string | undefined {
  return qualified(readName(tokens, at, lexical).target);
}

/**
 * Reads one action. Returns its first word, which T-SQL's lists do not repeat; undefined if the action is not
 * recognised.
 */
function readAction(scan: Scan, at: number, to: number, previous: string, add: Action): string | undefined {
  const word = scan.tokens.word(at);
  if (word === 'DROP') return readDrop(scan, at, to, add);
  const read = ACTIONS[word];
  if (!read) return readContinued(scan, at, to, previous, add);
  read(scan, at, to, add);
  return word === 'TRUNCATE' ? 'PARTITION' : word;
}

function readDrop(scan: Scan, at: number, to: number, add: Action): string {
  const dropped = scan.tokens.word(at + 1);
  // T-SQL: `DROP CONSTRAINT a, b`, `DROP COLUMN a, b`; a name alone is a constraint.
  const listed = scan.lexical.ddl.listedActions ? (dropped === 'COLUMN' ? DROP_COLUMN : DROP_CONSTRAINT) : 'DROP';
  readDropAction(scan, at + 1, to, add, listed);
  return dropped === 'PARTITION' ? 'PARTITION' : listed;
}

/** PostgreSQL: whether SET at `at` moves or rewrites the rows. */
/** `SET (autovacuum_enabled = off)` of PostgreSQL turns off what removes dead rows and prevents a wraparound. */
function maintenanceOf(scan: Scan, at: number, to: number): string {
  if (rewritesTable(scan, at)) return 'rewrite';
  const { tokens } = scan;
  for (let option = at + 1; tokens.word(at) === '(' && option < to; option++) {
    const isOff = /^'?(?:f|fa|fal|fals|false|of|off|n|no|0)'?$/i.test(tokens.raw(option + 2));
    if (tokens.word(option) === 'AUTOVACUUM_ENABLED' && tokens.word(option + 1) === '=' && isOff) return 'disabled';
  }
  return '';
}

function rewritesTable(scan: Scan, at: number): boolean {
  return /^(?:LOGGED|UNLOGGED|TABLESPACE)$/.test(scan.tokens.word(at)) || scan.is(at, 'ACCESS', 'METHOD');
}

/** Reads a part that does not start with an action: the next item of a list (`ADD a int, b int`), or a table option. */
function readContinued(scan: Scan, at: number, to: number, previous: string, add: Action): string | undefined {
  if (previous === 'PARTITION') return previous;
  if (scan.lexical.ddl.listedActions) {
    // `ENABLE TRIGGER a, b`, `NOCHECK CONSTRAINT a, b`
    if (/^(?:ENABLE|DISABLE|NOCHECK|CHECK)$/.test(previous) && to === at + 1) return previous;
    if (previous === 'ADD') {
      readAdd(scan, at, to, add);
      return previous;
    }
    if (previous === DROP_COLUMN || previous === DROP_CONSTRAINT) {
      const word = scan.tokens.word(at);
      const listed = word === 'COLUMN' ? DROP_COLUMN : word === 'CONSTRAINT' ? DROP_CONSTRAINT : previous;
      readDropAction(scan, at, to, add, listed);
      return listed;
    }
  }
  if (scan.tokens.kind(at) !== T.word) {
    add('alter_table');
    return undefined;
  }
  add('alter_table');
  const word = scan.tokens.word(at);
  return TABLE_OPTIONS.has(word) || scan.lexical.ddl.alteredOptions ? word : undefined;
}

const DROP_COLUMN = 'DROP COLUMN';
const DROP_CONSTRAINT = 'DROP CONSTRAINT';

const TABLE_OPTIONS = new Set(
  `INHERIT CLUSTER REPLICA RESET OF NOT NOCHECK CHECK REBUILD WITH WITHOUT OPTIONS USING COLLATE ENGINE SPLIT MERGE
   CONFIGURE EXPERIMENTAL_AUDIT PARTITION SCATTER UNSPLIT APPEND ROW`.split(/\s+/),
);

function readAdd(scan: Scan, at: number, to: number, add: Action): void {
  const { tokens } = scan;
  let start = at;
  if (tokens.word(start) === 'COLUMN') start++;
  else if (tokens.word(start) === 'PARTITION') {
    add('attach_partition');
    // A partition by hash takes rows of the others.
    if (scan.find('PARTITIONS', start, to) >= 0) add('alter_table', REWRITE);
    return;
  } else if (scan.is(start, 'SYSTEM', 'VERSIONING')) return add('alter_table');
  else if (isConstraint(scan, start)) {
    const { ifNotExists } = readIfExists(scan, afterKeyWords(scan, start));
    if (isIndexWord(scan, start)) return add('create_index', { indexType: indexTypeOf(scan, start), ifNotExists });
    add('add_constraint', { ...readConstraint(scan, start, to), ifNotExists });
    if (deletesRows(scan, start, to)) add('add_cascade');
    return;
  }
  const exists = readIfExists(scan, start);
  start = exists.next;
  if (tokens.word(start) === '(') {
    for (const part of scan.commaParts(start + 1, scan.afterParenthesis(start, to) - 1))
      readAdd(scan, part.from, part.to, add);
    return;
  }
  const column = readColumn(scan, start, to);
  const defaultKind = readDefaultKind(scan, start, to);
  const { ifNotExists } = exists;
  const hasDefault = column.hasDefault || (defaultKind !== '' && defaultKind !== undefined);
  add('add_column', { ...column, hasDefault, defaultKind, ifNotExists, ...definitionsOf(scan, start, to) });
  // With a default other than NULL, a constraint on the column has rows to check.
  const isNull = scan.is(scan.find('DEFAULT', start, to), 'DEFAULT', 'NULL');
  for (const constraint of readInlineConstraints(scan, start, to))
    add('add_constraint', { ...constraint, hasDefault: hasDefault && !isNull, ifNotExists });
}

/** Whether it is a foreign key with ON DELETE CASCADE. */
function deletesRows(scan: Scan, from: number, to: number): boolean {
  const references = scan.find('REFERENCES', from, to);
  if (references < 0) return false;
  for (let at = references; at < to; at++) if (scan.is(at, 'ON', 'DELETE', 'CASCADE')) return true;
  return false;
}

/** After the words that say what is added: MariaDB takes `IF NOT EXISTS` there, for an index and for every constraint. */
function afterKeyWords(scan: Scan, from: number): number {
  let at = from;
  while (KEY_WORDS.has(scan.tokens.word(at))) at++;
  return at;
}

const KEY_WORDS = new Set(['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'FOREIGN', 'FULLTEXT', 'SPATIAL', 'INDEX', 'KEY']);

function isIndexWord(scan: Scan, at: number): boolean {
  const word = scan.tokens.word(at);
  if (!scan.lexical.ddl.keyIsIndex) return word === 'INDEX';
  return /^(?:INDEX|KEY|FULLTEXT|SPATIAL)$/.test(word);
}

/** @param listed the action, which says what a name alone is */
function readDropAction(scan: Scan, at: number, to: number, add: Action, listed: string): void {
  const { tokens } = scan;
  const word = tokens.word(at);
  const cascade = hasCascade(scan, at, to);
  const after = (start: number) => readIfExists(scan, start);
  switch (word) {
    case 'CONSTRAINT':
    case 'FOREIGN':
    case 'CHECK':
    case 'PRIMARY': {
      const exists = after(word === 'FOREIGN' || word === 'PRIMARY' ? at + 2 : at + 1);
      const constraintType = { FOREIGN: 'foreign_key', CHECK: 'check', PRIMARY: 'primary_key', CONSTRAINT: '' }[word];
      const constraint = word === 'PRIMARY' ? '' : (nameAt(scan, exists.next) ?? '');
      return add('drop_constraint', {
        cascade,
        constraint,
        constraintType,
        ...(exists.ifExists && { ifExists: true }),
      });
    }
    case 'INDEX':
    case 'KEY':
      return add('drop_index', { cascade });
    case 'PARTITION':
      return add('drop_partition', { cascade });
    case 'PERIOD':
    case 'SYSTEM':
    case 'FILTER':
      // They are names of columns, too.
      if (/^(?:FOR|VERSIONING|PREDICATE)$/.test(tokens.word(at + 1))) return add('alter_table');
  }
  const exists = after(word === 'COLUMN' ? at + 1 : at);
  if (listed === DROP_CONSTRAINT) {
    const constraint = nameAt(scan, exists.next) ?? '';
    return add('drop_constraint', { constraint, ...(exists.ifExists && { ifExists: true }) });
  }
  const columns: string[] = [];
  if (tokens.word(exists.next) === '(') {
    for (const part of scan.commaParts(exists.next + 1, scan.afterParenthesis(exists.next, to) - 1)) {
      columns.push(nameAt(scan, part.from) ?? '');
    }
  } else columns.push(nameAt(scan, exists.next) ?? '');
  add('drop_column', { columns, cascade, ...(exists.ifExists && { ifExists: true }) });
}

function readAlterColumn(scan: Scan, at: number, to: number, add: Action): void {
  const { tokens, lexical } = scan;
  const word = tokens.word(at);
  if (word !== 'COLUMN' && NOT_COLUMNS.has(word)) return add('alter_table');
  const start = word === 'COLUMN' ? at + 1 : at;
  const columns = [nameAt(scan, start) ?? ''];
  const action = start + 1;
  const first = tokens.word(action);
  const second = tokens.word(action + 1);
  const type = first === 'TYPE' ? action + 1 : first === 'SET' && second === 'DATA' ? action + 3 : -1;
  if (type >= 0) {
    const facts = { columns, dataTypes: [readType(scan, type, to)] };
    return add('alter_column_type', { ...facts, ...readTypeOnly(scan, start, type, to) });
  }
  if (first === 'SET' && second === 'NOT') return add('set_not_null', { columns, notNull: true });
  if (first === 'SET' && second === 'DEFAULT') {
    return add('set_default', {
      columns,
      hasDefault: true,
      defaultKind: readExpressionKind(scan, action + 2, to),
    });
  }
  // PostgreSQL 17 computes a stored generated column again for every row.
  if (first === 'SET' && second === 'EXPRESSION') return add('alter_table', { ...REWRITE, columns });
  if (first === 'DROP' && second === 'NOT') return add('drop_not_null', { columns });
  if (first === 'DROP' && second === 'DEFAULT') return add('drop_default', { columns });
  if (lexical.ddl.typeAlone && first !== 'ADD' && first !== 'DROP') {
    return addTypeChange(scan, { from: start, to }, columns, readColumn(scan, start, to), add);
  }
  add('alter_table', { columns });
}

/** @param range the definition, which begins with the name */
function addTypeChange(
  scan: Scan,
  { from: at, to }: { readonly from: number; readonly to: number },
  columns: readonly string[],
  facts: Facts,
  add: Action,
): void {
  add('alter_column_type', { ...facts, columns, ...readNewDefinition(scan, at, to) });
  const filterDoubt = narrowingDoubt(scan, at, at + 1, facts.dataTypes?.[0] ?? '');
  if (filterDoubt !== undefined) add('discard_data', { objectClass: 'relation', filter: undefined, filterDoubt });
}

/** MySQL: `MODIFY c type …`, `CHANGE old new type …`. */
function readChange(scan: Scan, at: number, to: number, add: Action): void {
  const { tokens } = scan;
  const exists = readIfExists(scan, tokens.word(at + 1) === 'COLUMN' ? at + 2 : at + 1);
  const old = nameAt(scan, exists.next) ?? '';
  const renames = tokens.word(at) === 'CHANGE';
  const definition = renames ? exists.next + 1 : exists.next;
  const facts = readColumn(scan, definition, to);
  addTypeChange(scan, { from: definition, to }, [old], facts, add);
  // The stored values are calculated anew for every row. A column that is calculated from others nearly always was before.
  if (readDefaultKind(scan, definition, to) === 'stored' && !readsColumn(scan, definition, to))
    add('discard_data', { objectClass: 'relation' });
  const renamed = nameAt(scan, definition) ?? '';
  if (renames && renamed.toLowerCase() !== old.toLowerCase()) add('rename_column', { columns: [old] });
}

/** Whether the expression of a generated column reads another column. */
function readsColumn(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  const start = scan.find('AS', from, to);
  const end = start < 0 || tokens.word(start + 1) !== '(' ? start : scan.afterParenthesis(start + 1, to);
  for (let at = start + 2; at < end; at++) {
    const isName = tokens.kind(at) === T.word && !CONSTANT_WORDS.has(tokens.word(at)) && tokens.word(at + 1) !== '(';
    if (isName || tokens.kind(at) === T.quoted) return true;
  }
  return false;
}

const CONSTANT_WORDS = new Set('NULL TRUE FALSE AND OR XOR NOT IS IN CASE WHEN THEN ELSE END DIV MOD'.split(' '));

function readRename(scan: Scan, at: number, add: Action): void {
  const { tokens } = scan;
  const word = tokens.word(at);
  if (word === 'TO' || word === 'AS') return add('rename_table');
  if (word === 'CONSTRAINT') return add('rename_other', { objectType: 'constraint' });
  if (word === 'INDEX' || word === 'KEY') return add('rename_other', { objectType: 'index' });
  const column = word === 'COLUMN' ? at + 1 : at;
  if (word !== 'COLUMN' && tokens.word(at + 1) !== 'TO') return add('rename_table');
  add('rename_column', { columns: [nameAt(scan, column) ?? ''] });
}

const TRIGGER_OR_RULE = new Set(['TRIGGER', 'RULE']);

function readToggle(scan: Scan, at: number, to: number, add: Action): void {
  const row = scan.find('ROW', at + 1, to);
  const on = /^(?:ENABLE|FORCE)$/.test(scan.tokens.word(at));
  if (row >= 0) return add(on ? 'enable_row_security' : 'disable_row_security');
  const trigger = scan.find(TRIGGER_OR_RULE, at + 1, to);
  if (trigger >= 0) return add(on ? 'enable_trigger' : 'disable_trigger');
  add('alter_table');
}
