import type { RunResult } from './results.ts';

/** `12 of 100 (12 %)` */
export function share(part: number, whole: number): string {
  return `${part} of ${whole} (${percent(part, whole)})`;
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(1)} %`;
}

export function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

/** The result of a run, for a terminal. */
export function printed({ repositories, rules, alone, kinds, judged, squawk }: RunResult): string {
  const pulls = sum(repositories, (row) => row.pulls);
  const lines = [
    ...repositories.map(
      (row) =>
        `${row.name.padEnd(36)} ${row.from} to ${row.to}: ${row.pulls} replayed, ${row.checked} with SQL to check, ` +
        `${row.red} red (${percent(row.red, row.pulls)}), ${row.locks} with lock warnings${row.errors > 0 ? `, ${row.errors} errors` : ''}`,
    ),
    '',
    `pull requests: ${pulls} in ${repositories.length} repositories`,
    `red: ${share(
      sum(repositories, (row) => row.red),
      pulls,
    )}`,
    `with lock warnings: ${share(
      sum(repositories, (row) => row.locks),
      pulls,
    )}`,
    ...Object.entries(judged).map(
      ([of, each]) => `judged ${of}: ${each.deserved} deserved, ${each.arguable} arguable, ${each.false} false`,
    ),
    '',
    'rule: pull requests with a finding (red because of it alone)',
    ...Object.entries(rules)
      .filter(([, count]) => count > 0)
      .map(([rule, count]) => `  ${rule}: ${count} (${alone[rule] ?? 0})`),
    '',
    'what made them red: rule, operation, place',
    ...Object.entries(kinds).map(([kind, count]) => `  ${kind}: ${count}`),
    '',
    `squawk ${squawk.version}, PostgreSQL: ${squawk.pulls} pull requests`,
    `  red: squawk ${share(squawk.red, squawk.pulls)}, Querygate ${share(squawk.querygateRed, squawk.pulls)}`,
    `  locks: squawk ${share(squawk.locks, squawk.pulls)}, Querygate ${share(squawk.querygateLocks, squawk.pulls)}, both ${squawk.bothLocks}`,
    '  what Querygate says of the statements that a rule of squawk reports:',
    ...Object.entries(squawk.rules).map(
      ([rule, answers]) =>
        `    ${rule}: ${Object.entries(answers)
          .filter(([, count]) => count > 0)
          .map(([answer, count]) => `${answer} ${count}`)
          .join(', ')}`,
    ),
    '  statements that only Querygate reports:',
    ...Object.entries(squawk.onlyQuerygate).map(([rule, count]) => `    ${rule}: ${count}`),
  ];
  return `${lines.join('\n')}\n`;
}
