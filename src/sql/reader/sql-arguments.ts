import { lexFragment } from '../text/lexer/index.ts';
import { readName } from '../text/names.ts';
import { split } from '../text/splitter.ts';
import { T, type TokenList } from '../text/tokens.ts';
import { openText, stringValue } from './body.ts';
import { readTexts } from './dynamic-text.ts';
import type { Scan } from './scan.ts';
import { calledFunction } from './statement-facts/index.ts';

/** Maximum texts of a statement that are read as SQL. What follows is reported as not read. */
const MAX_TEXTS = 500;
/** Maximum strings of a JSON text that are looked at. */
const MAX_JSON_STRINGS = 1000;

/** What a text must contain to be SQL that changes something: enough to reject almost every other text. */
const VERB = /\b(?:DROP|DELETE|TRUNCATE|UPDATE|ALTER|INSERT|GRANT|REVOKE|MERGE|EXEC|EXECUTE|CALL|DO|COPY)\b/i;

/** Built-in functions that only give a value. A text that they build is read as the argument of another call. */
const ONLY_VALUES = new Set(
  `abs array_agg array_append array_cat array_position array_prepend array_remove array_to_string ascii ceiling char_length
   charindex checksum coalesce concat concat_ws convert convert_from convert_to count crc32 date_format date_part date_trunc
   datalength dense_rank digest encode decode error_message find_in_set format formatmessage from_base64 greatest group_concat
   gen_salt hashbytes hex hmac if ifnull iif initcap instr isnull json_agg json_array json_build_array json_build_object
   json_contains json_extract json_object json_object_agg json_quote json_set json_value jsonb_agg jsonb_build_array
   jsonb_build_object jsonb_set lag lead least left len length like likely locate lower lpad ltrim max md5 min nullif
   object_definition object_id octet_length openjson patindex pg_get_functiondef pg_notify plainto_tsquery position printf
   quote quote_ident quote_literal quote_nullable quotename raiserror random regexp_count regexp_instr regexp_like
   regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr repeat replace
   reverse right row_number row_to_json rpad rtrim set_config setweight sha1 sha2 sha256 sha512 similar soundex split_part
   starts_with stuff string_agg string_split string_to_array string_to_table strpos strftime substr substring sum to_base64
   to_char to_date to_hex to_json to_jsonb to_number to_regclass to_timestamp to_tsquery to_tsvector translate trim
   ts_headline ts_rank typeof unhex unicode unlikely unnest upper websearch_to_tsquery xmlparse has_table_privilege
   has_any_column_privilege has_column_privilege has_schema_privilege has_function_privilege col_description
   obj_description shobj_description event_object_table tg_argv`.split(/\s+/),
);

interface Open {
  /** Whether the call that it belongs to may run a text. */
  readonly runs: boolean;
  /** The parenthesis of that call. */
  readonly call: number;
}

/**
 * Reads the arguments of the calls between `from` and `to` that are SQL which changes something:
 * `SELECT run('DROP TABLE t')`. Such a routine looks the same as one that only stores the text.
 *
 * @param listed whether the operations of a function are known
 */
export function readSqlArguments(scan: Scan, from: number, to: number, listed: (name: string) => boolean): void {
  const { tokens } = scan;
  const stack: Open[] = [];
  const read = new TextReader(scan);
  for (let at = from; at < to; at++) {
    const kind = tokens.kind(at);
    const top = stack.at(-1);
    if (kind === T.string || kind === T.dollar) {
      if (top?.runs && VERB.test(tokens.raw(at))) read.argument(at, top.call);
      continue;
    }
    const word = tokens.word(at);
    if (word === ')') stack.pop();
    if (word !== '(' || kind !== T.op) continue;
    const name = at > from ? calledWithText(scan, at - 1) : undefined;
    if (name === undefined) stack.push(top ?? { runs: false, call: at });
    else stack.push({ runs: !listed(name), call: at });
  }
}

/** The function called at `at`, if it may run the texts that it is given. */
function calledWithText(scan: Scan, at: number): string | undefined {
  const { tokens } = scan;
  if ((tokens.kind(at) !== T.word && tokens.kind(at) !== T.quoted) || isExecute(scan, at)) return undefined;
  const name = calledFunction(scan, at);
  const isBuiltIn = name !== undefined && ONLY_VALUES.has(name) && tokens.word(at - 1) !== '.';
  return isBuiltIn ? undefined : name;
}

/** `EXECUTE (text)` and `EXEC (text)` are statements, which are read as such. */
function isExecute({ tokens, lexical }: Scan, at: number): boolean {
  const word = tokens.word(at);
  return word === 'EXECUTE' || (word === 'EXEC' && lexical.routines.bareCalls);
}

/** Reads the arguments of a procedure that is called without parentheses, as T-SQL's EXEC does. */
export function readProcedureArguments(scan: Scan, from: number, to: number): void {
  const read = new TextReader(scan);
  for (let at = from; at < to; at++)
    if (scan.tokens.kind(at) === T.string && VERB.test(scan.tokens.raw(at))) read.argument(at, from - 1, to);
}

class TextReader {
  readonly #scan: Scan;
  readonly #arguments = new Map<number, readonly { readonly from: number; readonly to: number }[]>();
  /** The arguments that were read as a whole. */
  readonly #read = new Set<number>();
  #count = 0;

  constructor(scan: Scan) {
    this.#scan = scan;
  }

  /** Reads the argument with the string at `at`, in the call whose parenthesis is at `open`. */
  argument(at: number, open: number, end?: number): void {
    const scan = this.#scan;
    const { tokens } = scan;
    const part = this.#partWith(at, open, end);
    if (part && !this.#read.has(part.from)) {
      this.#read.add(part.from);
      const named = /^(?:=>|:=|=)$/.test(tokens.word(part.from + 1)) ? part.from + 2 : part.from;
      if (part.to - named > 1) for (const { text } of readTexts(scan, named, part.to)) this.#text(text, at);
    }
    const raw = tokens.raw(at);
    const text =
      tokens.kind(at) === T.dollar
        ? raw.slice(raw.indexOf('$', 1) + 1, raw.lastIndexOf('$', raw.length - 2))
        : stringValue(raw, scan.lexical);
    for (const each of /^\s*[[{]/.test(text) ? stringsOfJson(text) : [text]) this.#text(each, at);
  }

  #partWith(at: number, open: number, end: number | undefined) {
    const { tokens } = this.#scan;
    let parts = this.#arguments.get(open);
    if (!parts) {
      const close = end ?? tokens.closing(open);
      parts = close < 0 ? [] : this.#scan.commaParts(open + 1, close);
      this.#arguments.set(open, parts);
    }
    return parts.find(({ from, to }) => from <= at && at < to);
  }

  #text(text: string, at: number): void {
    const scan = this.#scan;
    if (!VERB.test(text) || !changesSomething(scan, text)) return;
    if (this.#count++ === MAX_TEXTS)
      scan.unreadable(`the statement has more than ${MAX_TEXTS} texts with SQL`, at, at + 1);
    if (this.#count > MAX_TEXTS) return;
    const inner = openText(scan, at, 'dynamic', text);
    if (!inner) return;
    for (const range of split(inner.tokens, scan.lexical)) inner.readStatement(inner, range.from, range.to);
  }
}

/** The strings in a JSON text, at any depth; none if the text is not valid JSON. */
function stringsOfJson(text: string): readonly string[] {
  const strings: string[] = [];
  try {
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'string' && strings.length < MAX_JSON_STRINGS) strings.push(value);
      return null;
    });
  } catch {
    return [text];
  }
  return strings;
}

/** Whether a statement of the text has the form of one that changes something. Prose that begins like SQL does not. */
function changesSomething(scan: Scan, text: string): boolean {
  const tokens = lexFragment(text, scan.dialect);
  if (tokens.isCut) return true;
  // A body, from which a routine is made.
  if (tokens.word(0) === 'BEGIN' && !/^(?:;|TRAN|TRANSACTION|WORK)$/.test(tokens.word(1))) return false;
  return split(tokens, scan.lexical).some(({ from, to }) => isChange(tokens, scan, from, to));
}

const OBJECTS =
  /^(?:TABLE|VIEW|INDEX|SCHEMA|DATABASE|SEQUENCE|TYPE|DOMAIN|EXTENSION|FUNCTION|PROCEDURE|PROC|TRIGGER|ROLE|USER|LOGIN|POLICY|MATERIALIZED|OWNED|EVENT)$/;
const AFTER_DROP = /^(?:|,|;|\(|CASCADE|RESTRICT|ON|BY)$/;
const AFTER_TRUNCATE = /^(?:|,|;|CASCADE|RESTRICT|RESTART|CONTINUE)$/;
const AFTER_DELETE = /^(?:|;|WHERE|USING|RETURNING|LIMIT|ORDER|OUTPUT)$/;
const ACTIONS =
  /^(?:ADD|DROP|ALTER|RENAME|SET|OWNER|ENABLE|DISABLE|MODIFY|CHANGE|ATTACH|DETACH|SWITCH|TRUNCATE|INHERIT|NO|FORCE|WITH|SUPERUSER|PASSWORD|TO|RESET|VALIDATE|CLUSTER)$/;

function isChange(tokens: TokenList, scan: Scan, from: number, to: number): boolean {
  const word = (at: number) => (at < to ? tokens.word(at) : '');
  const afterName = (at: number) => readName(tokens, at, scan.lexical).next;
  const behind = (at: number) => {
    const exists = word(at) === 'IF' ? at + (word(at + 1) === 'NOT' ? 3 : 2) : at;
    const name = word(exists) === 'ONLY' ? exists + 1 : exists;
    const next = afterName(name);
    return next > name ? next : from;
  };
  const second = word(from + 1);
  switch (word(from)) {
    case 'DROP':
      return OBJECTS.test(second) && AFTER_DROP.test(word(behind(second === 'MATERIALIZED' ? from + 3 : from + 2)));
    case 'TRUNCATE':
      return from + 1 < to && AFTER_TRUNCATE.test(word(behind(second === 'TABLE' ? from + 2 : from + 1)));
    case 'DELETE': {
      const next = second === 'FROM' ? behind(from + 2) : -1;
      return next > from + 2 && (AFTER_DELETE.test(word(next)) || has(tokens, 'WHERE', next, to));
    }
    case 'UPDATE': {
      const set = find(tokens, 'SET', from + 2, Math.min(to, from + 12));
      return set >= 0 && has(tokens, '=', set, to);
    }
    case 'INSERT':
      return second === 'INTO' && /^(?:\(|VALUES|SELECT|DEFAULT|WITH)$/.test(word(afterName(from + 2)));
    case 'ALTER':
      return second === 'SYSTEM' || (OBJECTS.test(second) && ACTIONS.test(word(behind(from + 2))));
    case 'GRANT':
      return has(tokens, 'TO', from + 2, to);
    case 'REVOKE':
      return has(tokens, 'FROM', from + 2, to);
    case 'MERGE':
      return has(tokens, 'WHEN', from, to);
    case 'EXEC':
    case 'EXECUTE':
      return second === '(' || /^(?:SP_|XP_)/.test(second);
    case 'DO':
      return tokens.kind(from + 1) === T.dollar || second === 'LANGUAGE';
    case 'COPY':
      return has(tokens, 'PROGRAM', from, to);
    default:
      return false;
  }
}

function find(tokens: TokenList, word: string, from: number, to: number): number {
  for (let at = from; at < to; at++) if (tokens.word(at) === word) return at;
  return -1;
}

function has(tokens: TokenList, word: string, from: number, to: number): boolean {
  return find(tokens, word, from, to) >= 0;
}
