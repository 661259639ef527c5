import { afterAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/index.ts';
import { createEngine } from '../../../src/server/engine/create-engine.ts';
import { COMMITS, checkEmbedded, type DryRunCase, sentRules, simulateEmbedded, simulateRequestOf } from '../cases.ts';
import { DRY_RUN_CASES } from '../dry-run-cases.ts';
import { SIMULATION_CASES } from '../simulation-cases.ts';
import { dryRunTask, sqlFile, TODAY, WORKER } from './build.ts';

// The embedded engine and the engine of the service give the same result.

const engine = createEngine({ workerUrl: WORKER, threads: 2 });
afterAll(() => engine.close());

describe('a simulation', () => {
  it.each(SIMULATION_CASES)('$name', async (one) => {
    const report = await simulateEmbedded(one);
    const outcome = await engine.simulate(
      {
        active: { key: `simulation/${one.name}`, files: sentRules(one.active, COMMITS.base) },
        request: simulateRequestOf('acme', one),
        history: one.history,
        today: TODAY,
      },
      { onProgress: () => {}, signal: new AbortController().signal },
    );
    // A side without rule files has no commit.
    const commit = (rules: typeof one.active, of: string) => (rules === undefined ? undefined : of);
    expect({ ...outcome.base, commit: commit(one.active, COMMITS.base) }).toEqual(report.base);
    expect({ ...outcome.head, commit: commit(one.head, COMMITS.head) }).toEqual(report.head);
    expect(outcome.drift).toBeUndefined();
    if (outcome.outcome === 'no_effective_change') {
      expect(report.outcome).toBe('no_effective_change');
      return;
    }
    // For a history without rows, the embedded client has no result; the service returns an empty one.
    if (report.result) expect(outcome.result).toEqual(report.result);
    else expect(outcome.result.totals.replayed).toEqual({ flows: 0, calls: 0 });
    const { from: _, side: __, ageDays: ___, ...history } = outcome.history;
    const { from, side, ageDays, ...own } = report.history ?? {};
    expect(history).toEqual(own);
    expect({ from, side }).toEqual({ from: ['.querygate/history.jsonl.gz'], side: 'base' });
  });
});

/** A file in the form that a client sends. */
function asDecoded(text: string): string {
  return Buffer.from(text).toString();
}

function taskOf(one: DryRunCase) {
  const { active, edited, files, contexts, dialect = 'postgresql', tool, caller } = one;
  const list = Object.entries(files).map(([path, { before, after }]) =>
    sqlFile(path, asDecoded(after), {
      dialect,
      status: before === undefined ? 'added' : 'modified',
      baseText: before,
      context: contexts?.[path],
      ...(tool && { tool }),
      ...(caller && { caller }),
    }),
  );
  return dryRunTask(list, {
    active: { key: `dry run/${one.name}`, files: sentRules(active, COMMITS.base) },
    head: edited === undefined ? undefined : sentRules(edited, COMMITS.head),
    settings: {
      failOn: one.failOn ?? 'block',
      suppressions: one.suppressions ?? 'on',
      maxExemptionDays: one.maxExemptionDays,
    },
    baseline: one.baseline ?? [],
  });
}

const inOrder = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).sort();

async function compare(one: DryRunCase): Promise<readonly Finding[]> {
  const report = await checkEmbedded(one);
  const outcome = await engine.dryRun(taskOf(one));
  expect(outcome.judges).toEqual(report.judges);
  const counts = (files: readonly { readonly path: string; readonly statements: number }[]) =>
    files.map(({ path, statements }) => `${path}: ${statements}`).sort();
  expect(counts(outcome.files)).toEqual(counts(report.files));
  expect(inOrder(outcome.files.flatMap(({ findings }) => findings))).toEqual(inOrder(report.findings));
  expect(outcome.files.reduce((sum, { operations }) => sum + operations, 0)).toBe(report.totals.operations);
  const suppressions = outcome.files.flatMap((file) => file.suppressions);
  expect(inOrder(suppressions)).toEqual(inOrder(report.suppressions));
  // The client adds facts about the run and its configuration.
  for (const notice of outcome.files.flatMap(({ notices }) => notices)) expect(report.notices).toContainEqual(notice);
  for (const { rule, until } of outcome.expired)
    expect(report.notices.map(({ message }) => message).join('\n')).toContain(`\`${rule}\` expired on ${until}`);
  return report.findings;
}

describe('a dry run', () => {
  it.each(DRY_RUN_CASES)('$name', async (one) => {
    await compare(one);
  });

  it('with a baseline', async () => {
    const [plain] = DRY_RUN_CASES.filter(({ name }) => name === 'what a file had before');
    if (!plain) throw new Error('the case is gone');
    const findings = await compare(plain);
    const after = await compare({ ...plain, baseline: findings.map(({ fingerprint }) => fingerprint) });
    // What the change adds stays new: an entry for it is stale.
    const expected = findings.map(({ status }) => (status === 'existing' ? 'baselined' : status));
    expect(expected).toContain('baselined');
    expect(after.map(({ status }) => status)).toEqual(expected);
  });
});
