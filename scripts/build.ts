import { spawnSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

// Builds dist/, or with `--server` the service: TypeScript to JavaScript by tsc, then one bundle by ncc, then the launchers
// beside it. `node scripts/build.ts [--server] [folder]`; the result depends on the sources and the lock file alone.

const root = join(import.meta.dirname, '..');
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

/** The bundler would make a static import of it, which every run would load: it leaves these alone, and so they are put right here. */
const importOf = (name: string): string => `import(/* webpackIgnore: true */ '${name}')`;

interface Bundle {
  readonly out: string;
  /** Compiled module that the bundle begins with; it exports `ENTRIES`. */
  readonly main: string;
  readonly launchers: Readonly<Record<string, { readonly entry: string; readonly shebang: boolean }>>;
  /** Packages that stay files beside the bundle, each imported once. */
  readonly packages: readonly CopiedPackage[];
}

/** A package that finds its own files by their place, and so is copied as it is. */
interface CopiedPackage {
  readonly name: string;
  readonly license: string;
  /** Folder of the copy, in lib/. */
  readonly folder: string;
  /** The imports that lead to it, each of which stands in the bundle once, and the module in the copy. */
  readonly imports: Readonly<Record<string, string>>;
  copy(folder: string): Promise<void>;
}

const LIBPG_QUERY: CopiedPackage = {
  name: 'libpg-query',
  license: 'MIT',
  folder: 'libpg-query',
  imports: { 'libpg-query': 'index.cjs' },
  copy: async (folder) => {
    const source = join(root, 'node_modules/libpg-query/wasm');
    for (const name of PG_FILES) await copyFile(join(source, name), join(folder, name));
    const loader = await readFile(join(source, 'index.cjs'), 'utf8');
    if (!loader.includes(PG_REEXPORT))
      throw new Error('libpg-query/wasm/index.cjs is not as it was: look at what it requires');
    await writeFile(join(folder, 'index.cjs'), loader.replace(PG_REEXPORT, ''));
    await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  },
};

/** PostgreSQL as WebAssembly: its modules and their data, without extensions, maps and what only browsers use. */
const PGLITE: CopiedPackage = {
  name: '@electric-sql/pglite',
  license: 'Apache-2.0',
  folder: 'pglite',
  imports: { '@electric-sql/pglite': 'index.js', '@electric-sql/pglite/nodefs': 'fs/nodefs.js' },
  copy: async (folder) => {
    const source = join(root, 'node_modules/@electric-sql/pglite/dist');
    const names = (await readdir(source)).filter(
      (name) => /^(chunk-.*|index|initdb|pglite)\.js$/.test(name) || /^(initdb|pglite)\.(wasm|data)$/.test(name),
    );
    await mkdir(join(folder, 'fs'));
    for (const name of [...names, 'fs/nodefs.js']) {
      const bytes = await readFile(join(source, name));
      await writeFile(join(folder, name), name.endsWith('.js') ? withoutMap(bytes.toString()) : bytes);
    }
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  },
};

/** What an Action, a job of CI and the command line run: committed, as dist/. */
function client(folder: string): Bundle {
  return {
    out: join(root, folder),
    main: 'entry/client-bundle.js',
    launchers: {
      'check.js': { entry: 'check', shebang: false },
      'cli.js': { entry: 'cli', shebang: true },
      'history-worker.js': { entry: 'historyWorker', shebang: false },
      'simulate.js': { entry: 'simulate', shebang: false },
    },
    packages: [LIBPG_QUERY],
  };
}

/** The service: built when the package is packed, and never in dist/. */
function server(folder: string): Bundle {
  return {
    out: join(root, folder),
    main: 'entry/server-bundle.js',
    launchers: {
      'index.js': { entry: 'program', shebang: false },
      'worker.js': { entry: 'worker', shebang: false },
    },
    packages: [LIBPG_QUERY, PGLITE],
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { server: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  const bundle = values.server ? server(folder ?? 'server') : client(folder ?? 'dist');
  // The names of modules in a bundle come from here, so that it is always the same.
  const compiled = join(root, 'build', values.server ? 'server-esm' : 'esm');
  await rm(compiled, { recursive: true, force: true });
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  run(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', compiled]);
  await build(compiled, bundle);
  if (values.server)
    await cp(join(root, 'src/server/store/migrations'), join(bundle.out, 'lib/migrations'), {
      recursive: true,
    });
}

async function build(compiled: string, { out, main: entry, launchers, packages }: Bundle): Promise<void> {
  const ncc = require('@vercel/ncc') as Ncc;
  const { code, assets } = await ncc(join(compiled, entry), {
    cache: false,
    minify: false,
    sourceMap: false,
    quiet: true,
    target: 'es2022',
    license: 'LICENSES.txt',
  });
  await rm(out, { recursive: true, force: true });
  const modules = Object.entries(assets).map(([name, { source }]) => [name, source] as const);
  const targets = new Map(
    packages.flatMap(({ folder, imports }) =>
      Object.entries(imports).map(([name, file]) => [importOf(name), `import('./${folder}/${file}')`] as const),
    ),
  );
  const found: string[] = [];
  for (const [name, source] of [['index.js', code] as const, ...modules]) {
    if (name === 'package.json') continue;
    let text = source;
    for (const [from, to] of targets) {
      const [before = '', ...after] = text.toString().split(from);
      if (after.length === 0) continue;
      found.push(...after.map(() => from));
      text = [before, ...after].join(to);
    }
    await write(join(out, 'lib', name), text);
  }
  if (found.sort().join() !== [...targets.keys()].sort().join())
    throw new Error(
      `in the bundle stand the imports ${found.join(', ')}; once each should: ${[...targets.keys()].join(', ')}`,
    );
  await write(join(out, 'package.json'), '{ "type": "module" }\n');
  for (const each of packages) {
    const folder = join(out, 'lib', each.folder);
    await mkdir(folder, { recursive: true });
    await each.copy(folder);
    await addLicense(out, each);
  }
  for (const [name, { entry: which, shebang }] of Object.entries(launchers)) {
    await write(
      join(out, name),
      `${shebang ? '#!/usr/bin/env node\n' : ''}import { ENTRIES } from './lib/index.js';\n\nawait ENTRIES.${which}();\n`,
    );
    if (shebang) await chmod(join(out, name), 0o755);
  }
}

function withoutMap(code: string): string {
  return code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
}

async function write(path: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** ncc collects the licences of what it bundles; these packages are copied. */
async function addLicense(out: string, { name, license }: CopiedPackage): Promise<void> {
  const path = join(out, 'lib/LICENSES.txt');
  const own = await readFile(join(root, 'node_modules', name, 'LICENSE'), 'utf8');
  await writeFile(path, `${await readFile(path, 'utf8')}\n\n${name}\n${license}\n${own}`);
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit', cwd: root });
  if (status !== 0) process.exit(status ?? 1);
}

await main();
