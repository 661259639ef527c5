import {
  ConfigError,
  counted,
  type Dialect,
  type FileTree,
  LineIndex,
  OPERATION_FACTS,
  type Operation,
  type SqlScript,
  STATEMENT_FACTS,
  type Statement,
} from '../model/index.ts';
import { createSqlReader, decodeSql, type TraceStep, withTrace } from '../sql/index.ts';

export interface ExplainRequest {
  readonly tree: FileTree;
  readonly path: string;
  readonly dialect: Dialect;
  /** Whether to say which reader, pass and decision gave each fact. */
  readonly trace?: boolean | undefined;
}

/**
 * The text of `querygate explain`: what each statement of a file does, and which reader found it. Escape it before
 * printing.
 */
export async function explainFile({ tree, path, dialect, trace }: ExplainRequest): Promise<string> {
  const entry = await tree.read(path);
  if (entry.kind !== 'file') throw new ConfigError(`\`${path}\` is not a readable file; correct the path`);
  const decoded = decodeSql(entry.bytes);
  if (decoded.text === undefined) throw new ConfigError(decoded.reason, { file: path });
  const { text } = decoded;
  const reader = await createSqlReader(dialect);
  const { result: script, steps } = trace
    ? withTrace(() => reader.read(text, { path }))
    : { result: reader.read(text, { path }), steps: [] };
  return explainText(script, path, steps);
}

/** What each statement of a text does. Escape it before printing. */
export function explainText(script: SqlScript, path: string, steps: readonly TraceStep[] = []): string {
  const lines = new LineIndex(script.text);
  const blocks = script.statements.map((statement, index) =>
    explainStatement(
      script.text,
      statement,
      lines,
      path,
      steps.filter((step) => step.statement === index),
    ),
  );
  const loose = script.unreadable.map(
    ({ reason, span }) => `${where(path, lines, span.start)}: not understood: ${reason}`,
  );
  const { statements } = script;
  const operations = statements.reduce((sum, statement) => sum + statement.operations.length, 0);
  const lost = statements.filter(({ unreadable }) => unreadable.length > 0).length + loose.length;
  const total = `${counted(statements.length, 'statement')}, ${counted(operations, 'operation')}, ${lost} not understood`;
  return [...blocks, ...loose, total, ''].join('\n');
}

function where(path: string, lines: LineIndex, offset: number): string {
  const { line, column } = lines.position(offset);
  return `${path}:${line}:${column}`;
}

function explainStatement(
  text: string,
  statement: Statement,
  lines: LineIndex,
  path: string,
  steps: readonly TraceStep[],
): string {
  const first =
    text.slice(statement.span.start, Math.min(statement.span.end, statement.span.start + 200)).split(/[\r\n]/, 1)[0] ??
    '';
  const section = statement.section === '' ? '' : ` [${statement.section} section]`;
  return [
    `${where(path, lines, statement.span.start)}${section}: ${first}`,
    `  read by ${statement.readers.join(' and ')}`,
    ...statement.unreadable.map(
      ({ reason, span }) => `  not understood (${where(path, lines, span.start)}): ${reason}`,
    ),
    ...statement.operations.map((operation) => `  ${explainOperation(operation)}`),
    ...statementLine(factsText(givenFacts(statement.facts))),
    ...(steps.length > 0 ? ['  steps:'] : []),
    ...steps.map(({ by, text: what }) => `    ${by}: ${what}`),
    '',
  ].join('\n');
}

/** Without the facts that only the configuration gives: `explain` reads none. */
function givenFacts(facts: Statement['facts']): object {
  return Object.fromEntries(
    Object.entries(facts).filter(
      ([name, value]) => value !== undefined || !STATEMENT_FACTS[name as keyof typeof STATEMENT_FACTS].configured,
    ),
  );
}

function statementLine(facts: string): readonly string[] {
  return facts === '' ? [] : [`  statement: ${facts}`];
}

const NAMES = Object.keys(OPERATION_FACTS) as (keyof Operation & string)[];

/** One line: the kind, the target, the readers, and the facts that are set or not known. */
export function explainOperation(operation: Operation): string {
  const facts = Object.fromEntries(
    NAMES.filter((name) => name !== 'kind' && name !== 'target').map((name) => [name, operation[name]]),
  );
  const target = operation.target.text === '' ? '' : ` ${operation.target.text}`;
  const details = factsText(facts);
  return `${operation.kind}${target} (${operation.readers.join(' and ')})${details === '' ? '' : `: ${details}`}`;
}

/** The facts that are set, and those that are unknown. */
function factsText(facts: object): string {
  return Object.entries(facts)
    .map(([name, value]) => factText(name, value))
    .filter((text) => text !== '')
    .join('; ');
}

/** Empty for a fact that is not set. */
function factText(name: string, value: unknown): string {
  // True for almost every operation, so only its opposite is worth a word.
  if (name === 'readable' && value !== undefined)
    return value === false ? 'readable false (its code could not be read completely)' : '';
  if (value === undefined) return `${name} unknown`;
  if (value === true) return name;
  if (Array.isArray(value)) return value.length > 0 ? `${name} ${listText(value)}` : '';
  const isDefault = value === 0 || value === '' || (name === 'place' && value === 'statement');
  return !isDefault && (typeof value === 'number' || typeof value === 'string') ? `${name} ${value}` : '';
}

function listText(values: readonly unknown[]): string {
  const rest = values.length - MAX_LISTED;
  return `${values.slice(0, MAX_LISTED).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

const MAX_LISTED = 20;
