import { describe, expect, it } from 'vitest';
import { listExemptions, makeBaseline } from '../../src/commands/index.ts';
import type { ExemptionList, LineAuthor } from '../../src/model/index.ts';
import { config, type Files, rules, treeOf } from './build.ts';
import { KEY, problem, startFakeService, WORKSPACE } from './fake-service.ts';

const DROP = 'DROP TABLE users;\n';
const allow = (more: string, rule = 'no-drop-table') => `-- querygate:allow ${rule}${more}\n`;
const exception = (until: string) =>
  `  - { rule: no-drop-table, when: 'operation.target.name == "x"', reason: r, owner: team, until: ${until} }\n`;

const FILES: Files = {
  ...config(),
  ...rules({}, `exceptions:\n${exception('2026-11-19')}${exception('2027-01-01')}`),
  'db/1.sql': `${allow(': archived')}${DROP}${allow(' until 2026-12-01: soon')}${DROP}`,
  'db/2.sql': `${allow(' until 2026-11-19: over')}${DROP}${allow(' until 2026-11-30: not needed')}SELECT 1;\n`,
  'db/3.sql': `${allow(': not possible', 'no-grant-to-public')}GRANT ALL ON a TO PUBLIC;\n`,
};

type Request = Parameters<typeof listExemptions>[0];

function list(files: Files, more: Partial<Request> = {}, service: Request['check']['service'] = {}) {
  const check = { change: undefined, head: treeOf(files), event: 'local', today: '2026-11-20', service };
  return listExemptions({ check, expiring: undefined, blame: undefined, ...more });
}

const rows = ({ exemptions }: ExemptionList) =>
  exemptions.map(({ until = '-', state, kind, path, line }) => `${until} ${state} ${kind} ${path}:${line}`);

describe('`querygate suppressions`', () => {
  it('lists comments and exceptions, those that end first come first', async () => {
    const found = await list(FILES);
    expect(rows(found)).toEqual([
      '2026-11-19 expired exception .querygate/rules.yml:4',
      '2026-11-19 expired suppression db/2.sql:1',
      '2026-11-30 unused suppression db/2.sql:3',
      '2026-12-01 used suppression db/1.sql:3',
      '2027-01-01 active exception .querygate/rules.yml:5',
      '- used suppression db/1.sql:1',
      '- refused suppression db/3.sql:1',
    ]);
    expect(found.exemptions[0]).toMatchObject({ rules: ['no-drop-table'], reason: 'r', owner: 'team' });
    expect(found).toMatchObject({ leftOut: 0, baseline: undefined });
  });

  it('marks those that last longer than new ones may, instead of referring to itself', async () => {
    const limited = { ...FILES, ...config('max-exemption-days: 20\n') };
    const found = await list(limited);
    expect(found.exemptions.filter(({ overLimit }) => overLimit).map(({ path, line }) => `${path}:${line}`)).toEqual([
      '.querygate/rules.yml:5',
      'db/1.sql:1',
    ]);
    expect(found.notices.map(({ message }) => message).join('\n')).not.toContain('max-exemption-days');
    expect((await list(FILES)).exemptions.filter(({ overLimit }) => overLimit)).toEqual([]);
  });

  it('can list only what ends soon or has ended, and counts the rest', async () => {
    const found = await list(FILES, { expiring: 10 });
    expect(rows(found).map((row) => row.split(' ')[0])).toEqual(['2026-11-19', '2026-11-19', '2026-11-30']);
    expect(found.leftOut).toBe(4);
  });

  it('asks once for each file who edited its lines', async () => {
    const asked: [string, readonly number[]][] = [];
    const author: LineAuthor = { name: 'A', date: '2026-01-02', commit: 'c'.repeat(40) };
    const blame = async (path: string, lines: readonly number[]) => {
      asked.push([path, lines]);
      return new Map(path === 'db/1.sql' ? [[3, author]] : []);
    };
    const { exemptions } = await list(FILES, { blame });
    expect(asked.map(([path, lines]) => `${path} ${lines.join()}`).sort()).toEqual([
      '.querygate/rules.yml 4,5',
      'db/1.sql 3,1',
      'db/2.sql 1,3',
      'db/3.sql 1',
    ]);
    expect(exemptions.filter((each) => each.author).map(({ path, line }) => `${path}:${line}`)).toEqual(['db/1.sql:3']);
  });

  it('names the baseline, files that cannot be read, and comments without effect', async () => {
    const check = { change: undefined, head: treeOf(FILES), event: 'local', today: '2026-11-20', service: {} };
    const { text } = await makeBaseline({ action: 'create', check, file: undefined, force: false });
    const found = await list({
      ...FILES,
      '.querygate/baseline.json': text,
      'db/bad.sql': new Uint8Array([0xff, 0xfe, 0x41]),
      'db/4.sql': `${allow(': typo', 'no-drop-tabel')}${DROP}`,
    });
    expect(found.baseline).toEqual({ path: '.querygate/baseline.json', findings: 2 });
    const messages = found.notices.map(({ path, message }) => `${path}: ${message}`).join('\n');
    expect(messages).toContain('db/bad.sql: could not be read');
    expect(messages).toContain('db/4.sql: this suppression has no effect: there is no rule `no-drop-tabel`');
  });
});

describe('`querygate suppressions` with a service', () => {
  const access = (baseUrl: string) => ({ baseUrl, apiKey: KEY, workspace: WORKSPACE, timeout: 20, env: {} });

  it('lists what the active ruleset makes of the comments, and says that its exceptions are missing', async () => {
    const service = await startFakeService();
    const own = rules({ 'no-drop-table': 'off' });
    service.active = { files: Object.entries(own).map(([path, text]) => ({ path, text })) };
    const found = await list(FILES, {}, access(service.url));
    await service.close();
    expect(rows(found)).toContain('2026-12-01 unused suppression db/1.sql:3');
    expect(rows(found).filter((row) => row.includes('exception'))).toEqual([]);
    expect(found.notices.map(({ message }) => message)).toContain(
      'the exceptions of the workspace are not listed: they are in its active ruleset',
    );
  });

  it('fails if the service does not answer', async () => {
    const service = await startFakeService();
    service.instead = (_, response) => problem(response, 401, 'key_revoked', 'no');
    await expect(list(FILES, {}, access(service.url))).rejects.toMatchObject({ name: 'ServiceError', exitCode: 3 });
    await service.close();
  });
});
