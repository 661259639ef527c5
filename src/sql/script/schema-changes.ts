import type { FileContext, Operation, SchemaChange, Span, Statement } from '../../model/index.ts';
import type { FollowedScript, FollowedStatement } from '../across-statements/followed-statement.ts';
import { type Facts, makeOperation } from '../reader/operation.ts';

const START: Span = { start: 0, end: 0 };

/**
 * The file as it takes effect if it describes a schema: with what the tool derives from the change, and without what the
 * database has already. What the file no longer defines is done by a statement at its start, to which the comments belong
 * that belong to no other.
 *
 * @param empty the facts of a statement that does nothing
 */
export function withSchemaChanges(
  script: FollowedScript,
  { schema, includes }: Pick<FileContext, 'schema' | 'includes'>,
  empty: () => Statement['facts'],
): FollowedScript {
  if (includes && includes.length > 0) skipIncludes(script, new Set(includes));
  if (!schema) return script;
  const { changes, applied, unknown } = schema;
  for (const statement of script.statements) {
    const { start } = statement.span;
    if (applied.includes(start)) statement.operations = [];
    for (const change of changes) if (change.statement === start) statement.operations.push(operationOf(change));
  }
  const removed = changes.filter(({ statement }) => statement === undefined);
  const unreadable = [...script.unreadable, ...unknown.map((reason) => ({ reason, span: START }))];
  if (removed.length === 0) return { ...script, unreadable };
  const first: FollowedStatement = {
    span: START,
    operations: removed.map(operationOf),
    facts: empty(),
    section: '',
    sectionTools: [],
    batch: 0,
    home: '',
    shape: removed.map(({ kind, target, columns = [] }) => [kind, target.text, ...columns].join(' ')).join('; '),
    readers: ['tokens'],
    unreadable: [],
    comments: script.looseComments,
  };
  return { ...script, statements: [first, ...script.statements], unreadable, looseComments: [] };
}

function operationOf({ kind, span = START, statement: _, target: object, ...given }: SchemaChange): Operation {
  const { name, schema, quoted, text, note } = object;
  const target = { name, schema, quoted, text, ...(note !== undefined && { note }) };
  const facts = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return makeOperation(kind, 'statement', span, { ...(facts as Facts), target });
}

const INCLUDE = /^:r\s+(?:"([^"]+)"|(\S+))\s*(?:\s--.*)?$/i;

/** Leaves out the commands that include a file which is judged by itself. */
function skipIncludes({ text, statements }: FollowedScript, known: ReadonlySet<string>): void {
  for (const statement of statements) {
    const name = includedIn(text.slice(statement.span.start, statement.span.end));
    if (name === undefined || !known.has(name)) continue;
    statement.operations = statement.operations.filter(({ kind }) => kind !== 'meta_command');
  }
}

/** The file that the client command `:r file` includes. */
export function includedIn(command: string): string | undefined {
  const [, quoted, plain] = INCLUDE.exec(command.trim()) ?? [];
  return quoted ?? plain;
}
