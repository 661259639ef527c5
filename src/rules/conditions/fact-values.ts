import {
  DEFAULT_KINDS,
  DIALECTS,
  type Dialect,
  ENUM_VALUES,
  FILTERS,
  isDialect,
  isOperationKind,
  MAINTENANCE,
  OBJECT_TYPES,
  OPERATION_GROUPS,
  OPERATION_KINDS,
  type OperationKind,
  PLACES,
  suggestion,
} from '../../model/index.ts';
import { children, listMacro, type Node } from '../cel/ast.ts';
import { ConditionProblem } from '../cel/problem.ts';

/** The values of the facts that have a closed list of them. */
const VALUES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['operation.kind', Object.keys(OPERATION_KINDS)],
  ['operation.filter', [...FILTERS, '']],
  ['operation.place', Object.keys(PLACES)],
  ['operation.defaultKind', [...DEFAULT_KINDS, '']],
  ['operation.constraintType', ['primary_key', 'unique', 'foreign_key', 'check', 'exclusion', 'not_null', '']],
  ['operation.enumValue', [...ENUM_VALUES, '']],
  ['operation.maintenance', [...MAINTENANCE, '']],
  ['operation.objectType', [...OBJECT_TYPES, '']],
  ['operation.indexType', ['fulltext', 'spatial', 'partitioned', '']],
  ['operation.endpoint', ['client', 'file', 'program', '']],
  ['file.section', ['up', 'down', 'baseline', '']],
  ['statement.dialect', DIALECTS],
]);

/** All values that a text fact can have; undefined if it can have any. */
export function valuesOfFact(fact: string): readonly string[] | undefined {
  return VALUES.get(fact);
}

/** Other names of the dialects. */
const DIALECT_NAMES: Readonly<Record<string, Dialect>> = {
  postgres: 'postgresql',
  pg: 'postgresql',
  psql: 'postgresql',
  plpgsql: 'postgresql',
  mssql: 'transactsql',
  sqlserver: 'transactsql',
  tsql: 'transactsql',
  sqlite3: 'sqlite',
  maria: 'mariadb',
};

/** Facts whose values are always in lower case. */
const LOWER_CASE: ReadonlySet<string> = new Set([
  'operation.dataTypes',
  'operation.language',
  'operation.privileges',
  'operation.algorithm',
  'operation.lockOption',
  'statement.functions',
]);

/**
 * Raises ConditionProblem if a condition compares a fact with a value that it never has: such a rule looks right and
 * never matches. `kinds`: those of the rule, if `operation.kind` must be one of them.
 */
export function refuseImpossibleValues(root: Node, kinds: ReadonlySet<OperationKind> | undefined): void {
  visit(root, new Map());

  function visit(node: Node, variables: ReadonlyMap<string, string>): void {
    const macro = listMacro(node);
    if (macro) {
      visit(macro.receiver, variables);
      const fact = factOf(macro.receiver, variables);
      const name = macro.variable.op === 'id' ? macro.variable.args : '';
      const inner = new Map(variables);
      if (fact === undefined) inner.delete(name);
      else inner.set(name, fact);
      for (const body of macro.bodies) visit(body, inner);
      return;
    }
    if (COMPARISONS.has(node.op)) {
      const [left, right] = node.args as readonly [Node, Node];
      compareVersion(factOf(left, variables), right);
      compareVersion(factOf(right, variables), left);
    }
    if (node.op === '==' || node.op === '!=' || node.op === 'in') {
      const [left, right] = node.args;
      compare(factOf(left, variables), right);
      compare(factOf(right, variables), left);
    }
    for (const child of children(node)) visit(child, variables);
  }

  function compare(fact: string | undefined, constants: Node): void {
    if (fact === undefined) return;
    for (const constant of constants.op === 'list' ? constants.args : [constants]) {
      if (constant.op === 'value' && typeof constant.args === 'string') refuse(fact, constant.args, constant.start);
    }
  }

  function compareVersion(fact: string | undefined, { op, args, start }: Node): void {
    if (fact !== 'statement.serverVersion' || op !== 'value' || typeof args !== 'bigint') return;
    if (args > 0n && args < LEAST_VERSION) throw new ConditionProblem(noVersion(args), start);
  }

  function refuse(fact: string, value: string, offset: number): void {
    const values = VALUES.get(fact);
    const given = value.slice(0, 80);
    if (LOWER_CASE.has(fact) && value !== value.toLowerCase())
      throw new ConditionProblem(
        `\`${fact}\` is in lower case, so it is never \`${given}\`; write \`"${given.toLowerCase()}"\``,
        offset,
      );
    if (fact === 'operation.dataTypes' && value.includes('('))
      throw new ConditionProblem(
        `\`${fact}\` has no lengths, so it is never \`${given}\`; write \`"${given.slice(0, given.indexOf('(')).trim()}"\``,
        offset,
      );
    const problem = dotProblem(fact, given);
    if (problem !== undefined) throw new ConditionProblem(problem, offset);
    if (values && !values.includes(value)) throw new ConditionProblem(neverIs(fact, given, values), offset);
    if (fact === 'operation.kind' && kinds && isOperationKind(value) && !kinds.has(value))
      throw new ConditionProblem(
        `\`operation.kind\` is never \`${value}\` here; add \`${value}\` to the \`operations\` of the rule, or remove this part`,
        offset,
      );
  }
}

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Version 1 of a server. */
const LEAST_VERSION = 10_000n;

function noVersion(value: bigint): string {
  const hint = value < 100n ? `write \`${value * LEAST_VERSION}\` for ${value}` : 'PostgreSQL 16 is `160000`';
  return `\`statement.serverVersion\` has two digits for each part, so it is never near \`${value}\`; ${hint}`;
}

/** A name with a table or schema in front, or a missing one. */
const QUALIFIED = /^[\w$]+(?:\.[\w$]+)+$/;

/** The mistake in a name that has a dot too many or too few; undefined for a correct name. */
function dotProblem(fact: string, value: string): string | undefined {
  const parts = value.split('.');
  const last = parts.at(-1) ?? '';
  const first = parts.slice(0, -1).join('.');
  if (fact === 'statement.pinnedColumns' && /^[\w$]+$/.test(value))
    return `the items of \`${fact}\` are \`table.column\`, so none is \`${value}\`; write \`"orders.${value}"\`, with your table`;
  if (fact === 'operation.pinnedColumns' && QUALIFIED.test(value))
    return `the items of \`${fact}\` are columns of the target, so none is \`${value}\`; write \`"${last}"\``;
  if (fact === 'operation.target.name' && QUALIFIED.test(value))
    return `\`${fact}\` has no schema, so it is never \`${value}\`; write \`operation.target.schema == "${first}" && operation.target.name == "${last}"\``;
  return undefined;
}

function neverIs(fact: string, value: string, values: readonly string[]): string {
  const problem = `\`${fact}\` is never \`${value}\``;
  if (fact === 'operation.kind' && (OPERATION_GROUPS as readonly string[]).includes(value))
    return `${problem}: it is a group of operations; list it under \`operations\``;
  const dialect = fact === 'statement.dialect' ? dialectMeant(value) : undefined;
  if (dialect !== undefined) return `${problem}; write \`"${dialect}"\``;
  const listed =
    values.length > 12
      ? 'docs/facts.md of Querygate lists its values'
      : `it is one of ${values.map((each) => `\`"${each}"\``).join(', ')}`;
  return `${problem}${suggestion(value, values)}; ${listed}`;
}

function dialectMeant(value: string): Dialect | undefined {
  const name = value.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (isDialect(name)) return name;
  return Object.hasOwn(DIALECT_NAMES, name) ? DIALECT_NAMES[name] : undefined;
}

/** The fact that a node reads, or the list fact that its variable goes through. */
function factOf(node: Node, variables: ReadonlyMap<string, string>): string | undefined {
  if (node.op === 'id') return variables.get(node.args);
  if (node.op !== '.') return undefined;
  const [object, name] = node.args;
  if (object.op === '.' && factOf(object, variables) === 'operation.target') return `operation.target.${name}`;
  return object.op === 'id' && !variables.has(object.args) ? `${object.args}.${name}` : undefined;
}
