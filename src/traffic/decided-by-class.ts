import { type Operation, type OperationKind, type Statement, UNKNOWN_SURROUNDINGS } from '../model/index.ts';
import type { FactTuple } from './types.ts';

/**
 * Kinds of operations that neither name passing things nor change the surroundings of a statement. For all others, the
 * class may hide what a rule reads: the name of a savepoint, the value of `lock_timeout`.
 */
const PLAIN_KINDS: ReadonlySet<OperationKind> = new Set([
  'select',
  'insert',
  'update',
  'delete',
  'merge',
  'merge_delete',
  'replace',
]);

/** Facts that a class does not record, or that depend on the session. */
const NOT_COMPARED: ReadonlySet<string> = new Set<keyof Operation>([
  'span',
  'readers',
  'objectClass',
  'createdHere',
  'temporary',
  'tableCreatedHere',
]);

/**
 * Whether rules see the same facts in every text of the class with the same values as in this text, which was read both
 * by its class and in full. A class contains only the facts that are recorded. A rule also sees others: the
 * surroundings, which an earlier statement of the text can change by a value, and targets that are not names, which can
 * be values.
 */
export function isDecidedByClass(
  statements: readonly Pick<Statement, 'operations' | 'facts' | 'unreadable'>[],
  tuples: readonly FactTuple[],
): boolean {
  const [statement, ...others] = statements;
  const [tuple] = tuples;
  if (!statement || !tuple || others.length > 0 || tuples.length > 1) return false;
  const { facts, operations } = statement;
  if (statement.unreadable.length > 0 || tuple.unreadable !== undefined) return false;
  if (facts.functions === undefined || facts.functions.includes('set_config')) return false;
  if (operations.length !== tuple.operations.length) return false;
  return (
    same(facts, tuple.facts, SURROUNDINGS) &&
    operations.every((operation, at) => {
      const { kind, target } = operation;
      if (!PLAIN_KINDS.has(kind) || (target.name === undefined && target.text === '')) return false;
      return same(operation, tuple.operations[at] ?? {}, NOT_COMPARED);
    })
  );
}

const SURROUNDINGS: ReadonlySet<string> = new Set(Object.keys(UNKNOWN_SURROUNDINGS));

function same(a: object, b: object, except: ReadonlySet<string>): boolean {
  const [own, other] = [a, b] as readonly Readonly<Record<string, unknown>>[];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (name) => except.has(name) || JSON.stringify(own?.[name]) === JSON.stringify(other?.[name]),
  );
}
