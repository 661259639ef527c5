import type { Statement } from '../model/index.ts';
import {
  afterTerminator,
  boundaryOf,
  type Edit,
  indentAt,
  isBoundary,
  isChained,
  joined,
  type LaidOutFile,
  type Layout,
  NO_CHANGE,
  regionOf,
  SEPARATOR,
  turningOff,
} from './layout.ts';
import type { Around, Written } from './write.ts';

/**
 * The ways to put statements around all others of the section, outside of their transaction: where the tool begins none, and
 * where the file turns it off. Then each section gets its own.
 */
export function* layoutsAround(
  file: Omit<LaidOutFile, 'hasUndo'>,
  statement: Statement,
  written: Written,
): Generator<Layout> {
  // A tool would cut the file, or send parts of it at once.
  if (/\bStatement(?:Begin|End)\b|--> statement-breakpoint/.test(file.text)) return;
  const { turnOff, alwaysIn } = file.tool?.transactions ?? {};
  for (const turnsOff of turnOff && !alwaysIn?.includes(file.dialect) ? [false, true] : [false]) {
    const layout = layoutAround({ ...file, hasUndo: false }, statement, written, turnsOff);
    if (layout) yield layout;
  }
}

function layoutAround(
  file: LaidOutFile,
  statement: Statement,
  { around, steps, span = statement.span }: Written,
  turnsOff: boolean,
): Layout | undefined {
  if (!around) return undefined;
  // The transaction of the tool: a second BEGIN fails in it.
  const isOpen = statement.facts.inTransaction === true && !file.script.statements.some(isBoundary);
  if (isOpen && !turnsOff) return undefined;
  const off = turnsOff ? turningOff(file, statement) : NO_CHANGE;
  const inner: Edit[] = [];
  if (steps.length > 0) {
    const own = joined(steps, SEPARATOR + indentAt(file.text, span.start));
    inner.push({ ...span, text: own.text });
  }
  const edits: Edit[] = [];
  let first: number | undefined;
  for (const section of sectionsIn(file)) {
    const isOwn = section.includes(statement);
    // What turns off the transaction of a file, turns it off for all sections.
    if (!isOwn && !(turnsOff && file.tool?.transactions.unit === 'file' && section.length > 1)) continue;
    const wrapped = wrap(file, section, around, isOwn);
    if (!wrapped) return undefined;
    if (isOwn) first = wrapped.first;
    edits.push(wrapped.start, ...(isOwn ? inner : []), wrapped.end);
  }
  if (first === undefined) return undefined;
  const shift = off.edits.reduce((sum, { text }) => sum + text.length, 0);
  const before = edits
    .filter(({ end }) => end < (first ?? 0))
    .reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
  const step = { sql: around.before, run: 'between-transactions' as const };
  return {
    ...off,
    edits: [...off.edits, ...edits],
    placed: [{ path: off.renamedTo ?? file.path, offset: first + shift + before, step }],
  };
}

function sectionsIn({ script }: LaidOutFile): readonly (readonly Statement[])[] {
  const sections: Statement[][] = [];
  for (const statement of script.statements)
    if (sections.at(-1)?.[0]?.section === statement.section) sections.at(-1)?.push(statement);
    else sections.push([statement]);
  return sections;
}

/** What comes before and after the statements of a section, and the offset of the one that has to be outside. */
function wrap(file: LaidOutFile, section: readonly Statement[], around: Around, isOwn: boolean) {
  const { text } = file;
  // Settings at both ends stay outside.
  const from = section.findIndex((each) => !isSetting(each));
  const to = section.findLastIndex((each) => !isSetting(each)) + 1;
  const body = section.slice(from, to);
  const [first, last] = [body[0], body.at(-1)];
  if (from < 0 || !first || !last || body.some(needsNoTransaction)) return undefined;
  const boundaries = body.filter(isBoundary);
  const hasOwn = boundaries.length === 2 && boundaryOf(first) === 'begin' && boundaryOf(last) === 'commit';
  if ((boundaries.length > 0 && !hasOwn) || isChained(file, last)) return undefined;
  const existing = section.slice(0, from).find((each) => isSame(textOf(file, each), around.before));
  const isRestored = section.slice(to).some((each) => isSame(textOf(file, each), around.after));
  const begin = hasOwn ? [] : [around.begin];
  const commit = hasOwn ? [] : [around.commit];
  const opening = [...(isOwn && !existing ? [around.before] : []), ...begin];
  const closing = [...commit, ...(isOwn && !isRestored ? [around.after] : [])];
  const { start } = regionOf(file, first, false);
  const end = afterTerminator(text, last.span.end);
  const missing = text.slice(last.span.end, end).includes(';') ? '' : ';';
  return {
    first: existing?.span.start ?? start,
    start: { start, end: start, text: opening.map((sql) => `${sql};\n`).join('') },
    end: { start: end, end, text: missing + closing.map((sql) => `\n${sql};`).join('') },
  };
}

function textOf({ text }: LaidOutFile, { span }: Statement): string {
  return text.slice(span.start, span.end);
}

function isSame(one: string, other: string): boolean {
  const plain = (sql: string) => sql.replaceAll(/\s/g, '').toLowerCase();
  return plain(one) === plain(other);
}

function isSetting({ operations }: Statement): boolean {
  return operations.length > 0 && operations.every(({ kind }) => kind === 'set');
}

/** Whether the statement does nothing in a transaction, or is refused, and runs outside of one now. */
function needsNoTransaction({ operations, facts }: Statement): boolean {
  return facts.inTransaction !== true && operations.some(({ kind }) => kind === 'set' || kind === 'maintain');
}
