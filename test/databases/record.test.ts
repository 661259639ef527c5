import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FrameworkProject } from './frameworks/framework.ts';
import { FRAMEWORKS } from './frameworks/index.ts';
import { type MariadbScratch, startMariadbScratch } from './frameworks/mariadb-scratch.ts';
import { tryStart } from './program.ts';

// Real frameworks run their migrations on a real PostgreSQL or MariaDB behind the packaged recorder.

const DATABASE = 'shop';
/** When a migration was applied. */
const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+/;
let mariadb: MariadbScratch | undefined;
beforeAll(async () => {
  mariadb = await tryStart('recordings on MariaDB', startMariadbScratch);
});
afterAll(() => mariadb?.server.stop());

describe.each(FRAMEWORKS)('the recorded migrations of $name', (framework) => {
  const isOnMariadb = framework.server === 'mariadb';
  let project: FrameworkProject | undefined;
  let lines: readonly string[] = [];
  beforeAll(async () => {
    if (isOnMariadb && !mariadb) return;
    const created = await FrameworkProject.create(framework);
    if (typeof created === 'string')
      return void process.stdout.write(`not run: recording of ${framework.name} (${created})\n`);
    project = created;
    const options = isOnMariadb && mariadb ? ['--upstream', await mariadb.create(DATABASE)] : [];
    lines = await project.record(options);
  });
  afterAll(async () => {
    project?.remove();
    if (isOnMariadb) await mariadb?.server.asOwner([`DROP DATABASE IF EXISTS ${DATABASE}`]);
  });

  it('are judged as files, with what the older ones made as their base', async (context) => {
    if (!project) return context.skip();
    // What was recorded rebuilds the schema that the framework left.
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ end: { schema: 'equal', problems: [] } });
    const { findings } = await project.check();
    const found = (path: string) =>
      [...new Set(findings.filter((each) => each.path === path).map(({ rule }) => rule))].sort();
    expect(Object.fromEntries(framework.change.map(({ path }) => [path, found(path)]))).toEqual(
      Object.fromEntries(framework.change.map(({ path, rules }) => [path, rules])),
    );
    const paths = new Set(framework.change.map(({ path }) => path));
    expect(findings.filter(({ path }) => !paths.has(path))).toEqual([]);
  });

  it.runIf(isOnMariadb)('are the same without the general log', async (context) => {
    if (!project || !mariadb) return context.skip();
    const observed = await project.record(['--upstream', await mariadb.createLimited(DATABASE)]);
    // A read that returned no row is known only here.
    const comparable = (line: string) => line.replace(',"empty":true}', '}').replace(TIME, '(time)');
    expect(observed.slice(1).map(comparable)).toEqual(lines.slice(1).map(comparable));
  });
});
