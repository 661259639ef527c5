import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Git, openGit } from '../../src/ci/git/run.ts';
import { gitTree } from '../../src/ci/git/tree.ts';
import { checkoutTree, localChange } from '../../src/ci/index.ts';
import { workingTree } from '../../src/ci/trees/working-tree.ts';
import { type FileTree, MAX_FILE_BYTES } from '../../src/model/index.ts';
import { expectLinear } from '../costs.ts';
import { newOrigin, type Origin, repository } from './repository.ts';

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

async function show(tree: FileTree, path: string): Promise<string> {
  const entry = await tree.read(path);
  return entry.kind === 'file' ? Buffer.from(entry.bytes).toString('utf8') : entry.kind;
}

const FILES = {
  'a.sql': 'SELECT 1;\n',
  'db/ü x/b.sql': 'SELECT 2;\n',
  ':(top)c.sql': 'SELECT 3;\n',
  '--upload-pack=x.sql': 'SELECT 4;\n',
  'new\nline.sql': 'SELECT 5;\n',
  'empty.sql': '',
  'link.sql': { link: 'a.sql' },
  'out/way': { link: '../..' },
  'cr.sql': 'a\r\nb\n',
};

/** Both kinds of tree must behave the same: the engine does not know which one it reads. */
const KINDS = {
  commit: (expected: readonly string[] = []) =>
    gitTree(openGit(origin.author.dir), origin.author.git('rev-parse', 'HEAD'), 'head', expected),
  'working directory': () => workingTree(origin.author.dir),
} as const;

describe.each(Object.entries(KINDS))('the tree of a %s', (_, make) => {
  it.each([
    ['a.sql', 'SELECT 1;\n'],
    ['db/ü x/b.sql', 'SELECT 2;\n'],
    [':(top)c.sql', 'SELECT 3;\n'],
    ['--upload-pack=x.sql', 'SELECT 4;\n'],
    ['new\nline.sql', 'SELECT 5;\n'],
    ['empty.sql', ''],
    ['cr.sql', 'a\r\nb\n'],
    ['link.sql', 'link'],
    ['none.sql', 'missing'],
    ['db', 'missing'],
    ['*.sql', 'missing'],
    ['../author/a.sql', 'missing'],
    ['db/../a.sql', 'missing'],
    ['/a.sql', 'missing'],
    ['', 'missing'],
  ])('reads %j', async (path, expected) => {
    origin.author.commit(FILES);
    expect(await show(make(), path)).toBe(expected);
  });

  it('never follows a link on the way', async () => {
    origin.author.commit({ ...FILES, 'real/x.sql': 'SELECT 6;\n', folder: { link: 'real' } });
    expect(await show(make(), 'real/x.sql')).toBe('SELECT 6;\n');
    expect(await show(make(), 'folder/x.sql')).toMatch(/^(link|missing)$/);
    expect(await show(make(), 'out/way/author/a.sql')).toMatch(/^(link|missing)$/);
  });

  it('lists files, sorted, without links', async () => {
    origin.author.commit(FILES);
    const all = ['--upload-pack=x.sql', ':(top)c.sql', 'a.sql', 'cr.sql', 'db/ü x/b.sql', 'empty.sql', 'new\nline.sql'];
    expect(await make().list('')).toEqual(all);
    expect(await make().list('db')).toEqual(['db/ü x/b.sql']);
    expect(await make().list('none')).toEqual([]);
    expect(await make().list('..')).toEqual([]);
  });

  it('lists the targets of links, sorted, and opens none', async () => {
    origin.author.commit({ ...FILES, 'ü/l': { link: 'ü\n x/' }, far: { link: '/nonexistent' } });
    const links = (await make().readLinks?.())?.map(({ path, target }) => [path, target]);
    expect(links).toEqual([
      ['far', '/nonexistent'],
      ['link.sql', 'a.sql'],
      ['out/way', '../..'],
      ['ü/l', 'ü\n x/'],
    ]);
    expect(await make().links?.('')).toEqual(['far', 'link.sql', 'out/way', 'ü/l']);
  });

  it('does not return a target that is not UTF-8', async () => {
    symlinkSync(Buffer.from([0x61, 0xff]), join(origin.author.dir, 'l'));
    origin.author.commit({ 'a.sql': 'x' });
    expect(await make().readLinks?.()).toMatchObject([{ path: 'l', target: undefined }]);
  });

  it('does not read a file over the limit, and says how large it is', async () => {
    writeFileSync(join(origin.author.dir, 'big.sql'), '');
    truncateSync(join(origin.author.dir, 'big.sql'), MAX_FILE_BYTES + 1);
    origin.author.commit({});
    expect(await make().read('big.sql')).toEqual({ kind: 'oversized', size: MAX_FILE_BYTES + 1 });
  });
});

/** Git in that folder, and how many commands it has run. */
function countingGit(dir: string): { readonly git: Git; commands(): number } {
  let commands = 0;
  const real = openGit(dir);
  const git: Git = {
    root: real.root,
    run: (args, input) => {
      commands++;
      return real.run(args, input);
    },
    must: (args) => {
      commands++;
      return real.must(args);
    },
  };
  return { git, commands: () => commands };
}

describe('the tree of a commit', () => {
  it('reads a large file without a line end in linear time, bytes untouched', async () => {
    const bytesOf = (times: number) => Buffer.alloc(times * 4 * 1024 * 1024, 0xe9);
    for (const times of [1, 4]) writeFileSync(join(origin.author.dir, `${times}.sql`), bytesOf(times));
    const commit = origin.author.commit({});
    const git = openGit(origin.author.dir);
    await expectLinear(async (times) => {
      const entry = await gitTree(git, commit, 'head').read(`${times}.sql`);
      expect(entry.kind === 'file' && Buffer.compare(Buffer.from(entry.bytes), bytesOf(times))).toBe(0);
    });
  });

  it('reads expected files in batches, in any order, each with its own content', async () => {
    const files = Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`m/${i}.sql`, `SELECT ${i};`]));
    origin.author.commit(files);
    const paths = [...Object.keys(files), 'm/gone.sql'];
    const { git, commands } = countingGit(origin.author.dir);
    const tree = gitTree(git, origin.author.git('rev-parse', 'HEAD'), 'head', paths);
    for (const path of paths) expect(await show(tree, path)).toBe(files[path] ?? 'missing');
    for (const path of ['m/3.sql', 'm/699.sql']) expect(await show(tree, path)).toBe(files[path]);
    // 701 paths in three batches of two commands, and two later readings.
    expect(commands()).toBe(10);
  });

  it('reads the configuration, the rules and the baseline together, once, and lists each folder once', async () => {
    const files = { '.querygate/config.yml': 'c', '.querygate/rules.yml': 'r', '.querygate/rules/a.yml': 'a' };
    const { git, commands } = countingGit(origin.author.dir);
    const tree = gitTree(git, origin.author.commit(files), 'head');
    for (let round = 0; round < 2; round++) {
      expect(await show(tree, '.querygate/config.yml')).toBe('c');
      expect(await show(tree, '.querygate/rules.yml')).toBe('r');
      expect(await show(tree, '.querygate/baseline.json')).toBe('missing');
      expect(await tree.list('.querygate/rules')).toEqual(['.querygate/rules/a.yml']);
    }
    expect(commands()).toBe(3);
  });

  it('reads a file whose name is not UTF-8', async () => {
    const { dir } = origin.author;
    const name = Buffer.concat([Buffer.from('drop'), Buffer.from([0xff]), Buffer.from('.sql')]);
    writeFileSync(Buffer.concat([Buffer.from(`${dir}/`), name]), 'DROP TABLE a;');
    const tree = gitTree(openGit(dir), origin.author.commit({}), 'head');
    expect(await tree.list('')).toEqual(['drop\ufffd.sql']);
    expect(await show(tree, 'drop\ufffd.sql')).toBe('DROP TABLE a;');
  });

  it('reports a submodule as a missing file', async () => {
    const { author } = origin;
    const commit = author.commit({ 'a.sql': 'x' });
    author.git('update-index', '--add', '--cacheinfo', `160000,${commit},sub.sql`);
    author.git('commit', '-q', '-m', 'submodule');
    const tree = gitTree(openGit(author.dir), author.git('rev-parse', 'HEAD'), 'head');
    expect(await show(tree, 'sub.sql')).toBe('missing');
    expect(await tree.list('')).toEqual(['a.sql']);
    expect(await tree.submodules?.()).toEqual(['sub.sql']);
  });
});

describe('a commit without the contents of a file, as in a partial clone', () => {
  it.each([
    ['has its other files, and names the file if it is read', ['a.sql', 'b.sql', 'c.sql']],
    [
      'has its other settings, and names the file of settings if it is read',
      ['.querygate/baseline.json', '.querygate/rules.yml', '.querygate/config.yml'],
    ],
  ])('%s', async (_, names) => {
    const [before = '', lost = '', after = ''] = names;
    const { author } = origin;
    const commit = author.commit({ [before]: 'a', [lost]: 'b', [after]: 'c' });
    const blob = author.git('rev-parse', `${commit}:${lost}`);
    rmSync(join(author.dir, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
    const read = () => gitTree(openGit(author.dir), commit, 'head', names);
    const tree = read();
    expect(await show(tree, before)).toBe('a');
    const reason = `git has no contents for \`${lost}\`; fetch the repository without`;
    await expect(tree.read(lost)).rejects.toThrow(reason);
    expect(await show(tree, after)).toBe('c');
    const again = read();
    await expect(again.read(lost)).rejects.toThrow(reason);
    expect(await show(again, after)).toBe('c');
  });
});

describe('the links of a commit', () => {
  it('are not read if they are longer than a path can be', async () => {
    const { author } = origin;
    author.write({ text: 'a/'.repeat(10_000) });
    const blob = author.git('hash-object', '-w', 'text');
    author.git('update-index', '--add', '--cacheinfo', `120000,${blob},large`);
    author.git('commit', '-q', '-m', 'link');
    const tree = gitTree(openGit(author.dir), author.git('rev-parse', 'HEAD'), 'head');
    expect(await tree.readLinks?.()).toEqual([{ path: 'large', target: undefined, leadsTo: undefined }]);
  });
});

describe('the working directory', () => {
  it('reports what a link leads to', async () => {
    const { author } = origin;
    author.write({
      'db/1.sql': '1',
      f: { link: 'db' },
      g: { link: 'db/1.sql' },
      h: { link: 'none' },
      i: { link: 'i' },
    });
    const links = (await workingTree(author.dir).readLinks?.())?.map(({ path, leadsTo }) => `${path} ${leadsTo}`);
    expect(links).toEqual(['f folder', 'g file', 'h missing', 'i missing']);
  });

  it('skips .git, and node_modules unless it is listed itself', async () => {
    const { author } = origin;
    author.write({ 'a.sql': '1', 'node_modules/p/x.sql': '2', 'sub/.git/y.sql': '3' });
    const tree = workingTree(author.dir);
    expect(await tree.list('')).toEqual(['a.sql']);
    expect(await tree.list('node_modules/p')).toEqual(['node_modules/p/x.sql']);
  });

  it('does not wait for a named pipe', async () => {
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(origin.author.dir, 'pipe.sql')]);
    expect(await show(workingTree(origin.author.dir), 'pipe.sql')).toBe('missing');
    expect(await workingTree(origin.author.dir).list('')).toEqual([]);
  });

  it('reports an error for a name that is not UTF-8, rather than a missing file', async () => {
    const { dir } = origin.author;
    writeFileSync(
      Buffer.concat([Buffer.from(`${dir}/drop`), Buffer.from([0xff]), Buffer.from('.sql')]),
      'DROP TABLE a;',
    );
    const [path = ''] = await workingTree(dir).list('');
    await expect(workingTree(dir).read(path)).rejects.toThrow(/not UTF-8; rename/);
  });

  it('lists nothing through a link', async () => {
    mkdirSync(join(origin.root, 'elsewhere'));
    writeFileSync(join(origin.root, 'elsewhere/secret.sql'), 'x');
    symlinkSync(join(origin.root, 'elsewhere'), join(origin.author.dir, 'way'));
    expect(await workingTree(origin.author.dir).list('way')).toEqual([]);
    expect(await workingTree(origin.author.dir).list('')).toEqual([]);
  });
});

describe('the submodules of a checkout on disk', () => {
  it('are those of the index, and their files are those on disk', async () => {
    const { author } = origin;
    const other = repository(join(origin.root, 'other'));
    other.git('init', '--quiet');
    other.commit({ 'db/1.sql': 'x' });
    author.commit({ 'b.sql': 'x' });
    author.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.dir, 'sub');
    author.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.dir, 'gone');
    author.commit({ 'a.sql': 'x' });
    rmSync(join(author.dir, 'gone/db'), { recursive: true });
    const tree = checkoutTree(author.dir);
    expect(await tree.submodules?.()).toEqual(['gone', 'sub']);
    expect([await tree.list('sub'), await tree.list('gone')]).toEqual([['sub/db/1.sql'], []]);
    const { change } = await localChange({ root: author.dir, since: 'HEAD~1' });
    expect(await change?.head.submodules?.()).toEqual(['gone', 'sub']);
  });

  it('need no git where there are none', async () => {
    expect(await checkoutTree(join(origin.root, 'nowhere')).submodules?.()).toEqual([]);
    origin.author.write({ '.gitmodules': '' });
    rmSync(join(origin.author.dir, '.git'), { recursive: true });
    expect(await checkoutTree(origin.author.dir).submodules?.()).toEqual([]);
  });
});

it('reads announced files in batches, with the same results', async () => {
  origin.author.commit({ 'a.sql': 'SELECT 1;\n', 'b.sql': 'SELECT 2;\n', 'c.ddl': 'SELECT 3;\n' });
  const { tree, batches } = countedTree();
  tree.expect?.(['a.sql', 'b.sql', 'c.ddl', 'none.sql']);
  const texts: string[] = [];
  for (const path of ['a.sql', 'b.sql', 'none.sql', 'c.ddl']) texts.push(await show(tree, path));
  expect(texts).toEqual(['SELECT 1;\n', 'SELECT 2;\n', 'missing', 'SELECT 3;\n']);
  expect(batches()).toBe(2);
});

it('reads files that were likely from the start in batches, also after others were announced', async () => {
  const paths = ['a.sql', 'b.sql', 'c.sql', 'd.sql'];
  origin.author.commit(Object.fromEntries([...paths, 'x.yml', 'y.yml'].map((path) => [path, `-- ${path}\n`])));
  const { tree, batches } = countedTree(paths);
  tree.expect?.(['x.yml', 'y.yml']);
  const texts: string[] = [];
  for (const path of ['x.yml', 'y.yml', ...paths]) texts.push(await show(tree, path));
  expect(texts).toEqual(['x.yml', 'y.yml', ...paths].map((path) => `-- ${path}\n`));
  expect(batches()).toBe(2);
});

/** The tree of the last commit, and how many batches of files it has read. */
function countedTree(likely: readonly string[] = []) {
  const git = openGit(origin.author.dir);
  let batches = 0;
  const run: Git['run'] = (...call) => {
    batches++;
    return git.run(...call);
  };
  const tree = gitTree({ ...git, run }, origin.author.git('rev-parse', 'HEAD'), 'base', likely);
  return { tree, batches: () => batches };
}
