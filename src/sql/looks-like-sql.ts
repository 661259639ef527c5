import { DIALECTS, kindsOf, type OperationKind } from '../model/index.ts';
import { readScript } from './script/script.ts';

const CHANGES: ReadonlySet<OperationKind> = new Set([...kindsOf('ddl'), ...kindsOf('write')]);

/** What must follow a statement: `;`, or T-SQL's `GO` on a line of its own. */
const TERMINATOR = /^\s*;|^\s*[\r\n]\s*GO\s*(?:[\r\n]|$)/i;

/** How much of a text is read, in UTF-16 code units. */
const SAMPLE = 32_768;

/**
 * Whether a text of unknown kind is SQL that changes something. In one dialect, every statement must be understood, and
 * one that changes something must have a terminator. Prose and source code that begin like SQL are therefore not SQL.
 */
export function looksLikeSql(text: string): boolean {
  // Cheap, and enough to reject almost every other text.
  if (!/\b(?:create|alter|drop|insert|update|delete|truncate|grant|revoke)\b/i.test(text)) return false;
  const sample = text.slice(0, SAMPLE);
  return DIALECTS.some((dialect) => {
    const { statements, unreadable } = readScript(sample, '', dialect, undefined);
    const isCut = text.length > SAMPLE;
    const whole = isCut ? statements.slice(0, -1) : statements;
    return (
      (isCut || unreadable.length === 0) &&
      whole.every((statement) => statement.unreadable.length === 0) &&
      whole.some(
        ({ operations, span }) =>
          operations.some(({ kind }) => CHANGES.has(kind)) && TERMINATOR.test(sample.slice(span.end, span.end + 100)),
      )
    );
  });
}
