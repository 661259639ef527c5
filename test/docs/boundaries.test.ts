import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, repositoryFiles, TOP } from './repository.ts';

// Each import rule is broken in a copy of the sources. Without this, a check that reports nothing would pass unnoticed.

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-walls-'));
  for (const name of ['src', 'dashboard', 'package.json', '.dependency-cruiser.mjs'])
    cpSync(join(TOP, name), join(folder, name), { recursive: true });
  symlinkSync(join(TOP, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The violations in the copy while these files are added to it. */
function cruise(added: Readonly<Record<string, string>>): readonly Violation[] {
  for (const [path, text] of Object.entries(added)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const tool = join(TOP, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [tool, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src', 'dashboard/src'];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const path of Object.keys(added)) rmSync(join(folder, path));
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

const type = (from: string) => `import type { A } from '${from}';\nexport type B = A;\n`;
const value = (from: string) => `import { a } from '${from}';\nexport const b = a;\n`;
const dynamic = (from: string) => `export const b = async () => import('${from}');\n`;

/** The contract, for modules in a folder of the dashboard. */
const CONTRACT = '../../../src/contract/index.ts';

/** Modules that some of the broken imports lead to. */
const NEIGHBOURS = {
  'scripts/x.ts': 'export const a = 1;\n',
  'src/proxy/events/x5.ts': 'export const a = 1;\n',
  'dashboard/src/ui/x5.ts': `import { b } from './x4.ts';\nexport const a = b;\n`,
  'src/report/x5.ts': `import { b } from './x4.ts';\nexport const a = b;\n`,
};

/** A violation of each rule: the rule, a file, its text. A circle is reported once, for its first file. */
const BROKEN: readonly (readonly [rule: string, file: string, text: string])[] = [
  ['layer-model', 'src/model/x1.ts', type('../sql/index.ts')],
  ['layer-sql', 'src/sql/x1.ts', value('../rules/index.ts')],
  ['layer-sql', 'src/sql/x2.ts', type('../ci/index.ts')],
  ['layer-rules', 'src/rules/x1.ts', dynamic('../report/index.ts')],
  ['layer-rules', 'src/rules/x2.ts', value('../commands/index.ts')],
  ['layer-check', 'src/check/x1.ts', value('../report/index.ts')],
  ['layer-check', 'src/check/x2.ts', type('../commands/index.ts')],
  ['layer-repository', 'src/repository/x1.ts', value('../check/index.ts')],
  ['layer-repository', 'src/repository/x2.ts', type('../ci/index.ts')],
  ['layer-record', 'src/record/x1.ts', value('../check/index.ts')],
  ['recorder-only-in-runner', 'src/record/runner/x1.ts', value('../../proxy/index.ts')],
  ['layer-debug', 'src/debug/x1.ts', value('../model/index.ts')],
  ['layer-library', 'src/library/x1.ts', value('../report/index.ts')],
  ['layer-library', 'src/library/x2.ts', dynamic('../commands/index.ts')],
  ['layer-fixes', 'src/fixes/x1.ts', value('../commands/index.ts')],
  ['layer-report', 'src/report/x1.ts', value('../sql/index.ts')],
  ['layer-report', 'src/report/x2.ts', type('../rules/index.ts')],
  ['layer-history', 'src/history/x1.ts', value('../rules/index.ts')],
  ['layer-history', 'src/history/x2.ts', dynamic('../simulation/index.ts')],
  ['layer-simulation', 'src/simulation/x1.ts', value('../history/index.ts')],
  ['layer-simulation', 'src/simulation/x2.ts', type('../report/index.ts')],
  ['layer-use', 'src/use/x1.ts', value('../rules/index.ts')],
  ['layer-comparison', 'src/comparison/x1.ts', value('../simulation/index.ts')],
  ['layer-comparison', 'src/comparison/x2.ts', type('../report/index.ts')],
  ['layer-traffic', 'src/traffic/x1.ts', value('../rules/index.ts')],
  ['layer-traffic', 'src/traffic/x2.ts', type('../history/index.ts')],
  ['layer-contract', 'src/contract/x1.ts', value('../rules/index.ts')],
  ['layer-contract', 'src/contract/x2.ts', type('../server/index.ts')],
  ['layer-client', 'src/client/x1.ts', value('../rules/index.ts')],
  ['layer-client', 'src/client/x2.ts', type('../simulation/index.ts')],
  ['layer-http', 'src/http/x1.ts', value('../client/index.ts')],
  ['layer-http', 'src/http/x2.ts', type('../contract/index.ts')],
  ['layer-server', 'src/server/http/x1.ts', value('../../client/index.ts')],
  ['layer-server', 'src/server/engine/x1.ts', type('../../ci/index.ts')],
  ['layer-server', 'src/server/engine/x2.ts', type('../../client/index.ts')],
  ['layer-proxy', 'src/proxy/rules/x1.ts', value('../../commands/index.ts')],
  ['layer-proxy', 'src/proxy/events/x1.ts', type('../../server/index.ts')],
  ['layer-proxy', 'src/proxy/operations/x1.ts', dynamic('../../ci/index.ts')],
  ['subfolders-sql', 'src/sql/text/x1.ts', type('../reader/scan.ts')],
  ['subfolders-repository', 'src/repository/migrations/x1.ts', value('../declarative/compare-tables.ts')],
  ['subfolders-record', 'src/record/recording/x1.ts', value('../migrations/index.ts')],
  ['subfolders-rules', 'src/rules/cel/x1.ts', value('../conditions/compile.ts')],
  ['subfolders-rules', 'src/rules/judge/x1.ts', value('../proof/index.ts')],
  ['subfolders-history', 'src/history/snapshot/x1.ts', dynamic('../collect/logs.ts')],
  ['subfolders-report', 'src/report/text/x1.ts', value('../check/github.ts')],
  ['subfolders-contract', 'src/contract/bodies/x1.ts', value('../openapi/index.ts')],
  ['subfolders-server', 'src/server/store/x2.ts', value('../keys/find-key.ts')],
  ['subfolders-server', 'src/server/keys/x1.ts', type('../people/users.ts')],
  ['subfolders-proxy', 'src/proxy/rules/x2.ts', type('../events/x5.ts')],
  ['subfolders-ci', 'src/ci/git/x1.ts', value('../github/api.ts')],
  ['subfolders-commands', 'src/commands/inputs/x1.ts', type('../check/run.ts')],
  ['subfolders-entry', 'src/entry/cli/x1.ts', value('../actions/check.ts')],
  ['known-subfolder', 'src/server/common/x1.ts', value('../store/database.ts')],
  ['proxy-protocol-only-from-index', 'src/proxy/sessions/x1.ts', type('../postgresql/messages.ts')],
  ['proxy-protocol-only-from-index', 'src/proxy/x1.ts', value('./postgresql/index.ts')],
  ['proxy-protocols-apart', 'src/proxy/mysql/x1.ts', value('../postgresql/messages.ts')],
  ['server-only-from-its-entry', 'src/client/x3.ts', type('../server/index.ts')],
  ['server-only-from-its-entry', 'src/commands/x6.ts', dynamic('../server/index.ts')],
  ['server-only-from-its-entry', 'src/entry/x4.ts', value('../server/index.ts')],
  ['server-only-from-its-entry', 'src/entry/cli/x2.ts', value('../server/serve.ts')],
  ['server-only-from-its-entry', 'src/commands/x7.ts', type('../proxy/types.ts')],
  ['layer-ci', 'src/ci/x1.ts', value('../report/index.ts')],
  ['layer-ci', 'src/ci/x2.ts', dynamic('../commands/index.ts')],
  ['layer-commands', 'src/commands/x1.ts', value('../entry/cli/program.ts')],
  ['layer-entry', 'src/entry/x1.ts', value('../sql/index.ts')],
  ['layer-model', 'src/model/x2.ts', value('../../scripts/x.ts')],
  ['known-folder', 'src/utils/x1.ts', value('../model/index.ts')],
  ['index-only', 'src/commands/x2.ts', value('../rules/judge/statement.ts')],
  ['index-only', 'src/commands/x3.ts', type('../sql/reader/scan.ts')],
  ['index-only', 'src/ci/x3.ts', dynamic('../model/facts/span.ts')],
  ['index-only', 'src/entry/x2.ts', `export { a } from '../ci/host.ts';\n`],
  ['pure', 'src/sql/x3.ts', value('node:fs')],
  ['pure', 'src/rules/x3.ts', value('node:path')],
  ['pure', 'src/check/x3.ts', value('node:perf_hooks')],
  ['pure', 'src/library/x3.ts', value('node:fs')],
  ['pure', 'src/report/x3.ts', dynamic('os')],
  ['pure', 'src/comparison/x3.ts', value('node:fs')],
  ['pure', 'src/simulation/x3.ts', value('node:worker_threads')],
  ['zod-only-in-schemas', 'src/model/x3.ts', value('zod')],
  ['zod-only-in-schemas', 'src/model/x4.ts', value('./schemas/index.ts')],
  ['host-only-in-ci', 'src/commands/x4.ts', dynamic('@actions/core')],
  ['host-only-in-ci', 'src/entry/x3.ts', value('@octokit/plugin-retry')],
  ['grammars-only-in-sql', 'src/rules/x4.ts', dynamic('libpg-query')],
  ['conditions-only-in-cel', 'src/rules/x5.ts', value('@marcbachmann/cel-js')],
  ['network-only-in-http', 'src/ci/x5.ts', dynamic('undici')],
  ['network-only-in-http', 'src/client/x5.ts', value('undici')],
  ['identities-only-in-trusts', 'src/server/http/x3.ts', value('jose')],
  ['http-only-in-server', 'src/client/x4.ts', dynamic('fastify')],
  ['http-only-in-server', 'src/server/store/x1.ts', type('@fastify/rate-limit')],
  ['http-only-in-server', 'src/proxy/operations/x2.ts', value('fastify')],
  ['metrics-only-in-http', 'src/server/queries/x1.ts', value('prom-client')],
  ['metrics-only-in-http', 'src/proxy/events/x3.ts', value('prom-client')],
  ['store-only-in-server', 'src/server/history/x1.ts', type('pg')],
  ['store-only-in-server', 'src/server/http/x2.ts', dynamic('@electric-sql/pglite')],
  ['command-line-only-in-entry', 'src/commands/x5.ts', value('commander')],
  ['no-cycle', 'src/report/x4.ts', `import { a } from './x5.ts';\nexport const b = a;\n`],
  ['no-orphan', 'src/report/x6.ts', 'export const a = 1;\n'],
  ['resolvable', 'src/report/x7.ts', value('./nothing.ts')],
  ['declared', 'src/ci/x4.ts', value('acorn')],
  ['declared', 'dashboard/src/api/x1.ts', type('zod')],
  ['layer-contract', 'src/contract/x3.ts', value('../../dashboard/src/contract/endpoints.ts')],
  ['layer-dashboard', 'dashboard/src/ui/x1.ts', type('../../../src/model/index.ts')],
  ['layer-dashboard', 'dashboard/src/ui/x2.ts', value('../../../scripts/x.ts')],
  ['types-only-in-dashboard', 'dashboard/src/api/x2.ts', value(CONTRACT)],
  ['types-only-in-dashboard', 'dashboard/src/api/x3.ts', dynamic(CONTRACT)],
  ['layer-dashboard', 'dashboard/src/api/x5.ts', type('../../../src/contract/scopes.ts')],
  ['browser-only-in-dashboard', 'dashboard/src/format/x1.ts', value('node:path')],
  ['network-only-in-http', 'dashboard/src/api/x6.ts', value('undici')],
  ['routes-on-top', 'dashboard/src/shell/x1.ts', dynamic('../router.tsx')],
  ['subfolders-dashboard', 'dashboard/src/ui/x3.tsx', type('../api/call.ts')],
  ['subfolders-screens', 'dashboard/src/screens/audit/x1.tsx', type('../keys/key-list.ts')],
  ['known-subfolder', 'dashboard/src/utils/x1.ts', value('../ui/classes.ts')],
  ['known-subfolder', 'dashboard/src/screens/other/x1.ts', value('../../ui/classes.ts')],
  ['no-cycle', 'dashboard/src/ui/x4.ts', `import { a } from './x5.ts';\nexport const b = a;\n`],
  ['no-orphan', 'dashboard/src/ui/x6.ts', 'export const a = 1;\n'],
];

describe('the import rules', () => {
  it('hold', () => {
    expect(cruise({})).toEqual([]);
  });

  it('are each reported when broken', () => {
    const added = Object.fromEntries(BROKEN.map(([, file, text]) => [file, text]));
    const found = cruise({ ...added, ...NEIGHBOURS });
    const seen = new Set(found.map(({ rule, from }) => `${rule.name} ${from}`));
    expect(
      BROKEN.filter(([rule, file]) => !seen.has(`${rule} ${file}`)).map(([rule, file]) => `${rule} ${file}`),
    ).toEqual([]);
    const unexpected = found.filter(({ from }) => !(from in added)).map(({ rule, from }) => `${rule.name} ${from}`);
    expect(unexpected).toEqual([]);
  });

  it('are all covered by a test that breaks them', async () => {
    const { default: config } = (await import(join(TOP, '.dependency-cruiser.mjs'))) as {
      default: { forbidden: { name: string; comment: string }[] };
    };
    const names = new Set(config.forbidden.map(({ name }) => name));
    expect([...new Set(BROKEN.map(([rule]) => rule))].sort()).toEqual([...names].sort());
    expect(config.forbidden.filter(({ comment }) => comment.length < 40)).toEqual([]);
  });

  it('are not bypassed by re-exported types, which the checker does not see', () => {
    const sources = repositoryFiles().filter((path) => /^(?:src|dashboard\/src)\/.*\.tsx?$/.test(path));
    expect(sources.length).toBeGreaterThan(100);
    const blind = /^export type (?:\*|\{[^}]*\})[^;]*? from '(?!\.\/)|\bimport\('[^']*'\)\.(?!then\()/m;
    expect(sources.filter((path) => blind.test(read(path)))).toEqual([]);
    expect(blind.test("export type {\n  A,\n} from '../ci/host.ts';")).toBe(true);
    expect(blind.test("export type { A } from './host.ts';")).toBe(false);
  });
});
