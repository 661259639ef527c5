// @ts-check
// Bundles each npm package that the client uses, with what it depends on, into one CommonJS file, with ncc.
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlers, webpackModules } from './licenses.mjs';

const load = createRequire(import.meta.url);

/**
 * @typedef {(input: string, options: object) => Promise<{
 *   readonly code: string,
 *   readonly assets: Readonly<Record<string, { readonly source: Buffer | string }>>,
 *   readonly stats: Parameters<typeof webpackModules>[0],
 * }>} Ncc
 *
 * @typedef {object} PackageBundles
 * @property {ReadonlyMap<string, string>} files The bundle of each specifier.
 * @property {readonly string[]} modules The paths of all modules in them.
 */

/** The specifiers that the client imports, except those in `SHAKEN` (bundle-client.mjs). The build fails on others. */
const SPECIFIERS = [
  '@actions/core',
  '@actions/exec',
  '@actions/github',
  '@marcbachmann/cel-js',
  '@mongodb-js/saslprep',
  '@octokit/plugin-retry',
  'commander',
  'get-east-asian-width',
  'node-sql-parser/build/mariadb.js',
  'node-sql-parser/build/mysql.js',
  'node-sql-parser/build/sqlite.js',
  'pg',
  'picocolors',
  're2js',
  'undici',
  'yaml',
  'zstddec/stream',
];

/** The file of a package's bundle: `node-sql-parser-mysql`, `actions-core`. */
const fileOf = (/** @type {string} */ specifier) =>
  `${specifier.replace(/^@|\/build|\.js$/g, '').replaceAll('/', '-')}.cjs`;

/**
 * @param {string} folder
 * @returns {Promise<PackageBundles>}
 */
export async function bundlePackages(folder) {
  await mkdir(folder, { recursive: true });
  const ncc = /** @type {Ncc} */ (load('@vercel/ncc'));
  /** @type {Map<string, string>} */
  const files = new Map();
  const modules = bundlers(['@vercel/ncc']);
  for (const specifier of SPECIFIERS) {
    const { code, assets, stats } = await ncc(fileURLToPath(import.meta.resolve(specifier)), {
      cache: false,
      minify: false,
      sourceMap: false,
      quiet: true,
      esm: false,
      target: 'es2022',
    });
    const { 'package.json': _, ...others } = assets;
    if (Object.keys(others).length > 0)
      throw new Error(`the bundle of ${specifier} needs files of its own: ${Object.keys(others).join(', ')}`);
    modules.push(...webpackModules(stats));
    const path = join(folder, fileOf(specifier));
    // Packages that are not installed are optional: nothing may be loaded from where the client runs.
    await writeFile(path, code.replaceAll(/eval\("require"\)\("([\w-]+)"\)/g, 'undefined'));
    files.set(specifier, path);
  }
  return { files, modules };
}
