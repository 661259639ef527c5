import { children, type ListMacro, listMacro, type Node } from './ast.ts';
import { quoteCel } from './format.ts';

/** The facts that hold names of tables as `schema.name` or `name`, and the one with `table.column`. */
const TABLE_FACTS: ReadonlySet<string> = new Set([
  'statement.tablesRead',
  'statement.tablesWritten',
  'statement.pinnedColumns',
  'operation.table',
  'operation.lockedTables',
]);
/** Whether a condition may compare such a name with a text. */
export function namesTable(text: string): boolean {
  return /tablesRead|tablesWritten|pinnedColumns|\boperation\s*\.\s*table\b|lockedTables/.test(text);
}

/** The schemas that a bare name stands for: those of PostgreSQL and SQL Server. */
const DEFAULT_SCHEMAS = ['public', 'dbo'] as const;

/** All ways in which SQL may write the table that a condition names, in the form of facts. */
function spellingsOf(fact: string, name: string): readonly string[] {
  const parts = name.split('.');
  // `table.column`, and `schema.table.column`.
  const bare = fact === 'statement.pinnedColumns' ? 2 : 1;
  const [schema = ''] = parts;
  if (name === '' || parts.includes('')) return [name];
  if (parts.length === bare) return [name, ...DEFAULT_SCHEMAS.map((each) => `${each}.${name}`)];
  const isDefault = parts.length === bare + 1 && (DEFAULT_SCHEMAS as readonly string[]).includes(schema);
  return isDefault ? [name, parts.slice(1).join('.')] : [name];
}

/** Names of macros' variables that go through a list of tables, by the fact. */
type Variables = ReadonlyMap<string, string>;

/**
 * Makes a condition compare tables, and not spellings: `users` is the same table as `public.users` or `dbo.users`. Changes the
 * tree in place: `t == "users"` becomes `t in ["users", "public.users", "dbo.users"]`. Only comparisons with `==`, `!=` and
 * `in` are about tables; functions such as `startsWith` are about the name as it is written.
 *
 * @param parse parses a part of a condition
 */
export function compareTables(node: Node, parse: (text: string) => Node, variables: Variables = new Map()): Node {
  const macro = listMacro(node);
  const inner = macro ? withVariable(macro, variables) : variables;
  for (const child of children(node)) {
    const other = compareTables(child, parse, macro && child !== macro.receiver ? inner : variables);
    if (other !== child) replaceChild(node, child, other);
  }
  switch (node.op) {
    case '==':
    case '!=':
      return equality(node.op, node.args, parse, variables) ?? node;
    case 'in':
      return membership(node.args, parse, variables) ?? node;
    default:
      return node;
  }
}

function withVariable({ receiver, variable }: ListMacro, variables: Variables): Variables {
  const fact = factOf(receiver, variables);
  const name = variable.op === 'id' ? variable.args : '';
  const own = new Map(variables);
  if (fact === undefined) own.delete(name);
  else own.set(name, fact);
  return own;
}

type Operands = readonly [Node, Node];

/** `t == "users"`. A list is compared as a whole, as it is written. */
function equality(
  op: '==' | '!=',
  [left, right]: Operands,
  parse: (text: string) => Node,
  variables: Variables,
): Node | undefined {
  const [subject, constant] = textOf(right) === undefined ? [right, left] : [left, right];
  const [fact, text] = [factOf(subject, variables), textOf(constant)];
  const isOne = subject.op === 'id' || fact === 'operation.table';
  const spellings = isOne && fact !== undefined && text !== undefined ? spellingsOf(fact, text) : [];
  if (spellings.length < 2) return undefined;
  const list = `[${spellings.map(quoteCel).join(', ')}]`;
  return withOperand(parse(op === '==' ? `x in ${list}` : `!(x in ${list})`), subject);
}

/** `t in ["users"]`, and `"users" in statement.tablesRead`. */
function membership([left, right]: Operands, parse: (text: string) => Node, variables: Variables): Node | undefined {
  const fact = factOf(left, variables);
  if (fact !== undefined && right.op === 'list') {
    const names = right.args.flatMap((item) => textOf(item) ?? []);
    const more = names.flatMap((name) => spellingsOf(fact, name).slice(1));
    (right.args as Node[]).push(...more.map((name) => parse(quoteCel(name))));
    return undefined;
  }
  const [list, text] = [factOf(right, variables), textOf(left)];
  const spellings = list !== undefined && text !== undefined ? spellingsOf(list, text) : [];
  if (spellings.length < 2) return undefined;
  return withOperand(parse(spellings.map((name) => `${quoteCel(name)} in x`).join(' || ')), right);
}

/** Puts the operand in the place of each `x`. */
function withOperand(node: Node, operand: Node): Node {
  for (const child of children(node)) {
    if (child.op === 'id') replaceChild(node, child, operand);
    else withOperand(child, operand);
  }
  return node;
}

/** The fact of table names that a node reads, or that its variable goes through. */
function factOf(node: Node, variables: ReadonlyMap<string, string>): string | undefined {
  if (node.op === 'id') return variables.get(node.args);
  if (node.op !== '.') return undefined;
  const [object, name] = node.args;
  const fact = object.op === 'id' && !variables.has(object.args) ? `${object.args}.${name}` : '';
  return TABLE_FACTS.has(fact) ? fact : undefined;
}

function textOf(node: Node): string | undefined {
  return node.op === 'value' && typeof node.args === 'string' ? node.args : undefined;
}

function replaceChild(parent: Node, child: Node, other: Node): void {
  const changing = parent as unknown as { args: unknown };
  if (changing.args === child) changing.args = other;
  else replaceIn(changing.args, child, other);
}

function replaceIn(args: unknown, child: Node, other: Node): void {
  if (!Array.isArray(args)) return;
  for (const [at, each] of args.entries()) {
    if (each === child) args[at] = other;
    else replaceIn(each, child, other);
  }
}
