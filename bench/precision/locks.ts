import type { Finding } from '../../src/model/index.ts';
import { SQUAWK_LOCK_RULES, type SquawkFinding } from './squawk.ts';
import { type StatementLines, statementAt } from './statements.ts';

/**
 * What Querygate says about a statement that squawk reports for its locks. `warned`: a rule about locks does too;
 * `other`: only a rule about something else does; `exempt`: its findings do not count (a down section, an old statement); `down`, `new table` and `instant`: no rule does, and the statement undoes a migration, is about a table that
 * the same file creates, or adds a column for which PostgreSQL reads no row; `silent`: none of these.
 */
export const LOCK_ANSWERS = ['warned', 'exempt', 'other', 'down', 'new table', 'instant', 'silent'] as const;
export type LockAnswer = (typeof LOCK_ANSWERS)[number];

/** One statement of a change about whose locks at least one of the tools says something. */
export interface LockComparison {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** squawk's rules about locks, each once; empty if only Querygate reports the statement. */
  readonly squawk: readonly string[];
  /** Querygate's rules about locks with findings that count. */
  readonly rules: readonly string[];
  readonly answer: LockAnswer;
}

/** Compares what both tools say of one file. */
export function compareLocks(
  file: string,
  statements: readonly StatementLines[],
  squawk: readonly SquawkFinding[],
  findings: readonly Finding[],
  lockRules: ReadonlySet<string>,
): readonly LockComparison[] {
  const created = new Set<string>();
  const rows: LockComparison[] = [];
  const bySquawk = grouped(
    squawk.filter(({ rule }) => SQUAWK_LOCK_RULES.includes(rule)),
    ({ line }) => statementAt(statements, line),
  );
  const byQuerygate = grouped(
    findings.filter(({ path }) => path === file),
    ({ location }) => location && statementAt(statements, location.start.line),
  );
  for (const statement of statements) {
    const reports = bySquawk.get(statement) ?? [];
    const own = byQuerygate.get(statement) ?? [];
    const locks = own.filter(({ rule }) => lockRules.has(rule));
    const rules = [...new Set(locks.filter(({ status }) => status === 'new').map(({ rule }) => rule))];
    if (reports.length > 0 || rules.length > 0) {
      const isNewTable = [indexed(statement.text), ...statement.operations.map(({ target }) => target)].some(
        (name) => name !== undefined && created.has(plain(name)),
      );
      rows.push({
        file,
        line: statement.first,
        text: statement.text,
        squawk: [...new Set(reports.map(({ rule }) => rule))],
        rules,
        answer: answerOf(statement, own, locks, noRule(statement, reports, isNewTable)),
      });
    }
    for (const { kind, target } of statement.operations) if (kind === 'create_table') created.add(plain(target));
  }
  return rows;
}

function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The table of CREATE INDEX. */
function indexed(text: string): string | undefined {
  return /^\s*CREATE\s[^(]*?\bINDEX\b[^(]*?\bON\s+(?:ONLY\s+)?([\w".]+)/i.exec(text.replace(/\/\*.*?\*\//gs, ' '))?.[1];
}

/** The last part of a name, without quotes: one migration may write it with and without its schema. */
function plain(name: string): string {
  return name
    .slice(name.lastIndexOf('.') + 1)
    .replaceAll('"', '')
    .toLowerCase();
}

function answerOf(
  { section }: StatementLines,
  own: readonly Finding[],
  locks: readonly Finding[],
  otherwise: LockAnswer,
): LockAnswer {
  if (locks.some(({ status }) => status === 'new')) return 'warned';
  if (own.some(({ status }) => status === 'new')) return 'other';
  if (own.length > 0) return 'exempt';
  if (section === 'down') return 'down';
  return otherwise;
}

/** Why no rule of Querygate reports a statement that does not undo a migration. */
function noRule({ operations }: StatementLines, reports: readonly SquawkFinding[], isNewTable: boolean): LockAnswer {
  if (isNewTable) return 'new table';
  const isInstant = reports.every(({ rule }) => {
    const readsRows = INSTANT[rule];
    return readsRows !== undefined && !operations.some(readsRows);
  });
  return isInstant && reports.length > 0 ? 'instant' : 'silent';
}

type ReadsRows = (operation: StatementLines['operations'][number]) => boolean;

/** Which operations read rows, by rule of squawk; test/databases/locks.test.ts measures it. */
const INSTANT: Readonly<Record<string, ReadsRows>> = {
  // A foreign key in the definition of an added column without a default: all its values are NULL.
  'adding-foreign-key-constraint': ({ kind, constraintType, inline, hasDefault }) =>
    kind === 'add_constraint' && constraintType === 'foreign_key' && !(inline === true && hasDefault === false),
  // squawk takes `-1` for an expression.
  'adding-field-with-default': ({ kind, defaultKind }) =>
    kind === 'add_column' && !['', 'constant', 'stable', 'virtual'].includes(defaultKind ?? 'unknown'),
};
