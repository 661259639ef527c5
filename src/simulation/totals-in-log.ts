import type { HistoryRow } from '../model/index.ts';
import type { AffectedFlow } from './flows.ts';

/** Why an undecided flow of `flowsInLog` does not count. */
export const IN_LOG = 'a log has its calls too, with their values, and they are decided';

/**
 * The undecided flows of totals without days and values, such as those of pg_stat_statements, of which a log shows the same
 * statement of the same user in the same database, and the change decides all flows of it there. Totals of MySQL name no user.
 *
 * @param counts whether an affected flow counts
 */
export function flowsInLog(
  touched: readonly AffectedFlow[],
  rows: readonly HistoryRow[],
  counts: (flow: AffectedFlow) => boolean,
): ReadonlySet<AffectedFlow> {
  const open = touched.filter((flow) => flow.class === 'unknown' && flow.rows.every(isTotal));
  if (open.length === 0) return new Set();
  const logged = new Set(rows.filter((row) => !isTotal(row)).flatMap(statementsOf));
  for (const flow of touched) {
    if (flow.class !== 'unknown' && counts(flow)) continue;
    for (const statement of flow.rows.filter((row) => !isTotal(row)).flatMap(statementsOf)) logged.delete(statement);
  }
  return new Set(
    open.filter((flow) => flow.rows.every((row) => isNamed(row) && logged.has(statementOf(row, row.caller.user)))),
  );
}

/** Why a flow of `countedInLog` does not count. */
export const COUNTED_IN_LOG = 'a log has its calls too, by application, and they are counted there';

/**
 * The decided flows of such totals of which a log shows the same statement of the same user in the same database, and a flow
 * of it there counts and has the same result: it names applications and days.
 */
export function countedInLog(
  touched: readonly AffectedFlow[],
  counts: (flow: AffectedFlow) => boolean,
): ReadonlySet<AffectedFlow> {
  const logged = new Set<string>();
  const keyOf = (statement: string, flow: AffectedFlow) => `${flow.class} ${statement}`;
  for (const flow of touched.filter(counts))
    for (const statement of flow.rows.filter((row) => !isTotal(row)).flatMap(statementsOf))
      logged.add(keyOf(statement, flow));
  return new Set(
    touched.filter(
      (flow) =>
        flow.class !== 'unknown' &&
        flow.rows.every(
          (row) => isTotal(row) && isNamed(row) && logged.has(keyOf(statementOf(row, row.caller.user), flow)),
        ),
    ),
  );
}

function isTotal({ days, caller }: HistoryRow): boolean {
  return caller.application === undefined && Object.keys(days).every((day) => day === '');
}

/** A database that is recorded as a pattern, or not at all, may be any. */
function isNamed({ caller, callerPatterns = [] }: HistoryRow): boolean {
  return caller.database !== undefined && callerPatterns.length === 0;
}

/** Of its user, and of any user. */
function statementsOf(row: HistoryRow): readonly string[] {
  return [statementOf(row, row.caller.user), statementOf(row, undefined)];
}

function statementOf({ dialect, shape, caller, origin }: HistoryRow, user: string | undefined): string {
  return JSON.stringify([origin, dialect, caller.database, user, shape]);
}
