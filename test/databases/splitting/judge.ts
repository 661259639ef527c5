import type { Dialect, FileRun } from '../../../src/model/index.ts';
import { readRun } from '../../sql/read.ts';

const CANARY = /INSERT INTO canary VALUES \((\d+)\)/gi;

/**
 * The canaries of a text that we do not read as statements that run: those in comments, strings and exempt sections. None if
 * the text, or a part of it, is not understood.
 */
export function unreadCanaries(dialect: Dialect, text: string, run: FileRun): readonly number[] {
  const { statements, unreadable } = readRun(dialect, text, run, 'x.sql');
  if (unreadable.length > 0 || statements.some((statement) => statement.unreadable.length > 0)) return [];
  const unread = new Map([...text.matchAll(CANARY)].map(({ 1: number, index }) => [index, Number(number)]));
  for (const { operations, section, sectionTools } of statements) {
    if (section === 'down' && run.tool && sectionTools.includes(run.tool)) continue;
    for (const { kind, target, span } of operations)
      if (kind === 'insert' && target.name === 'canary')
        unread.delete(text.indexOf('INSERT', startOf(text, span.start)));
  }
  return [...unread.values()];
}

/** A driver may skip white space that SQLite does not know; the comments behind it belong to the statement. */
const SKIPPED = /(?:[\u0085\u00a0\u2028\u2029\ufeff]+(?:\s|--[^\n]*\n|\/\*.*?\*\/)*)?/sy;

function startOf(text: string, from: number): number {
  SKIPPED.lastIndex = from;
  return from + (SKIPPED.exec(text)?.[0].length ?? 0);
}
