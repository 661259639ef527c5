import type { Dialect, Section } from '../../src/model/index.ts';
import { LineIndex } from '../../src/model/index.ts';
import type { Engine } from './engine.ts';

/** What a statement does. An older version of the engine lacks some facts. */
export interface StatementOperation {
  readonly kind: string;
  readonly target: string;
  readonly constraintType?: string | undefined;
  readonly inline?: boolean | undefined;
  readonly hasDefault?: boolean | undefined;
  readonly defaultKind?: string | undefined;
}

/** A statement of a file, by lines that count from 1. */
export interface StatementLines {
  readonly first: number;
  readonly last: number;
  readonly text: string;
  readonly section: Section;
  readonly operations: readonly StatementOperation[];
}

/** The statements of a file; none if its bytes are not a text. */
export async function statementsOf(
  { sql }: Engine,
  dialect: Dialect,
  path: string,
  bytes: Uint8Array,
): Promise<readonly StatementLines[]> {
  const decoded = sql.decodeSql(bytes);
  if (decoded.text === undefined) return [];
  const script = (await sql.createSqlReader(dialect)).read(decoded.text, { path });
  const lines = new LineIndex(script.text);
  return script.statements.map(({ span, section, operations }) => ({
    first: lines.position(span.start).line,
    last: lines.position(span.end).line,
    text: script.text.slice(span.start, span.end),
    section,
    operations: operations.map(({ kind, target, constraintType, inline, hasDefault, defaultKind }) => ({
      ...{ kind, target: target.text, constraintType, inline, hasDefault, defaultKind },
    })),
  }));
}

/** The statement that stands on a line; the first one, if there are several. */
export function statementAt(statements: readonly StatementLines[], line: number): StatementLines | undefined {
  let low = 0;
  let high = statements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((statements[middle]?.last ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  const found = statements[low];
  return found && found.first <= line ? found : undefined;
}
