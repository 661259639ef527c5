import { Random } from './log/random.ts';
import { makeTables } from './log/schema.ts';
import { SEED } from './log/workload.ts';

const RULES = 100;

interface Rule {
  readonly id: string;
  readonly operations: string;
  readonly when: string;
  readonly verdict: 'block' | 'warn';
}

/** Rules like those of real teams: limits, columns, callers, tables, filters, DDL. */
function ruleAt(at: number, table: string): Rule {
  const id = `no-${at}-${table.replaceAll('_', '-')}`;
  switch (at % 10) {
    case 0:
      return rule(
        id,
        'select',
        `statement.hasLimit && statement.limit > ${1000 + 100 * at} && "${table}" in statement.tablesRead`,
      );
    case 1:
      return rule(
        id,
        'update, delete',
        `operation.target.name == "${table}" && !("tenant_id" in operation.filterColumns || "id" in operation.filterColumns)`,
      );
    case 2:
      return rule(id, 'select', `statement.longestInList > ${150 + at} && "${table}" in statement.tablesRead`);
    case 3:
      return rule(
        id,
        'update',
        `operation.target.name == "${table}" && operation.columns.exists(c, c in ["email", "phone", "checksum"]) && caller.application.startsWith("gateway")`,
      );
    case 4:
      return rule(
        id,
        'select',
        `"${table}" in statement.tablesRead && caller.user == "reports" && statement.selectStar`,
      );
    case 5:
      return rule(
        id,
        'drop_table, truncate, drop_column',
        `operation.target.name == "${table}" && !operation.createdHere`,
      );
    case 6:
      return rule(id, 'select', `statement.leadingWildcard && "${table}" in statement.tablesRead`, 'warn');
    case 7:
      return rule(id, 'insert', `statement.valuesRows > ${30 + (at % 7)} && operation.target.name == "${table}"`);
    case 8:
      return rule(
        id,
        'any',
        `statement.functions.exists(f, f in ["pg_sleep", "dblink", "lo_import"]) && caller.user != "admin"`,
      );
    default:
      return rule(
        id,
        'select',
        `statement.offset > ${500 + 10 * at} && statement.joinedTables > 2 && "${table}" in statement.tablesRead`,
        'warn',
      );
  }
}

function rule(id: string, operations: string, when: string, verdict: Rule['verdict'] = 'block'): Rule {
  return { id, operations, when, verdict };
}

/** The five rules that differ; they apply to every query. */
const EDITED: readonly (readonly [string, string, string, string])[] = [
  [
    'no-large-limit',
    'select',
    'statement.hasLimit && statement.limit > 5000',
    'statement.hasLimit && statement.limit > 500',
  ],
  ['no-long-list', 'any', 'statement.longestInList > 500', 'statement.longestInList > 150'],
  ['no-deep-page', 'select', 'statement.offset > 100000', 'statement.offset > 3000'],
  ['no-bulk-insert', 'insert', 'statement.valuesRows > 1000', 'statement.valuesRows > 38'],
  [
    'no-search',
    'select',
    'statement.leadingWildcard && caller.user == "nobody"',
    'statement.leadingWildcard && statement.joinedTables > 2',
  ],
];

/**
 * A rule file of 100 rules as on the base branch, or as in the change, which has different conditions for five of them.
 */
export function rulesOf(side: 'base' | 'head'): string {
  const tables = makeTables(new Random(SEED));
  const rules = Array.from({ length: RULES - EDITED.length }, (_, at) =>
    ruleAt(at, tables[(at * 7) % tables.length]?.name ?? 'users'),
  );
  const edited = EDITED.map(([id, operations, base, head]) => rule(id, operations, side === 'base' ? base : head));
  const entries = [...edited, ...rules].map(
    ({ id, operations, when, verdict }) =>
      `  - id: ${id}\n    operations: [${operations}]\n    when: '${when}'\n    verdict: ${verdict}\n    message: ${id} is about {operation.target}\n    description: A rule to measure with.\n`,
  );
  return `version: 1\nrules:\n${entries.join('')}`;
}
