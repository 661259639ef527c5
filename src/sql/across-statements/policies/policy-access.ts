import type { Operation } from '../../../model/index.ts';
import type { FollowedStatement } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';
import { alteredPolicy, createdPolicy, isNoLooser, type PolicyState, policyStates } from './policies.ts';

/** A policy that the base may have, and what the file made of it so far. */
interface Change {
  readonly before: PolicyState;
  readonly now: PolicyState;
}

/** Tracks what a file makes of the policies of the base, to compare the access that they give. */
export class PolicyAccess {
  readonly #reading: ScriptReading;
  readonly #statements: ReadonlyMap<FollowedStatement, number>;
  /** By name and table. Undefined: not known, or changed in a way that is not. */
  #changes = new Map<string, readonly Change[] | undefined>();

  constructor(statements: readonly FollowedStatement[], reading: ScriptReading) {
    this.#reading = reading;
    this.#statements = new Map(statements.map((statement, at) => [statement, at]));
  }

  /** From here on, names may stand for other policies. */
  forget(): void {
    this.#changes.clear();
  }

  /** Whether the CREATE POLICY of a statement gives no more access than the policies that were dropped for it. */
  create(created: Operation, statement: FollowedStatement, drops: readonly Operation[]): boolean {
    const key = keyOf(created);
    const before = this.#of(key, created);
    const part = this.#partOf(statement);
    const now = part && createdPolicy(part);
    const changes = now && before?.map((change) => ({ ...change, now }));
    if (key !== undefined) this.#changes.set(key, changes);
    return drops.every(({ tableCreatedHere, ifExists }) => {
      // On a table that is certainly new, it would fail.
      if (tableCreatedHere === true && ifExists) return true;
      return changes?.length === 0 ? ifExists === true : areNoLooser(changes);
    });
  }

  /**
   * Whether the policy gives no more access than before the file.
   *
   * @param statement undefined if the ALTER POLICY may be skipped
   */
  alter(altered: Operation, statement: FollowedStatement | undefined): boolean {
    const key = keyOf(altered);
    const part = statement && altered.place === 'statement' ? this.#partOf(statement) : undefined;
    const changes =
      part && this.#of(key, altered)?.map(({ before, now }) => ({ before, now: alteredPolicy(part, now) }));
    if (key === undefined) this.#changes.clear();
    else this.#changes.set(key, changes);
    return changes?.length !== 0 && areNoLooser(changes);
  }

  #partOf(statement: FollowedStatement) {
    const range = this.#reading.ranges[this.#statements.get(statement) ?? -1];
    const { tokens, lexical } = this.#reading;
    return range && { tokens, lexical, ...range };
  }

  #of(key: string | undefined, { target: { name }, table }: Operation): readonly Change[] | undefined {
    if (key === undefined || this.#changes.has(key)) return this.#changes.get(key ?? '');
    const { context, dialect, lexical } = this.#reading;
    const known = context?.policies?.find((policy) => policy.name === name && policy.table === table);
    return known && policyStates(known.definitions, dialect, lexical).map((state) => ({ before: state, now: state }));
  }
}

function areNoLooser(changes: readonly Change[] | undefined): boolean {
  return changes?.every(({ before, now }) => isNoLooser(now, before)) === true;
}

function keyOf({ target: { name }, table }: Operation): string | undefined {
  return name === undefined || table === undefined ? undefined : `${name} ON ${table}`;
}
