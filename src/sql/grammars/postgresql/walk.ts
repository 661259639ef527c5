import type { Operation, Place, Span } from '../../../model/index.ts';
import { isTree, list, names, node, type Tree, text } from './ast.ts';
import { readNode } from './operations.ts';

/** What is collected from parse trees. */
export class TreeFacts {
  readonly operations: Operation[] = [];
  readonly tablesRead = new Set<string>();
  readonly functions = new Set<string>();
  readonly columnsRead = new Set<string>();
  /** The names under which FROM has its tables and queries. */
  readonly sources = new Set<string>();
  /** Names without a qualifier: of a column, or of a whole row. */
  readonly bareNames = new Set<string>();
  /** Whether `*`, NATURAL JOIN or new names for columns were found. */
  hidesColumns = false;

  /** See the fact `unnamedColumns`. */
  get hasUnnamedColumns(): boolean {
    return this.hidesColumns || [...this.bareNames].some((name) => this.sources.has(name));
  }
}

/** The CTEs of a WITH clause that are visible, by name: those at a position below `count`. */
interface Ctes {
  readonly positions: ReadonlyMap<string, number>;
  readonly count: number;
  readonly outer: Ctes | undefined;
}

interface Visit {
  readonly type: string;
  readonly value: unknown;
  readonly place: Place;
  readonly ctes: Ctes | undefined;
}

/** For each node type, the key whose table is written and so does not count as read. */
const WRITTEN: Record<string, string> = {
  InsertStmt: 'relation',
  UpdateStmt: 'relation',
  DeleteStmt: 'relation',
  MergeStmt: 'relation',
  CreateStmt: 'relation',
  AlterTableStmt: 'relation',
  RenameStmt: 'relation',
  IndexStmt: 'relation',
  IntoClause: 'rel',
  ViewStmt: 'view',
  CopyStmt: 'relation',
  CreateTrigStmt: 'relation',
  RuleStmt: 'relation',
  CreateSeqStmt: 'sequence',
  AlterSeqStmt: 'sequence',
};
const STATEMENTS_OF_OBJECTS = new Set([
  'DropStmt',
  'GrantStmt',
  'TruncateStmt',
  'LockStmt',
  'VacuumStmt',
  'CommentStmt',
  'CreateForeignTableStmt',
]);

/** Walks a parse tree without recursion, because an untrusted statement may nest as deep as the parser allows. */
export function walk(root: unknown, place: Place, span: Span, into: TreeFacts): void {
  const open: Visit[] = [{ type: '', value: root, place, ctes: undefined }];
  for (;;) {
    const visit = open.pop();
    if (!visit) return;
    const { value } = visit;
    if (Array.isArray(value)) {
      for (const item of value) open.push({ ...visit, value: item });
      continue;
    }
    if (!isTree(value)) continue;
    visitChildren(value, { ...visit, ctes: openWith(value, visit, open) }, span, into, open);
  }
}

function visitChildren(tree: Tree, from: Visit, span: Span, into: TreeFacts, open: Visit[]): void {
  for (const key in tree) {
    if (key === 'withClause') continue;
    const child = tree[key];
    if (typeof child !== 'object' || child === null) continue;
    if (/^[A-Z]/.test(key) && isTree(child)) visitNode(key, child, from, span, into, open);
    else if (WRITTEN[from.type] !== key) open.push({ ...from, value: wrapRelation(from.type, key, child) });
  }
}

/**
 * Visits the WITH clause of a statement, and returns the CTEs that the rest of it sees. A CTE sees those before it; in
 * WITH RECURSIVE, all of the clause.
 */
function openWith(value: Tree, { place, ctes: outer }: Visit, open: Visit[]): Ctes | undefined {
  const clause = value['withClause'];
  if (!isTree(clause)) return outer;
  const defined = list(clause['ctes']);
  const positions = new Map(defined.map((cte, at) => [text(node(cte, 'CommonTableExpr')?.['ctename']), at]));
  const all = { positions, count: defined.length, outer };
  for (const [at, cte] of defined.entries())
    open.push({
      type: 'WithClause',
      value: cte,
      place,
      ctes: clause['recursive'] === true ? all : { ...all, count: at },
    });
  return all;
}

function isCte(name: string, visible: Ctes | undefined): boolean {
  for (let ctes = visible; ctes; ctes = ctes.outer) {
    const at = ctes.positions.get(name);
    if (at !== undefined && at < ctes.count) return true;
  }
  return false;
}

/** Wraps a relation in its node type: some keys hold it without. */
function wrapRelation(type: string, key: string, child: unknown): unknown {
  const relation = (type === 'IntoClause' && key === 'rel') || key === 'relation' || key === 'view';
  return relation && isTree(child) && 'relname' in child ? { RangeVar: child } : child;
}

function visitNode(type: string, value: Tree, from: Visit, span: Span, into: TreeFacts, open: Visit[]): void {
  const tree = withoutHiddenStar(type, value);
  let { place } = from;
  switch (type) {
    case 'RangeVar':
      if (!STATEMENTS_OF_OBJECTS.has(from.type)) addTable(tree, into, from.ctes);
      into.sources.add(text(tree['relname']));
      addAlias(tree['alias'], into, true);
      break;
    case 'RangeFunction':
      // `SELECT d FROM generate_series(1, 9) d`: a value, and not a row.
      if (isValueFunction(tree)) break;
      addAlias(tree['alias'], into, false);
      break;
    case 'RangeSubselect':
    case 'RangeTableFunc':
      addAlias(tree['alias'], into, false);
      break;
    case 'JoinExpr':
      if (tree['isNatural'] === true) into.hidesColumns = true;
      for (const name of names(tree['usingClause'])) into.columnsRead.add(name);
      addAlias(tree['alias'], into, true);
      break;
    case 'FuncCall':
      into.functions.add((names(tree['funcname']).at(-1) ?? '').toLowerCase());
      break;
    case 'ColumnRef': {
      const fields = list(tree['fields']);
      const last = fields.at(-1);
      if (isTree(last) && 'A_Star' in last) into.hidesColumns = true;
      else into.columnsRead.add(names(fields).at(-1) ?? '');
      if (fields.length === 1) into.bareNames.add(names(fields)[0] ?? '');
      break;
    }
    case 'CommonTableExpr':
      if (place === 'statement') place = 'cte';
      break;
    case 'ExplainStmt':
      // Without ANALYZE the statement does not run.
      if (!list(tree['options']).some(isAnalyze)) return;
      place = 'explain_analyze';
      break;
    case 'PrepareStmt':
      place = 'prepared';
      break;
    case 'CopyStmt':
      if (tree['is_from'] !== true && isTree(tree['relation'])) addCopied(tree['relation'], tree, into);
      for (const operation of readNode(type, tree, place, span)) into.operations.push(operation);
      break;
    default:
      for (const operation of readNode(type, tree, place, span)) into.operations.push(operation);
      if (type === 'RuleStmt') place = 'routine_body';
  }
  open.push({ type, value: tree, place, ctes: from.ctes });
}

/** The node without the `*` of `EXISTS (SELECT * …)` and `count(t.*)`, which returns no column. */
function withoutHiddenStar(type: string, tree: Tree): Tree {
  if (type === 'FuncCall') return isCount(tree) && isStar(tree['args']) ? { ...tree, args: [] } : tree;
  const query =
    type === 'SubLink' && tree['subLinkType'] === 'EXISTS_SUBLINK' ? node(tree['subselect'], 'SelectStmt') : undefined;
  if (!query || !isStar(query['targetList'])) return tree;
  return { ...tree, subselect: { SelectStmt: { ...query, targetList: [] } } };
}

function isCount(call: Tree): boolean {
  const path = names(call['funcname']);
  return path.at(-1) === 'count' && (path.length === 1 || path[0] === 'pg_catalog') && call['agg_distinct'] !== true;
}

/** PostgreSQL's functions that return a value for each row. */
const VALUE_FUNCTIONS = new Set(
  `generate_series generate_subscripts unnest json_array_elements json_array_elements_text jsonb_array_elements
   jsonb_array_elements_text json_object_keys jsonb_object_keys jsonb_path_query regexp_matches regexp_split_to_table
   string_to_table`.split(/\s+/),
);

/** Whether what FROM calls returns values without columns of their own. */
function isValueFunction(source: Tree): boolean {
  const [called, ...others] = list(source['functions']);
  const path = names(node(list(node(called, 'List')?.['items'])[0], 'FuncCall')?.['funcname']);
  const isBuiltIn = path.length === 1 || path[0] === 'pg_catalog';
  return others.length === 0 && isBuiltIn && VALUE_FUNCTIONS.has(path.at(-1) ?? '');
}

/** Whether a select list, or a list of arguments, is a single `*` or `t.*`. */
function isStar(items: unknown): boolean {
  const [only, ...others] = list(items);
  if (others.length > 0) return false;
  const column = node(node(only, 'ResTarget')?.['val'] ?? only, 'ColumnRef');
  const last = list(column?.['fields']).at(-1);
  return isTree(last) && 'A_Star' in last;
}

/** `COPY t TO …` and `COPY t (a, b) TO …` */
function addCopied(relation: Tree, copy: Tree, into: TreeFacts): void {
  addTable(relation, into, undefined);
  const columns = names(copy['attlist']);
  for (const name of columns) into.columnsRead.add(name);
  if (columns.length === 0) into.hidesColumns = true;
}

/** @param isTable whether it is a table or a join, whose columns are hidden by new names */
function addAlias(alias: unknown, into: TreeFacts, isTable: boolean): void {
  if (!isTree(alias)) return;
  into.sources.add(text(alias['aliasname']));
  if (isTable && list(alias['colnames']).length > 0) into.hidesColumns = true;
}

function addTable(relation: Tree, { tablesRead }: TreeFacts, ctes: Ctes | undefined): void {
  const schema = text(relation['schemaname']);
  const name = text(relation['relname']);
  if (schema === '' && isCte(name, ctes)) return;
  tablesRead.add(schema === '' ? name : `${schema}.${name}`);
}

function isAnalyze(option: unknown): boolean {
  const element = isTree(option) && isTree(option['DefElem']) ? option['DefElem'] : {};
  if (text(element['defname']).toLowerCase() !== 'analyze') return false;
  const argument = element['arg'];
  return !/"(?:false|off)"|"ival":0|"boolval":false/i.test(JSON.stringify(argument ?? ''));
}
