import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writtenShapes } from '../../src/sql/index.ts';
import { DJANGO } from './frameworks/django.ts';
import { type Framework, FrameworkProject } from './frameworks/framework.ts';
import { KNEX } from './frameworks/knex.ts';
import { MARIADB_FRAMEWORKS } from './frameworks/mariadb.ts';
import { type MariadbScratch, startMariadbScratch } from './frameworks/mariadb-scratch.ts';
import { findPrograms, tryStart } from './program.ts';

// What goes wrong with recordings of frameworks, on real databases.

let mariadb: MariadbScratch | undefined;
beforeAll(async () => {
  mariadb = await tryStart('recordings of Knex on MariaDB', startMariadbScratch);
});
afterAll(() => mariadb?.server.stop());

let project: FrameworkProject | undefined;
afterEach(() => project?.remove());

/** The project of a framework; undefined, with the reason printed, if it cannot run here. */
async function projectOf(framework: Framework): Promise<FrameworkProject | undefined> {
  const created = await FrameworkProject.create(framework);
  if (typeof created !== 'string') return created;
  process.stdout.write(`not run: recording of ${framework.name} (${created})\n`);
  return undefined;
}

const sqlOf = (lines: readonly string[]) =>
  lines.flatMap((line) => (JSON.parse(line) as { readonly sql?: string }).sql ?? []);

describe('a recording', () => {
  it('of several databases at once, as parallel tests have, is not taken for one of migrations', async (context) => {
    const programs = findPrograms(['psql']);
    project = await projectOf(KNEX);
    if (!project || typeof programs === 'string') return context.skip();
    const each = [
      `"${programs.psql}" -q "$DATABASE_URL" -c "CREATE DATABASE app_test_$n"`,
      `DATABASE_URL="\${DATABASE_URL%/*}/app_test_$n" ${project.command.join(' ')}`,
    ];
    await project.record([], ['sh', '-e', '-c', `for n in 1 2; do ${each.join('; ')}; done`]);
    const { findings } = await project.check();
    expect(findings.filter(({ verdict }) => verdict === 'unknown').map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/used several databases \(app_test_1, app_test_2\); record one at a time$/),
    );
  });

  it('that is made twice holds the same statements', async (context) => {
    project = await projectOf(DJANGO);
    if (!project) return context.skip();
    const shapes = (lines: readonly string[]) => sqlOf(lines).flatMap((sql) => writtenShapes(sql, 'postgresql'));
    const first = shapes(await project.record());
    expect(first.length).toBeGreaterThan(100);
    expect(shapes(await project.record())).toEqual(first);
  });

  const knex = MARIADB_FRAMEWORKS.find(({ name }) => name.startsWith('Knex')) ?? KNEX;

  it('by the general log has all statements in order, with values, each migration before its row', async (context) => {
    if (!mariadb) return context.skip();
    project = await projectOf(knex);
    if (!project) return context.skip();
    const lines = sqlOf(await project.record(['--upstream', await mariadb.create('shop')]));
    const place = (part: string) => lines.findIndex((sql) => sql.includes(part));
    const rows = lines.filter((sql) => /^insert into `knex_migrations`/.test(sql));
    const names = [...Object.keys(knex.base), ...knex.change.map(({ path }) => path)].map((path) => path.split('/')[1]);
    expect(rows.map((sql) => /'([^']*\.js)'/.exec(sql)?.[1])).toEqual(names);
    expect(lines).toContainEqual("insert into `orders` (`country`, `note`, `total`) values ('de', 'a', 1)");
    expect(place('drop `note`')).toBeLessThan(place('20240201000000_drop_note.js'));
    expect(place('20240201000000_drop_note.js')).toBeLessThan(place('delete from `orders`'));
  });

  it('by the general log of a command that failed is incomplete', async (context) => {
    if (!mariadb) return context.skip();
    const failing =
      "exports.up = (knex) => knex.raw('ALTER TABLE missing ADD a INT');\nexports.down = async () => {};\n";
    const path = 'migrations/20240201000000_fails.js';
    project = await projectOf({ ...knex, change: [{ path, text: failing, rules: [] }] });
    if (!project) return context.skip();
    await expect(project.record(['--upstream', await mariadb.create('shop')])).rejects.toThrow(/ended with 1/);
    const recording = readFileSync(join(project.folder, '.querygate/recording.jsonl'), 'utf8');
    expect(recording).toContain('ALTER TABLE missing ADD a INT');
    const { findings } = await project.check();
    const messages = findings.map(({ verdict, message }) => `${verdict}: ${message}`);
    expect(messages).toContainEqual(expect.stringMatching(/^unknown: .*the recorded command failed \(exit code 1\)/));
  });
});
