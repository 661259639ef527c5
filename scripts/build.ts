import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// Builds dist/: TypeScript to JavaScript by tsc, then one bundle by ncc, then the launchers beside it.
// `node scripts/build.ts [folder]`; the result depends on the sources and the lock file alone.

const root = join(import.meta.dirname, '..');
const out = join(root, process.argv[2] ?? 'dist');
const require = createRequire(import.meta.url);

interface NccResult {
  readonly code: string;
  readonly assets: Readonly<Record<string, { readonly source: Buffer | string; readonly permissions: number }>>;
}
type Ncc = (input: string, options: object) => Promise<NccResult>;

/** libpg-query's loader finds its wasm by `__dirname`, which an ES module does not have: it stays a CommonJS file beside it. */
const PG_FILES = ['libpg-query.js', 'libpg-query.wasm'];
/** It passes on the enumerations of another package, which nobody here asks for: in dist/ there is no such package. */
const PG_REEXPORT = '__exportStar(require("@pgsql/types"), exports);';

/** The bundler would make a static import of it, which every run would load: it leaves this one alone, and so it is put right here. */
const PG_IMPORT = "import(/* webpackIgnore: true */ 'libpg-query')";

const LAUNCHERS: Readonly<Record<string, { readonly entry: string; readonly shebang: boolean }>> = {
  'check.js': { entry: 'check', shebang: false },
  'cli.js': { entry: 'cli', shebang: true },
  'history-worker.js': { entry: 'historyWorker', shebang: false },
  'simulate.js': { entry: 'simulate', shebang: false },
};

async function main(): Promise<void> {
  await rm(join(root, 'build/esm'), { recursive: true, force: true });
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.build.json')]);
  const ncc = require('@vercel/ncc') as Ncc;
  const { code, assets } = await ncc(join(root, 'build/esm/entry/main.js'), {
    cache: false,
    minify: false,
    sourceMap: false,
    quiet: true,
    target: 'es2022',
    license: 'LICENSES.txt',
  });
  await rm(out, { recursive: true, force: true });
  await write('lib/index.js', code);
  let imports = 0;
  for (const [name, { source }] of Object.entries(assets)) {
    if (name === 'package.json') continue;
    const [before = '', ...after] = source.toString().split(PG_IMPORT);
    imports += after.length;
    await write(
      `lib/${name}`,
      after.length === 0 ? source : [before, ...after].join("import('./libpg-query/index.cjs')"),
    );
  }
  if (imports !== 1) throw new Error(`libpg-query is imported ${imports} times in the bundle, and should be once`);
  await write('package.json', '{ "type": "module" }\n');
  await mkdir(join(out, 'lib/libpg-query'), { recursive: true });
  for (const name of PG_FILES)
    await copyFile(join(root, 'node_modules/libpg-query/wasm', name), join(out, 'lib/libpg-query', name));
  const loader = await readFile(join(root, 'node_modules/libpg-query/wasm/index.cjs'), 'utf8');
  if (!loader.includes(PG_REEXPORT))
    throw new Error('libpg-query/wasm/index.cjs is not as it was: look at what it requires');
  await write('lib/libpg-query/index.cjs', loader.replace(PG_REEXPORT, ''));
  await write('lib/libpg-query/package.json', '{ "type": "commonjs" }\n');
  await addLicense('libpg-query');
  for (const [name, { entry, shebang }] of Object.entries(LAUNCHERS)) {
    await write(
      name,
      `${shebang ? '#!/usr/bin/env node\n' : ''}import { ENTRIES } from './lib/index.js';\n\nawait ENTRIES.${entry}();\n`,
    );
    if (shebang) await chmod(join(out, name), 0o755);
  }
}

async function write(name: string, content: Buffer | string): Promise<void> {
  const path = join(out, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** ncc collects the licences of what it bundles; this package is copied. */
async function addLicense(name: string): Promise<void> {
  const path = join(out, 'lib/LICENSES.txt');
  const own = await readFile(join(root, 'node_modules', name, 'LICENSE'), 'utf8');
  await writeFile(path, `${await readFile(path, 'utf8')}\n\n${name}\nMIT\n${own}`);
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit', cwd: root });
  if (status !== 0) process.exit(status ?? 1);
}

await main();
