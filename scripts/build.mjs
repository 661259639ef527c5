// @ts-check
// Builds dist/, or with `--server` the service: tsc compiles, ncc bundles (of the client, its packages: bundle-packages.mjs;
// the rest: bundle-client.mjs), and launchers are written beside the bundle.
// Usage: node scripts/build.mjs [--server] [folder]. The result depends on the sources and the lock file alone.
// JavaScript, unlike the other scripts: `npm pack` runs it on the machine's own Node.js, and Node.js 20 cannot run TypeScript.
import { spawnSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bundleClient } from './bundle-client.mjs';
import { bundlePackages } from './bundle-packages.mjs';
import { bundlers, licensesText, partsOf, webpackModules } from './licenses.mjs';

const root = join(import.meta.dirname, '..');
const load = createRequire(import.meta.url);

/** @typedef {import('./bundle-packages.mjs').Ncc} Ncc */

/**
 * @typedef {object} CopiedPackage A package that finds its own files by their location, so it is copied unchanged.
 * @property {string} name
 * @property {string} folder The copy's folder, in lib/.
 * @property {Readonly<Record<string, string>>} imports Specifiers that lead to the package, and the module of the copy that
 *   replaces each. Each occurs once in the bundle.
 * @property {(folder: string) => Promise<readonly string[]>} copy Returns the paths of the copied files.
 *
 * @typedef {object} Launcher
 * @property {string} entry Key of `ENTRIES`.
 * @property {boolean} [shebang] Whether it is a command.
 * @property {readonly string[]} [functions] A library: the functions that it exports. Others are programs, which it starts.
 *
 * @typedef {object} Bundle
 * @property {string} out
 * @property {string} main The compiled entry module; it exports `ENTRIES`.
 * @property {Readonly<Record<string, Launcher>>} launchers
 * @property {readonly CopiedPackage[]} packages
 * @property {(compiled: string, bundle: Bundle) => Promise<readonly string[]>} write Writes lib/, without the copied
 *   packages. Returns the paths of the modules in it.
 * @property {(out: string) => Promise<readonly string[]>} add Adds other files, and returns the paths of what they contain.
 * @property {'commonjs' | 'module'} type
 */

/** libpg-query's loader finds its wasm by `__dirname`, which ES modules do not have: it stays a CommonJS file. */
const PG_FILES = ['libpg-query.js', 'libpg-query.wasm'];
/** The loader re-exports enumerations of a package that dist/ does not contain and nothing here uses. */
const PG_REEXPORT = '__exportStar(require("@pgsql/types"), exports);';

/** @type {CopiedPackage} */
const LIBPG_QUERY = {
  name: 'libpg-query',
  folder: 'libpg-query',
  imports: { 'libpg-query': 'index.cjs' },
  copy: async (folder) => {
    const source = join(root, 'node_modules/libpg-query/wasm');
    for (const name of PG_FILES) await copyFile(join(source, name), join(folder, name));
    const loader = await readFile(join(source, 'index.cjs'), 'utf8');
    if (!loader.includes(PG_REEXPORT))
      throw new Error('libpg-query/wasm/index.cjs has changed: check what it requires');
    await writeFile(join(folder, 'index.cjs'), loader.replace(PG_REEXPORT, ''));
    await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
    return PG_FILES.map((name) => join(source, name));
  },
};

/**
 * PostgreSQL as WebAssembly: its modules and data, without extensions, source maps and browser code.
 *
 * @type {CopiedPackage}
 */
const PGLITE = {
  name: '@electric-sql/pglite',
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
    return names.map((name) => join(source, name));
  },
};

/**
 * What an Action, a CI job and the command line run: committed, as dist/.
 *
 * @param {string} folder
 * @returns {Bundle}
 */
function client(folder) {
  return {
    out: join(root, folder),
    main: 'entry/client-bundle.js',
    launchers: {
      'check.js': { entry: 'check' },
      'cli.js': { entry: 'cli', shebang: true },
      'history-worker.js': { entry: 'historyWorker' },
      'library.js': { entry: 'library', functions: ['check', 'rules'] },
      'record.js': { entry: 'record' },
      'simulate.js': { entry: 'simulate' },
    },
    packages: [LIBPG_QUERY],
    write: writeClient,
    add: async (out) => {
      await copyFile(join(root, 'src/library/api.d.ts'), join(out, 'library.d.ts'));
      return [];
    },
    type: 'commonjs',
  };
}

/**
 * The service: built when the package is packed, and never part of dist/.
 *
 * @param {string} folder
 * @returns {Bundle}
 */
function server(folder) {
  return {
    out: join(root, folder),
    main: 'entry/server-bundle.js',
    launchers: {
      'index.js': { entry: 'program' },
      'worker.js': { entry: 'worker' },
      'proxy-worker.js': { entry: 'proxyWorker' },
      'store-worker.js': { entry: 'storeWorker' },
      'scratch-database.js': { entry: 'scratchDatabase' },
    },
    packages: [LIBPG_QUERY, PGLITE],
    write: writeServer,
    add: async (out) => {
      await cp(join(root, 'src/server/store/migrations'), join(out, 'lib/migrations'), { recursive: true });
      const contents = await buildDashboard(join(out, 'public'));
      for (const page of SERVED_DOCS)
        await cp(join(root, `docs/${page}.md`), join(out, `public/docs/${page}.md`), { recursive: true });
      return contents;
    },
    type: 'module',
  };
}

/** Pages of the documentation that the service serves beside the dashboard, which links to them, and they to each other. */
const SERVED_DOCS = [
  ...['check-with-a-service', 'ci-without-keys', 'client', 'dashboard', 'operations', 'proxy', 'removing-columns'],
  ...['rulesets', 'security', 'service', 'service-api', 'sign-on', 'simulate'],
];

async function main() {
  const { values, positionals } = parseArgs({
    options: { server: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  const bundle = values.server ? server(folder ?? 'server') : client(folder ?? 'dist');
  // Module names in a bundle come from this path, so a fixed one keeps the bundle byte-equal.
  const compiled = join(root, 'build', values.server ? 'server-esm' : 'esm');
  await rm(compiled, { recursive: true, force: true });
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  run(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', compiled]);
  await build(compiled, bundle);
}

/**
 * @param {string} compiled
 * @param {Bundle} bundle
 */
async function build(compiled, bundle) {
  const { out, packages, launchers, type } = bundle;
  await rm(out, { recursive: true, force: true });
  const contents = [...(await bundle.write(compiled, bundle))];
  await write(join(out, 'package.json'), `{ "type": "${type}" }\n`);
  for (const each of packages) {
    const folder = join(out, 'lib', each.folder);
    await mkdir(folder, { recursive: true });
    contents.push(...(await each.copy(folder)));
  }
  contents.push(...(await bundle.add(out)));
  await write(join(out, 'lib/LICENSES.txt'), licensesText(partsOf(contents)));
  for (const [name, launcher] of Object.entries(launchers)) {
    await write(join(out, name), type === 'module' ? moduleLauncher(launcher) : launcherText(launcher));
    if (launcher.shebang) await chmod(join(out, name), 0o755);
  }
}

/**
 * @param {string} compiled
 * @param {Bundle} bundle
 */
async function writeClient(compiled, { out, main: entry, packages }) {
  const { files, modules } = await bundlePackages(join(root, 'build/packages'));
  const copied = packages.flatMap(({ folder, imports }) =>
    Object.entries(imports).map(([name, file]) => [name, `./${folder}/${file}`]),
  );
  return [...modules, ...(await bundleClient(compiled, entry, files, Object.fromEntries(copied), join(out, 'lib')))];
}

/**
 * @param {string} compiled
 * @param {Bundle} bundle
 */
async function writeServer(compiled, { out, main: entry, packages }) {
  const ncc = /** @type {Ncc} */ (load('@vercel/ncc'));
  const { code, assets, stats } = await ncc(join(compiled, entry), {
    cache: false,
    minify: false,
    sourceMap: false,
    quiet: true,
    target: 'es2022',
  });
  const modules = Object.entries(assets).map(([name, { source }]) => ({ name, source }));
  const targets = new Map(
    packages.flatMap(({ folder, imports }) =>
      Object.entries(imports).map(([name, file]) => [importOf(name), `import('./${folder}/${file}')`]),
    ),
  );
  /** @type {string[]} */
  const found = [];
  for (const { name, source } of [{ name: 'index.js', source: code }, ...modules]) {
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
      `the bundle contains the imports ${found.join(', ')}; expected once each: ${[...targets.keys()].join(', ')}`,
    );
  return [...bundlers(['@vercel/ncc']), ...webpackModules(stats)];
}

/**
 * CommonJS, which starts sooner than an ES module. A library loads its part at the first call.
 *
 * @param {Launcher} launcher
 */
function launcherText({ entry, shebang = false, functions }) {
  const lines = functions?.map(
    (name) => `exports.${name} = async (...given) => (await ENTRIES.${entry}()).${name}(...given);`,
  ) ?? [`ENTRIES.${entry}();`];
  return [
    ...(shebang ? ['#!/usr/bin/env node'] : []),
    "const { ENTRIES } = require('./lib/index.cjs');",
    '',
    ...lines,
    '',
  ].join('\n');
}

/** @param {Launcher} launcher */
function moduleLauncher({ entry }) {
  return `import { ENTRIES } from './lib/index.js';\n\nawait ENTRIES.${entry}();\n`;
}

/**
 * ncc turns a dynamic import of an external package into a static one, which every run would load. It leaves these alone.
 *
 * @param {string} name
 */
function importOf(name) {
  return `import(/* webpackIgnore: true */ '${name}')`;
}

/**
 * Builds the dashboard, and compresses its files once, so that the service need not.
 *
 * @param {string} out
 * @returns {Promise<readonly string[]>} The paths of the modules, fonts and other files in it.
 */
async function buildDashboard(out) {
  // Tests set another one, with which React is built for development: slower, and half as large again.
  process.env['NODE_ENV'] = 'production';
  const vite = await import('vite');
  const built = await vite.build({ root: join(root, 'dashboard'), build: { outDir: out }, logLevel: 'warn' });
  for (const name of await readdir(out, { recursive: true })) {
    if (!/\.(html|js|css|svg)$/.test(name)) continue;
    const bytes = await readFile(join(out, name));
    await writeFile(join(out, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    await writeFile(join(out, `${name}.br`), brotliCompressSync(bytes));
  }
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const contents = outputs.flatMap((each) =>
    each.type === 'chunk' ? each.moduleIds : each.originalFileNames.map((name) => join(root, 'dashboard', name)),
  );
  return [...bundlers(['vite', 'rolldown']), ...contents];
}

/** @param {string} code */
function withoutMap(code) {
  return code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
}

/**
 * @param {string} path
 * @param {Buffer | string} content
 */
async function write(path, content) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function run(command, args, env = process.env) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', cwd: root, env });
  if (status !== 0) process.exit(status ?? 1);
}

await main();
