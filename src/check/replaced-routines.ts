import type { FileContext, Finding, Operation, Statement } from '../model/index.ts';

/** A finding, and the operation that it is about; undefined for SQL that could not be read. */
export interface FindingAbout {
  readonly finding: Finding;
  readonly about: { readonly operation: Operation; readonly statement: Statement; readonly text: string } | undefined;
}

/**
 * What a finding in the body of a routine hangs on: the rule and its verdict, the statement, and all control flow before it.
 * So a new condition before it, or one less, makes another finding. Undefined for a finding elsewhere, and for SQL that the
 * body puts together, which other statements decide.
 */
export function keyInRoutine({ finding, about }: FindingAbout): string | undefined {
  if (!about) return undefined;
  const { operation, statement, text } = about;
  if (operation.place !== 'routine_body' || operation.kind === 'execute_dynamic') return undefined;
  const name = routineOf(statement);
  if (name === undefined) return undefined;
  const { rule, verdict } = finding;
  const before = text.slice(statement.span.start, operation.span.start);
  const body = before.slice(Math.max(0, before.search(STARTS_BODY)));
  const pieces = squeeze(body).split(';');
  const flow = pieces.filter((piece, at) => at === pieces.length - 1 || CONTROLS.test(piece));
  const own = squeeze(text.slice(operation.span.start, operation.span.end));
  return JSON.stringify([name, rule, verdict, finding.operation, flow, own]);
}

const STARTS_BODY = /\bAS\s+(?:\$\w*\$|')|\bDECLARE\b|\bBEGIN\b/i;
const CONTROLS =
  /\b(?:IF|ELSE|ELSIF|ELSEIF|CASE|WHEN|LOOP|WHILE|FOR|FOREACH|REPEAT|UNTIL|EXIT|CONTINUE|LEAVE|ITERATE|RETURN|GOTO|RAISE|SIGNAL|THROW|RAISERROR|EXCEPTION|HANDLER|TRY|CATCH)\b/i;

/** Without comments, and with one blank for all white space. */
function squeeze(sql: string): string {
  return sql
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The name, in lower case, of the function or procedure that the statement creates or replaces. */
function routineOf({ operations }: Statement): string | undefined {
  const created = operations.find(({ kind }) => /^(?:create_function|create_procedure|alter_other)$/.test(kind));
  return created?.target.name?.toLowerCase();
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
    const name = routines.size > 0 && found.about ? routineOf(found.about.statement) : undefined;
    const definitions = name === undefined || run.has(name) ? undefined : routines.get(name);
    const key = name && definitions ? keyInRoutine(found) : undefined;
    if (!name || !definitions || key === undefined) return false;
    const keys = known.get(name) ?? definitions.map(keysOf);
    known.set(name, keys);
    return keys.every((each) => each.has(key));
  };
}
