import { isPure, postgresql } from '../../reader/read-only/functions.ts';
import { NAMED_VALUES, ROW_FUNCTIONS } from '../../reader/read-only/functions-postgresql.ts';
import { isTree, list, names, node, type Tree, text } from './ast.ts';

/**
 * PostgreSQL takes `x.f` and `(x).f` for `f(x)` if `x` has no column `f`. A row can only be passed to functions that take any
 * row, which are harmless, and to those of the user; a single value, to nearly every function with one parameter. So a field
 * counts as a call of the function of its name, unless it is taken from what certainly is a row.
 */
export class FieldCalls {
  /** For each alias of functions in FROM that may return a single value: the columns that all of them certainly have. */
  readonly #values = new Map<string, ReadonlySet<string>>();
  /** Pairs of alias and column. */
  readonly #columns: (readonly [string, string])[] = [];
  readonly #calls = new Set<string>();
  #hasUnnamed = false;

  visit(type: string, tree: Tree): void {
    if (type === 'A_Indirection') for (const field of fieldsOf(tree)) this.#calls.add(field);
    else if (type === 'RangeFunction') this.#addFunction(tree);
    else if (type === 'ColumnRef') {
      const [alias, column, ...more] = names(tree['fields']);
      if (alias !== undefined && column !== undefined && more.length === 0) this.#columns.push([alias, column]);
    }
  }

  /** The effects, once the whole statement was visited. */
  effects(): readonly string[] {
    for (const [alias, column] of this.#columns) {
      if (this.#values.get(alias)?.has(column) === false) this.#calls.add(column);
    }
    const calls = [...this.#calls].filter((name) => name !== '' && !isPure(postgresql, name));
    return [...calls.map((name) => `function ${name}`), ...(this.#hasUnnamed ? ['syntax RangeFunction'] : [])];
  }

  #addFunction(tree: Tree): void {
    const value = singleValue(tree);
    if (value === undefined) return;
    const call = node(value, 'FuncCall');
    const name = call ? functionName(call) : '';
    const given = isTree(tree['alias']) ? tree['alias'] : {};
    const alias = text(given['aliasname']) || name.slice(name.lastIndexOf('.') + 1);
    // PostgreSQL makes up an alias for what is not written as a call, such as CAST.
    if (alias === '') this.#hasUnnamed = true;
    const named = names(given['colnames']);
    const columns = named.length > 0 ? named : (NAMED_VALUES.get(name) ?? (isPure(postgresql, name) ? [alias] : []));
    const others = this.#values.get(alias);
    this.#values.set(alias, new Set(others ? columns.filter((column) => others.has(column)) : columns));
  }
}

/** The fields that are taken from what need not be a row. The first one of a function that returns a row is a column. */
function fieldsOf(tree: Tree): readonly string[] {
  const call = node(tree['arg'], 'FuncCall');
  const fields = list(tree['indirection']).map((item) => text(node(item, 'String')?.['sval']));
  const certain = call && ROW_FUNCTIONS.has(functionName(call)) ? 1 : 0;
  return fields.slice(certain);
}

/** What a function in FROM returns, if that may be a single value: no numbers, no list of columns, no second function. */
function singleValue(tree: Tree): unknown {
  const [only, ...more] = list(tree['functions']);
  const [value, columns] = list(node(only, 'List')?.['items']);
  const isRow = more.length > 0 || tree['ordinality'] === true || list(tree['coldeflist']).length > 0;
  if (isRow || (isTree(columns) && Object.keys(columns).length > 0)) return undefined;
  const call = node(value, 'FuncCall');
  return call && ROW_FUNCTIONS.has(functionName(call)) ? undefined : value;
}

function functionName(call: Tree): string {
  return names(call['funcname'])
    .join('.')
    .replace(/^pg_catalog\./, '');
}
