import type { Target } from '../../model/index.ts';
import type { ForeignKey } from './foreign-keys.ts';

/** What is known of names and values before a statement, and in it. */
export interface TableNames {
  /** Whether no SQL file of the base shows the table, nor this file so far. */
  isMissing(table: Target): boolean;
  /** Whether the file so far may contain the name. */
  isUsed(name: string): boolean;
  /** The renames of the statement. */
  renames(): readonly { readonly from: Target; readonly to: Target }[];
  /** The foreign keys that the statement adds. */
  foreignKeys(): readonly ForeignKey[];
  /** Whether the statement adds rows of a query or of COPY to a table. */
  copiesRows(): boolean;
  /** The schema that bare names stand for after the statement, which sets it; empty if that is not certain. */
  homeSet(): string;
  /** Whether the statement puts other schemas before that of temporary tables. */
  temporaryLast(): boolean;
  /** The values that the statement adds to enums. */
  newEnumValues(): readonly string[];
  /** Whether the statement contains one of the values as a text, also in the code of a DO block. */
  hasText(values: ReadonlySet<string>): boolean;
  /** Undefined if it is not configured. */
  readonly serverVersion: number | undefined;
}

/** Settings that change which table a bare name refers to, and the `all` and `temp` of RESET and DISCARD. */
const NAMESPACE_SETTINGS = new Set([
  'search_path',
  'schema',
  'all',
  'temp',
  'temporary',
  'session_authorization',
  // RESET SESSION AUTHORIZATION.
  'session',
  'role',
]);
/** Client commands that run another file or open another connection. */
const SWITCHES_CONTEXT = /^(?:i|ir|include|include_relative|c|connect|r|\.|read|open|restore|source|gexec)$/;

export function changesNamespace(setting: string | undefined): boolean {
  return setting === undefined || NAMESPACE_SETTINGS.has(setting);
}

export function switchesContext(clientCommand: string): boolean {
  return SWITCHES_CONTEXT.test(clientCommand);
}

/** Whether a client command gives another value to a variable, so that a placeholder stands for another name from then on. */
export function setsVariable(clientCommand: string): boolean {
  return /^[\\:]?(?:set|unset|gset|getenv|prompt|setvar)$/.test(clientCommand);
}
