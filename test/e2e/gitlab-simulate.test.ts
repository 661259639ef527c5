import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Files, newOrigin, type Origin } from '../ci/repository.ts';
import { readJunit } from '../report/junit-format.ts';
import { collect, productionLog } from './collected.ts';
import { expectCodeQuality, type JobRequest, MISSING, PATH_SOURCE, runJob } from './gitlab-job.ts';

const RULES = '.querygate/rules.yml';
const PACK = 'version: 1\nextends: [querygate:recommended@1]\n';
const NO_STAR = `rules:
  - { id: no-select-star, operations: [select], when: statement.selectStar, verdict: block, message: name the columns }
`;

let snapshot: Buffer;
beforeAll(() => {
  snapshot = collect(productionLog());
});

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

async function simulate(changed: Files, more: Partial<JobRequest> = {}) {
  const { artifacts, output } = await runJob(origin, {
    job: 'querygate:simulate',
    artifacts: ['gl-code-quality-simulate-report.json', 'querygate-simulation.json', 'querygate-simulate-junit.xml'],
    base: { [RULES]: PACK, '.querygate/history.jsonl.gz': snapshot },
    changed,
    ...more,
  });
  const [quality, report, junit] = artifacts;
  return { output, quality, report, junit: String(junit) };
}

describe.skipIf(MISSING !== '')(`${MISSING}the GitLab job of a simulation`, () => {
  it('fails a merge request whose rules break a flow, on the line of the rule', async () => {
    const { output, quality, report, junit } = await simulate({ [RULES]: PACK + NO_STAR });
    expect(output).toMatch(/FAIL\s+querygate:simulate/);
    expect(output).toContain('nightly-export');
    expectCodeQuality(quality);
    expect(quality).toMatchObject([{ check_name: 'no-select-star', location: { path: RULES, lines: { begin: 4 } } }]);
    expect(report).toMatchObject({ kind: 'simulation', verdict: 'block', exitCode: 1 });
    expect((await readJunit(junit)).some(({ outcome }) => outcome === 'failure')).toBe(true);
  });

  it('passes a merge request that does not change the rules, and writes both reports', async () => {
    const { output, quality, report } = await simulate({ 'README.md': 'x\n' });
    expect(output).toMatch(/PASS\s+querygate:simulate/);
    expect(output).toContain('no effective change');
    expect(quality).toEqual([]);
    expect(report).toMatchObject({ outcome: 'no_effective_change', exitCode: 0 });
  });

  it('ignores a rule that was added on the target branch in the meantime', { tags: ['variant'] }, async () => {
    const { output, report } = await simulate({ 'README.md': 'x\n' }, { later: { [RULES]: PACK + NO_STAR } });
    expect(output).toMatch(/PASS\s+querygate:simulate/);
    expect(report).toMatchObject({ outcome: 'no_effective_change' });
  });

  it('passes its limits on unchanged', { tags: ['variant'] }, async () => {
    const mark = join(origin.root, 'pwned');
    const { report } = await simulate(
      { [RULES]: PACK + NO_STAR },
      { inputs: { ...PATH_SOURCE, 'max-broken-flows': '1', 'max-age': '7' } },
    );
    expect(report).toMatchObject({ exitCode: 0, policy: { maxBrokenFlows: 1, maxAge: 7 } });
    const hostile = {
      ...PATH_SOURCE,
      history: `x.gz;touch$IFS${mark} \`touch\${IFS}${mark}\``,
      rules: `r.yml; touch ${mark}`,
    };
    origin.dispose();
    origin = newOrigin();
    expect((await simulate({ [RULES]: PACK + NO_STAR }, { inputs: hostile })).output).toMatch(
      /FAIL\s+querygate:simulate/,
    );
    expect(existsSync(mark)).toBe(false);
  });

  it('uses its own API key, never the one of the check', async () => {
    const variables = { SERVICE_BASE_URL: 'https://querygate.example', SERVICE_WORKSPACE_ID: 'w1' };
    const { output } = await simulate(
      { [RULES]: PACK + NO_STAR },
      { variables: { ...variables, SERVICE_API_KEY: 'of-the-check' } },
    );
    expect(output).toMatch(/FAIL\s+querygate:simulate/);
    expect(output).toContain(
      'the API key is missing; set `SERVICE_API_KEY`: the job `querygate:simulate` takes it from',
    );
    origin.dispose();
    origin = newOrigin();
    const own = await simulate(
      { [RULES]: PACK + NO_STAR },
      { variables: { ...variables, QUERYGATE_SIMULATE_API_KEY: 'of-the-simulation' } },
    );
    expect(own.output).toContain('the API key is malformed');
    expect(own.output).not.toContain('of-the-simulation');
  });
});
