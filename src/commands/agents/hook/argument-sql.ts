import type { Dialect } from '../../../model/index.ts';
import { createSqlReader } from '../../../sql/index.ts';

/** Arguments that hold SQL, whatever the tool. */
const SQL_NAME = /sql|^statements?$/i;
/** Arguments that hold SQL or something else, such as words to look for. */
const QUERY_NAME = /^(?:query|queries)$/i;
/** Tools of which a query is SQL. */
const DATABASE_TOOL = /sql|postgres|maria|database|supabase|neon|(?:^|[^a-z])db(?:[^a-z]|$)/i;

/** Depth of arguments that are looked at. */
const MAX_DEPTH = 10;

/** The SQL in the arguments of a tool of an MCP server. */
export async function sqlInArguments(
  tool: string,
  input: unknown,
  dialect: Dialect | undefined,
): Promise<readonly string[]> {
  const found = [...namedTexts(input, '', 0)];
  const certain = found.filter(({ name }) => SQL_NAME.test(name) || DATABASE_TOOL.test(tool));
  const others = found.filter((each) => !certain.includes(each));
  if (others.length === 0) return certain.map(({ text }) => text);
  const { readTraffic } = await createSqlReader(dialect ?? 'postgresql');
  const isSql = (text: string) => readTraffic(text).statements.some(({ operations }) => operations.length > 0);
  return [...certain, ...others.filter(({ text }) => isSql(text))].map(({ text }) => text);
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** The texts of arguments that may hold SQL, also in lists and objects. */
function* namedTexts(value: unknown, name: string, depth: number): Generator<NamedText> {
  if (typeof value === 'string') {
    if (SQL_NAME.test(name) || QUERY_NAME.test(name)) yield { name, text: value };
  } else if (depth < MAX_DEPTH && Array.isArray(value)) {
    for (const each of value) yield* namedTexts(each, name, depth + 1);
  } else if (depth < MAX_DEPTH && typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) yield* namedTexts(each, key, depth + 1);
  }
}
