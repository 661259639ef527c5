import type { OperationKind } from '../../../model/index.ts';
import { PlainForm, type PlainName, type PlainSpelling } from '../plain-form.ts';
import type { GrammarInput } from '../types.ts';
import { PLAIN_DDL } from './plain-ddl.ts';

/**
 * Words that cannot be an unquoted table or column name in PostgreSQL: reserved words, including those that may be
 * function or type names (appendix C of its manual, version 18), and those that the scanner joins with the next word, as in
 * `NULLS FIRST`.
 */
const RESERVED = new Set(
  `ALL ANALYSE ANALYZE AND ANY ARRAY AS ASC ASYMMETRIC AUTHORIZATION BINARY BOTH CASE CAST CHECK COLLATE COLLATION COLUMN
   CONCURRENTLY CONSTRAINT CREATE CROSS CURRENT_CATALOG CURRENT_DATE CURRENT_ROLE CURRENT_SCHEMA CURRENT_TIME
   CURRENT_TIMESTAMP CURRENT_USER DEFAULT DEFERRABLE DESC DISTINCT DO ELSE END EXCEPT FALSE FETCH FOR FOREIGN FREEZE FROM
   FULL GRANT GROUP HAVING ILIKE IN INITIALLY INNER INTERSECT INTO IS ISNULL JOIN LATERAL LEADING LEFT LIKE LIMIT LOCALTIME
   LOCALTIMESTAMP NATURAL NOT NOTNULL NULL OFFSET ON ONLY OR ORDER OUTER OVERLAPS PLACING PRIMARY REFERENCES RETURNING
   RIGHT SELECT SESSION_USER SIMILAR SOME SYMMETRIC SYSTEM_USER TABLE TABLESAMPLE THEN TO TRAILING TRUE UNION UNIQUE USER
   USING VARIADIC VERBOSE WHEN WHERE WINDOW WITH BETWEEN BIGINT BIT BOOLEAN CHAR CHARACTER COALESCE DEC DECIMAL EXISTS
   EXTRACT FLOAT GREATEST GROUPING INOUT INT INTEGER  JSON JSON_ARRAY JSON_ARRAYAGG JSON_EXISTS JSON_OBJECT
   JSON_OBJECTAGG JSON_QUERY JSON_SCALAR JSON_SERIALIZE JSON_TABLE JSON_VALUE LEAST MERGE_ACTION NATIONAL NCHAR NONE
   NORMALIZE NULLIF NUMERIC OUT OVERLAY  PRECISION REAL ROW SETOF SMALLINT SUBSTRING   TREAT TRIM
   VALUES VARCHAR XMLATTRIBUTES XMLCONCAT XMLELEMENT XMLEXISTS XMLFOREST XMLNAMESPACES XMLPARSE XMLPI XMLROOT XMLSERIALIZE
   XMLTABLE SET OPERATOR VALUE NULLS WITHOUT`.split(/\s+/),
);

const SPELLING: PlainSpelling = {
  reserved: RESERVED,
  // A role cannot be named "none", not even in quotes.
  quoted: /^"(?!none"$)[A-Za-z_]\w{0,62}"$/,
  stringQuotes: "'",
  parameter: /^\$\d{1,5}$/,
  number: /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/,
  arrays: true,
};

/** The operations that the token reader may find in a plain statement, by verb. */
const KINDS: Readonly<Record<string, readonly OperationKind[]>> = {
  SELECT: ['select'],
  INSERT: ['insert', 'update'],
  UPDATE: ['update'],
  DELETE: ['delete'],
};

/** The result that the grammar would return for a plain statement; lists are in the grammar's order. */
export interface PlainReading {
  readonly tablesRead: readonly string[];
  readonly columnsRead: readonly string[];
  readonly unnamedColumns: boolean;
}

/**
 * Reads a statement of a plain form, which the grammar would accept and to which it could add nothing: queries, INSERT
 * … VALUES, UPDATE and DELETE made of plain names, literals, parameters, comparisons and joins. Undefined for every
 * other form. Most statements of applications, dumps and seeds are plain, and the grammar takes ten times as long.
 */
export function readPlainForm(input: GrammarInput): PlainReading | undefined {
  const verb = input.tokens.word(input.range.from);
  if (Object.hasOwn(PLAIN_DDL, verb)) return readPlainDdl(input, verb);
  // If the token reader found other operations, the grammar must decide.
  if (!input.operations.every(({ kind }) => KINDS[verb]?.includes(kind)) || input.operations.length === 0)
    return undefined;
  const form = new PlainForm(input, SPELLING);
  return isPlain(form, verb) && form.done ? readingOf(form) : undefined;
}

function readingOf(form: PlainForm): PlainReading {
  const sources = new Set(
    [...form.tables.map((names) => names.at(-1)), ...form.aliases].map((name) => name && folded(name)),
  );
  return {
    tablesRead: reversed(form.tables.map((names) => names.map(folded).join('.'))),
    columnsRead: reversed(form.columns.map(folded)),
    unnamedColumns: form.star || form.bareColumns.some((name) => sources.has(folded(name))),
  };
}

function readPlainDdl(input: GrammarInput, verb: string): PlainReading | undefined {
  if (!input.understood || input.operations.some(({ place }) => place !== 'statement')) return undefined;
  const form = new PlainForm(input, SPELLING);
  return PLAIN_DDL[verb]?.(form) && form.done ? readingOf(form) : undefined;
}

function isPlain(form: PlainForm, verb: string): boolean {
  switch (verb) {
    case 'SELECT':
      return form.select();
    case 'INSERT':
      return isInsert(form) && isReturning(form);
    case 'UPDATE':
      return isUpdate(form) && isReturning(form);
    case 'DELETE':
      return form.take('DELETE') && form.take('FROM') && form.table(false) && isWhere(form) && isReturning(form);
    default:
      return false;
  }
}

function isInsert(form: PlainForm): boolean {
  if (!form.take('INSERT') || !form.take('INTO') || !form.table(false)) return false;
  if (form.take('(') && !(form.names() && form.take(')'))) return false;
  if (form.next('SELECT')) return form.select();
  if (!form.take('VALUES') || !form.rows()) return false;
  if (!form.take('ON')) return true;
  if (!form.take('CONFLICT')) return false;
  const named = form.take('(');
  if (named && !(form.names() && form.take(')'))) return false;
  if (!form.take('DO')) return false;
  return form.take('NOTHING') || (named && form.take('UPDATE') && isSet(form));
}

function isUpdate(form: PlainForm): boolean {
  return form.take('UPDATE') && form.table(false) && isSet(form) && isWhere(form);
}

function isSet(form: PlainForm): boolean {
  if (!form.take('SET')) return false;
  do if (!form.name() || !form.take('=') || !form.operand()) return false;
  while (form.take(','));
  return true;
}

function isWhere(form: PlainForm): boolean {
  return form.take('WHERE') && form.condition();
}

function isReturning(form: PlainForm): boolean {
  return !form.take('RETURNING') || form.selected();
}

function folded({ name, quoted }: PlainName): string {
  return quoted ? name : name.toLowerCase();
}

/** Reverses the names, because the walk through the grammar's tree visits the last node first. */
function reversed(names: readonly string[]): readonly string[] {
  return [...new Set([...names].reverse())];
}
