// @ts-check
// The licence texts of what a bundle contains: packages, by the modules that are really in it, other packages that were
// bundled into these modules, and what was compiled into their files. The build fails for a part without a text.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

const root = join(import.meta.dirname, '..');
/** Texts that packages do not ship. */
const texts = join(import.meta.dirname, 'licenses');

/**
 * @typedef {object} Part Something that others wrote, in a bundle.
 * @property {string} name
 * @property {string} version Empty where its package does not say which it contains.
 * @property {string} license An SPDX expression.
 * @property {string} text
 */

/**
 * What files were compiled from, by name: it has licences of its own, which the packages do not ship. Only what is in the file counts: `pglite.wasm` is built without zlib, for example.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const COMPILED_IN = {
  'initdb.wasm': ['PostgreSQL', 'musl', 'Emscripten'],
  'libpg-query.wasm': ['libpg_query', 'PostgreSQL', 'protobuf-c', 'xxHash', 'musl', 'Emscripten'],
  'llhttp-wasm.js': ['llhttp'],
  'pglite.data': ['PostgreSQL', 'ICU', 'Snowball'],
  'pglite.wasm': ['PostgreSQL', 'ICU', 'libxml2', 'musl', 'Emscripten'],
};

/**
 * Of what is compiled in, and of packages that others bundled into theirs and that are not installed.
 *
 * @type {Readonly<Record<string, string>>}
 */
const LICENSES = {
  'async-mutex': 'MIT',
  Emscripten: 'MIT',
  ICU: 'Unicode-3.0',
  libpg_query: 'BSD-3-Clause',
  libxml2: 'MIT',
  llhttp: 'MIT',
  musl: 'MIT',
  PostgreSQL: 'PostgreSQL',
  'protobuf-c': 'BSD-2-Clause',
  Snowball: 'BSD-3-Clause',
  tinytar: 'MIT',
  tsup: 'MIT',
  xxHash: 'BSD-2-Clause',
};

/** Files that must have an entry in `COMPILED_IN`: what is in them cannot be seen. */
const COMPILED = /\.(?:wasm|data)$/;

const NODE_MODULES = `${sep}node_modules${sep}`;

/**
 * The parts of a bundle, sorted by name.
 *
 * @param {Iterable<string>} files The modules and other files in the bundle, by their paths. Those of no package are ours.
 * @returns {readonly Part[]}
 */
export function partsOf(files) {
  /** @type {Map<string, Part>} */
  const parts = new Map();
  for (const path of files) {
    for (const part of [...packageOf(path), ...bundledInto(path), ...compiledIn(basename(path))])
      parts.set(`${part.name} ${part.version}`, part);
  }
  return [...parts.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

const compare = (/** @type {string} */ a, /** @type {string} */ b) => (a < b ? -1 : Number(a > b));

/**
 * Parts that a bundler adds of itself: its runtime.
 *
 * @param {readonly string[]} names
 */
export const bundlers = (names) => names.map((name) => join(root, 'node_modules', name, 'package.json'));

const LINE = '='.repeat(80);

/**
 * The text of `LICENSES.txt`: a section for each part.
 *
 * @param {readonly Part[]} parts
 */
export function licensesText(parts) {
  return parts
    .map(({ name, version, license, text }) => `${[name, version].join(' ').trim()}\n${license}\n\n${text.trim()}\n`)
    .join(`\n${LINE}\n\n`);
}

/**
 * The parts that a `LICENSES.txt` lists.
 *
 * @param {string} text
 * @returns {readonly Part[]}
 */
export function readLicenses(text) {
  return text.split(`\n${LINE}\n\n`).map((section) => {
    const [heading = '', license = '', , ...lines] = section.split('\n');
    const [name = '', version = ''] = heading.split(' ');
    return { name, version, license, text: lines.join('\n').trim() };
  });
}

/**
 * The folder of the package that a module belongs to.
 *
 * @param {string} path
 */
function folderOf(path) {
  const at = path.lastIndexOf(NODE_MODULES);
  if (at < 0) return undefined;
  const [first = '', second = ''] = path.slice(at + NODE_MODULES.length).split(sep);
  return join(path.slice(0, at), 'node_modules', first, first.startsWith('@') ? second : '');
}

/**
 * @param {string} path
 * @returns {readonly Part[]}
 */
function packageOf(path) {
  const folder = folderOf(path);
  return folder === undefined ? [] : [packagePart(folder)];
}

/**
 * @param {string} folder
 * @returns {Part}
 */
function packagePart(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const text = packageText(folder, name);
  if (typeof license !== 'string' || !text)
    throw new Error(`${name} ships no licence text: write the one of its repository to scripts/licenses/`);
  return { name, version, license, text };
}

/**
 * The packages that were bundled into a module before it was published, which its source map names. Their versions are those
 * that are installed for the package; the others have none.
 *
 * @param {string} path
 * @returns {readonly Part[]}
 */
function bundledInto(path) {
  const folder = folderOf(path);
  const map = `${path}.map`;
  if (folder === undefined || !existsSync(map)) return [];
  /** @type {{ readonly sources?: readonly (string | null)[] }} */
  const { sources = [] } = JSON.parse(readFileSync(map, 'utf8'));
  const names = new Set(
    sources.flatMap((source) => /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source ?? '')?.[1] ?? []),
  );
  return [...names].map((name) => {
    const installed = installedFor(folder, name);
    return installed === undefined ? partWithText(name, path) : packagePart(installed);
  });
}

/**
 * The folder from which a package would load another one; undefined if it is not installed.
 *
 * @param {string} folder
 * @param {string} name
 * @returns {string | undefined}
 */
function installedFor(folder, name) {
  const found = join(folder, 'node_modules', name);
  if (existsSync(join(found, 'package.json'))) return found;
  return dirname(folder) === folder ? undefined : installedFor(dirname(folder), name);
}

/** A link or a name instead of the text: shorter than any licence. */
const isText = (/** @type {string} */ text) => text.length > 300;

/**
 * The licence file of a package, the section of its README if it has nothing else, or the text in `licenses/`.
 *
 * @param {string} folder
 * @param {string} name
 */
function packageText(folder, name) {
  const names = readdirSync(folder).sort();
  const text = (/** @type {RegExp} */ file) => {
    const found = names.find((each) => file.test(each));
    return found ? readFileSync(join(folder, found), 'utf8') : '';
  };
  // Of a bundled program, only what it adds to our bundle counts, not what it was built from.
  const [file = ''] = text(/^licen[cs]e(?:[-.](?:md|mit|txt))?$/i).split(/^# Licenses of bundled dependencies/m);
  const section =
    text(/^readme\.md$/i)
      .split(/^#+ /m)
      .find((each) => /^licen[cs]e\n/i.test(each)) ?? '';
  const own = join(texts, `${name.replace('/', '-')}.txt`);
  return [file, section.slice(section.indexOf('\n')), existsSync(own) ? readFileSync(own, 'utf8') : ''].find(isText);
}

/**
 * @param {string} file
 * @returns {readonly Part[]}
 */
function compiledIn(file) {
  const names = COMPILED_IN[file];
  if (!names && COMPILED.test(file)) throw new Error(`say in COMPILED_IN what ${file} was compiled from`);
  return (names ?? []).map((name) => partWithText(name, file));
}

/**
 * @param {string} name
 * @param {string} file What contains it.
 * @returns {Part}
 */
function partWithText(name, file) {
  const path = join(texts, `${name.toLowerCase()}.txt`);
  const license = LICENSES[name];
  if (!license || !existsSync(path)) throw new Error(`${name} (in ${file}) has no licence text in scripts/licenses/`);
  return { name, version: '', license, text: readFileSync(path, 'utf8') };
}

/**
 * The paths of all modules of a webpack compilation, those in concatenated modules included.
 *
 * @param {{ readonly compilation: { readonly modules: Iterable<WebpackModule> } }} stats
 * @returns {readonly string[]}
 *
 * @typedef {{ readonly resource?: string, readonly modules?: Iterable<WebpackModule> }} WebpackModule
 */
export function webpackModules({ compilation }) {
  /** @type {(module: WebpackModule) => readonly string[]} */
  const paths = ({ resource, modules }) => [...(resource ? [resource] : []), ...[...(modules ?? [])].flatMap(paths)];
  return [...compilation.modules].flatMap(paths);
}
