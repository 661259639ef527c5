import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FrameworkProject } from './frameworks/framework.ts';
import { FRAMEWORKS } from './frameworks/index.ts';
import { type MariadbScratch, startMariadbScratch } from './frameworks/mariadb-scratch.ts';
import { tryStart } from './program.ts';

// Real frameworks run their migrations on a real PostgreSQL or MariaDB behind the packaged recorder.

const DATABASE = 'shop';
let mariadb: MariadbScratch | undefined;
beforeAll(async () => {
  mariadb = await tryStart('recordings on MariaDB', startMariadbScratch);
});
afterAll(() => mariadb?.server.stop());

describe.each(FRAMEWORKS)('the recorded migrations of $name', (framework) => {
  const isOnMariadb = framework.server === 'mariadb';
  let project: FrameworkProject | undefined;
  let end: string | undefined;
  beforeAll(async () => {
    if (isOnMariadb && !mariadb) return;
    const created = await FrameworkProject.create(framework);
    if (typeof created === 'string')
      return void process.stdout.write(`not run: recording of ${framework.name} (${created})\n`);
    project = created;
    const options = isOnMariadb && mariadb ? ['--upstream', await mariadb.create(DATABASE)] : [];
    end = (await project.record(options)).at(-1);
  });
  afterAll(async () => {
    project?.remove();
    if (isOnMariadb) await mariadb?.server.asOwner([`DROP DATABASE IF EXISTS ${DATABASE}`]);
  });

  it('are judged as files, with what the older ones made as their base', async (context) => {
    if (!project) return context.skip();
    // What was recorded rebuilds the schema that the framework left.
    expect(JSON.parse(end ?? '')).toMatchObject({ end: { schema: 'equal', problems: [] } });
    const { findings } = await project.check();
    const found = (path: string) =>
      [...new Set(findings.filter((each) => each.path === path).map(({ rule }) => rule))].sort();
    expect(Object.fromEntries(framework.change.map(({ path }) => [path, found(path)]))).toEqual(
      Object.fromEntries(framework.change.map(({ path, rules }) => [path, rules])),
    );
    const paths = new Set(framework.change.map(({ path }) => path));
    expect(findings.filter(({ path }) => !paths.has(path))).toEqual([]);
  });
});
