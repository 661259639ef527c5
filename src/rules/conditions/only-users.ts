import { quoteCel } from '../cel/format.ts';
import { type Condition, checkedCondition } from './compile.ts';
import { decideFormula, type Formula } from './formula.ts';

/** The condition that a query is one of these database users'. False where the user is not known, as for files. */
export function isUser(users: readonly string[]): string {
  return `has(caller.user) && caller.user in [${users.map(quoteCel).join(', ')}]`;
}

/** Restricts a condition to the queries of database users. The engine must have been loaded for `isUser`. */
export function onlyUsers(users: readonly string[], condition: Condition | undefined): Condition {
  const own = checkedCondition(isUser(users), true);
  if (!condition) return own;
  return combined('all', own, condition, `${own.text} && (${condition.text})`);
}

/** That of two conditions, for different users, one holds. */
export function eitherCondition(one: Condition, other: Condition): Condition {
  return combined('some', one, other, `(${one.text}) || (${other.text})`);
}

/** Of two conditions of which the first reads the user. */
function combined(op: 'all' | 'some', own: Condition, condition: Condition, text: string): Condition {
  let formula: Formula | undefined;
  const both = () => {
    formula ??= { op, parts: [own.formula(), condition.formula()] };
    return formula;
  };
  return {
    text,
    reads: { caller: 'guarded', file: condition.reads.file },
    cost: own.cost + condition.cost,
    isPrecompiled: condition.isPrecompiled,
    decide: (facts) => decideFormula(both(), facts),
    formula: both,
  };
}
