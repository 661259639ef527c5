/** The statement of a plan of `auto_explain`, and its parameters as the server writes them (PostgreSQL 16 and newer). */
export interface PlannedStatement {
  readonly sql: string;
  readonly parameters: string | undefined;
}

const LABEL = 'Query Text: ';
/** The first node of a plan as text, which is not indented, or the parameters before it. */
const AFTER_TEXT =
  /\n(?:Query Parameters: (.*)\n)?[A-Z][^\n]* {2}\(cost=\d+\.\d\d\.\.\d+\.\d\d rows=\d+(?:\.\d+)? width=\d+\)/;
const QUOTED = '("(?:[^"\\\\]|\\\\.)*")';
const JSON_TEXT = new RegExp(`"Query Text": ${QUOTED}(?:,\\s*"Query Parameters": ${QUOTED})?`);
const YAML_TEXT = new RegExp(`^Query Text: ${QUOTED}(?:\\s*\\nQuery Parameters: ${QUOTED})?`);
const XML_TEXT = /<Query-Text>([\s\S]*?)<\/Query-Text>(?:\s*<Query-Parameters>([\s\S]*?)<\/Query-Parameters>)?/;

/** Reads what follows `plan:` in any `auto_explain.log_format`; undefined if it has another form. */
export function plannedStatement(text: string): PlannedStatement | undefined {
  const plan = text.trimStart();
  if (plan.startsWith('<')) return found(XML_TEXT.exec(plan), withoutEntities);
  if (plan.startsWith('{')) return found(JSON_TEXT.exec(plan), unquoted);
  if (plan.startsWith(`${LABEL}"`)) return found(YAML_TEXT.exec(plan), unquoted);
  const end = plan.startsWith(LABEL) ? AFTER_TEXT.exec(plan) : null;
  return end ? { sql: plan.slice(LABEL.length, end.index), parameters: end[1] } : undefined;
}

function found(
  match: RegExpExecArray | null,
  plain: (text: string) => string | undefined,
): PlannedStatement | undefined {
  const [, text, parameters] = match ?? [];
  const sql = text === undefined ? undefined : plain(text);
  if (sql === undefined) return undefined;
  return { sql, parameters: parameters === undefined ? undefined : plain(parameters) };
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", '#x0d': '\r' };

function withoutEntities(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos|#x0d);/g, (_, name: string) => ENTITIES[name] ?? '');
}
