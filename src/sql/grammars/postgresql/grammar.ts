import type { Span } from '../../../model/index.ts';
import { T } from '../../text/tokens.ts';
import type { Grammar, GrammarInput, GrammarReading } from '../types.ts';
import { isTree, known, list, names, node, type Tree, text } from './ast.ts';
import type { Parser } from './parser.ts';
import { readPlainForm } from './plain-forms.ts';
import { readPlPgSql } from './plpgsql.ts';
import { asName, asString, prepare, refusal } from './prepare.ts';
import { Walked, walk } from './walk.ts';

const NONE: readonly string[] = [];
/** Above this many UTF-16 units a statement is left to the token reader: libpg-query takes 100 bytes of memory for each. */
const MAX_LENGTH = 4 * 1024 * 1024;

/**
 * PostgreSQL's own grammar. What it rejects, PostgreSQL rejects: such a statement is not understood.
 *
 * @param readPlain what is asked first; by default what saves asking the grammar
 */
export function postgresGrammar(parser: Parser, readPlain: typeof readPlainForm = readPlainForm): Grammar {
  return {
    name: 'libpg-query',
    read: (input) => {
      if (input.tokens.kind(input.range.from) === T.directive) return undefined;
      const plain = readPlain(input);
      if (!plain) return readStatement(parser, input);
      return { understood: true, exact: true, operations: [], facts: { ...plain, functions: NONE } };
    },
  };
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
          problem: 'the statement is longer than 4 MB and its form is not known',
        };
  }
  const refused = refusal(input);
  if (refused) {
    return { understood: false, operations: [], facts: {}, problem: `PostgreSQL's grammar was not asked: ${refused}` };
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
      problem: `PostgreSQL's grammar rejects it: ${reason(error)}`,
    };
  }
  const walked = new Walked();
  let problem: string | undefined;
  for (const item of list(isTree(parsed) ? parsed['stmts'] : undefined)) {
    const statement = isTree(item) ? item['stmt'] : undefined;
    walk(statement, 'statement', span, walked);
    problem ??= readBodies(parser, sql, statement, span, walked);
  }
  for (const cte of walked.ctes) walked.tablesRead.delete(cte);
  return {
    understood: true,
    exact: true,
    problem,
    operations: walked.operations,
    facts: {
      tablesRead: allKnown(walked.tablesRead),
      functions: [...walked.functions],
      columnsRead: allKnown(walked.columnsRead),
      selectStar: walked.selectStar,
    },
  };
}

function allKnown(names: ReadonlySet<string>): readonly string[] | undefined {
  const all = [...names];
  return all.every((name) => known(name) !== undefined) ? all : undefined;
}

/** Parses the statement; with placeholders in it, as names first, and where those are refused, as strings. */
function parse(parser: Parser, input: GrammarInput): { readonly sql: string; readonly parsed: unknown } {
  const sql = prepare(input, asName);
  try {
    return { sql, parsed: parser.parse(sql) };
  } catch (error) {
    const other = prepare(input, asString);
    if (other === sql) throw error;
    try {
      return { sql: other, parsed: parser.parse(other) };
    } catch {
      throw error;
    }
  }
}

function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n', 1)[0] ?? '').slice(0, 200);
}

/** Reads the bodies of a routine or DO block; returns why one could not be read. */
function readBodies(parser: Parser, sql: string, statement: unknown, span: Span, walked: Walked): string | undefined {
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
    } else if (language === 'plpgsql') readPlPgSql(parser, sql, place, span, walked);
  } catch (error) {
    return `PostgreSQL's grammar rejects the body: ${reason(error)}`;
  }
  return undefined;
}

function bodyText(option: Tree | undefined): string | undefined {
  if (!option) return undefined;
  return names(option['arg'])[0];
}
