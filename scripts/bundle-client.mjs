// @ts-check
// Bundles the compiled client into CommonJS: a core with what every check needs, and a chunk for each part that only some
// runs load. One minified file starts in half the time of the many ES modules that ncc would write.
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');

/** Packages of ES modules of which the client uses a part: ncc would keep all of it. */
export const SHAKEN = [{ name: 'zod', license: 'MIT' }];

/** The chunks with several parts, by the modules that they start from. Each also holds what these import, unless an earlier chunk has it. */
const GROUPS = [
  {
    name: 'core',
    roots: [
      'entry/client-bundle',
      'entry/cli/(program|check)',
      'entry/actions/check',
      'sql/grammars/postgresql/load',
      'ci/(ci-run|client-source|git/blame|local|staged|rules-checkout)',
    ],
  },
  { name: 'schemas', roots: ['model/schemas/index'] },
  { name: 'service-client', roots: ['client/index'] },
  { name: 'github', roots: ['ci/action-inputs', 'ci/github/change', 'ci/github/comment'] },
  { name: 'gitlab', roots: ['ci/gitlab/change', 'ci/gitlab/note'] },
  { name: 'simulate', roots: ['entry/actions/simulate', 'entry/cli/simulate', 'history/index', 'simulation/index'] },
  {
    name: 'history',
    roots: [
      'history/collect/(history|tools|workers)',
      'history/snapshot/write-merged',
      'history/(traffic|stored)-rows',
    ],
  },
  { name: 'node-sql-parser', roots: ['sql/grammars/node-sql-parser/load'] },
  { name: 'commands', roots: ['entry/cli/(baseline|explain|history|init|rules|suppressions)'] },
];

/**
 * @param {string} compiled The folder of the compiled sources.
 * @param {string} main The entry module.
 * @param {ReadonlyMap<string, string>} packages The bundled packages, by specifier.
 * @param {Readonly<Record<string, string>>} copied Modules that are loaded from beside the bundle, by specifier.
 * @param {string} out
 */
export async function bundleClient(compiled, main, packages, copied, out) {
  const bundle = await rolldown({
    input: { index: join(compiled, main) },
    cwd: root,
    platform: 'node',
    logLevel: 'warn',
    plugins: [givenPackages(packages, copied)],
    onLog: (_level, { code, message }) => {
      // A module that both the core and rarer parts import.
      if (code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(message);
    },
  });
  await bundle.write({
    dir: out,
    format: 'cjs',
    exports: 'named',
    minify: true,
    comments: { legal: false },
    entryFileNames: '[name].cjs',
    // Of the module of a copied package, `\0x`, rolldown makes `_x`.
    chunkFileNames: ({ name }) => `${name.replace(/^_/, '')}.cjs`,
    codeSplitting: {
      groups: GROUPS.map(({ name, roots }, at) => ({
        name,
        test: (/** @type {string} */ id) =>
          isOneOf(relative(compiled, id), roots) || (name === 'core' && id.includes('rolldown/runtime')),
        priority: GROUPS.length - at,
      })),
    },
  });
  await bundle.close();
}

const isOneOf = (/** @type {string} */ path, /** @type {readonly string[]} */ roots) =>
  roots.some((pattern) => new RegExp(`^${pattern}\\.js$`).test(path.split(sep).join('/')));

/**
 * Resolves packages to their bundles. A copied one is loaded with `require` when the module that imports it is run.
 *
 * @param {ReadonlyMap<string, string>} packages
 * @param {Readonly<Record<string, string>>} copied
 * @returns {import('rolldown').Plugin}
 */
function givenPackages(packages, copied) {
  return {
    name: 'given-packages',
    resolveId(specifier, importer) {
      if (Object.values(copied).includes(specifier)) return { id: specifier, external: true };
      if (specifier.startsWith('node:') || specifier.startsWith('.') || !importer) return null;
      if (SHAKEN.some(({ name }) => name === specifier || importer.includes(`/node_modules/${name}/`))) return null;
      if (copied[specifier]) return { id: `\0${specifier}` };
      const file = packages.get(specifier);
      if (file) return { id: file };
      if ([...packages.values()].includes(importer)) return { id: specifier, external: true };
      throw new Error(`${specifier} is not in the list of packages (scripts/bundle-packages.mjs)`);
    },
    load(id) {
      const file = copied[id.slice(1)];
      return id.startsWith('\0') && file ? `module.exports = require(${JSON.stringify(file)});` : null;
    },
  };
}
