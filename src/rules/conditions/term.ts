import {
  type Dialect,
  type FactsOf,
  type FileFacts,
  type OPERATION_FACTS,
  type Operation,
  type STATEMENT_FACTS,
  type StatementFacts,
  unknownFact,
} from '../../model/index.ts';
import type { Decision } from '../cel/engine.ts';

/**
 * A condition of a built-in pack, as CEL text and as a function. The function is evaluated, so that runs with only
 * built-in packs do not load the expression language (a tenth of the time of a small run). The text is shown, hashed
 * and overridden. A test compares the answers of both.
 */
export interface Term {
  readonly cel: string;
  /** Decides whether the text needs parentheses next to `&&` or after `!`. */
  readonly shape: 'atom' | 'comparison' | 'and' | 'or';
  /** @param file undefined for traffic */
  decide(operation: Operation, statement: StatementFacts, file: FileFacts | undefined): Decision;
  /** The operands of `and` and `or`, and of `not`; undefined for other terms. */
  readonly parts?: readonly Term[];
  readonly negates?: Term;
}

type NamesOf<Table extends Record<string, { readonly type: string }>, Type extends string> = {
  [Name in keyof Table]: Table[Name]['type'] extends Type ? Name & string : never;
}[keyof Table];

type OperationFact<Type extends string> = NamesOf<typeof OPERATION_FACTS, Type>;
type OperationValues = FactsOf<typeof OPERATION_FACTS>;

function decided<T>(fact: string, value: T | undefined, test: (value: T) => boolean): Decision {
  return value === undefined ? { cause: `\`${fact}\` is not known` } : test(value);
}

/** `operation.<fact>` */
export function is(fact: OperationFact<'bool'>): Term {
  const cel = `operation.${fact}`;
  return { cel, shape: 'atom', decide: (operation) => decided(cel, operation[fact], (value) => value) };
}

/** `operation.<fact> in ["…", …]`, or `==` for one value. */
export function oneOf(fact: OperationFact<'string'>, values: readonly string[]): Term {
  const name = `operation.${fact}`;
  const wanted = new Set(values);
  return {
    cel: comparison(name, values),
    shape: 'comparison',
    decide: (operation) => {
      const value = (operation as OperationValues)[fact];
      return value === undefined ? { cause: unknownFact(name, operation) } : wanted.has(value);
    },
  };
}

/** `statement.<fact>` */
export function statementIs(fact: NamesOf<typeof STATEMENT_FACTS, 'bool'>): Term {
  const cel = `statement.${fact}`;
  return { cel, shape: 'atom', decide: (_, statement) => decided(cel, statement[fact], (value) => value) };
}

/** `statement.dialect in ["…", …]` */
export function dialectIn(dialects: readonly Dialect[]): Term {
  const name = 'statement.dialect';
  const wanted: ReadonlySet<string> = new Set(dialects);
  return {
    cel: comparison(name, dialects),
    shape: 'comparison',
    decide: (_, { dialect }) => decided(name, dialect, (value) => wanted.has(value)),
  };
}

/** The configuration names a server that is older than this version (`110000`). */
export function serverBefore(version: number): Term {
  const name = 'statement.serverVersion';
  const isGiven: Term = {
    cel: `has(${name})`,
    shape: 'atom',
    decide: (_, { serverVersion }) => serverVersion !== undefined,
  };
  const isOlder: Term = {
    cel: `${name} < ${version}`,
    shape: 'comparison',
    decide: (_, { serverVersion }) => decided(name, serverVersion, (value) => value < version),
  };
  return and(isGiven, isOlder);
}

/** `has(file.path)`: the statement stands in a file. False for traffic, where the rest need not be known. */
export const IN_FILE: Term = {
  cel: 'has(file.path)',
  shape: 'atom',
  decide: (_operation, _statement, file) => file !== undefined,
};

/** `operation.target.name in ["…", …]`, or the same for its schema. */
export function targetIn(values: readonly string[], field: 'name' | 'schema' = 'name'): Term {
  const name = `operation.target.${field}`;
  const wanted = new Set(values);
  return {
    cel: comparison(name, values),
    shape: 'comparison',
    decide: ({ target }) => decided(name, target[field], (value) => wanted.has(value)),
  };
}

/** `operation.target.name.startsWith("…")` */
export function targetStartsWith(prefix: string): Term {
  const name = 'operation.target.name';
  return {
    cel: `${name}.startsWith(${quote(prefix)})`,
    shape: 'atom',
    decide: ({ target }) => decided(name, target.name, (value) => value.startsWith(prefix)),
  };
}

/** `"…" in operation.<fact>` */
export function holds(fact: OperationFact<'list<string>'>, item: string): Term {
  const name = `operation.${fact}`;
  return {
    cel: `${quote(item)} in ${name}`,
    shape: 'comparison',
    decide: (operation) => decided(name, operation[fact], (list) => list.includes(item)),
  };
}

/** `operation.<fact>.exists(x, x in ["…", …])` */
export function holdsSome(fact: OperationFact<'list<string>'>, values: readonly string[]): Term {
  const name = `operation.${fact}`;
  const wanted = new Set(values);
  return {
    cel: `${name}.exists(x, ${comparison('x', values)})`,
    shape: 'atom',
    decide: (operation) => decided(name, operation[fact], (list) => list.some((item) => wanted.has(item))),
  };
}

/** `operation.<fact>.exists(x, x != "…")` */
export function holdsOther(fact: OperationFact<'list<string>'>, item: string): Term {
  const name = `operation.${fact}`;
  return {
    cel: `${name}.exists(x, x != ${quote(item)})`,
    shape: 'atom',
    decide: (operation) => decided(name, operation[fact], (list) => list.some((value) => value !== item)),
  };
}

/** `statement.<fact>.exists(x, x in ["…", …])` */
function someOf(fact: NamesOf<typeof STATEMENT_FACTS, 'list<string>'>, values: readonly string[]): Term {
  const name = `statement.${fact}`;
  const wanted = new Set(values);
  return {
    cel: `${name}.exists(x, ${comparison('x', values)})`,
    shape: 'atom',
    decide: (_, statement) => decided(name, statement[fact], (list) => list.some((item) => wanted.has(item))),
  };
}

export function not(term: Term): Term {
  return {
    cel: term.shape === 'atom' ? `!${term.cel}` : `!(${term.cel})`,
    shape: 'atom',
    negates: term,
    decide: (operation, statement, file) => {
      const value = term.decide(operation, statement, file);
      return typeof value === 'boolean' ? !value : value;
    },
  };
}

/** True if all terms are true; false if one is false, even if others are undecided. */
export function and(...terms: readonly Term[]): Term {
  return join(terms, 'and', false);
}

/** False if all terms are false; true if one is true, even if others are undecided. */
export function or(...terms: readonly Term[]): Term {
  return join(terms, 'or', true);
}

function join(terms: readonly Term[], shape: 'and' | 'or', settling: boolean): Term {
  const operator = shape === 'and' ? ' && ' : ' || ';
  const other = shape === 'and' ? 'or' : 'and';
  return {
    cel: terms.map((term) => (term.shape === other ? `(${term.cel})` : term.cel)).join(operator),
    shape,
    parts: terms,
    decide: (operation, statement, file) => {
      let undecided: Decision | undefined;
      for (const term of terms) {
        const value = term.decide(operation, statement, file);
        if (value === settling) return settling;
        if (typeof value !== 'boolean') undecided ??= value;
      }
      return undecided ?? !settling;
    },
  };
}

function comparison(name: string, values: readonly string[]): string {
  const [only, ...more] = values;
  if (only !== undefined && more.length === 0) return `${name} == ${quote(only)}`;
  return `${name} in [${values.map(quote).join(', ')}]`;
}

function quote(text: string): string {
  return `"${text}"`;
}

/** The object is neither temporary nor created by the same file, so it may contain rows that matter. */
export const REAL = and(not(is('createdHere')), not(is('temporary')));

/** The table is neither temporary nor created by the same file: others may use it, and it may contain many rows. */
export const BUSY = not(is('tableCreatedHere'));

/** MySQL, MariaDB: the statement does not demand `LOCK=NONE` or `ALGORITHM=INSTANT`, with which the server refuses to block. */
export const LOCKS_NONE = and(not(oneOf('lockOption', ['none'])), not(oneOf('algorithm', ['instant'])));

/** The statement calls one of these functions. Matches only its main operation, so that a call is reported once. */
export function calls(functions: readonly string[]): Term {
  return and(oneOf('place', ['statement']), someOf('functions', functions));
}
