import { NO_TARGET, readName, unquote } from '../text/names.ts';
import { split } from '../text/splitter.ts';
import { T, type TokenList } from '../text/tokens.ts';
import { readProcedure } from './administration/index.ts';
import { decodeString, openText, readRoutineText } from './body.ts';
import { readLanguage } from './ddl/index.ts';
import { readTexts } from './dynamic-text.ts';
import { type Facts, withFacts } from './operation.ts';
import { readIfExists, type Scan } from './scan.ts';
import { kindWithTarget } from './session.ts';
import { readProcedureArguments } from './sql-arguments.ts';
import { type DynamicText, ITSELF } from './texts.ts';

/** DO: PostgreSQL's anonymous block; MySQL's `DO expression`. */
export function readDo(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  if (lexical.routines.doRuns === 'expression') {
    scan.add('select', from, to);
    return true;
  }
  const language = readLanguage(scan, from, to) || 'plpgsql';
  scan.add('do_block', from, to, { language });
  for (let at = from + 1; at < to; at++) {
    const kind = tokens.kind(at);
    if (kind !== T.string && kind !== T.dollar) continue;
    if (tokens.word(at - 1) === 'LANGUAGE') continue;
    readRoutineText(scan, at, 'do_block', language);
    return true;
  }
  return false;
}

/** CALL, and T-SQL's EXEC in all its forms. */
export function readCall(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  if (lexical.routines.bareCalls) return readExec(scan, from + 1, from, to);
  const { target, next } = readName(tokens, from + 1, lexical);
  scan.add('call', from, to, { target });
  if (tokens.word(next) !== '(') readProcedure(scan, target.name ?? '', next, from, to);
  return target.text !== '';
}

/** EXECUTE: dynamic SQL inside a PL/pgSQL body, a prepared statement elsewhere, EXECUTE IMMEDIATE anywhere. */
export function readExecute(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  if (tokens.word(from + 1) === 'IMMEDIATE')
    return readDynamic(scan, from, from + 2, endOfText(scan, from + 2, to), to);
  if (lexical.routines.bareCalls) return readExec(scan, from + 1, from, to);
  const body = scan.place === 'do_block' || scan.place === 'routine_body';
  if (body && lexical.routines.language === 'plpgsql')
    return readDynamic(scan, from, from + 1, endOfText(scan, from + 1, to), to);
  scan.add('execute_prepared', from, to, { target: readName(tokens, from + 1, lexical).target });
  return true;
}

/** PERFORM: a SELECT whose result is discarded. */
export function readPerform(): boolean {
  return true;
}

const TEXT_ENDS = new Set(['USING', 'INTO', 'LOOP']);

function endOfText(scan: Scan, from: number, to: number): number {
  const end = scan.find(TEXT_ENDS, from, to);
  return end < 0 ? to : end;
}

/** `PREPARE s FROM 'text'` (MySQL) and `PREPARE s AS statement` (PostgreSQL). */
export function readPrepare(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  if (lexical.routines.prepares === 'text') {
    const text = scan.find('FROM', from, to);
    return text >= 0 && readDynamic(scan, from, text + 1, to, to);
  }
  scan.add('prepare', from, to);
  if (scan.is(from + 1, 'TRANSACTION')) return true;
  const as = scan.find('AS', from, to);
  if (as < 0 || as + 1 >= to) return false;
  return tokens.word(as + 1) !== '' && scan.readStatement(scan.at('prepared'), as + 1, to);
}

/**
 * `RETURN QUERY EXECUTE`, `FOR r IN EXECUTE` and `OPEN c FOR EXECUTE`: PL/pgSQL refuses what returns no rows. It runs
 * `DELETE … RETURNING`.
 */
function isQuery(scan: Scan, from: number): boolean {
  const { tokens, lexical } = scan;
  if (lexical.routines.language !== 'plpgsql') return false;
  const before = tokens.word(from - 1);
  if (before === 'QUERY') return tokens.word(from - 2) === 'RETURN';
  if (before === 'IN') return hasBefore(scan, from - 2, 'FOR');
  return before === 'FOR' && hasBefore(scan, from - 2, 'OPEN');
}

/** Maximum tokens between FOR or OPEN and its EXECUTE: a list of variables. */
const MAX_LEAD = 64;

/** Whether the statement that `at` is in begins with the word. */
function hasBefore({ tokens }: Scan, at: number, word: string): boolean {
  for (let before = at; before >= 0 && at - before < MAX_LEAD; before--) {
    if (tokens.word(before) === word) return true;
    if (tokens.word(before) === ';' || tokens.kind(before) === T.terminator) return false;
  }
  return false;
}

const READS: ReadonlySet<string> = new Set(['select', 'show']);

/** Reads the SQL that a string expression produces, as far as it is known. */
export function readDynamic(scan: Scan, from: number, textFrom: number, textTo: number, to: number): boolean {
  const before = scan.out.operations.length;
  const texts = readTexts(scan, textFrom, textTo);
  const called = texts.every(({ complete }) => complete) ? undefined : textsOfCalls(scan, textFrom, textTo);
  readDynamicText(scan, from, textFrom, textTo, to, called ?? texts);
  const execute = scan.out.operations[before];
  if (called && execute?.readable) {
    // What the routine runs in later calls is not known.
    scan.out.operations[before] = withFacts(execute, { readable: false, deferred: true });
    return true;
  }
  if (execute?.kind !== 'execute_dynamic' || execute.readable || !isQuery(scan, from) || !areReads(texts)) return true;
  // The unknown parts of the text can only read. The known parts are judged by their own operations.
  const others = scan.out.operations.slice(before + 1);
  if (others.every(({ kind }) => READS.has(kind))) {
    scan.out.operations.length = before;
    scan.at('dynamic').add('select', from, to);
    for (const other of others) scan.out.operations.push(other);
  }
  return true;
}

/**
 * The texts that the calls of the routine in this file run; undefined if they are not known. A parameter that the body
 * uses elsewhere too may be changed there, or be a column.
 */
function textsOfCalls(scan: Scan, from: number, to: number): readonly DynamicText[] | undefined {
  const calls = scan.place === 'routine_body' ? scan.out.literalCalls() : [];
  const here = new Map<string, number>();
  if (calls.length === 0) return undefined;
  for (let at = from; at < to; at++) {
    if (scan.tokens.word(at) === 'SELECT') return undefined;
    const name = plainName(scan.tokens, at);
    here.set(name, (here.get(name) ?? 0) + 1);
  }
  const everywhere = namesIn(scan.tokens);
  // `$1` is another name of the first parameter.
  for (const name of everywhere.keys()) if (/^\$\d/.test(name)) return undefined;
  for (const name of calls[0]?.keys() ?? []) if (here.get(name) !== everywhere.get(name)) return undefined;
  const texts = new Map<string, DynamicText>();
  for (const call of calls)
    for (const text of readTexts(scan, from, to, call)) {
      if (!text.complete) return undefined;
      texts.set(text.text, text);
    }
  return [...texts.values()];
}

/** The token in lower case and without quotes. */
function plainName(tokens: TokenList, at: number): string {
  const raw = tokens.raw(at);
  return (tokens.kind(at) === T.quoted ? unquote(raw) : raw).toLowerCase();
}

const NAMES = new WeakMap<TokenList, ReadonlyMap<string, number>>();

/** How often each name occurs in a text. */
function namesIn(tokens: TokenList): ReadonlyMap<string, number> {
  const known = NAMES.get(tokens);
  if (known) return known;
  const names = new Map<string, number>();
  for (let at = 0; at < tokens.length; at++) {
    const name = plainName(tokens, at);
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  NAMES.set(tokens, names);
  return names;
}

/** Whether each text, or what it is appended to, begins with a verb that only reads. `WITH` can contain a write. */
function areReads(texts: readonly DynamicText[]): boolean {
  const first = texts.filter(({ text }) => !text.startsWith(ITSELF));
  return first.length > 0 && first.every(({ text }) => /^[\s(]*(?:SELECT|VALUES|TABLE|SHOW)\b/i.test(text));
}

function readDynamicText(
  scan: Scan,
  from: number,
  textFrom: number,
  textTo: number,
  to: number,
  texts: readonly DynamicText[],
): void {
  const before = scan.out.operations.length;
  scan.add('execute_dynamic', from, to);
  // A text in dollar quotes is read in place, so that what is found in it has its own position.
  const inPlace = textTo - textFrom === 1 && scan.tokens.kind(textFrom) === T.dollar;
  let readable = true;
  for (const { text, complete } of texts) {
    const isRead = readBuiltText(scan, textFrom, inPlace ? undefined : text);
    readable &&= complete && isRead;
  }
  const execute = scan.out.operations[before];
  if (execute && !readable) scan.out.operations[before] = withFacts(execute, { readable: false });
}

/** Reads one text; false if a statement in it is not understood. */
function readBuiltText(scan: Scan, at: number, text: string | undefined): boolean {
  if (text !== undefined && !/\w/.test(text.replaceAll('${value}', ''))) return !text.includes('${value}');
  const inner = openText(scan, at, 'dynamic', text);
  if (!inner) return true;
  let understood = true;
  for (const range of split(inner.tokens, scan.lexical)) {
    const isConstant = hasConstantVerb(inner, range.from, range.to);
    if (!inner.readStatement(inner, range.from, range.to) || !isConstant) understood = false;
  }
  return understood;
}

/** Whether the words that say what a statement does are constant. Even a quoted name can be such a word. */
function hasConstantVerb(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  if (tokens.kind(from) === T.placeholder) return false;
  if (!/^(?:CREATE|ALTER|DROP)$/.test(tokens.word(from))) return true;
  if (tokens.kind(from + 1) === T.placeholder) return false;
  if (!scan.is(from, 'ALTER', 'TABLE')) return true;
  let at = readIfExists(scan, from + 2).next;
  if (tokens.word(at) === 'ONLY') at++;
  const { next } = readName(tokens, at, scan.lexical);
  return scan.commaParts(next, to).every((action) => tokens.kind(action.from) !== T.placeholder);
}

/** System procedures whose arguments are read. The tables of `administration` list the others. */
const PROCEDURES: Record<string, (scan: Scan, from: number, to: number, arguments_: number) => void> = {
  SP_EXECUTESQL: (scan, from, to, at) => {
    const first = scan.commaParts(at, to)[0];
    const equals = first ? scan.find('=', first.from, first.to) : -1;
    if (first) readDynamic(scan, from, equals >= 0 ? equals + 1 : first.from, first.to, to);
  },
  SP_MSFOREACHTABLE: (scan, from, to, at) => {
    readWhereAnd(scan, from, to, at);
    readCommands(scan, from, to, at, ['@COMMAND1', '', '@COMMAND2', '@COMMAND3', '', '@PRECOMMAND', '@POSTCOMMAND']);
  },
  SP_MSFOREACHDB: (scan, from, to, at) =>
    readCommands(scan, from, to, at, ['@COMMAND1', '', '@COMMAND2', '@COMMAND3', '@PRECOMMAND', '@POSTCOMMAND']),
  SP_RENAME: readSpRename,
  SP_EXECUTE_REMOTE: (scan, from, to) => scan.add('execute_dynamic', from, to, { readable: false }),
};

/** Its types other than COLUMN and OBJECT (SQL Server docs, sp_rename). */
const RENAMED: Readonly<Record<string, string>> = {
  DATABASE: 'database',
  INDEX: 'index',
  STATISTICS: 'statistics',
  USERDATATYPE: 'type',
};

/** `sp_rename 'schema.table.column', 'new', 'COLUMN'`: a name in a string, with or without brackets. */
function readSpRename(scan: Scan, from: number, to: number, at: number): void {
  const { tokens } = scan;
  const [name, , type] = scan.commaParts(at, to).map((part) => part.to - 1);
  const literal = name !== undefined && tokens.kind(name) === T.string ? openText(scan, name, scan.place) : undefined;
  const read = literal ? readName(literal.tokens, 0, scan.lexical).target : undefined;
  const objectType = type === undefined ? '' : decodeString(tokens.raw(type), false).trim().toUpperCase();
  const kind =
    objectType === 'COLUMN'
      ? 'rename_column'
      : objectType === '' || objectType === 'OBJECT'
        ? 'rename_table'
        : 'rename_other';
  const unknown = { name: undefined, schema: undefined, quoted: false, text: scan.text(at, to) };
  const parts = read?.text.split('.') ?? [];
  // For a column, the table is the second-last part.
  const renamed = { target: read ?? unknown, objectType: kind === 'rename_other' ? (RENAMED[objectType] ?? '') : '' };
  if (kind !== 'rename_column' || !read) return scan.add(kind, from, to, renamed);
  const table = parts.at(-2) ?? '';
  const target = { name: table, schema: parts.at(-3) ?? '', quoted: false, text: parts.slice(0, -1).join('.') };
  scan.add(kind, from, to, { target, columns: [parts.at(-1) ?? ''] });
}

/** `@whereand` of sp_MSforeachtable is put into a query as it is: anything but one condition can run other SQL. */
function readWhereAnd(scan: Scan, from: number, to: number, at: number): void {
  const { tokens } = scan;
  for (const [position, part] of scan.commaParts(at, to).entries()) {
    const named = tokens.kind(part.from) === T.param && tokens.word(part.from + 1) === '=';
    if (named ? tokens.raw(part.from).toUpperCase() !== '@WHEREAND' : position !== 4) continue;
    const value = named ? part.from + 2 : part.from;
    const text =
      part.to === value + 1 && tokens.kind(value) === T.string ? decodeString(tokens.raw(value), false) : ';';
    if (/;|--|\/\*|\b(?:EXEC|DROP|DELETE|UPDATE|INSERT|ALTER|TRUNCATE|CREATE)\b/i.test(text))
      scan.add('execute_dynamic', from, to, { readable: false });
  }
}

/** Reads the arguments that run as SQL. `parameters` are in order, with an empty text for each that is not a command. */
function readCommands(scan: Scan, from: number, to: number, at: number, parameters: readonly string[]): void {
  const { tokens } = scan;
  for (const [position, part] of scan.commaParts(at, to).entries()) {
    const named = tokens.kind(part.from) === T.param && tokens.word(part.from + 1) === '=';
    const parameter = named ? tokens.raw(part.from).toUpperCase() : parameters[position];
    if (parameter && parameters.includes(parameter))
      readDynamic(scan, from, named ? part.from + 2 : part.from, part.to, to);
  }
}

/** System procedures that keep a text and do not run it. */
const KEEPS_TEXT = /^SP_(?:ADD|UPDATE|DROP)EXTENDEDPROPERTY$|^SP_HELP|^XP_LOGEVENT$|^SP_ADDMESSAGE$/;

function literalTarget(text: string): Facts['target'] & object {
  return { name: text.toLowerCase(), schema: '', quoted: false, text };
}

/** T-SQL's EXEC; `at` is the token after the word. */
export function readExec(scan: Scan, at: number, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  if (tokens.word(at) === 'AS') {
    scan.add('set_role', from, to);
    return true;
  }
  if (tokens.word(at) === '(') {
    const close = scan.afterParenthesis(at, to);
    // `EXEC ('…') AT server`
    if (tokens.word(close) === 'AT') scan.add('remote_sql', from, to);
    return readDynamic(scan, from, at + 1, close - 1, to);
  }
  // `EXEC @result = procedure …`
  const start = tokens.kind(at) === T.param && tokens.word(at + 1) === '=' ? at + 2 : at;
  if (tokens.kind(start) === T.param) {
    scan.add('execute_dynamic', from, to, { readable: false });
    return true;
  }
  const { target, next } = readName(tokens, start, lexical);
  if (next === start) return false;
  scan.add('call', from, to, { target: target ?? NO_TARGET });
  const name = (target.name ?? '').toUpperCase();
  PROCEDURES[name]?.(scan, from, to, next);
  const listed = readProcedure(scan, name, next, from, to);
  if (!listed && !PROCEDURES[name] && !KEEPS_TEXT.test(name)) readProcedureArguments(scan, next, to);
  return true;
}

const FROM_OR_TO = new Set(['FROM', 'TO']);

/** `COPY t FROM …`, `COPY (query) TO …`, either with PROGRAM. */
export function readCopy(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  const query = tokens.word(from + 1) === '(';
  const start = tokens.word(from + 1) === 'BINARY' ? from + 2 : from + 1;
  const name = query ? { target: NO_TARGET, next: scan.afterParenthesis(start, to) } : readName(tokens, start, lexical);
  const direction = scan.find(FROM_OR_TO, name.next, to);
  if (direction < 0) return false;
  const columns =
    tokens.word(name.next) === '(' ? scan.commaParts(name.next + 1, scan.afterParenthesis(name.next, to) - 1) : [];
  scan.add(tokens.word(direction) === 'FROM' ? 'copy_from' : 'copy_to', from, to, {
    target: name.target,
    columns: columns.map((part) => readName(tokens, part.from, lexical).target.name ?? ''),
    endpoint: copyEndpoint(scan, direction + 1),
  });
  if (tokens.word(direction + 1) === 'PROGRAM')
    scan.add('execute_program', from, to, { target: literalTarget('copy program') });
  return true;
}

/** The endpoint after FROM or TO of a COPY; undefined if it is a placeholder or parameter. */
function copyEndpoint(scan: Scan, at: number): string | undefined {
  const { tokens } = scan;
  const word = tokens.word(at);
  if (word === 'STDIN' || word === 'STDOUT') return 'client';
  if (word === 'PROGRAM') return 'program';
  return tokens.kind(at) === T.placeholder || tokens.kind(at) === T.param ? undefined : scan.lexical.queries.copiesTo;
}

/** Redshift's `UNLOAD ('query') TO 's3://…'`, and CockroachDB's `EXPORT INTO CSV 's3://…' FROM …`. */
export function readUnload(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  const table = tokens.word(from) === 'EXPORT' ? scan.find('TABLE', from, to) : -1;
  const target = table < 0 ? NO_TARGET : readName(tokens, table + 1, lexical).target;
  scan.add('copy_to', from, to, { target, endpoint: 'storage' });
  return scan.find(FROM_OR_TO, from + 1, to) >= 0;
}

/** PostgreSQL's IMPORT FOREIGN SCHEMA, MySQL's IMPORT TABLE, CockroachDB's IMPORT INTO. */
export function readImport(scan: Scan, from: number, to: number): boolean {
  if (scan.tokens.word(from + 1) !== 'INTO') return kindWithTarget('create_other', 3)(scan, from, to);
  scan.add('copy_from', from, to, {
    target: readName(scan.tokens, from + 2, scan.lexical).target,
    endpoint: 'storage',
  });
  return scan.find('DATA', from, to) >= 0;
}

/** T-SQL's `BULK INSERT t FROM 'file'`: the server opens the file. */
export function readBulk(scan: Scan, from: number, to: number): boolean {
  const { target, next } = readName(scan.tokens, from + 2, scan.lexical);
  scan.add('copy_from', from, to, { target, endpoint: 'file' });
  return scan.tokens.word(from + 1) === 'INSERT' && next > from + 2;
}

/** MySQL's LOAD DATA and LOAD XML; PostgreSQL's LOAD 'library'. */
export function readLoad(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  const word = tokens.word(from + 1);
  if (word === 'DATA' || word === 'XML') {
    const into = scan.find('TABLE', from, to);
    const local = scan.find('LOCAL', from, into < 0 ? to : into) >= 0;
    scan.add('copy_from', from, to, {
      target: into < 0 ? NO_TARGET : readName(tokens, into + 1, lexical).target,
      endpoint: local ? 'client' : 'file',
    });
    return into >= 0;
  }
  if (word === 'INDEX') {
    scan.add('maintain', from, to);
    return true;
  }
  scan.add('load_library', from, to);
  return tokens.kind(from + 1) === T.string;
}
