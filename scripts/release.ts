// Makes the commit of a release (version, changelog, dist/) and its files, in build/release/. Publishes nothing: that is
// the work of .github/workflows/release.yml. docs/releasing.md describes the steps.
// Usage: npm run release -- <version> [--dry-run] [--base <image>]
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freezePacks, packsToFreeze } from './packs/freeze.ts';
import { releasedSection, withRelease } from './release/changelog.ts';
import { buildFiles } from './release/files.ts';
import { baseImage, placeholders } from './release/placeholders.ts';
import { run } from './release/run.ts';
import { assertNewer } from './release/version.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** On the same disk as node_modules, which is linked into it. */
const CHECKOUT = join(ROOT, 'build/release-checkout');
const OUT = join(ROOT, 'build/release');

const git = (...args: readonly string[]) => run(ROOT, 'git', args).trim();
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Options {
  readonly version: string;
  readonly dryRun: boolean;
  readonly base: string | undefined;
}

function readOptions(): Options {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean', default: false }, base: { type: 'string' } },
    allowPositionals: true,
  });
  const [version] = positionals;
  if (version === undefined || positionals.length > 1)
    throw new Error('usage: npm run release -- <version> [--dry-run] [--base <image>]');
  return { version, dryRun: values['dry-run'], base: values.base ?? baseImage(read) };
}

function assertReady({ version, dryRun }: Options): void {
  // Tags that contain HEAD are left out, so that users can build a release again at its tag.
  assertNewer(version, git('tag', '--list', 'v*', '--no-contains', 'HEAD').split('\n'));
  if (git('status', '--porcelain') !== '')
    throw new Error('commit or remove your changes: a release is built from HEAD');
  const open = placeholders(read);
  if (open.length > 0 && !dryRun) throw new Error(['this cannot be released yet:', ...open].join('\n  '));
  for (const line of open) process.stdout.write(`a release needs: ${line}\n`);
}

/** A clone of HEAD with the installed packages: nothing else of this folder can get into a release. */
function cleanCheckout(): void {
  rmSync(CHECKOUT, { recursive: true, force: true });
  run(ROOT, 'git', ['clone', '--quiet', '--no-hardlinks', '.', CHECKOUT]);
  run(ROOT, 'cp', ['--archive', '--link', 'node_modules', CHECKOUT]);
}

/** The version follows the name, once in package.json and twice in the lock file. */
const withVersion = (text: string, version: string) =>
  text.replaceAll(/("name": "querygate",\n\s*"version": )"[^"]*"/g, `$1"${version}"`);

/** The clone does not have the settings of this repository. */
function identity(dryRun: boolean): readonly string[] {
  const [name, email] = dryRun
    ? ['Dry run', 'dry-run@localhost']
    : [git('config', 'user.name'), git('config', 'user.email')];
  return ['-c', `user.name=${name}`, '-c', `user.email=${email}`];
}

/** Writes version and changelog, generates and builds. */
function prepare({ version, dryRun }: Options): void {
  const edit = (path: string, change: (text: string) => string) => {
    const file = join(CHECKOUT, path);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  };
  const { version: before } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8')) as { version: string };
  // npm would write to node_modules, which is linked.
  for (const path of ['package.json', 'package-lock.json']) edit(path, (text) => withVersion(text, version));
  edit('CHANGELOG.md', (text) => withRelease(text, version, new Date().toISOString().slice(0, 10)));
  edit(
    'scripts/packs/frozen.json',
    (text) => `${JSON.stringify(freezePacks(JSON.parse(text), packsToFreeze()), undefined, 2)}\n`,
  );
  // Real answers of the service, which say its version; and the name of the tarball.
  edit('src/contract/openapi/examples.golden.json', (text) =>
    text.replaceAll(`"version": "${before}"`, `"version": "${version}"`),
  );
  for (const page of ['docs/client.md', 'docs/install.md'])
    edit(page, (text) => text.replaceAll(`querygate-${before}.tgz`, `querygate-${version}.tgz`));
  run(CHECKOUT, process.execPath, ['scripts/generate.ts']);
  run(CHECKOUT, process.execPath, ['scripts/build.mjs']);
  run(CHECKOUT, 'git', ['add', '--all']);
  run(CHECKOUT, 'git', [...identity(dryRun), 'commit', '--quiet', '--message', `Release ${version}`]);
}

function main(): void {
  const options = readOptions();
  const { version, dryRun, base } = options;
  assertReady(options);
  try {
    cleanCheckout();
    const changelog = () => releasedSection(readFileSync(join(CHECKOUT, 'CHANGELOG.md'), 'utf8'), version);
    const prepared = changelog() !== undefined;
    if (!prepared) prepare(options);
    const section = changelog();
    const { version: packaged } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8')) as {
      version: string;
    };
    if (!section || packaged !== version)
      throw new Error(`CHANGELOG.md has a section of ${version}, but package.json has the version ${packaged}`);
    rmSync(OUT, { recursive: true, force: true });
    buildFiles(CHECKOUT, { version, base, ...section }, OUT);
    if (base === undefined) process.stdout.write('not built: the images, which need a base image\n');
    if (!prepared && !dryRun) git('pull', '--quiet', '--ff-only', CHECKOUT, 'HEAD');
  } finally {
    rmSync(CHECKOUT, { recursive: true, force: true });
  }
  process.stdout.write(readFileSync(join(OUT, 'SHA256SUMS'), 'utf8'));
  process.stdout.write(`${dryRun ? 'dry run of' : 'built'} ${version}: the files are in build/release/\n`);
}

try {
  main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
