import type { Operation } from '../../../model/index.ts';
import { fullName } from '../../objects/home-schema.ts';
import { changeFacts, type FollowedStatement, type Follower, followStatements } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';

/**
 * Marks each REVOKE with what the GRANTs after it in the file give on the same object (`grantedAgain`): files take all
 * privileges away and give back those that stay.
 */
export function markGrantedAgain(statements: readonly FollowedStatement[], { kinds }: ScriptReading): void {
  if (kinds.has('revoke') && kinds.has('grant')) followStatements(statements, new GrantedAgain());
}

/** How many REVOKEs of an object are followed, and GRANTs after one: more give nothing back, as far as is known. */
const MAX_FOLLOWED = 100;

interface Revoked {
  readonly statement: FollowedStatement;
  readonly index: number;
}

class GrantedAgain implements Follower {
  /** By object. */
  readonly #revoked = new Map<string, Revoked[]>();
  readonly #marked: Revoked[] = [];

  startSection(): void {
    this.forget();
  }

  forget(): void {
    this.#revoked.clear();
  }

  rollBack(): void {
    this.forget();
    for (const { statement, index } of this.#marked.splice(0))
      changeFacts(statement, index, { grantedAgain: undefined });
  }

  follow(statement: FollowedStatement): void {
    this.skip(statement);
    for (const operation of statement.operations)
      if (operation.kind === 'grant' && operation.place === 'statement') this.#grant(operation, statement);
  }

  /** A statement that may be skipped gives nothing for certain. */
  skip(statement: FollowedStatement): void {
    for (const [index, operation] of statement.operations.entries()) {
      const key = operation.kind === 'revoke' ? keyOf(operation, statement) : undefined;
      if (key === undefined) continue;
      const same = this.#revoked.get(key) ?? [];
      if (same.length < MAX_FOLLOWED) same.push({ statement, index });
      this.#revoked.set(key, same);
    }
  }

  #grant(operation: Operation, by: FollowedStatement): void {
    const { privileges, grantees, privilegeColumns = [] } = operation;
    if (privilegeColumns.length > 0) return;
    for (const { statement, index } of this.#revoked.get(keyOf(operation, by) ?? '') ?? []) {
      const given = statement.operations[index]?.grantedAgain ?? [];
      if (given.length >= MAX_FOLLOWED) continue;
      changeFacts(statement, index, { grantedAgain: [...given, { privileges, grantees }] });
      this.#marked.push({ statement, index });
    }
  }
}

function keyOf({ target, objectClass, allOf }: Operation, { home }: FollowedStatement): string | undefined {
  const name = fullName(target, home);
  return name === undefined || name === '' ? undefined : `${objectClass} ${allOf} ${name}`;
}
