import type { ColumnAttribute, ColumnDefinition } from '../../../model/index.ts';
import { Lazy } from '../lazy.ts';
import type { Facts } from '../operation.ts';
import type { Scan } from '../scan.ts';
import { printType, readColumnType } from './column-types.ts';
import { nameAt } from './columns.ts';
import { isConstraint } from './constraints.ts';
import { convertsOnly } from './narrowed-types.ts';
import { columnDifference } from './type-changes.ts';

const ATTRIBUTES: Readonly<Record<string, ColumnAttribute>> = {
  DEFAULT: 'default',
  AUTO_INCREMENT: 'auto_increment',
  COMMENT: 'comment',
};

/** The definition `name type …` at `from`; undefined if it has no name. */
export function readDefinition(scan: Scan, from: number, to: number): ColumnDefinition | undefined {
  const name = nameAt(scan, from);
  if (name === undefined) return undefined;
  const read = scan.is(from + 1, 'AS') ? undefined : readColumnType(scan, from + 1, to);
  return {
    name,
    type: read ? printType(read.type) : '',
    attributes: [...new Set([...impliedBy(scan, from + 1), ...attributesIn(scan, read?.next ?? from + 1, to)])],
  };
}

const SERIAL = /^(?:SMALL|BIG)?SERIAL[248]?$/;

/** What SERIAL stands for, beside a type. */
function impliedBy(scan: Scan, type: number): readonly ColumnAttribute[] {
  const { serial } = scan.lexical.ddl;
  if (serial === 'none' || !SERIAL.test(scan.tokens.word(type))) return [];
  return ['not null', serial === 'sequence' ? 'default' : 'auto_increment'];
}

function attributesIn(scan: Scan, from: number, to: number): ReadonlySet<ColumnAttribute> {
  const { tokens } = scan;
  const attributes = new Set<ColumnAttribute>();
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    const attribute = ATTRIBUTES[word];
    if (word === '(') at = scan.afterParenthesis(at, to) - 1;
    else if (scan.is(at, 'NOT', 'NULL')) attributes.add('not null');
    // An identity is generated too, and so are the times of a row's versions.
    else if (word === 'AS' && !/^(?:IDENTITY|ROW)$/.test(tokens.word(at + 1))) attributes.add('computed');
    else if (scan.is(at, 'ON', 'UPDATE')) attributes.add('on update');
    else if (scan.is(at, 'PRIMARY', 'KEY')) attributes.add('primary key');
    // DEFAULT NULL is none.
    else if (attribute && !scan.is(at, 'DEFAULT', 'NULL')) attributes.add(attribute);
    else if (word === 'AFTER' || (word === 'FIRST' && at === to - 1)) attributes.add('position');
    // An action of a foreign key.
    if (word === 'REFERENCES') break;
  }
  return attributes;
}

/** The facts of a column that is added: what reads its definition. */
export function definitionsOf(scan: Scan, from: number, to: number): Facts {
  if (scan.out.isTraffic) return {};
  return { definitions: new Lazy(() => [readDefinition(scan, from, to)].flatMap((each) => each ?? [])) };
}

/** The facts of a column that gets the definition `name type …` at `from`, whatever it was before. */
export function readNewDefinition(scan: Scan, from: number, to: number): Facts {
  const definition = readDefinition(scan, from, to) ?? { type: '', attributes: [] };
  const { change, effects } = columnDifference(undefined, definition, scan.lexical.ddl.columnChange);
  return { typeChange: change, changeEffects: effects, ...definitionsOf(scan, from, to) };
}

/** The same for PostgreSQL's `ALTER COLUMN name TYPE type [USING …]`, which changes nothing else. */
export function readTypeOnly(scan: Scan, name: number, at: number, to: number): Facts {
  const read = readColumnType(scan, at, to);
  const using = scan.find('USING', at, to);
  // A cast cuts a text that an assignment would refuse.
  const cuts = using >= 0 && read !== undefined && /char$/.test(read.type.name) && read.type.args.length > 0;
  const column = nameAt(scan, name);
  const type = read ? printType(read.type) : '';
  const converts = using < 0 || convertsOnly(scan, using + 1, to, column);
  const isComputed = !converts || (cuts && castIn(scan, using + 1, to) !== type);
  const definition: ColumnDefinition = { name: column ?? '', type, attributes: isComputed ? ['computed'] : [] };
  const { change, effects } = columnDifference(undefined, definition, scan.lexical.ddl.columnChange);
  return {
    typeChange: change,
    changeEffects: cuts ? ['truncate values', 'rewrite the table'] : effects,
    ...(!scan.out.isTraffic && { definitions: new Lazy(() => [definition]) }),
  };
}

/** The type of the one cast `c::type` in an expression; undefined if there is none, or another. */
function castIn(scan: Scan, from: number, to: number): string | undefined {
  const casts: number[] = [];
  for (let at = from; at < to; at++) if (scan.tokens.word(at) === '::') casts.push(at);
  const [cast, ...others] = casts;
  const read = cast === undefined || others.length > 0 ? undefined : readColumnType(scan, cast + 1, to);
  return read && printType(read.type);
}

/** The columns that CREATE TABLE defines in the parentheses at `open`. */
export function readDefinitions(scan: Scan, open: number, to: number): readonly ColumnDefinition[] {
  const { tokens } = scan;
  if (tokens.word(open) !== '(') return [];
  const definitions: ColumnDefinition[] = [];
  const keys = new Set<string | undefined>();
  for (const part of scan.commaParts(open + 1, scan.afterParenthesis(open, to) - 1)) {
    if (isConstraint(scan, part.from)) {
      const key = scan.find('PRIMARY', part.from, part.to);
      if (key >= 0)
        for (let at = key; at < part.to; at++)
          if (!/^(?:PRIMARY|KEY)$/.test(tokens.word(at))) keys.add(nameAt(scan, at));
      continue;
    }
    const definition = readDefinition(scan, part.from, part.to);
    if (definition) definitions.push(definition);
  }
  return definitions.map((each) =>
    keys.has(each.name) ? { ...each, attributes: [...each.attributes, 'primary key' as const] } : each,
  );
}
