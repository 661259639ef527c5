import type { FileContext, Finding, Operation, Statement } from '../model/index.ts';

/** A finding, and the operation that it is about; undefined for SQL that could not be read. */
export interface FindingAbout {
  readonly finding: Finding;
  readonly about: { readonly operation: Operation; readonly statement: Statement; readonly text: string } | undefined;
}

/**
 * What a finding in the body of a routine hangs on: the rule, the statement, and all of the routine but other writes of rows. So
 * another condition, value of a variable, parameter or option makes another finding. Undefined for a finding elsewhere, for a
 * warning, and for SQL that the body puts together, which other statements decide.
 */
export function keyInRoutine({ finding, about }: FindingAbout): string | undefined {
  if (!about || finding.verdict === 'warn') return undefined;
  const { operation, statement, text } = about;
  if (operation.place !== 'routine_body' || operation.kind === 'execute_dynamic') return undefined;
  const name = routineOf(statement)?.key;
  if (name === undefined) return undefined;
  const { rule, verdict } = finding;
  const { span } = operation;
  const before = squeeze(text.slice(statement.span.start, span.start)).replace(HEADING, '').split(';');
  const after = squeeze(text.slice(span.end, statement.span.end)).split(';');
  // What is left of the statement of the finding belongs to it.
  const own = [before.pop() ?? '', squeeze(text.slice(span.start, span.end)), after.shift() ?? ''];
  const isLeftOut = ignoredWrites([...before, own.join(' '), ...after]);
  const rest = [before, after].map((pieces) => pieces.filter((piece) => !isLeftOut(piece)));
  return JSON.stringify([name, rule, verdict, finding.operation, own, rest]);
}

/** The verb and the name, which `routineOf` compares. */
const HEADING =
  /^(?:CREATE(?: OR (?:REPLACE|ALTER))?|ALTER)(?: DEFINER ?= ?\S+)? (?:FUNCTION|PROCEDURE|PROC) (?:IF NOT EXISTS )?[^\s(]+/i;
const WRITES_ROWS = /^\s*(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+([^\s(;]+)/i;
/** Besides writing, such a statement sets a variable or a setting, or is part of the control flow. */
const DOES_MORE =
  /\bRETURNING\b|\bOUTPUT\b|@|:=|\bset_config\b|\b(?:IF|CASE|WHEN|LOOP|WHILE|BEGIN|END|EXEC|EXECUTE|CALL)\b/i;
const READS_ROWS = /\b(?:SELECT|PERFORM|EXISTS)\b/i;
/** How many rows the last statement wrote. */
const READS_COUNT = /\bFOUND\b|\bROW_?COUNT\b/i;

/** Tells which of the statements only write rows that no other one reads, and of which none asks how many they were. */
function ignoredWrites(pieces: readonly string[]): (piece: string) => boolean {
  const tableOf = (piece: string) => (DOES_MORE.test(piece) ? undefined : WRITES_ROWS.exec(piece)?.[1]);
  const others = pieces.filter((piece) => tableOf(piece) === undefined);
  if (others.some((piece) => READS_COUNT.test(piece))) return () => false;
  const read = new Set(
    others
      .filter((piece) => READS_ROWS.test(piece))
      .flatMap((piece) => piece.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? []),
  );
  return (piece) => {
    const name = tableOf(piece)
      ?.split('.')
      .at(-1)
      ?.replace(/["`[\]]/g, '')
      .toLowerCase();
    return name !== undefined && !read.has(name);
  };
}

/** Without comments, and with one blank for all white space. */
function squeeze(sql: string): string {
  return sql
    .replace(STRING_OR_COMMENT, (_, string?: string) => string ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const STRING_OR_COMMENT = /('(?:[^']|'')*')|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** The function or procedure that the statement creates or replaces: its name in lower case, and that with its schema. */
function routineOf({ operations }: Statement): { readonly name: string; readonly key: string } | undefined {
  const created = operations.find(({ kind }) => /^(?:create_function|create_procedure|alter_other)$/.test(kind));
  const name = created?.target.name?.toLowerCase();
  if (name === undefined) return undefined;
  const schema = created?.target.schema?.toLowerCase() ?? '';
  return { name, key: `${/^(?:public|dbo)$/.test(schema) ? '' : schema}.${name}` };
}

/**
 * Whether the base has a finding already, in a routine that the change only replaces: what it leaves of the routine in each
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
