import { T } from '../../text/tokens.ts';
import type { Facts } from '../operation.ts';
import { readIfExists, type Scan } from '../scan.ts';
import { nameAt } from './columns.ts';
import { notNullColumns } from './not-null-check.ts';

const CONSTRAINT_STARTS = new Set(
  'CONSTRAINT PRIMARY UNIQUE FOREIGN CHECK EXCLUDE LIKE INDEX KEY FULLTEXT SPATIAL PERIOD'.split(' '),
);

/** Whether a table element or ADD action is a constraint or index rather than a column. */
export function isConstraint(scan: Scan, at: number): boolean {
  return scan.tokens.kind(at) === T.word && CONSTRAINT_STARTS.has(scan.tokens.word(at));
}

/** Facts of a constraint such as `[CONSTRAINT name] PRIMARY KEY …`. */
export function readConstraint(scan: Scan, from: number, to: number): Facts {
  const { tokens } = scan;
  let at = from;
  let constraint = '';
  if (tokens.word(at) === 'CONSTRAINT') {
    at = readIfExists(scan, at + 1).next;
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
  const columns: string[] = type === 'not_null' ? [nameAt(scan, at + 2) ?? ''] : [];
  const parenthesis = firstParenthesis(scan, at, to);
  if (parenthesis >= 0 && (type === 'primary_key' || type === 'unique' || type === 'foreign_key')) {
    for (const part of scan.commaParts(parenthesis + 1, scan.afterParenthesis(parenthesis, to) - 1)) {
      const name = nameAt(scan, part.from);
      if (name !== undefined) columns.push(name);
    }
  }
  const notNull =
    type === 'check' && parenthesis >= 0
      ? notNullColumns(scan, parenthesis, scan.afterParenthesis(parenthesis, to))
      : columns;
  return {
    constraint,
    constraintType: type,
    columns: notNull,
    notValid: isNotValid(scan, at, to),
    objectClass: type === 'not_null' || (type === 'check' && notNull.length > 0) ? 'not null check' : undefined,
    usingIndex: isUsingIndex(scan, at, to),
    hasPrimaryKey: type === 'primary_key',
    unique: type === 'unique' || type === 'primary_key',
  };
}

const NOT_CHECKED = new Set(['VALID', 'ENFORCED']);

/** NOT VALID and NOT ENFORCED: the existing rows are not checked. */
function isNotValid(scan: Scan, from: number, to: number): boolean {
  const word = scan.find(NOT_CHECKED, from, to);
  return word > from && scan.tokens.word(word - 1) === 'NOT';
}

/** MySQL: `x int CHECK (x > 0) NOT ENFORCED`. */
function isNotEnforced(scan: Scan, from: number, to: number): boolean {
  if (scan.tokens.word(from) !== '(') return false;
  return scan.is(scan.afterParenthesis(from, to), 'NOT', 'ENFORCED');
}

/** `UNIQUE USING INDEX i`; `UNIQUE (a) USING INDEX TABLESPACE s` builds a new index. */
function isUsingIndex(scan: Scan, from: number, to: number): boolean {
  const using = scan.find('USING', from, to);
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
    if (type === 'foreign_key' && lexical.ddl.ignoresInlineKeys) continue;
    const unique = type === 'unique' || type === 'primary_key';
    found.push({
      constraint,
      constraintType: type,
      columns: column === undefined ? [] : [column],
      hasPrimaryKey: type === 'primary_key',
      notValid: type === 'check' && isNotEnforced(scan, at + 1, to),
      unique,
      inline: true,
    });
    constraint = '';
  }
  // SERIAL is BIGINT UNSIGNED NOT NULL AUTO_INCREMENT UNIQUE.
  if (lexical.ddl.serial === 'auto-increment' && tokens.word(from + 1) === 'SERIAL' && column !== undefined)
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
      return tokens.word(at + 1) === '(' || lexical.ddl.checkOptions ? 'check' : '';
    // MySQL: `id int KEY` is a primary key.
    case 'KEY':
      return lexical.ddl.keyIsIndex && !/^(?:PRIMARY|UNIQUE)$/.test(tokens.word(at - 1)) ? 'primary_key' : '';
    default:
      return '';
  }
}

function firstParenthesis(scan: Scan, from: number, to: number): number {
  for (let at = from; at < to; at++) if (scan.tokens.word(at) === '(') return at;
  return -1;
}
