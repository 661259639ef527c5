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
  const { text, reads, cost, isPrecompiled } = condition;
  let formula: Formula | undefined;
  const both = () => {
    formula ??= { op: 'all', parts: [own.formula(), condition.formula()] };
    return formula;
  };
  return {
    text: `${own.text} && (${text})`,
    reads: { caller: 'guarded', file: reads.file },
    cost: own.cost + cost,
    isPrecompiled,
    decide: (facts) => decideFormula(both(), facts),
    formula: both,
  };
}
