import type { FileContext, Finding, Operation, Statement } from '../model/index.ts';

/** A finding, and the operation that it is about; undefined for SQL that could not be read. */
export interface FindingAbout {
  readonly finding: Finding;
  readonly about: { readonly operation: Operation; readonly statement: Statement; readonly text: string } | undefined;
}

/**
 * What a finding in the body of a routine hangs on: the rule, the statement, and all that comes before it but writes of rows. So
 * a new condition before it, one less, or another value of a variable, makes another finding. Undefined for a finding elsewhere,
 * for a warning, and for SQL that the body puts together, which other statements decide.
 */
export function keyInRoutine({ finding, about }: FindingAbout): string | undefined {
  if (!about || finding.verdict === 'warn') return undefined;
  const { operation, statement, text } = about;
  if (operation.place !== 'routine_body' || operation.kind === 'execute_dynamic') return undefined;
  const name = routineOf(statement)?.key;
  if (name === undefined) return undefined;
  const { rule, verdict } = finding;
  const before = text.slice(statement.span.start, operation.span.start);
  const body = before.slice(Math.max(0, before.search(STARTS_BODY)));
  const pieces = squeeze(body).split(';');
  const flow = pieces.filter((piece, at) => at === pieces.length - 1 || !isWrite(piece));
  const own = squeeze(text.slice(operation.span.start, operation.span.end));
  return JSON.stringify([name, rule, verdict, finding.operation, flow, own]);
}

const STARTS_BODY = /\bAS\s+(?:\$\w*\$|')|\bDECLARE\b|\bBEGIN\b/i;

/** Whether it only writes rows, and decides nothing that comes later. */
function isWrite(piece: string): boolean {
  return /^\s*(?:INSERT|UPDATE|DELETE)\b/i.test(piece) && !DECIDES.test(piece);
}

const DECIDES =
  /\bRETURNING\b|\bOUTPUT\b|@|:=|\bset_config\b|\b(?:IF|CASE|WHEN|LOOP|WHILE|BEGIN|END|EXEC|EXECUTE|CALL)\b/i;

/** Without comments, and with one blank for all white space. */
function squeeze(sql: string): string {
  return sql
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The function or procedure that the statement creates or replaces: its name in lower case, and that with its schema. */
function routineOf({ operations }: Statement): { readonly name: string; readonly key: string } | undefined {
  const created = operations.find(({ kind }) => /^(?:create_function|create_procedure|alter_other)$/.test(kind));
  const name = created?.target.name?.toLowerCase();
  if (name === undefined) return undefined;
  const schema = created?.target.schema?.toLowerCase() ?? '';
  return { name, key: `${/^(?:public|dbo)$/.test(schema) ? '' : schema}.${name}` };
}

/**
 * Tells of findings in a routine that the change only replaces whether the base has them already: what it leaves in each
 * folder of migrations has a finding with the same key.
 *
 * @param keysOf the keys of the findings in a definition
 */
export function inReplacedRoutines(
  context: FileContext | undefined,
  keysOf: (definition: string) => ReadonlySet<string>,
): (found: FindingAbout) => boolean {
  const run = new Set(context?.routinesRun);
  const routines = new Map(context?.routines?.map(({ name, definitions }) => [name, definitions]));
  const known = new Map<string, readonly ReadonlySet<string>[]>();
  return (found) => {
    const name = routines.size > 0 && found.about ? routineOf(found.about.statement)?.name : undefined;
    const definitions = name === undefined || run.has(name) ? undefined : routines.get(name);
    const key = name && definitions ? keyInRoutine(found) : undefined;
    if (!name || !definitions || key === undefined) return false;
    const keys = known.get(name) ?? definitions.map(keysOf);
    known.set(name, keys);
    return keys.every((each) => each.has(key));
  };
}
