import { describe, expect, it } from 'vitest';
import { HISTORY_FILE, type SimulationReport } from '../../../src/model/index.ts';
import type { Files } from '../build.ts';
import { HISTORY, LIMIT, OLD, ruleFile, simulatePull } from './build.ts';

describe('a declared flow', () => {
  const FLOWS = '.querygate/flows.yml';
  const flow = (sql: string, name = 'checkout') =>
    `  - name: ${name}\n    owner: shop-team\n    sql: ${sql}\n    dialect: postgresql\n`;
  const plain = (sql: string) => flow(sql).replace(/ {4}dialect.*\n/, '');
  const configured = (dialect: string | undefined) => ({
    '.querygate/config.yml': `version: 1\n${dialect === undefined ? '' : `dialect: ${dialect}\n`}`,
  });
  const flows = (...entries: readonly string[]) => ({ [FLOWS]: `version: 1\nflows:\n${entries.join('')}` });
  const star = ruleFile({ 'no-select-star': ['select', 'statement.selectStar'] });
  const QUIET = { [HISTORY_FILE]: HISTORY, ...OLD };
  const BREAKING = 'SELECT * FROM carts WHERE id = $1';

  interface FlowRow {
    readonly name: string;
    readonly base: Files;
    readonly head: Files;
    readonly exit: SimulationReport['exitCode'];
    readonly conclusion?: RegExp;
    readonly problem?: RegExp;
    readonly notice?: RegExp;
    /** `name breaks` of each. */
    readonly declared?: readonly string[];
  }

  it.each<FlowRow>([
    {
      name: 'that breaks fails, whatever the limits are',
      base: { ...QUIET, ...flows(flow(BREAKING)) },
      head: { ...star, ...flows(flow(BREAKING)) },
      exit: 1,
      conclusion: /1 declared flow would break/,
      declared: ['checkout true'],
    },
    {
      name: 'that the change removes is judged and reported',
      base: { ...QUIET, ...flows(flow(BREAKING)) },
      head: star,
      exit: 1,
      notice: /removes the declared flow `checkout` \(shop-team\) from/,
      declared: ['checkout true'],
    },
    {
      name: 'that the change edits is judged in both versions',
      base: { ...QUIET, ...flows(flow(BREAKING)) },
      head: { ...star, ...flows(flow('SELECT id FROM carts')) },
      exit: 1,
      declared: ['checkout false', 'checkout (as in force) true'],
    },
    {
      name: 'that the change adds is judged at once',
      base: QUIET,
      head: { ...star, ...flows(flow(BREAKING)) },
      exit: 1,
      declared: ['checkout true'],
    },
    {
      name: 'that passes is reported',
      base: { ...QUIET, ...flows(flow('SELECT id FROM carts')) },
      head: { ...star, ...flows(flow('SELECT id FROM carts')) },
      exit: 0,
      conclusion: /1 declared flow still allowed/,
      declared: ['checkout false'],
    },
    {
      name: 'with a parameter cannot be decided by a rule on a literal',
      base: { ...QUIET, ...flows(flow('SELECT id FROM carts LIMIT $1')) },
      head: { ...ruleFile({ 'no-large-limit': LIMIT }), ...flows(flow('SELECT id FROM carts LIMIT $1')) },
      exit: 5,
      conclusion: /^failed: 1 declared flow could not be decided$/,
      declared: ['checkout true'],
    },
    {
      name: 'that cannot be understood is an error on its line',
      base: QUIET,
      head: { ...OLD, ...flows(flow("SELECT 'x")) },
      exit: 2,
      problem: /^rules \.querygate\/flows\.yml:5 the query of the flow `checkout` could not be parsed/,
    },
    {
      name: 'that is declared twice is an error',
      base: QUIET,
      head: { ...OLD, ...flows(flow('SELECT 1'), flow('SELECT 2')) },
      exit: 2,
      problem: /declared twice/,
    },
    {
      name: 'that the change adds without a dialect is an error on its line, with the fix',
      base: QUIET,
      head: { ...OLD, ...flows(flow('SELECT 1', 'other'), plain('SELECT 1')) },
      exit: 2,
      problem:
        /^rules \.querygate\/flows\.yml:7 the flow `checkout` has no dialect; add a line such as `dialect: postgresql` to the flow/,
    },
    {
      name: 'that the change edits, without a dialect, is an error',
      base: { ...QUIET, ...flows(plain('SELECT 1')) },
      head: { ...OLD, ...flows(plain('SELECT 2')) },
      exit: 2,
      problem: /^rules \.querygate\/flows\.yml:3 the flow `checkout` has no dialect/,
    },
    {
      name: 'that the base has without a dialect is a warning for the next change',
      base: { ...QUIET, ...flows(plain('SELECT 1'), flow(BREAKING, 'other')) },
      head: { ...star, ...flows(plain('SELECT 1'), flow(BREAKING, 'other')) },
      exit: 1,
      notice:
        /^warning the declared flow `checkout` \(shop-team\) of the base branch is not judged, since it has no dialect; add one/,
      declared: ['other true'],
    },
    {
      name: 'that gets its dialect from the change passes',
      base: { ...QUIET, ...flows(plain('SELECT id FROM carts')) },
      head: { ...star, ...flows(flow('SELECT id FROM carts')) },
      exit: 0,
      declared: ['checkout false'],
    },
    {
      name: 'whose dialect the change removes from the configuration is an error of that change',
      base: { ...QUIET, ...configured('postgresql'), ...flows(plain('SELECT 1')) },
      head: { ...OLD, ...configured(undefined), ...flows(plain('SELECT 1')) },
      exit: 2,
      problem:
        /flows\.yml:3 the change edits `dialect` in \.querygate\/config\.yml, and then the flow `checkout` has no dialect/,
    },
    {
      name: 'that the new dialect of the configuration cannot read is an error of that change',
      base: { ...QUIET, ...configured('postgresql'), ...flows(plain("SELECT $a$ ' $a$")) },
      head: { ...OLD, ...configured('mysql'), ...flows(plain("SELECT $a$ ' $a$")) },
      exit: 2,
      problem:
        /flows\.yml:5 the change edits `dialect` .* and then the query of the flow `checkout` could not be parsed/,
    },
    {
      name: 'whose dialect the configuration of the change sets is judged',
      base: QUIET,
      head: { ...star, ...configured('postgresql'), ...flows(plain(BREAKING)) },
      exit: 1,
      declared: ['checkout true'],
    },
    {
      name: 'in a file with the wrong name is an error',
      base: QUIET,
      head: { ...OLD, '.querygate/flows.yaml': 'version: 1\n' },
      exit: 2,
      problem: /flows\.yaml:undefined this file is not read; rename it to/,
    },
    {
      name: 'in a broken file of the base is unknown',
      base: { ...QUIET, [FLOWS]: 'nope\n' },
      head: { ...OLD, ...flows(flow('SELECT 1')) },
      exit: 5,
      problem: /^base \.querygate\/flows\.yml:1 this file is invalid on the base branch/,
    },
  ])('$name', async ({ base, head, exit, conclusion, problem, notice, declared }) => {
    // These tests ignore the flows of the history.
    const report = await simulatePull(base, head, { limits: { maxBrokenFlows: 9 } });
    const problems = report.problems.map(
      ({ kind, message, place }) => `${kind} ${place?.file}:${place?.line} ${message}`,
    );
    expect({ exit: report.exitCode, why: report.conclusion, problems }).toMatchObject({ exit });
    if (conclusion) expect(report.conclusion).toMatch(conclusion);
    if (problem) expect(problems.join('\n')).toMatch(problem);
    if (notice) expect(report.notices.map(({ level, message }) => `${level} ${message}`).join('\n')).toMatch(notice);
    if (declared) expect(report.result?.declared.map((one) => `${one.name} ${one.breaks}`)).toEqual(declared);
  });
});
