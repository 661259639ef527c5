import { T } from '../text/tokens.ts';
import { stringValue } from './body.ts';
import { isCatalogName, readsCatalogOnly } from './catalogs.ts';
import type { Scan } from './scan.ts';
import {
  allowed,
  type DynamicText,
  either,
  isValueType,
  joined,
  mayRead,
  NAME,
  type TextReading,
  UNKNOWN,
} from './texts.ts';
import { valuesOf } from './variables/index.ts';

/** Maximum nesting of calls and parentheses; deeper text is unknown. */
const MAX_DEPTH = 20;
/** Maximum parts of a text, with those of its variables. */
const MAX_PARTS = 2000;

/** Maximum rounds of a loop of which each text is read. */
const MAX_ROUNDS = 64;

const EITHER = new Set(['IF', 'IIF', 'IFNULL', 'ISNULL', 'COALESCE', 'NULLIF']);

/**
 * The texts that the expression in `from` to `to` may produce, as far as they are known.
 *
 * @param parameters what the parameters of the routine hold
 */
export function readTexts(
  scan: Scan,
  from: number,
  to: number,
  parameters?: ReadonlyMap<string, string>,
): readonly DynamicText[] {
  const loops = new Map<string, readonly string[]>();
  const texts = textsWith(scan, from, to, parameters, loops);
  const [loop, ...others] = loops;
  if (!loop || others.length > 0 || loop[1].length > MAX_ROUNDS) return texts;
  const rounds = loop[1].flatMap((name) =>
    textsWith(scan, from, to, new Map([...(parameters ?? []), [loop[0], name]])),
  );
  // A file with many loops may use up its allowance.
  if (rounds.length === 0 || !rounds.every(({ complete }) => complete)) return texts;
  return [...new Map(rounds.map((text) => [text.text, text])).values()];
}

/** @param loops see `TextReading` */
function textsWith(
  scan: Scan,
  from: number,
  to: number,
  parameters: ReadonlyMap<string, string> | undefined,
  loops = new Map<string, readonly string[]>(),
): readonly DynamicText[] {
  /** How many variables are being read, each in the value of the one before. */
  let variables = 0;
  const reading: TextReading = {
    scan,
    open: new Set(),
    budget: { parts: MAX_PARTS },
    parameters,
    loops,
    catalog: false,
    read: (first, end, catalog = false) => {
      if (variables >= MAX_DEPTH) return UNKNOWN;
      variables++;
      const texts = readExpression({ ...reading, catalog }, first, end, 0);
      variables--;
      return texts;
    },
  };
  const texts = readExpression(reading, from, to, 0);
  // A literal is read once. What variables hold can be read often.
  return to - from === 1 && scan.tokens.kind(from) !== T.word && scan.tokens.kind(from) !== T.param
    ? texts
    : allowed(scan.tokens, texts);
}

function readExpression(reading: TextReading, from: number, to: number, depth: number): readonly DynamicText[] {
  const { scan } = reading;
  const { tokens } = scan;
  if (depth > MAX_DEPTH || reading.budget.parts-- <= 0 || from >= to || !mayRead(tokens, to - from)) return UNKNOWN;
  let at = from;
  let end = to;
  for (let nested = 0; tokens.word(at) === '(' && scan.afterParenthesis(at, end) === end; nested++) {
    if (nested > MAX_DEPTH) return UNKNOWN;
    at++;
    end--;
  }
  if (tokens.word(at) === 'SELECT') return readQuery(reading, at, end, depth);
  const { concatenation } = scan.lexical.values;
  const operands = concatenation === 'none' ? [{ from: at, to: end }] : scan.partsBetween(concatenation, at, end);
  if (operands.length > 1)
    return joined(operands.map((part) => readExpression(reading, part.from, part.to, depth + 1)));
  if (end - at === 1) return readToken(reading, at);
  if (tokens.word(at) === 'CASE' && tokens.word(end - 1) === 'END') return readCase(reading, at, end, depth);
  if (tokens.word(at + 1) === '(' && scan.afterParenthesis(at + 1, end) === end)
    return readFunction(reading, at, end, depth);
  // A sum with a number in it is a number, or a date.
  const terms = scan.partsBetween('+', at, end);
  if (terms.length > 1 && terms.some((term) => term.to - term.from === 1 && tokens.kind(term.from) === T.number))
    return NAME;
  const cast = scan.find('::', at, end);
  if (cast > at) return converted(reading, { from: at, to: cast }, cast + 1, depth);
  if (areStrings(scan, at, end)) return joined(Array.from({ length: end - at }, (_, i) => readToken(reading, at + i)));
  if (reading.catalog && isCatalogName(scan, at, end)) return NAME;
  return valuesOf(reading, at, end);
}

/** Whether they are strings next to each other that are one string. */
function areStrings(scan: Scan, from: number, to: number): boolean {
  if (!scan.lexical.values.adjacentStrings) return false;
  for (let at = from; at < to; at++) if (scan.tokens.kind(at) !== T.string) return false;
  return true;
}

function readToken(reading: TextReading, at: number): readonly DynamicText[] {
  const { tokens, lexical } = reading.scan;
  const raw = tokens.raw(at);
  switch (tokens.kind(at)) {
    case T.dollar: {
      const tag = raw.indexOf('$', 1) + 1;
      return [{ text: raw.slice(tag, -tag), complete: true }];
    }
    case T.string:
      return [{ text: stringValue(raw, lexical), complete: true }];
    case T.number:
      return [{ text: raw, complete: true }];
  }
  const word = tokens.word(at);
  if (word === 'NULL') return [{ text: '', complete: true }];
  if (lexical.functions.nameWords.has(word)) return NAME;
  if (reading.catalog && isCatalogName(reading.scan, at, at + 1)) return NAME;
  return valuesOf(reading, at, at + 1);
}

function readFunction(reading: TextReading, at: number, end: number, depth: number): readonly DynamicText[] {
  const { scan } = reading;
  const { functions } = scan.lexical;
  const word = scan.tokens.word(at);
  if (functions.nameFunctions.has(word) || word === 'COUNT') return NAME;
  const parts = scan.commaParts(at + 2, end - 1);
  const read = (part: { from: number; to: number } | undefined) =>
    part ? readExpression(reading, part.from, part.to, depth + 1) : UNKNOWN;
  if (/^(?:TRY_)?CAST$/.test(word)) {
    const as = scan.find('AS', at + 2, end - 1);
    return as < 0 ? UNKNOWN : converted(reading, { from: at + 2, to: as }, as + 1, depth);
  }
  if (PADS.test(word) || FORMATS_DATES.test(word)) return isOneValue(word, parts.map(read)) ? NAME : UNKNOWN;
  if (word === 'CONCAT') return joined(parts.map(read));
  if (word === 'FORMAT' && functions.fillsFormat) return formatted(read(parts[0]), parts.slice(1).map(read));
  if (word === 'REPLACE' && !functions.replaceCollates) return replaced(parts.map(read));
  if (EITHER.has(word)) return either((/^(?:IF|IIF)$/.test(word) ? parts.slice(1) : parts).map(read));
  if (/^(?:CHAR|NCHAR|CHR)$/.test(word) && parts.length === 1 && end - at === 4) {
    const code = Number(scan.tokens.raw(at + 2));
    return code > 0 && code < 0x10000 ? [{ text: String.fromCharCode(code), complete: true }] : UNKNOWN;
  }
  return UNKNOWN;
}

/** The text of a value that is converted to the type at `type`. */
function converted(
  reading: TextReading,
  value: { readonly from: number; readonly to: number },
  type: number,
  depth: number,
): readonly DynamicText[] {
  const { tokens } = reading.scan;
  if (isValueType(tokens, type)) return NAME;
  return TEXT_TYPES.test(tokens.word(type)) ? readExpression(reading, value.from, value.to, depth + 1) : UNKNOWN;
}

const TEXT_TYPES = /^N?(?:TEXT|CHAR|VARCHAR)$/;
const PADS = /^[LR]PAD$/;
const FORMATS_DATES = /^(?:TO_CHAR|DATE_FORMAT)$/;

/** Whether a function that pads a text, or formats a date, gives a single word or value. */
function isOneValue(word: string, arguments_: readonly (readonly DynamicText[])[]): boolean {
  const [first = UNKNOWN, second = UNKNOWN, third = UNKNOWN] = arguments_;
  return PADS.test(word) ? first.every(isOneWord) && third.every(isOneWord) : second.every(isDateFormat);
}

/** Whether the text stays a part of one word, wherever it stands. */
function isOneWord({ text, complete }: DynamicText): boolean {
  return complete && /^(?:\w|\$\{value\})+$/.test(text);
}

/** Whether nothing that the format makes of a date is more than a word, number or separator. */
function isDateFormat({ text, complete }: DynamicText): boolean {
  return complete && /^[\w%]+$/.test(text);
}

/** `replace(text, 'from', to)`: in a constant text, each occurrence becomes what `to` may be. */
function replaced(arguments_: readonly (readonly DynamicText[])[]): readonly DynamicText[] {
  const [texts, searched, to] = arguments_;
  const [text, search] = [only(texts), only(searched)];
  if (text === undefined || !search || !to || arguments_.length !== 3) return UNKNOWN;
  const parts = text.split(search);
  if (parts.length > MAX_PARTS) return UNKNOWN;
  // Every occurrence becomes the same text.
  return either(
    to.map((value) =>
      joined(parts.flatMap((part, at) => [literal(part), at < parts.length - 1 ? [value] : literal('')])),
    ),
  );
}

/** The text, if it is the only one and all of it is known. */
function only(texts: readonly DynamicText[] = []): string | undefined {
  const [first] = texts;
  return texts.length === 1 && first?.complete && !first.text.includes('${') ? first.text : undefined;
}

function literal(text: string): readonly DynamicText[] {
  return [{ text, complete: true }];
}

/** The results of `CASE … WHEN … THEN a ELSE b END`. */
function readCase(reading: TextReading, from: number, to: number, depth: number): readonly DynamicText[] {
  const { tokens } = reading.scan;
  const results: (readonly DynamicText[])[] = [];
  let first = -1;
  let nested = 0;
  for (let at = from + 1; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(' || word === 'CASE') nested++;
    else if ((word === ')' || word === 'END') && nested > 0) nested--;
    else if (nested > 0) continue;
    else if (word === 'WHEN' || word === 'ELSE' || word === 'END') {
      if (first >= 0) results.push(readExpression(reading, first, at, depth + 1));
      first = word === 'ELSE' ? at + 1 : -1;
    } else if (word === 'THEN') first = at + 1;
  }
  return results.length > 0 ? either(results) : UNKNOWN;
}

/** `SELECT expression [INTO v] [FROM …]`, of one column. */
function readQuery(reading: TextReading, from: number, to: number, depth: number): readonly DynamicText[] {
  const { scan } = reading;
  const list = scan.find(QUERY_PARTS, from + 1, to);
  const end = list < 0 ? to : list;
  if (scan.commaParts(from + 1, end).length !== 1 || scan.find(SETS_OF_ROWS, from, to) >= 0) return UNKNOWN;
  const source = scan.find('FROM', from + 1, to);
  const catalog = source >= 0 && readsCatalogOnly(scan, source + 1, to);
  const alias = scan.find('AS', from + 1, end);
  return readExpression({ ...reading, catalog }, from + 1, alias < 0 ? end : alias, depth + 1);
}

const QUERY_PARTS = new Set(['FROM', 'INTO', 'WHERE', 'LIMIT', 'ORDER', 'GROUP', 'HAVING']);
const SETS_OF_ROWS = new Set(['UNION', 'EXCEPT', 'INTERSECT', 'DISTINCT', 'TOP']);

/** A name that needs no quotes, as far as it is known: `${value}_policy`. */
const UNQUOTED = /^(?:[a-z_]|\$\{value\})(?:[a-z0-9_]|\$\{value\})*$/;

/** `format('… %I … %L …', …)`: %I and %L quote their argument; %s inserts it as it is. */
function formatted(
  templates: readonly DynamicText[],
  values: readonly (readonly DynamicText[])[],
): readonly DynamicText[] {
  const [template] = templates;
  if (!template || templates.length > 1) return UNKNOWN;
  const parts: (readonly DynamicText[])[] = [];
  let from = 0;
  let next = 0;
  for (const found of template.text.matchAll(/%(?:(\d+)\$)?-?(?:\d+|\*)?([sIL%])/g)) {
    parts.push([{ text: template.text.slice(from, found.index), complete: true }]);
    from = found.index + found[0].length;
    if (found[2] === '%') {
      parts.push([{ text: '%', complete: true }]);
      continue;
    }
    const value = values[found[1] === undefined ? next : Number(found[1]) - 1];
    next = found[1] === undefined ? next + 1 : Number(found[1]);
    const [only] = value ?? [];
    // Quoted, a part that may be any text stays within the name.
    const isName = found[2] === 'I' && value?.length === 1 && only && UNQUOTED.test(only.text);
    parts.push(found[2] === 's' ? (value ?? UNKNOWN) : isName ? literal(only.text) : NAME);
  }
  parts.push([{ text: template.text.slice(from), complete: template.complete }]);
  return joined(parts);
}
