// @ts-check
// Bundles each npm package that the client uses, with what it depends on, into one CommonJS file: with ncc, which also
// collects the licences.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(import.meta.dirname, '..');
const load = createRequire(import.meta.url);

/**
 * @typedef {(input: string, options: object) => Promise<{
 *   readonly code: string,
 *   readonly assets: Readonly<Record<string, { readonly source: Buffer | string }>>,
 * }>} Ncc
 *
 * @typedef {object} PackageBundles
 * @property {ReadonlyMap<string, string>} files The bundle of each specifier.
 * @property {string} licenses The licence texts of all packages.
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
  /** @type {Map<string, string>} */
  const licenses = new Map();
  for (const specifier of SPECIFIERS) {
    const { code, assets } = await ncc(fileURLToPath(import.meta.resolve(specifier)), {
      cache: false,
      minify: false,
      sourceMap: false,
      quiet: true,
      esm: false,
      target: 'es2022',
      license: 'LICENSES.txt',
    });
    const { 'LICENSES.txt': license, 'package.json': _, ...others } = assets;
    if (!license) throw new Error(`ncc found no licence of ${specifier}`);
    if (Object.keys(others).length > 0)
      throw new Error(`the bundle of ${specifier} needs files of its own: ${Object.keys(others).join(', ')}`);
    for (const [name, text] of licenseSections(license.source.toString())) licenses.set(name, text);
    const path = join(folder, fileOf(specifier));
    // Packages that are not installed are optional: nothing may be loaded from where the client runs.
    await writeFile(path, code.replaceAll(/eval\("require"\)\("([\w-]+)"\)/g, 'undefined'));
    files.set(specifier, path);
  }
  const names = [...licenses.keys()].sort();
  return { files, licenses: names.map((name) => licenses.get(name)).join('') };
}

/**
 * The sections of ncc's licence file by package: several bundles may contain the same package.
 *
 * @param {string} text
 * @returns {Map<string, string>}
 */
function licenseSections(text) {
  const lines = text.split('\n');
  /** @type {Map<string, string>} */
  const sections = new Map();
  let name = '';
  for (const [at, line] of lines.entries()) {
    if (isPackage(line, lines[at + 1])) name = line;
    if (name === '') throw new Error(`ncc's licences begin with \`${line}\`, which is not a package`);
    sections.set(name, `${sections.get(name) ?? ''}${line}${at < lines.length - 1 ? '\n' : ''}`);
  }
  return new Map([...sections].map(([of, section]) => [of, `${section.trimEnd()}\n\n`]));
}

/**
 * @param {string} name
 * @param {string | undefined} license
 */
function isPackage(name, license) {
  if (!/^(?:@[\w.-]+\/)?[\w.-]+$/.test(name)) return false;
  const about = join(root, 'node_modules', name, 'package.json');
  return existsSync(about) && JSON.parse(readFileSync(about, 'utf8')).license === license;
}
