import type { Dialect, OperationKind, Span, Target } from '../../model/index.ts';
import { Collector } from '../reader/scan.ts';
import { scanStatement } from '../script/scan-statement.ts';
import { spanOf } from '../script/separate-reading.ts';
import { splitFile } from '../script/split-text.ts';
import { LEXICAL } from '../text/dialects.ts';
import { qualified } from '../text/names.ts';
import type { TokenRange } from '../text/splitter.ts';
import { T, type TokenList } from '../text/tokens.ts';
import { type ConstraintDefinition, readAddedConstraint, readTable, type TableDefinition } from './table-definition.ts';

/** An object that a schema file defines. */
export interface Definition {
  /** `create_table`, `create_view`, …; `enable_row_security` is the row security of a table. */
  readonly kind: OperationKind;
  /** Equal for definitions of one object. */
  readonly key: string;
  readonly target: Target;
  /** The table of an index, trigger or policy, as the operation has it; otherwise empty. */
  readonly table: string;
  /** Of ALTER TABLE … ADD: the columns. */
  readonly columns: readonly string[];
  /** The statement. */
  readonly span: Span;
  /** The statement without comments and spacing. */
  readonly text: string;
  /** Of CREATE TABLE: its elements; undefined if the file does not show them all. */
  readonly elements?: TableDefinition | undefined;
  /** Of ALTER TABLE … ADD: the constraint. */
  readonly constraint?: ConstraintDefinition | undefined;
}

/** What a schema file says. */
export interface SchemaText {
  readonly definitions: readonly Definition[];
  /** The starts of its statements, by their texts without comments and spacing. */
  readonly statements: ReadonlyMap<string, readonly number[]>;
  /** The texts of statements that could not be read. */
  readonly unread: readonly string[];
}

/** Reads the objects that a file defines. Bodies of routines are left out: they define nothing. */
export function readSchemaText(text: string, path: string, dialect: Dialect): SchemaText {
  const script = { ...splitFile(text, path, dialect), context: undefined };
  const definitions: Definition[] = [];
  const statements = new Map<string, number[]>();
  const unread: string[] = [];
  for (const range of script.ranges) {
    const collector = new Collector({ readsBodies: false });
    const { scan, from, to, understood } = scanStatement(script, range, collector);
    const { start } = spanOf(script.tokens, range);
    const plain = plainText(script.tokens, range);
    const known = statements.get(plain);
    if (known) known.push(start);
    else statements.set(plain, [start]);
    if (!understood || collector.unreadable.length > 0) unread.push(plain);
    for (const operation of collector.operations) {
      const { kind, place, target, table = '', columns = [], temporary } = operation;
      if (place !== 'statement' || temporary || !DEFINES.test(kind)) continue;
      const name = nameOf(target, dialect);
      const owner = ON_TABLE.has(kind) ? ` on ${table.toLowerCase()}` : '';
      definitions.push({
        kind,
        key: `${kind} ${name}${owner}`,
        target,
        table,
        columns,
        span: spanOf(script.tokens, range),
        text: plain,
        ...(kind === 'create_table' && { elements: readTable(scan, from, to) }),
        ...(kind === 'add_constraint' && { constraint: readAddedConstraint(scan, from, to, operation) }),
      });
    }
  }
  return { definitions, statements, unread };
}

/** Kinds of operations that say what a schema has. */
const DEFINES = /^create_(?!language$|other$|database$)|^enable_row_security$|^add_constraint$|^add_column$/;
const ON_TABLE: ReadonlySet<OperationKind> = new Set([
  'create_policy',
  'create_trigger',
  'create_rule',
  'create_index',
] as const);

/** The name by which definitions of one object are found: the schema that applies without one is left out. */
export function nameOf(target: Target, dialect: Dialect): string {
  const { queries } = LEXICAL[dialect];
  const name = qualified(target) ?? target.text;
  const own = `${queries.defaultSchema}.`;
  const short = queries.defaultSchema !== '' && name.toLowerCase().startsWith(own) ? name.slice(own.length) : name;
  return LEXICAL[dialect].fold === 'unquoted' ? short : short.toLowerCase();
}

/** The tokens of a statement: equal if only spacing, comments or the case of words differ. */
function plainText(tokens: TokenList, { from, to }: TokenRange): string {
  const parts: string[] = [];
  for (let at = from; at < to; at++) parts.push(tokens.kind(at) === T.word ? tokens.word(at) : tokens.raw(at));
  return parts.join(' ');
}
