import type { Dialect } from '../../../src/model/index.ts';
import { readRun } from '../../sql/read.ts';

const CANARY = /INSERT INTO canary VALUES \((\d+)\)/iy;

/** What we read in a text: the numbers of the canaries; undefined if the text, or a part of it, is not understood. */
export function canariesRead(dialect: Dialect, text: string): ReadonlySet<number> | undefined {
  const { statements, unreadable } = readRun(dialect, text, {}, 'x.sql');
  if (unreadable.length > 0 || statements.some((statement) => statement.unreadable.length > 0)) return undefined;
  const found = new Set<number>();
  for (const { operations } of statements)
    for (const { kind, target, span } of operations) {
      if (kind !== 'insert' || target.name !== 'canary') continue;
      CANARY.lastIndex = text.indexOf('INSERT', span.start);
      const number = CANARY.exec(text)?.[1];
      if (number !== undefined) found.add(Number(number));
    }
  return found;
}

/** The canaries that ran and were not read, unless the text is not understood. */
export function missedCanaries(dialect: Dialect, text: string, ran: readonly number[]): readonly number[] {
  const read = canariesRead(dialect, text);
  return read === undefined ? [] : ran.filter((number) => !read.has(number));
}
