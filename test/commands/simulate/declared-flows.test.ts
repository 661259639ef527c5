import { describe, expect, it } from 'vitest';
import { HISTORY_FILE, type SimulationReport } from '../../../src/model/index.ts';
import type { Files } from '../build.ts';
import { HISTORY, LIMIT, OLD, ruleFile, simulatePull } from './build.ts';

describe('a declared flow', () => {
  const FLOWS = '.querygate/flows.yml';
  const flow = (sql: string, name = 'checkout') =>
    `  - name: ${name}\n    owner: shop-team\n    sql: ${sql}\n    dialect: postgresql\n`;
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
      name: 'that breaks fails, whatever else is allowed',
      base: { ...QUIET, ...flows(flow(BREAKING)) },
      head: { ...star, ...flows(flow(BREAKING)) },
      exit: 1,
      conclusion: /1 declared flow would break/,
      declared: ['checkout true'],
    },
    {
      name: 'that the change takes away is judged and told of',
      base: { ...QUIET, ...flows(flow(BREAKING)) },
      head: star,
      exit: 1,
      notice: /takes the declared flow `checkout` \(shop-team\) out of/,
      declared: ['checkout true'],
    },
    {
      name: 'that the change edits is judged as it was too',
      base: { ...QUIET, ...flows(flow(BREAKING)) },
      head: { ...star, ...flows(flow('SELECT id FROM carts')) },
      exit: 1,
      declared: ['checkout false', 'checkout (as in force) true'],
    },
    {
      name: 'that the change adds counts at once',
      base: QUIET,
      head: { ...star, ...flows(flow(BREAKING)) },
      exit: 1,
      declared: ['checkout true'],
    },
    {
      name: 'that passes is kept',
      base: { ...QUIET, ...flows(flow('SELECT id FROM carts')) },
      head: { ...star, ...flows(flow('SELECT id FROM carts')) },
      exit: 0,
      conclusion: /1 declared flow kept/,
      declared: ['checkout false'],
    },
    {
      name: 'whose literal is given at run time cannot be decided by a limit',
      base: { ...QUIET, ...flows(flow('SELECT id FROM carts LIMIT $1')) },
      head: { ...ruleFile({ 'no-large-limit': LIMIT }), ...flows(flow('SELECT id FROM carts LIMIT $1')) },
      exit: 5,
      conclusion: /^failed: 1 declared flow could not be decided$/,
      declared: ['checkout true'],
    },
    {
      name: 'that cannot be understood is a mistake on its line',
      base: QUIET,
      head: { ...OLD, ...flows(flow("SELECT 'x")) },
      exit: 2,
      problem: /^rules \.querygate\/flows\.yml:5 the query of the flow `checkout` could not be understood/,
    },
    {
      name: 'given twice is a mistake',
      base: QUIET,
      head: { ...OLD, ...flows(flow('SELECT 1'), flow('SELECT 2')) },
      exit: 2,
      problem: /declared twice/,
    },
    {
      name: 'of a dialect that nobody names is a mistake',
      base: QUIET,
      head: { ...OLD, ...flows(flow('SELECT 1').replace(/ {4}dialect.*\n/, '')) },
      exit: 2,
      problem: /no dialect is given for the flow `checkout`/,
    },
    {
      name: 'in a file that is named otherwise is a mistake',
      base: QUIET,
      head: { ...OLD, '.querygate/flows.yaml': 'version: 1\n' },
      exit: 2,
      problem: /flows\.yaml:undefined this file is not read; rename it to/,
    },
    {
      name: 'in a file of the base that is broken leaves it unknown',
      base: { ...QUIET, [FLOWS]: 'nope\n' },
      head: { ...OLD, ...flows(flow('SELECT 1')) },
      exit: 5,
      problem: /^base \.querygate\/flows\.yml:1 the base branch's own file is wrong/,
    },
  ])('$name', async ({ base, head, exit, conclusion, problem, notice, declared }) => {
    // What the history shows is not what these are about.
    const report = await simulatePull(base, head, { limits: { maxBrokenFlows: 9 } });
    const said = report.problems.map(({ kind, message, place }) => `${kind} ${place?.file}:${place?.line} ${message}`);
    expect({ exit: report.exitCode, why: report.conclusion, said }).toMatchObject({ exit });
    if (conclusion) expect(report.conclusion).toMatch(conclusion);
    if (problem) expect(said.join('\n')).toMatch(problem);
    if (notice) expect(report.notices.map(({ message }) => message).join('\n')).toMatch(notice);
    if (declared) expect(report.result?.declared.map((one) => `${one.name} ${one.breaks}`)).toEqual(declared);
  });
});
