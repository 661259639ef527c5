import type { Operation, OperationKind } from '../model/index.ts';
import { lastPartOf } from '../sql/index.ts';
import { type BaseFile, perFile, scriptOf } from './base-files.ts';
import { isSparedDown, isUndoFile } from './table-columns.ts';

export function mentionsSecurity(text: string): boolean {
  return /\b(?:policy|security)\b/i.test(text);
}

const SECURES: ReadonlySet<OperationKind> = new Set<OperationKind>(['enable_row_security', 'create_policy']);

/** The tables, in lower case and without schema, for which a file enables row security or creates policies. */
export const securityIn = perFile((file: BaseFile) => {
  const { statements, unreadable } = scriptOf(file);
  const run = isUndoFile(file) ? [] : statements.filter((statement) => !isSparedDown(statement, file));
  const textOf = ({ span }: { readonly span: Operation['span'] }) => file.text.slice(span.start, span.end);
  const secures = run.flatMap(({ operations }) => operations.filter(({ kind }) => SECURES.has(kind)));
  const names = secures.map(({ kind, table, target }) =>
    kind === 'create_policy' ? table && lastPartOf(table) : target.name,
  );
  const unread = [...unreadable, ...run.filter((statement) => statement.unreadable.length > 0 || runsText(statement))];
  return {
    tables: new Set(names.flatMap((name) => name?.toLowerCase() ?? [])),
    /** Whether it may be others too, in SQL that is put together or not read. */
    mayBeOthers: names.includes(undefined) || unread.some((part) => mentionsSecurity(textOf(part))),
  };
});

function runsText({ operations }: { readonly operations: readonly Operation[] }): boolean {
  return operations.some(
    ({ kind, readable }) => !readable && /^(?:execute_dynamic|execute_prepared|meta_command)$/.test(kind),
  );
}
