import type { Span } from '../../../model/index.ts';
import { mayOnlyRead } from '../../reader/read-only/index.ts';
import { T } from '../../text/tokens.ts';
import { type Grammar, type GrammarInput, GrammarNeeded, type GrammarReading } from '../types.ts';
import { isTree, known, list, names, node, PLACEHOLDER, type Tree, text } from './ast.ts';
import { effectsOfTree } from './effects.ts';
import type { Parser } from './parser.ts';
import { readPlainForm } from './plain-forms.ts';
import { hasTooManyVariables, readPlPgSql } from './plpgsql.ts';
import { asName, asString, prepare, reasonToSkip } from './prepare.ts';
import { TreeFacts, walk } from './walk.ts';

const NONE: readonly string[] = [];
/**
 * Maximum length in UTF-16 units: libpg-query needs 100 bytes of memory for each. Longer ones have only the token
 * reader.
 */
const MAX_LENGTH = 4 * 1024 * 1024;

/**
 * PostgreSQL's own grammar. PostgreSQL rejects what it rejects, so such a statement counts as not understood.
 *
 * @param readPlain a fast reader that is tried first; its result replaces the grammar's
 */
export function postgresGrammar(parser: Parser, readPlain: typeof readPlainForm = readPlainForm): Grammar {
  return {
    name: 'libpg-query',
    read: (input) => {
      if (input.tokens.kind(input.range.from) === T.directive) return undefined;
      return plainReading(input, readPlain) ?? readStatement(parser, input);
    },
  };
}

/** The grammar that is loaded at the first statement which needs it: `read` then throws GrammarNeeded. */
export function lazyPostgresGrammar(load: () => Promise<Grammar>): Grammar {
  let loaded: Grammar | undefined;
  return {
    name: 'libpg-query',
    read: (input) => {
      if (loaded) return loaded.read(input);
      if (input.tokens.kind(input.range.from) === T.directive) return undefined;
      const plain = plainReading(input, readPlainForm);
      if (plain) return plain;
      throw new GrammarNeeded(async () => {
        loaded ??= await load();
      });
    },
  };
}

/**
 * PostgreSQL's grammar for a dialect that has most of it and syntax of its own: it counts where it understands a statement,
 * and its rejection means nothing.
 */
export function withOwnSyntax(grammar: Grammar): Grammar {
  return {
    ...grammar,
    read: (input) => {
      if (hasBackslash(input)) return undefined;
      const reading = grammar.read(input);
      return reading?.understood ? { ...reading, problem: undefined } : undefined;
    },
  };
}

/** Whether the two may disagree on where a string ends. */
function hasBackslash({ tokens, range }: GrammarInput): boolean {
  for (let at = range.from; at < range.to; at++)
    if (tokens.kind(at) === T.string && tokens.raw(at).includes('\\')) return true;
  return false;
}

function plainReading(input: GrammarInput, readPlain: typeof readPlainForm): GrammarReading | undefined {
  const plain = readPlain(input);
  return (
    plain && { understood: true, exact: true, operations: [], facts: { ...plain, functions: NONE, effects: NONE } }
  );
}

function readStatement(parser: Parser, input: GrammarInput): GrammarReading | undefined {
  const { span } = input;
  if (span.end - span.start > MAX_LENGTH) {
    return input.understood
      ? undefined
      : {
          understood: false,
          operations: [],
          facts: {},
          problem: 'the statement is longer than 4 MB and its syntax is unrecognised',
        };
  }
  const skipReason = reasonToSkip(input);
  if (skipReason) {
    return {
      understood: false,
      operations: [],
      facts: {},
      problem: `PostgreSQL's grammar did not check it: ${skipReason}`,
    };
  }
  let sql: string;
  let parsed: unknown;
  try {
    ({ sql, parsed } = parse(parser, input));
  } catch (error) {
    return {
      understood: false,
      operations: [],
      facts: {},
      problem: `PostgreSQL's grammar rejects it: ${reason(error, input)}`,
      rejected: true,
    };
  }
  const walked = new TreeFacts();
  let problem: string | undefined;
  for (const item of list(isTree(parsed) ? parsed['stmts'] : undefined)) {
    const statement = isTree(item) ? item['stmt'] : undefined;
    walk(statement, 'statement', span, walked);
    problem ??= readBodies(parser, sql, statement, span, walked);
  }
  return {
    understood: true,
    exact: true,
    problem,
    operations: walked.operations,
    facts: {
      tablesRead: allKnown(walked.tablesRead),
      functions: [...walked.functions],
      effects: mayOnlyRead(input.operations) ? effectsOfTree(parsed) : NONE,
      columnsRead: allKnown(walked.columnsRead),
      unnamedColumns: walked.hasUnnamedColumns,
    },
  };
}

function allKnown(names: ReadonlySet<string>): readonly string[] | undefined {
  const all = [...names];
  return all.every((name) => known(name) !== undefined) ? all : undefined;
}

/** Parses the statement. Placeholders are tried as names first, then as strings. */
function parse(parser: Parser, input: GrammarInput): { readonly sql: string; readonly parsed: unknown } {
  const sql = prepare(input, asName);
  try {
    return { sql, parsed: parser.parse(sql) };
  } catch (error) {
    const withStrings = prepare(input, asString);
    if (withStrings === sql) throw error;
    try {
      return { sql: withStrings, parsed: parser.parse(withStrings) };
    } catch {
      throw error;
    }
  }
}

/** The message of the grammar. A placeholder of the file is named as it is written, not as the grammar got it. */
function reason(error: unknown, input?: GrammarInput): string {
  const message = error instanceof Error ? error.message : String(error);
  return withPlaceholders(message.split('\n', 1)[0] ?? '', error, input).slice(0, 200);
}

function withPlaceholders(message: string, error: unknown, input: GrammarInput | undefined): string {
  const near = NEAR_PLACEHOLDER.exec(message)?.[0];
  if (near === undefined) return message;
  const written = input && placeholderAt(near.slice(1, -1), error, input);
  return message.replace(near, written === undefined ? 'a placeholder' : JSON.stringify(written));
}

const NEAR_PLACEHOLDER = new RegExp(`"[^"]*${PLACEHOLDER}[^"]*"`);

/** The text of the file that the grammar got as `replaced`, of the same length, at the position of the error. */
function placeholderAt(replaced: string, error: unknown, input: GrammarInput): string | undefined {
  const details = isTree(error) && isTree(error['sqlDetails']) ? error['sqlDetails'] : undefined;
  const position = details?.['cursorPosition'];
  if (typeof position !== 'number') return undefined;
  const sql = prepare(input, asName);
  if (!sql.startsWith(replaced, position)) return undefined;
  const start = input.span.start + position;
  return input.tokens.text.slice(start, start + replaced.length);
}

const NEEDS_CATALOG = /is not a (?:scalar|known) variable$|^record variable cannot be part of multiple-item INTO list$/;

/** Reads the body of a routine or DO block; returns the reason if the grammar rejects it. */
function readBodies(
  parser: Parser,
  sql: string,
  statement: unknown,
  span: Span,
  walked: TreeFacts,
): string | undefined {
  const routine = node(statement, 'CreateFunctionStmt') ?? node(statement, 'DoStmt');
  if (!routine) return undefined;
  const place = node(statement, 'DoStmt') ? 'do_block' : 'routine_body';
  const options = list(routine['options'] ?? routine['args']).map((option) => node(option, 'DefElem') ?? {});
  const option = (name: string) => options.find((element) => element['defname'] === name);
  const language =
    text(node(option('language')?.['arg'], 'String')?.['sval']).toLowerCase() ||
    (place === 'do_block' ? 'plpgsql' : 'sql');
  const body = bodyText(option('as'));
  if (body === undefined) return undefined;
  try {
    if (language === 'sql') {
      const parsed = parser.parse(body);
      for (const item of list(isTree(parsed) ? parsed['stmts'] : undefined))
        walk(isTree(item) ? item['stmt'] : undefined, place, span, walked);
    } else if (language === 'plpgsql') {
      if (hasTooManyVariables(body))
        return "PostgreSQL's grammar did not check the body: it declares too many variables";
      readPlPgSql(parser, sql, place, span, walked);
    }
  } catch (error) {
    const why = reason(error);
    // Without a catalog, the type of a variable is not known: an enum is taken for a record, wherever it stands in a list
    // of variables, and the fields of a row are missing. The token reader reads the body in any case.
    return NEEDS_CATALOG.test(why) ? undefined : `PostgreSQL's grammar rejects the body: ${why}`;
  }
  return undefined;
}

function bodyText(option: Tree | undefined): string | undefined {
  if (!option) return undefined;
  return names(option['arg'])[0];
}
