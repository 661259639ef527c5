import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkspaceFiles } from '../../../src/ci/index.ts';
import { runCheck } from '../../../src/commands/index.ts';
import { EXIT, TESTS_FILE } from '../../../src/model/index.ts';
import { FORMATS } from '../../../src/report/index.ts';
import { checkPull, type Files, LINK, RULES, treeOf } from '../build.ts';
import { NO_DISK } from '../simulate/build.ts';
import { type Ran, snapshotOf } from '../snapshot.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'new-flows-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OLD: readonly Ran[] = [
  { sql: 'SELECT id FROM orders WHERE id = 1 LIMIT 50', application: 'shop' },
  { sql: "UPDATE orders SET state = 'sent' WHERE id = 3", application: 'shop' },
];
const shown = (name: string) => ({ origin: 'tests', name, days: ['2026-11-19'] }) as const;
const OF_BASE = await snapshotOf(OLD, shown('base'));
const BASE: Files = { [TESTS_FILE]: OF_BASE };
const LIMIT = `version: 1
extends: [querygate:recommended@1]
rules:
  - { id: no-large-limit, operations: [select], when: 'statement.limit > 100', verdict: block, message: too much }
exceptions:
  - { rule: no-unfiltered-delete, when: 'operation.target.name == "sessions"', reason: kept small, owner: shop, until: 2027-01-01 }
`;

interface Tested {
  readonly ran?: readonly Ran[];
  readonly base?: Files;
  readonly head?: Files;
  readonly disk?: WorkspaceFiles;
  readonly snapshot?: Uint8Array;
}

async function tested({ ran = OLD, base = BASE, head = {}, disk = NO_DISK, snapshot }: Tested) {
  const at = join(folder, 'head.jsonl.gz');
  writeFileSync(at, snapshot ?? (await snapshotOf(ran, shown('head'))));
  return checkPull(base, { ...base, 'app.js': 'x', ...head }, { tests: { name: 'head.jsonl.gz', at }, disk });
}

const flowsOf = ({ newFlows }: Awaited<ReturnType<typeof tested>>) =>
  newFlows?.map(({ kind, verdict, shape, rules }) => [kind, verdict, shape, ...rules].join(' '));

describe('the flows that the tests of a change add', () => {
  it('are none if the base runs the same, whatever the values', async () => {
    const report = await tested({
      ran: [...OLD, { sql: 'SELECT id FROM orders WHERE id = 99 LIMIT 7', application: 'other', user: 'x' }],
    });
    expect(report.newFlows).toEqual([]);
    expect([report.exitCode, report.conclusion]).toEqual([
      EXIT.ok,
      'passed: no new query flow in the tests of this change',
    ]);
  });

  it('are listed and judged by the rules for queries', async () => {
    const ran: readonly Ran[] = [
      ...OLD,
      { sql: 'SELECT id FROM carts WHERE id = 4', application: 'shop' },
      { sql: 'SELECT total FROM orders WHERE id = 4', application: 'shop' },
      { sql: 'DELETE FROM carts', application: 'shop' },
    ];
    const report = await tested({ ran });
    expect(flowsOf(report)).toEqual([
      'new block delete from carts no-unfiltered-delete',
      'new allow select id from carts where id = ?',
      'new allow select total from orders where id = ?',
    ]);
    expect(report.exitCode).toBe(EXIT.blocked);
    expect(report.headline).toContain('over 0 changed SQL files and 3 new query flows');
    expect(report.notices.map(({ message }) => message)).toContain(
      '3 new query flows in the tests of this change, 1 blocked',
    );
    expect(report.findings).toMatchObject([
      {
        rule: 'no-unfiltered-delete',
        verdict: 'block',
        path: TESTS_FILE,
        location: undefined,
        message: expect.stringMatching(/; a query that the change adds: `delete from carts` by `shop`$/),
      },
    ]);
    for (const [name, format] of Object.entries(FORMATS)) {
      const text = format.render(report);
      expect(text, name).toMatch(/delete from carts|delete &#?\w+; ?from/);
    }
  });

  it.each<[string, Tested, readonly string[], number]>([
    [
      'other values that a rule blocks',
      { ran: [{ sql: 'SELECT id FROM orders WHERE id = 1 LIMIT 5000', application: 'shop' }] },
      ['stricter block select id from orders where id = ? limit ? no-large-limit'],
      EXIT.blocked,
    ],
    [
      'an exception of the rules',
      { ran: [{ sql: 'DELETE FROM sessions', application: 'shop' }] },
      ['new allow delete from sessions'],
      EXIT.ok,
    ],
    [
      'a value that is not known',
      { ran: [{ sql: 'SELECT a FROM orders LIMIT 5', application: 'shop', normalised: true }] },
      ['new unknown select a from orders limit ? no-large-limit'],
      EXIT.unknown,
    ],
    [
      'DDL, by which tests set up their database',
      { ran: [{ sql: 'DROP TABLE carts', application: 'shop' }] },
      [],
      EXIT.ok,
    ],
  ])('with %s', async (_, given, flows, exitCode) => {
    const report = await tested({ ...given, base: { ...BASE, [RULES]: LIMIT } });
    expect(flowsOf(report)).toEqual(flows);
    expect(report.exitCode).toBe(exitCode);
  });

  it('are judged by the rules of both sides, if the change edits them', async () => {
    const ran = [{ sql: 'SELECT a FROM orders LIMIT 5000', application: 'shop' }];
    const none = 'version: 1\nextends: []\n';
    const looser = await tested({ ran, base: { ...BASE, [RULES]: LIMIT }, head: { [RULES]: none } });
    expect(looser.findings).toMatchObject([{ rule: 'no-large-limit', verdict: 'block', side: 'base' }]);
    const stricter = await tested({ ran, base: { ...BASE, [RULES]: none }, head: { [RULES]: LIMIT } });
    expect(stricter.findings).toMatchObject([{ rule: 'no-large-limit', verdict: 'block', side: 'head' }]);
  });

  it('compare with the snapshot of the base, even if the change edits it', async () => {
    const ran = [{ sql: 'SELECT a FROM b', application: 'shop' }];
    const report = await tested({ ran, head: { [TESTS_FILE]: await snapshotOf(ran, shown('edited')) } });
    expect(flowsOf(report)).toEqual(['new allow select a from b']);
    expect(report.notices.map(({ message }) => message).join('\n')).toContain('edits the history');
  });

  it('are none if only the number in the name of a table differs', async () => {
    const ran = (name: string) => [{ sql: `TRUNCATE ${name}`, application: 'shop' }];
    const base = { [TESTS_FILE]: await snapshotOf(ran('import_17'), shown('base')) };
    expect(flowsOf(await tested({ ran: ran('import_18'), base }))).toEqual([]);
  });

  it('compare with one that an earlier step restored', async () => {
    const at = join(folder, 'restored.jsonl.gz');
    writeFileSync(at, OF_BASE);
    const disk: WorkspaceFiles = { ...NO_DISK, find: async () => ({ kind: 'file', at }) };
    expect((await tested({ base: {}, disk })).newFlows).toEqual([]);
  });

  it.each<[string, () => Promise<Tested>, RegExp]>([
    [
      'there is no snapshot of the base',
      async () => ({ base: {} }),
      /there is no history at `\.querygate\/tests\.jsonl\.gz`; commit that of the base branch there/,
    ],
    ['only the change has one', async () => ({ base: {}, head: BASE }), /comes with the change itself/],
    ['it is a link', async () => ({ base: { [TESTS_FILE]: LINK } }), /is a symbolic link/],
    ['it cannot be read', async () => ({ base: { [TESTS_FILE]: 'x' } }), /the first line is not a snapshot header/],
    [
      'it is one of production',
      async () => ({ base: { [TESTS_FILE]: await snapshotOf(OLD) } }),
      /is not a snapshot of tests/,
    ],
    ['it is the one of the change', async () => ({ snapshot: OF_BASE }), /is the recording of the change itself/],
  ])('are unknown if %s', async (_, given, why) => {
    const report = await tested(await given());
    expect(report.newFlows).toBeUndefined();
    expect(report.exitCode).toBe(EXIT.unknown);
    const messages = report.findings.map(({ verdict, path, message }) => `${verdict} ${path} ${message}`);
    expect(messages.join('\n')).toMatch(`unknown ${TESTS_FILE} which query flows the change adds is not known: `);
    expect(messages.join('\n')).toMatch(why);
  });

  it('are unknown with a service, whose rules the run does not have', async () => {
    const at = join(folder, 'head.jsonl.gz');
    writeFileSync(at, await snapshotOf(OLD, shown('head')));
    const service = { baseUrl: 'https://querygate.example', workspace: 'ws_1', withheld: 'a fork has no key' };
    const report = await checkPull(
      BASE,
      { ...BASE, 'app.js': 'x' },
      { tests: { name: 'h', at }, disk: NO_DISK, service },
    );
    expect(report.findings.map(({ message }) => message).join('\n')).toContain('a service judges this run');
    expect(report.exitCode).toBe(EXIT.unknown);
  });

  it('need a snapshot of tests', async () => {
    await expect(tested({ snapshot: await snapshotOf(OLD) })).rejects.toThrow('this is not a snapshot of tests');
  });

  it('need a change to compare', async () => {
    const at = join(folder, 'head.jsonl.gz');
    writeFileSync(at, OF_BASE);
    const report = await runCheck({
      ...{ change: undefined, head: treeOf(BASE), event: 'push', today: '2026-11-20', service: {} },
      tests: { name: 'head.jsonl.gz', at },
      disk: NO_DISK,
    });
    expect(report.exitCode).toBe(EXIT.ok);
    expect(report.notices.map(({ message }) => message)).toContain(
      'there is no change to compare `head.jsonl.gz` with',
    );
  });
});
