import type { Operation, OperationKind, Span } from '../../../model/index.ts';
import { makeOperation } from '../../reader/operation.ts';
import type { Lexical } from '../../text/dialects.ts';
import { foldName, NO_TARGET } from '../../text/names.ts';
import { T, type TokenList } from '../../text/tokens.ts';
import type { Grammar, GrammarInput, GrammarReading } from '../types.ts';
import type { Rewritten } from './mysql-forms.ts';
import type { PlainSelect } from './plain-select.ts';
import { NO_NAME, plainText } from './plain-text.ts';

/** The parse function of node-sql-parser. It throws if it cannot parse. */
export type Parse = (sql: string) => {
  readonly tableList: readonly string[];
  readonly columnList: readonly string[];
  readonly ast: unknown;
};

/**
 * Parsing time grows exponentially with nesting and with the square of the length. Only texts within these limits are
 * parsed (measured: under 0.1 s each), and only this many statements per file.
 */
const MAX_LENGTH = 8192;
const MAX_PIECES = 1500;
const MAX_DEPTH = 8;
const MAX_STATEMENTS = 1000;

const KINDS: Record<string, OperationKind> = {
  insert: 'insert',
  replace: 'replace',
  update: 'update',
  delete: 'delete',
  truncate: 'truncate',
};
const READERS: Operation['readers'] = ['node-sql-parser'];

/**
 * node-sql-parser for MySQL, MariaDB and SQLite. It rejects SQL that servers accept and misreads some, so a rejection
 * means nothing. It is used only where it can add to the token reader: for queries and unrecognised statements.
 *
 * @param readPlain a fast reader that is tried first; its result replaces the grammar's
 * @param rewrite replaces what the parser of the dialect rejects or misreads
 */
export function nodeSqlParserGrammar(
  parse: Parse,
  lexical: Lexical,
  readPlain: (input: GrammarInput) => PlainSelect | undefined,
  rewrite: (tokens: TokenList, at: number) => Rewritten | undefined,
): Grammar {
  let remaining = MAX_STATEMENTS;
  return {
    name: 'node-sql-parser',
    restart: () => {
      remaining = MAX_STATEMENTS;
    },
    read: (input) => {
      const plain = readPlain(input);
      if (plain) return plainReading(plain, lexical);
      if (remaining <= 0 || !shouldParse(input)) return undefined;
      const sql = plainText(input.tokens, input.range, { length: MAX_LENGTH, pieces: MAX_PIECES }, rewrite);
      if (sql === undefined) return undefined;
      remaining--;
      return readStatement(parse, sql, input.span, lexical);
    },
  };
}

function plainReading({ tables, columns }: PlainSelect, lexical: Lexical): GrammarReading {
  const folded = (names: readonly string[]) => [...new Set(names.map((name) => foldName(name, false, lexical)))];
  return {
    understood: true,
    operations: [],
    facts: { tablesRead: folded(tables), columnsRead: folded(columns).sort() },
  };
}

function shouldParse({ tokens, range, understood }: GrammarInput): boolean {
  let depth = 0;
  let queries = 0;
  for (let at = range.from; at < range.to; at++) {
    const kind = tokens.kind(at);
    if (kind === T.execOpen || kind === T.directive || kind === T.placeholder || kind === T.unreadable) return false;
    const word = tokens.word(at);
    if (word === '(' && ++depth > MAX_DEPTH) return false;
    if (word === ')') depth--;
    else if (word === 'SELECT') queries++;
  }
  // Its support for routines is poor, and the token reader has read the body.
  return depth === 0 && (queries > 0 || !understood) && !/^(?:CREATE|ALTER)$/.test(tokens.word(range.from));
}

function readStatement(parse: Parse, sql: string, span: Span, lexical: Lexical): GrammarReading {
  let parsed: ReturnType<Parse>;
  try {
    parsed = parse(sql);
  } catch {
    return { understood: false, operations: [], facts: {} };
  }
  const functions = new Set<string>();
  collectFunctions(parsed.ast, functions);
  const operations = parsed.tableList.flatMap((entry) => operationOf(entry, span, lexical));
  return {
    understood: operations.length > 0 || isQuery(parsed.ast),
    operations,
    facts: {
      tablesRead: tablesOf(parsed.tableList, lexical),
      functions: [...functions],
      columnsRead: columnsOf(parsed.columnList, lexical),
    },
  };
}

function isQuery(ast: unknown): boolean {
  const first: unknown = Array.isArray(ast) ? ast[0] : ast;
  return typeof first === 'object' && first !== null && 'type' in first && first.type === 'select';
}

/** The operation of an entry `verb::schema::table`; `null` is a missing part. */
function operationOf(entry: string, span: Span, lexical: Lexical): readonly Operation[] {
  const [verb = '', schema = '', ...rest] = entry.split('::');
  const kind = KINDS[verb.toLowerCase()];
  const name = foldName(rest.join('::'), false, lexical);
  if (!kind || name === '' || name === 'null') return [];
  const known = schema === 'null' ? '' : foldName(schema, false, lexical);
  // It accepts a text for a table, whose name is in double quotes if the server has ANSI_QUOTES.
  const target = entry.includes(NO_NAME)
    ? { ...NO_TARGET, name: undefined }
    : { name, schema: known, quoted: false, text: known === '' ? name : `${known}.${name}` };
  const filtered = kind === 'update' || kind === 'delete';
  // The token reader evaluates filters. For a write that it missed, the filter is unknown.
  return [makeOperation(kind, 'statement', span, { target, readers: READERS, ...(filtered && { filter: undefined }) })];
}

function tablesOf(tableList: readonly string[], lexical: Lexical): readonly string[] {
  const tables = new Set<string>();
  for (const entry of tableList) {
    const [verb, schema = 'null', ...rest] = entry.split('::');
    const name = foldName(rest.join('::'), false, lexical);
    if (verb !== 'select' || name === '' || name === 'null' || entry.includes(NO_NAME)) continue;
    tables.add(schema === 'null' ? name : `${foldName(schema, false, lexical)}.${name}`);
  }
  return [...tables];
}

function columnsOf(columnList: readonly string[], lexical: Lexical): readonly string[] {
  const columns = columnList
    // The entry of a star starts with a varying number of parts.
    .filter((entry) => !entry.endsWith('::(.*)'))
    .map((entry) => entry.split('::'))
    .filter(([verb, , name]) => verb === 'select' && name !== undefined && name !== '*' && name !== NO_NAME)
    .map(([, , name]) => foldName(name ?? '', false, lexical));
  // Sorted, because the parser's order depends on the order in which it tries its rules.
  return [...new Set(columns)].sort();
}

/** Collects the names in function nodes. Recursion is safe: the nesting of the statement is limited. */
function collectFunctions(value: unknown, into: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collectFunctions(item, into);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && (value.type === 'function' || value.type === 'aggr_func') && 'name' in value) {
    const name = functionName(value.name);
    // It parses `NOT (…)` and `EXISTS (…)` as function calls.
    if (name !== '' && !/^(?:not|exists)$/i.test(name)) into.add(name.toLowerCase());
  }
  for (const child of Object.values(value)) collectFunctions(child, into);
}

function functionName(name: unknown): string {
  if (typeof name === 'string') return name;
  if (typeof name !== 'object' || name === null || !('name' in name) || !Array.isArray(name.name)) return '';
  const last: unknown = name.name.at(-1);
  return typeof last === 'object' && last !== null && 'value' in last && typeof last.value === 'string'
    ? last.value
    : '';
}
