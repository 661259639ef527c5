import { isPure, postgresql } from '../../reader/read-only/functions.ts';
import { POSTGRESQL_OPERATORS, POSTGRESQL_TYPES } from '../../reader/read-only/types-postgresql.ts';
import { isTree, list, names, node, type Tree, text } from './ast.ts';
import { FieldCalls } from './fields.ts';

/** The nodes of statements that read. A node that is not listed, such as one of a later version, is an effect. */
const NODES: ReadonlySet<string> = new Set(
  `SelectStmt ExplainStmt VariableShowStmt VariableSetStmt DiscardStmt TransactionStmt DeclareCursorStmt FetchStmt ClosePortalStmt CopyStmt InsertStmt
   UpdateStmt DeleteStmt MergeStmt MergeWhenClause OnConflictClause InferClause SetToDefault MultiAssignRef ResTarget
   ColumnRef A_Star RangeVar RangeSubselect RangeFunction RangeTableSample RangeTableFunc RangeTableFuncCol JoinExpr Alias
   A_Expr BoolExpr NullTest BooleanTest A_Const TypeCast FuncCall NamedArgExpr WindowDef SortBy SubLink List CaseExpr CaseWhen
   CoalesceExpr MinMaxExpr SQLValueFunction A_ArrayExpr RowExpr A_Indirection A_Indices WithClause CommonTableExpr
   GroupingSet GroupingFunc CollateClause ParamRef XmlExpr XmlSerialize ColumnDef DefElem String Integer Float Boolean BitString
   JsonFuncExpr JsonObjectConstructor JsonArrayConstructor JsonArrayQueryConstructor JsonObjectAgg JsonArrayAgg
   JsonAggConstructor JsonOutput JsonReturning JsonFormat JsonValueExpr JsonKeyValue JsonIsPredicate JsonParseExpr
   JsonScalarExpr JsonSerializeExpr JsonTable JsonTableColumn JsonTablePathSpec JsonArgument JsonBehavior`.split(/\s+/),
);

const SAMPLING = new Set(['system', 'bernoulli']);
/** Statements of a transaction that only begin or end one. */
const PLAIN_TRANSACTION = /^TRANS_STMT_(?:BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|ROLLBACK_TO)$/;

/**
 * What a statement may do beyond reading: functions, operators and types that are not reviewed, locks, and so on. Iterative,
 * because an untrusted statement may nest as deep as the parser allows.
 */
export function effectsOfTree(root: unknown): readonly string[] {
  const effects = new Set<string>();
  const fields = new FieldCalls();
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) open.push(...value);
    else if (isTree(value)) {
      for (const key in value) {
        const child = value[key];
        if (typeof child !== 'object' || child === null) continue;
        const effect = isTree(child) ? effectAt(key, child) : undefined;
        if (effect !== undefined) effects.add(effect);
        if (isTree(child)) fields.visit(key, child);
        open.push(child);
      }
    }
  }
  return [...new Set([...effects, ...fields.effects()])];
}

/** @param key the type of the node, or the key under which its parent has it */
function effectAt(key: string, tree: Tree): string | undefined {
  switch (key) {
    case 'FuncCall': {
      const name = names(tree['funcname']).join('.');
      return isPure(postgresql, name) ? undefined : `function ${name}`;
    }
    case 'A_Expr':
      return operatorAt(tree['name']);
    case 'SubLink':
      return tree['operName'] === undefined ? undefined : operatorAt(tree['operName']);
    case 'SortBy':
      return tree['useOp'] === undefined ? undefined : operatorAt(tree['useOp']);
    case 'typeName':
    case 'TypeName':
      return typeAt(tree);
    case 'LockingClause':
      return 'lock';
    case 'intoClause':
      return 'into';
    case 'RangeTableSample': {
      const method = names(tree['method'])
        .join('.')
        .replace(/^pg_catalog\./, '');
      return SAMPLING.has(method) ? undefined : `function ${method}`;
    }
    case 'TransactionStmt':
      return transactionEffect(tree);
    case 'VariableShowStmt':
      return text(tree['name']).includes('.') ? `setting ${text(tree['name'])}` : undefined;
    case 'CopyStmt':
      return tree['is_from'] === true || tree['is_program'] === true || text(tree['filename']) !== ''
        ? 'file'
        : undefined;
    default:
      return /^[A-Z]/.test(key) && !NODES.has(key) ? `syntax ${key}` : undefined;
  }
}

function operatorAt(name: unknown): string | undefined {
  const parts = names(name);
  const own = parts.length === 2 && parts[0] === 'pg_catalog' ? parts.slice(1) : parts;
  return own.length === 1 && POSTGRESQL_OPERATORS.has(own[0] ?? '') ? undefined : `operator ${parts.join('.')}`;
}

function typeAt(tree: Tree): string | undefined {
  const parts = names(tree['names']);
  const own = parts.length === 2 && parts[0] === 'pg_catalog' ? parts.slice(1) : parts;
  const isOwn = own.length === 1 && POSTGRESQL_TYPES.has(own[0] ?? '') && tree['pct_type'] !== true;
  return isOwn ? undefined : `type ${parts.join('.')}`;
}

function transactionEffect(tree: Tree): string | undefined {
  if (!PLAIN_TRANSACTION.test(text(tree['kind']))) return 'transaction';
  const writes = list(tree['options']).some((option) => {
    const element = node(option, 'DefElem');
    return (
      element?.['defname'] === 'transaction_read_only' &&
      !/"ival":1|"boolval":true/.test(JSON.stringify(element['arg'] ?? ''))
    );
  });
  return writes ? 'transaction' : undefined;
}
