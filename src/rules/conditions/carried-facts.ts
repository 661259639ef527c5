import { canCarry, carriersOf, OPERATION_FACTS, type OperationKind } from '../../model/index.ts';
import { children, listMacro, type Node } from '../cel/ast.ts';
import { ConditionProblem } from '../cel/problem.ts';

type OperationFact = keyof typeof OPERATION_FACTS;

/** Maximum number of kinds that a message lists. */
const MAX_LISTED = 6;

/** Operation facts about writes, and the statement facts with the same meaning for reads. */
const OF_READS: Readonly<Partial<Record<OperationFact, string>>> = {
  columns: 'statement.columnsRead',
  pinnedColumns: 'statement.pinnedColumns',
};
const READS: ReadonlySet<OperationKind> = new Set(['select', 'copy_to', 'cursor', 'explain']);

/**
 * Raises ConditionProblem if a condition reads a fact that no operation of the rule carries: the rule looks right, and
 * never matches or always does.
 */
export function refuseUncarriedFacts(root: Node, kinds: ReadonlySet<OperationKind>): void {
  if (kinds.size === 0) return;
  const carried = (fact: OperationFact) => [...kinds].some((kind) => canCarry(kind, fact));
  visit(root);

  function visit(node: Node): void {
    const fact = factOf(node);
    if (fact && !carried(fact)) throw new ConditionProblem(neverSet(fact, [...kinds]), node.start);
    const macro = listMacro(node);
    for (const child of macro ? [macro.receiver, ...macro.bodies] : children(node)) visit(child);
  }
}

function factOf(node: Node): OperationFact | undefined {
  if (node.op !== '.') return undefined;
  const [object, name] = node.args;
  if (object.op !== 'id' || object.args !== 'operation') return undefined;
  return Object.hasOwn(OPERATION_FACTS, name) ? (name as OperationFact) : undefined;
}

function neverSet(fact: OperationFact, kinds: readonly OperationKind[]): string {
  const carriers = carriersOf(fact);
  const problem = `\`operation.${fact}\` is never set on ${kinds.length > MAX_LISTED ? 'the operations of this rule' : listed(kinds, 'or')}`;
  const known = carriers === 'all' ? '' : `: it is a fact of ${listed(carriers, 'and')}`;
  const ofReads = kinds.every((kind) => READS.has(kind)) ? OF_READS[fact] : undefined;
  if (ofReads !== undefined) return `${problem}${known}; write \`${ofReads}\` for what is read`;
  return `${problem}${known}; correct the \`operations\` of the rule, or remove this part`;
}

function listed(names: readonly string[], conjunction: 'and' | 'or'): string {
  const quoted = names.map((name) => `\`${name}\``);
  if (names.length > MAX_LISTED)
    return `${quoted.slice(0, MAX_LISTED - 1).join(', ')} ${conjunction} ${names.length - MAX_LISTED + 1} more`;
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} ${conjunction} ${last}`;
}
