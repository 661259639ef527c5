import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Files, newOrigin, type Origin } from '../ci/repository.ts';
import { readJunit } from '../report/junit-format.ts';
import { readSarif } from '../report/sarif-format.ts';
import { collect, NORMALISED_EXPORT, productionLog } from './collected.ts';
import { startGithubServer } from './github-server.ts';
import type { StepResult } from './runner.ts';
import { expectSound, type PullOptions, places, runPull, text, unwrapped } from './scenario.ts';

const RULES = '.querygate/rules.yml';
const CONFIG = '.querygate/config.yml';
const HISTORY = '.querygate/history.jsonl.gz';

let snapshot: Buffer;
beforeAll(() => {
  snapshot = collect(productionLog());
});

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

const PACK = 'version: 1\nextends: [querygate:recommended@1]\n';
const NO_STAR = `rules:
  - id: no-select-star
    operations: [select]
    when: statement.selectStar
    verdict: block
    message: name the columns
`;
const NO_LARGE_LIMIT = `rules:
  - id: no-large-limit
    operations: [select]
    when: statement.hasLimit && statement.limit > 1000
    verdict: block
    message: page through it
`;

/** The base branch of a team that commits its snapshot. The pack already blocks the cleaner's unfiltered DELETE. */
const base = (): Files => ({
  [CONFIG]: 'version: 1\ndialect: postgresql\n',
  [RULES]: PACK,
  [HISTORY]: snapshot,
});

type Options = Omit<PullOptions, 'action' | 'changed'>;

function simulate(changed: Files, options: Options = {}) {
  return runPull(origin, { base: base(), ...options, action: 'simulate', changed });
}

function report(result: StepResult): Record<string, unknown> {
  return JSON.parse(readFileSync(result.outputs['report'] ?? '', 'utf8')) as Record<string, unknown>;
}

/** Writes a file in or next to the checkout, as an earlier step would. */
function leave(at: string, content: string | Uint8Array): string {
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, content);
  return at;
}

describe('a pull request that edits the rules', () => {
  it('fails if one flow of one application would break, with an annotation on the rule', async () => {
    const result = await simulate({ [RULES]: PACK + NO_STAR });
    expectSound(result);
    expect(result.code, result.stdout).toBe(1);
    expect(result.outputs).toMatchObject({
      verdict: 'block',
      'exit-code': '1',
      outcome: 'simulated',
      'broken-flows': '1',
      'broken-calls': '9',
      unknown: '0',
      flows: '5',
      calls: '1185',
    });
    expect(places(result)).toEqual([`error ${RULES}:4`]);
    expect(text(result)).toContain('no-select-star');
    expect(text(result)).toContain('nightly-export');
    expect(result.summary).toContain('nightly-export');
    expect(report(result)).toMatchObject({ kind: 'simulation', outcome: 'simulated', verdict: 'block' });
  });

  it('writes the formats of `outputs`, with the break on the line of the rule', { tags: ['variant'] }, async () => {
    const outputs = 'sarif=simulation.sarif\njunit=simulation.xml\nmarkdown=simulation.md';
    const result = await simulate({ [RULES]: PACK + NO_STAR }, { inputs: { outputs } });
    expectSound(result);
    const at = (path: string) => readFileSync(join(origin.root, 'work', path), 'utf8');
    const { automationDetails, results } = readSarif(at('simulation.sarif'));
    expect(automationDetails?.id).toMatch(/^querygate\/simulate\//);
    const physicalLocation = { artifactLocation: { uri: RULES }, region: { startLine: 4 } };
    expect(results).toMatchObject([{ ruleId: 'no-select-star', level: 'error', locations: [{ physicalLocation }] }]);
    const tests = await readJunit(at('simulation.xml'));
    expect(tests[0]).toMatchObject({ name: 'no-select-star', outcome: 'failure', file: RULES, line: 4 });
    expect(at('simulation.md')).toContain('nightly-export');
  });

  it('fails if a flow would break in part', { tags: ['variant'] }, async () => {
    const result = await simulate({ [RULES]: PACK + NO_LARGE_LIMIT });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'block', 'broken-flows': '1', 'broken-calls': '15' });
    expect(places(result)).toEqual([`error ${RULES}:4`]);
  });

  it('passes if a condition on the caller exempts the flow', async () => {
    const saved = NO_STAR.replace(
      'statement.selectStar',
      `'statement.selectStar && caller.application != "nightly-export"'`,
    );
    const result = await simulate({ [RULES]: PACK + saved });
    expectSound(result);
    expect(result.code, result.stdout).toBe(0);
    expect(result.outputs).toMatchObject({ verdict: 'allow', outcome: 'simulated', 'broken-flows': '0', flows: '5' });
  });

  it('passes with a warning if rules become looser, and fails if configured to', async () => {
    const changed = { [RULES]: `${PACK}rules:\n  - { id: no-unfiltered-delete, verdict: warn }\n` };
    const result = await simulate(changed);
    expectSound(result);
    expect(result.code, result.stdout).toBe(0);
    expect(result.outputs).toMatchObject({ verdict: 'warn', 'newly-allowed': '1', 'broken-flows': '0' });
    expect(result.commands.map(({ name }) => name)).toContain('warning');
    expect(result.summary).toContain('no-unfiltered-delete');
    const other = newOrigin();
    try {
      const failed = await runPull(other, {
        base: base(),
        changed,
        action: 'simulate',
        inputs: { 'fail-on-newly-allowed': 'true' },
      });
      expect(failed.outputs).toMatchObject({ 'exit-code': '1' });
      expect(failed.code).toBe(1);
    } finally {
      other.dispose();
    }
  });

  it('passes if only the formatting changed, and explains why', { tags: ['variant'] }, async () => {
    const result = await simulate({
      [RULES]: `# the pack, and nothing else\nextends: ['querygate:recommended@1']\nversion: 1\n`,
    });
    expectSound(result);
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({ verdict: 'allow', outcome: 'no_effective_change', calls: '0' });
    expect(unwrapped(result)).toMatch(/no effective change: .*both have the hash [0-9a-f]{12}/);
    expect(places(result)).toEqual([]);
  });

  it('passes without a history if no rules changed', { tags: ['variant'] }, async () => {
    const result = await simulate({ 'README.md': 'x\n' }, { base: { [RULES]: PACK } });
    expectSound(result);
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({ outcome: 'no_effective_change' });
  });

  it('passes if all rules are deleted, and lists them', { tags: ['variant'] }, async () => {
    const result = await simulate({ [RULES]: null });
    expectSound(result);
    expect(result.code, result.stdout).toBe(0);
    expect(result.outputs).toMatchObject({ verdict: 'warn', 'newly-allowed': '1' });
    expect(result.summary).toContain('no-drop-table');
    expect(result.summary).toContain('no-unfiltered-delete');
  });

  it('passes if the rule file is moved', { tags: ['variant'] }, async () => {
    const result = await simulate({ [RULES]: null, '.querygate/rules/own.yml': PACK });
    expect(result.outputs).toMatchObject({ outcome: 'no_effective_change', 'exit-code': '0' });
  });

  it('follows a configuration that names another rule file', { tags: ['variant'] }, async () => {
    const result = await simulate({
      [CONFIG]: 'version: 1\ndialect: postgresql\nrules: policy/strict.yml\n',
      'policy/strict.yml': PACK + NO_STAR,
    });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'block', 'broken-flows': '1' });
    expect(places(result)).toContain('error policy/strict.yml:4');
  });

  it('ignores a rule that was added on the base branch in the meantime', async () => {
    for (const ref of ['refs/pull/7/merge', 'refs/pull/7/head']) {
      const other = newOrigin();
      try {
        const result = await runPull(other, {
          action: 'simulate',
          base: base(),
          later: { [RULES]: PACK + NO_STAR },
          changed: { 'README.md': 'x\n' },
          ref,
        });
        expectSound(result);
        expect(result.outputs, ref).toMatchObject({ outcome: 'no_effective_change', 'exit-code': '0' });
      } finally {
        other.dispose();
      }
    }
  });

  it('lists everything that a first ruleset would break', { tags: ['variant'] }, async () => {
    const result = await simulate({ [RULES]: PACK + NO_STAR }, { base: { [HISTORY]: snapshot } });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'block', 'broken-flows': '2' });
    expect(result.stdout).toContain('no ruleset in force');
  });

  it('reports an invalid rule file on its line', async () => {
    const result = await simulate({ [RULES]: `${PACK}rules:\n  - id: no-x\n    verdict: perhaps\n` });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '2', outcome: 'not_simulated' });
    expect(places(result)).toEqual([`error ${RULES}:5`]);
  });

  it('passes and lists an acknowledged break, unless the acknowledgement expired', async () => {
    const proposed = await simulate({ [RULES]: PACK + NO_STAR });
    const { proposedAcknowledgements } = report(proposed) as { proposedAcknowledgements: string };
    expect(proposedAcknowledgements).toContain('acknowledge:');
    const filled = proposedAcknowledgements
      .replace(/reason: .*/g, 'reason: moved to a replica')
      .replace(/owner: .*/g, 'owner: data');
    for (const [acknowledged, code] of [
      [filled, 0],
      [filled.replace(/until: .*/g, 'until: 2026-01-31'), 1],
    ] as const) {
      const other = newOrigin();
      try {
        const changed = { [RULES]: PACK + NO_STAR + acknowledged };
        const result = await runPull(other, { action: 'simulate', base: base(), changed });
        expectSound(result);
        expect(result.code, `${acknowledged}\n${result.stdout}`).toBe(code);
        expect(result.outputs['acknowledged']).toBe(code === 0 ? '1' : '0');
        expect(result.summary).toContain('moved to a replica');
      } finally {
        other.dispose();
      }
    }
  });

  it('is report-only if configured', { tags: ['variant'] }, async () => {
    const result = await simulate({ [RULES]: PACK + NO_STAR }, { inputs: { 'fail-on': 'never' } });
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({ verdict: 'block', 'exit-code': '0', 'broken-flows': '1' });
  });

  it('gives the same result for a fork', { tags: ['variant'] }, async () => {
    const result = await simulate({ [RULES]: PACK + NO_STAR }, { fork: true });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'block', 'exit-code': '1', 'broken-flows': '1' });
    expect(unwrapped(result)).toContain('the head comes from a fork');
  });
});

describe('the history', () => {
  const changed = { [RULES]: PACK + NO_STAR };
  const without = (): Files => ({ [CONFIG]: 'version: 1\ndialect: postgresql\n', [RULES]: PACK });

  it('fails with its own message if it is missing', async () => {
    const result = await simulate(changed, { base: without() });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '5', outcome: 'not_simulated' });
    expect(text(result)).toContain(`there is no history at \`${HISTORY}\``);
  });

  it('fails with its own message if it is stale, and is still replayed', async () => {
    const stale = collect(productionLog({ age: 60 }));
    const saved = NO_STAR.replace('statement.selectStar', `'statement.selectStar && caller.user != "export"'`);
    const result = await simulate({ [RULES]: PACK + saved }, { base: { ...base(), [HISTORY]: stale } });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '5', outcome: 'simulated', flows: '5' });
    expect(result.stdout).toMatch(/ends \d+ days ago, but `max-age` is 30 days/);
  });

  it('counts as missing if only the head has it', { tags: ['variant'] }, async () => {
    const result = await simulate({ ...changed, [HISTORY]: collect(productionLog({ days: 1 })) }, { base: without() });
    expectSound(result);
    expect(result.outputs).toMatchObject({ 'exit-code': '5', outcome: 'not_simulated' });
    expect(text(result)).toContain('comes with the change itself, so it is not used');
  });

  it('is read from the base if the head replaces it', async () => {
    const harmless = collect(productionLog().replaceAll('SELECT * FROM orders', 'SELECT 1'));
    const result = await simulate({ ...changed, [HISTORY]: harmless });
    expectSound(result);
    expect(result.outputs).toMatchObject({ 'exit-code': '1', 'broken-flows': '1' });
    expect(result.stdout).toContain('the version on the base branch was used');
  });

  it('counts as missing if the head replaces it with a link', { tags: ['variant'] }, async () => {
    const result = await simulate(
      { ...changed, cache: { link: '../outside' } },
      {
        base: without(),
        inputs: { history: 'cache/history.jsonl.gz' },
        prepare: (work) => void leave(join(work.dir, '../outside/history.jsonl.gz'), snapshot),
      },
    );
    expect(result.outputs).toMatchObject({ 'exit-code': '5', outcome: 'not_simulated' });
  });

  it('can be a snapshot or log from an earlier step, inside or outside the workspace', {
    tags: ['variant'],
  }, async () => {
    const restored = {
      'telemetry/history.jsonl.gz': snapshot,
      '../runner-temp/history.jsonl.gz': snapshot,
      'logs/postgresql.json': productionLog(),
    };
    for (const [path, content] of Object.entries(restored)) {
      const other = newOrigin();
      try {
        let at = path;
        const result = await runPull(other, {
          action: 'simulate',
          base: { ...without(), [CONFIG]: `version: 1\ndialect: postgresql\nsimulate:\n  history: ${path}\n` },
          changed,
          prepare: (work) => {
            at = leave(join(work.dir, path), content);
          },
        });
        expectSound(result);
        expect(result.outputs, at).toMatchObject({ 'exit-code': '1', 'broken-flows': '1', calls: '1185' });
      } finally {
        other.dispose();
      }
    }
  });

  it('makes the result unknown, which fails, if it lacks the literal facts', async () => {
    const normalised = collect(NORMALISED_EXPORT, 'pg_stat_statements.csv');
    const result = await simulate({ [RULES]: PACK + NO_LARGE_LIMIT }, { base: { ...base(), [HISTORY]: normalised } });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '5', unknown: '1', 'broken-flows': '0' });
  });

  it('is read through a link that is not committed', { tags: ['variant'] }, async () => {
    const result = await simulate(changed, {
      base: without(),
      inputs: { history: 'restored/history.jsonl.gz' },
      prepare: (work) => {
        leave(join(work.dir, '../elsewhere/history.jsonl.gz'), snapshot);
        symlinkSync('../elsewhere', join(work.dir, 'restored'));
      },
    });
    expect(result.outputs).toMatchObject({ 'exit-code': '1', 'broken-flows': '1' });
  });
});

describe('the step', () => {
  it('keeps one comment, separate from the one of the check', async () => {
    const server = await startGithubServer();
    try {
      const result = await simulate({ [RULES]: PACK + NO_STAR }, { server, inputs: { comment: 'true' } });
      expectSound(result);
      const [comment] = server.state.comments;
      expect(server.state.comments).toHaveLength(1);
      expect(comment?.body).toMatch(/^<!-- querygate:[0-9a-f]{16} -->\n/);
      expect(comment?.body).toContain('nightly-export');
    } finally {
      await server.close();
    }
  });

  it.each([
    [{ 'max-age': 'soon' }, 'max-age'],
    [{ 'fail-on': 'warn' }, 'fail-on'],
    [{ 'base-url': 'https://querygate.example' }, 'SERVICE_API_KEY'],
  ])('names a wrong input: %j', { tags: ['variant'] }, async (inputs, named) => {
    const result = await simulate({ 'README.md': 'x\n' }, { inputs });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '2', outcome: 'not_simulated' });
    expect(text(result)).toContain(named);
  });

  const withoutKey = async (_: string, who: Partial<PullOptions>) => {
    const service = { 'base-url': 'https://querygate.example', workspace: 'w1' };
    const refused = await simulate({ [RULES]: PACK + NO_STAR }, { ...who, inputs: service });
    expect(refused.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '5', outcome: 'not_simulated' });
    const other = newOrigin();
    try {
      const embedded = await runPull(other, {
        ...who,
        action: 'simulate',
        base: { ...base(), [CONFIG]: 'version: 1\nsimulate:\n  on-missing-key: embedded\n' },
        changed: { [RULES]: PACK + NO_STAR },
        inputs: service,
      });
      expect(embedded.outputs).toMatchObject({ 'exit-code': '1', 'broken-flows': '1' });
    } finally {
      other.dispose();
    }
  };
  it.each([['a fork', { fork: true }]] as const)(
    'has no service key for %s: unknown, unless the base allows embedded mode',
    withoutKey,
  );
  it.each([['Dependabot', { env: { GITHUB_ACTOR: 'dependabot[bot]' } }]] as const)(
    'has no service key for %s: unknown, unless the base allows embedded mode',
    { tags: ['variant'] },
    withoutKey,
  );

  it('prints untrusted text so that the runner does not execute it', async () => {
    const hostile = NO_STAR.replace('name the columns', '"x\\n::error::forged\\n##[error]forged\\n::stop-commands::x"');
    const result = await simulate({ [RULES]: PACK + hostile });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.commands.filter(({ data }) => data === 'forged')).toEqual([]);
  });
});
