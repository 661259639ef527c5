import type { RecordedStatement } from '../../model/schemas/index.ts';
import { statementKey, statementText } from './statement-text.ts';

/** What was measured of one statement, however often it ran. Tables are `schema.name`. */
export interface MeasuredStatement {
  /** As it stands in `recordedText`. */
  readonly text: string;
  readonly locks: readonly NonNullable<RecordedStatement['locks']>[number][];
  readonly rewritten: readonly string[];
}

type Measured = Pick<RecordedStatement, 'locks' | 'rewritten'>;

/** Whether a statement, given by its `statementKey`, names a table, given as `schema.name`. */
export function namesTable(statement: string, table: string): boolean {
  const name = table.slice(table.indexOf('.') + 1).toLowerCase();
  const text = statement.toLowerCase();
  return /[^\w$]/.test(name) ? text.includes(name) : text.split(/[^\w$]+/).includes(name);
}

/**
 * What was measured of one of several statements that were sent as one text: of tables that it names, and if it is the last,
 * of those that none of them names.
 */
export function measuredPart({ locks, rewritten }: Measured, at: number, texts: readonly string[]): Measured {
  if (texts.length < 2) return {};
  const keys = texts.map(statementKey);
  const isOwn = (table: string) => {
    const named = keys.some((key) => namesTable(key, table));
    return named ? namesTable(keys[at] ?? '', table) : at === keys.length - 1;
  };
  return {
    ...(locks && { locks: locks.filter(({ table }) => isOwn(table)) }),
    ...(rewritten && { rewritten: rewritten.filter(isOwn) }),
  };
}

/**
 * What was measured in a migration, by `statementKey`.
 *
 * @param isNew whether the change itself made a table, given without its schema: no query waits for that one
 */
export function measuredIn(
  { statements }: { readonly statements: readonly RecordedStatement[] },
  isNew: (table: string) => boolean,
): ReadonlyMap<string, MeasuredStatement> {
  const found = new Map<string, MeasuredStatement>();
  for (const { sql, locks = [], rewritten = [] } of statements) {
    const isOld = (table: string) => !isNew(table.slice(table.indexOf('.') + 1).toLowerCase());
    const own = {
      text: statementText(sql),
      locks: locks.filter(({ table }) => isOld(table)),
      rewritten: rewritten.filter(isOld),
    };
    if (own.locks.length === 0 && own.rewritten.length === 0) continue;
    const key = statementKey(sql);
    if (OF_TRANSACTION.test(key)) continue;
    const before = found.get(key);
    found.set(key, before ? bothOf(before, own) : own);
  }
  return found;
}

/** They stand around the statements of one text. */
const OF_TRANSACTION = /^(?:BEGIN|COMMIT|END)\b/i;

function bothOf(a: MeasuredStatement, b: MeasuredStatement): MeasuredStatement {
  const known = new Set(a.locks.map(({ table, mode }) => `${table} ${mode}`));
  return {
    text: a.text,
    locks: [...a.locks, ...b.locks.filter(({ table, mode }) => !known.has(`${table} ${mode}`))],
    rewritten: [...new Set([...a.rewritten, ...b.rewritten])],
  };
}
