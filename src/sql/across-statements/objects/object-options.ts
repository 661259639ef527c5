import type { BaseOptions, OperationKind, Target } from '../../../model/index.ts';
import {
  ALL_SETTINGS,
  type OptionChange,
  optionsAfter,
  readOptionChange,
  SECURITY_DEFINER,
  SECURITY_INVOKER,
} from '../../reader/ddl/index.ts';
import { changeFacts, type FollowedStatement } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';

const KINDS: readonly OperationKind[] = ['create_view', 'create_function', 'create_procedure', 'alter_other'];
const CREATES: ReadonlySet<OperationKind> = new Set(KINDS.slice(0, 3));
const DROPS: ReadonlySet<OperationKind> = new Set(['drop_view', 'drop_function', 'drop_procedure'] as const);

interface Change extends OptionChange {
  readonly statement: FollowedStatement;
  /** Of the operation in the statement. */
  readonly index: number;
  readonly replaces: boolean;
}

/**
 * Marks each CREATE of a view or routine with the options that it has once the file ends (`options`), and what the object
 * loses that it had in the base (`lostOptions`): a replacement silently resets what it does not repeat.
 */
export function markOptions(statements: readonly FollowedStatement[], reading: ScriptReading): void {
  if (!reading.lexical.routines.routineSettings || !KINDS.some((kind) => reading.kinds.has(kind))) return;
  const objects = new Map<string, Change[]>();
  const dropped = new Set<string>();
  for (const [at, statement] of statements.entries()) {
    for (const { kind, target } of statement.operations) if (DROPS.has(kind)) dropped.add(nameOf(target));
    const change = changeOf(statement, at, reading, dropped);
    if (!change) continue;
    addTo(objects, `${statement.section} ${change.type} ${nameOf(change.target)}`, change);
  }
  const known = new Map<string, BaseOptions[]>();
  for (const object of reading.context?.options ?? []) addTo(known, `${object.type} ${nameOf(object)}`, object);
  for (const changes of objects.values()) {
    // Routines of one name differ by their parameters; ALTER may leave them out, and then there is only one.
    const lists = new Map<Change['parameters'], Change[]>();
    for (const change of changes) addTo(lists, change.parameters ?? changes[0]?.parameters, change);
    for (const list of lists.values()) markObject(list, known);
  }
}

function addTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

function changeOf(
  statement: FollowedStatement,
  at: number,
  { ranges, tokens, lexical }: ScriptReading,
  dropped: ReadonlySet<string>,
): Change | undefined {
  const index = statement.operations.findIndex(({ kind, place }) => place === 'statement' && KINDS.includes(kind));
  const operation = statement.operations[index];
  const range = ranges[at];
  const change = operation && range && readOptionChange({ tokens, lexical, ...range });
  if (!change || change.target.name === undefined) return undefined;
  const replaces = operation.orReplace === true || change.type === 'view' || dropped.has(nameOf(change.target));
  return { ...change, statement, index, replaces };
}

/** @param changes those of one object, in order */
function markObject(changes: readonly Change[], known: ReadonlyMap<string, readonly BaseOptions[]>): void {
  const before = baseOptions(changes, known);
  const after = changes.reduce((options, change) => optionsAfter(options, change), before ?? []);
  const created = changes.findLast(({ creates }) => creates);
  for (const { creates, statement, index } of changes) if (creates) changeFacts(statement, index, { options: after });
  if (created?.replaces && before) lose(created, before, after, before);
  if (created) return;
  for (const { type, on, off, statement, index } of changes) {
    const reset = before?.filter((option) => off.includes(option) || off.includes(ALL_SETTINGS)) ?? off;
    // SECURITY INVOKER that is written is meant.
    const lost = reset.filter((option) => option !== SECURITY_DEFINER);
    if (type === 'routine') lose({ on, statement, index }, lost, after, before ?? []);
  }
}

/** Marks a change that resets options, or makes a routine SECURITY DEFINER. */
function lose(
  { on, statement, index }: Pick<Change, 'on' | 'statement' | 'index'>,
  reset: readonly string[],
  after: readonly string[],
  before: readonly string[],
): void {
  const becomesDefiner = [on, after].every((options) => options.includes(SECURITY_DEFINER));
  const lostOptions = reset.filter((option) => !after.includes(option));
  if (becomesDefiner && !before.includes(SECURITY_DEFINER)) lostOptions.push(SECURITY_INVOKER);
  if (lostOptions.length > 0) changeFacts(statement, index, { lostOptions });
}

/** The options in the base of the object that the changes are about; undefined if they are not known. */
function baseOptions(
  changes: readonly Change[],
  known: ReadonlyMap<string, readonly BaseOptions[]>,
): readonly string[] | undefined {
  const [first] = changes;
  const same = first && known.get(`${first.type} ${nameOf(first.target)}`);
  if (!first || !same) return undefined;
  const { parameters } = changes.find((change) => change.parameters !== undefined) ?? first;
  const own =
    parameters === undefined && same.length === 1 ? same[0] : same.find((object) => object.parameters === parameters);
  return own?.options;
}

/** The views and routines that a file replaces or alters. */
export function optionedObjects(statements: readonly FollowedStatement[], text: string): readonly Target[] {
  const mayReplace = mayBeDropped(statements);
  const targets = statements.flatMap(({ operations, span }) =>
    operations.flatMap(({ kind, place, target, orReplace, objectClass }) => {
      if (place !== 'statement' || !target.name) return [];
      if (kind === 'create_view' || (CREATES.has(kind) && (orReplace || mayReplace))) return target;
      const isRoutine = objectClass === 'function' || objectClass === 'procedure';
      return kind === 'alter_other' && isRoutine && SETS.test(text.slice(span.start, span.end)) ? target : [];
    }),
  );
  return [...new Map(targets.map((target) => [nameOf(target), target])).values()];
}

const SETS = /\b(?:security|reset)\b/i;

function mayBeDropped(statements: readonly FollowedStatement[]): boolean {
  return statements.some(({ operations }) => operations.some(({ kind }) => DROPS.has(kind)));
}

/** A name without a schema is mostly one of `public`. */
function nameOf({ name, schema }: Pick<Target, 'name' | 'schema'>): string {
  return JSON.stringify([name, schema === 'public' ? '' : schema]);
}
