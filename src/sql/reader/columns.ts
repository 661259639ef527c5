import { foldName, readName, unquote } from '../text/names.ts';
import { T } from '../text/tokens.ts';
import type { Facts, Scan } from './scan.ts';

const CONSTRAINT_STARTS = new Set(
  'CONSTRAINT PRIMARY UNIQUE FOREIGN CHECK EXCLUDE LIKE INDEX KEY FULLTEXT SPATIAL PERIOD'.split(' '),
);

/** Whether a table element or ADD action is a constraint or index rather than a column. */
export function isConstraint(scan: Scan, at: number): boolean {
  return scan.tokens.kind(at) === T.word && CONSTRAINT_STARTS.has(scan.tokens.word(at));
}

export function nameAt(scan: Scan, at: number): string | undefined {
  const { tokens, lexical } = scan;
  if (tokens.kind(at) === T.quoted) return foldName(unquote(tokens.raw(at)), true, lexical);
  if (tokens.kind(at) === T.word) return foldName(tokens.raw(at), false, lexical);
  return undefined;
}

/** The type at `at`, in lower case, without length or array marks; empty if there is none. */
export function readType(scan: Scan, at: number, to: number): string {
  const { tokens } = scan;
  const { target, next } = readName(tokens, at, scan.lexical);
  if (next === at || next > to || target.name === undefined) return '';
  const first = target.name.toLowerCase();
  const word = tokens.word(next);
  if (first === 'character' || first === 'char' || first === 'national') {
    return word === 'VARYING' || tokens.word(next + 1) === 'VARYING' ? 'varchar' : 'char';
  }
  if (first === 'double' && word === 'PRECISION') return 'double precision';
  if (first === 'bit' && word === 'VARYING') return 'varbit';
  if (first === 'timestamp' || first === 'time') {
    let after = next;
    if (word === '(') after = scan.afterParenthesis(next, to);
    return scan.is(after, 'WITH', 'TIME', 'ZONE') ? `${first}tz` : first;
  }
  return first;
}

/** Facts of the column definition `name type …` at `from`. */
export function readColumn(scan: Scan, from: number, to: number): Facts {
  const name = nameAt(scan, from);
  const type = readType(scan, from + 1, to);
  const { tokens } = scan;
  let notNull = false;
  let hasDefault = type === 'serial' || type === 'bigserial' || type === 'smallserial';
  let hasPrimaryKey = false;
  let depth = 0;
  for (let at = from + 1; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ')') depth--;
    if (depth > 0) continue;
    if (word === 'NOT' && tokens.word(at + 1) === 'NULL') notNull = true;
    else if (word === 'DEFAULT' || word === 'GENERATED' || word === 'IDENTITY' || word === 'AUTO_INCREMENT')
      hasDefault = true;
    else if (word === 'PRIMARY' && tokens.word(at + 1) === 'KEY') hasPrimaryKey = true;
  }
  return {
    columns: name === undefined ? [] : [name],
    dataTypes: type === '' ? [] : [type],
    notNull: notNull || hasPrimaryKey,
    hasDefault,
    hasPrimaryKey,
  };
}

/** Facts of a constraint such as `[CONSTRAINT name] PRIMARY KEY …`. */
export function readConstraint(scan: Scan, from: number, to: number): Facts {
  const { tokens } = scan;
  let at = from;
  let constraint = '';
  if (tokens.word(at) === 'CONSTRAINT') {
    at++;
    if (!CONSTRAINT_STARTS.has(tokens.word(at)) || tokens.kind(at) === T.quoted) constraint = nameAt(scan, at++) ?? '';
  }
  const word = tokens.word(at);
  const type =
    {
      PRIMARY: 'primary_key',
      UNIQUE: 'unique',
      FOREIGN: 'foreign_key',
      CHECK: 'check',
      EXCLUDE: 'exclusion',
      NOT: 'not_null',
    }[word] ?? '';
  const columns: string[] = [];
  const parenthesis = firstParenthesis(scan, at, to);
  if (parenthesis >= 0 && (type === 'primary_key' || type === 'unique' || type === 'foreign_key')) {
    for (const part of scan.commaParts(parenthesis + 1, scan.afterParenthesis(parenthesis, to) - 1)) {
      const name = nameAt(scan, part.from);
      if (name !== undefined) columns.push(name);
    }
  }
  return {
    constraint,
    constraintType: type,
    columns,
    notValid: isNotValid(scan, at, to),
    usingIndex: isUsingIndex(scan, at, to),
    hasPrimaryKey: type === 'primary_key',
    unique: type === 'unique' || type === 'primary_key',
  };
}

const VALID = new Set(['VALID']);
const USING = new Set(['USING']);

function isNotValid(scan: Scan, from: number, to: number): boolean {
  const valid = scan.find(VALID, from, to);
  return valid > from && scan.tokens.word(valid - 1) === 'NOT';
}

/** `UNIQUE USING INDEX i`; `UNIQUE (a) USING INDEX TABLESPACE s` builds a new index. */
function isUsingIndex(scan: Scan, from: number, to: number): boolean {
  const using = scan.find(USING, from, to);
  return using === from + 1 + Number(scan.tokens.word(from) === 'PRIMARY') && scan.tokens.word(using + 1) === 'INDEX';
}

/**
 * The constraints in the column definition `name type …` at `from`, such as `x int REFERENCES t`. NOT NULL is not one
 * of them: `notNull` of the column says it.
 */
export function readInlineConstraints(scan: Scan, from: number, to: number): readonly Facts[] {
  const { tokens, lexical } = scan;
  const column = nameAt(scan, from);
  const found: Facts[] = [];
  let constraint = '';
  let depth = 0;
  for (let at = from + 1; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ')') depth--;
    if (depth > 0 || tokens.kind(at) !== T.word) continue;
    if (word === 'CONSTRAINT') {
      constraint = nameAt(scan, ++at) ?? '';
      continue;
    }
    const type = inlineType(scan, at);
    if (type === '') continue;
    // MySQL reads REFERENCES of a column and ignores it, up to version 8.4; MariaDB obeys it since 10.5.
    if (type === 'foreign_key' && scan.dialect === 'mysql') continue;
    const unique = type === 'unique' || type === 'primary_key';
    found.push({
      constraint,
      constraintType: type,
      columns: column === undefined ? [] : [column],
      hasPrimaryKey: type === 'primary_key',
      unique,
      inline: true,
    });
    constraint = '';
  }
  // SERIAL is BIGINT UNSIGNED NOT NULL AUTO_INCREMENT UNIQUE.
  if (lexical.family === 'mysql' && tokens.word(from + 1) === 'SERIAL' && column !== undefined)
    found.push({ constraintType: 'unique', columns: [column], unique: true, inline: true });
  return found;
}

/** The type of the column constraint that starts at `at`; empty if none does. */
function inlineType({ tokens, lexical }: Scan, at: number): string {
  switch (tokens.word(at)) {
    case 'PRIMARY':
      return tokens.word(at + 1) === 'KEY' ? 'primary_key' : '';
    case 'UNIQUE':
      return 'unique';
    case 'REFERENCES':
      return 'foreign_key';
    case 'CHECK':
      return tokens.word(at + 1) === '(' || lexical.family === 'sqlcmd' ? 'check' : '';
    // MySQL: `id int KEY` is a primary key.
    case 'KEY':
      return lexical.family === 'mysql' && !/^(?:PRIMARY|UNIQUE)$/.test(tokens.word(at - 1)) ? 'primary_key' : '';
    default:
      return '';
  }
}

function firstParenthesis(scan: Scan, from: number, to: number): number {
  for (let at = from; at < to; at++) if (scan.tokens.word(at) === '(') return at;
  return -1;
}
