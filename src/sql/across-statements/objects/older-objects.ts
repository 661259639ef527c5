import { compareText, type Operation, type OperationKind, type Target } from '../../../model/index.ts';
import { changesNamespace } from '../../objects/table-names.ts';
import type { Part } from '../../reader/ddl/index.ts';
import { changeFacts, type FollowedStatement, type Follower, followStatements } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';
import { readColumnRenames, readSynonym, readTableRenames } from './older-names.ts';

/** Operations that make a name stand for older rows, in files. */
const RENAMING_KINDS: readonly OperationKind[] = [
  ...(['create_view', 'create_other', 'attach_partition', 'rename_table', 'rename_column', 'alter_table'] as const),
  'drop_table',
];
/** Older objects that a note names at most. */
const MAX_NAMES = 3;

/**
 * Adds to targets which older object they are, or hold the rows of, where the file shows it: the table of a view or synonym, the
 * child of a new parent, the name before a rename. Messages print it. Rules do not see it.
 */
export function markOlderObjects(statements: readonly FollowedStatement[], reading: ScriptReading): void {
  const { context, kinds, lexical, ranges, tokens } = reading;
  // Traffic is counted by its facts, and has no messages.
  if (context === undefined) return;
  if (!RENAMING_KINDS.some((kind) => kinds.has(kind))) return;
  const parts = new Map(
    statements.map((statement, index): [FollowedStatement, Part] => {
      const { from, to } = ranges[index] ?? { from: 0, to: 0 };
      return [statement, { tokens, lexical, from, to }];
    }),
  );
  followStatements(statements, new OlderObjects(parts));
}

interface OlderObject {
  readonly schema: string;
  /** How it relates to the older objects: `a view of`. */
  readonly relation: string;
  readonly names: readonly string[];
  /** Relation and names. */
  readonly note: string;
}

class OlderObjects implements Follower {
  readonly #parts: ReadonlyMap<FollowedStatement, Part>;
  /** By bare name in lower case. */
  readonly #objects = new Map<string, OlderObject>();
  /** The names that columns had before the file; '' for a column that the file added. By table, then column. */
  readonly #columns = new Map<string, Map<string, string>>();

  /** Tables that the file creates, even if they may be there already: a rename gives them the name of an older one. */
  readonly #created = new Set<string>();

  constructor(parts: ReadonlyMap<FollowedStatement, Part>) {
    this.#parts = parts;
  }

  follow(statement: FollowedStatement): void {
    this.skip(statement);
    const part = this.#parts.get(statement);
    if (part) for (const operation of statement.operations) this.#apply(operation, statement, part);
    const { operations } = statement;
    if (part && operations.some(({ kind }) => kind === 'rename_table')) this.#renameTables(operations, part);
    if (part && operations.some(({ kind }) => kind === 'rename_column')) this.#renameColumns(operations, part);
  }

  skip(statement: FollowedStatement): void {
    for (const [index, operation] of statement.operations.entries()) {
      const note = this.#noteOn(operation);
      if (note !== undefined) changeFacts(statement, index, { target: { ...operation.target, note } });
    }
  }

  startSection(): void {
    this.#objects.clear();
    this.#columns.clear();
    this.#created.clear();
  }

  forget(): void {
    // A call changes names seldom, and `sp_rename` is one. For the rest, see `apply`.
  }

  rollBack(): void {
    this.startSection();
  }

  #noteOn({ kind, target, columns, createdHere, temporary }: Operation): string | undefined {
    if (target.name === undefined || target.name === '' || createdHere === true || temporary === true) return undefined;
    if (kind.startsWith('create_') || kind === 'drop_view' || kind.startsWith('rename_')) return undefined;
    const renamed = this.#columns.get(target.name.toLowerCase());
    const column = renamed && columns?.find((each) => renamed.get(each.toLowerCase()));
    if (column !== undefined) return `${column} was named ${renamed?.get(column.toLowerCase())}`;
    return this.#at(target)?.note;
  }

  /** Notes what the names of the operation stand for afterwards. */
  #apply(
    { kind, place, target, table, temporary, columns }: Operation,
    { facts }: FollowedStatement,
    part: Part,
  ): void {
    if (kind === 'use' || (kind === 'set' && changesNamespace(target.name))) return this.startSection();
    if (place !== 'statement' || target.name === undefined) return;
    switch (kind) {
      case 'create_table':
        this.#forget(target);
        this.#created.add(target.name.toLowerCase());
        return;
      case 'drop_table':
        if (temporary !== true) return this.#forget(target);
        return this.#put(target, 'the older table, not the temporary one', []);
      case 'create_view':
        return this.#put(target, 'a view of', this.#rootsOf(facts.tablesRead ?? []));
      case 'create_other': {
        const of = readSynonym(part);
        return of === undefined ? undefined : this.#put(target, 'a synonym of', [of]);
      }
      case 'alter_table': {
        const parent = table === '' || table === undefined ? undefined : namedAs(table);
        return parent && this.#put(parent, 'the parent of', [target.text]);
      }
      case 'attach_partition':
        return table ? this.#put(target, 'which has the partition', [table]) : undefined;
      case 'add_column': {
        for (const column of columns ?? []) this.#columnsOf(target).set(column.toLowerCase(), '');
        return;
      }
      case 'drop_column':
        for (const column of columns ?? []) this.#columnsOf(target).delete(column.toLowerCase());
    }
  }

  #renameTables(operations: readonly Operation[], part: Part): void {
    for (const { createdHere, temporary, target } of operations)
      if (createdHere === true || temporary === true) this.#created.add((target.name ?? '').toLowerCase());
    for (const { from, to } of readTableRenames(part)) {
      const before = this.#at(from);
      const isNew = this.#created.has((from.name ?? '').toLowerCase());
      this.#forget(from);
      this.#forget(to);
      if (before) this.#put(to, before.relation, before.names);
      else if (!isNew) this.#put(to, NAMED, [from.text]);
      if (isNew) this.#created.add((to.name ?? '').toLowerCase());
    }
  }

  #renameColumns(operations: readonly Operation[], part: Part): void {
    const target = operations.find(({ kind }) => kind === 'rename_column')?.target;
    if (!target) return;
    const columns = this.#columnsOf(target);
    // One statement may swap names.
    const renames = readColumnRenames(part).map(({ from, to }) => ({
      from: from.toLowerCase(),
      to: to.toLowerCase(),
      original: columns.get(from.toLowerCase()) ?? from,
    }));
    for (const { from } of renames) columns.delete(from);
    for (const { to, original } of renames) if (original.toLowerCase() !== to) columns.set(to, original);
  }

  #columnsOf({ name = '' }: Target): Map<string, string> {
    const columns = this.#columns.get(name.toLowerCase()) ?? new Map<string, string>();
    this.#columns.set(name.toLowerCase(), columns);
    return columns;
  }

  /** The tables behind the views among those that a new view reads. Readers give them in any order. */
  #rootsOf(names: readonly string[]): readonly string[] {
    const sorted = [...names].sort(compareText);
    return sorted.slice(0, MAX_NAMES + 1).flatMap((name) => {
      const known = this.#at(namedAs(name));
      return known?.relation === 'a view of' ? known.names : [name];
    });
  }

  #at({ name = '', schema }: Pick<Target, 'name' | 'schema'>): OlderObject | undefined {
    const known = this.#objects.get(name.toLowerCase());
    return known && (known.schema === '' || schema === '' || known.schema === schema) ? known : undefined;
  }

  #put(target: Target, relation: string, added: readonly string[]): void {
    const { name, schema = '', text } = target;
    if (name === undefined) return;
    const known = this.#at(target);
    const names = known?.relation === relation ? [...new Set([...known.names, ...added])] : added;
    // It has its own name again.
    if (relation === NAMED && names.every((each) => each === text)) return;
    const shown = names.slice(0, MAX_NAMES + 1);
    const list = shown.slice(0, MAX_NAMES).join(', ') + (shown.length > MAX_NAMES ? ', …' : '');
    const note = list === '' ? relation : `${relation} ${list}`;
    this.#objects.set(name.toLowerCase(), { schema, relation, names: shown, note });
  }

  #forget({ name = '' }: Target): void {
    this.#objects.delete(name.toLowerCase());
    this.#columns.delete(name.toLowerCase());
    this.#created.delete(name.toLowerCase());
  }
}

const NAMED = 'which was named';

/** The object of a name as facts have it. */
function namedAs(text: string): Target {
  const [name = '', schema = ''] = text.split('.').reverse();
  return { name, schema, quoted: false, text };
}
