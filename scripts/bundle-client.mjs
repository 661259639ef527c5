// @ts-check
// Bundles the compiled client into CommonJS: a core with what every check needs, and a chunk for each part that only some
// runs load. One minified file starts in half the time of the many ES modules that ncc would write.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { bundlers } from './licenses.mjs';

const root = join(import.meta.dirname, '..');

/** Packages of ES modules of which the client uses a part: ncc would keep all of it. */
const SHAKEN = ['zod'];

/** The chunks with several parts, by the modules that they start from. Each also holds what these import, unless an earlier chunk has it. */
const GROUPS = [
  {
    name: 'core',
    roots: ['entry/client-bundle', 'entry/actions/check', 'sql/grammars/postgresql/load'],
  },
  { name: 'cli', roots: ['entry/cli/(program|check)'] },
  { name: 'git', roots: ['ci/(ci-run|client-source|commit-tree|git/blame|local|staged|rules-checkout)'] },
  { name: 'schemas', roots: ['model/schemas/index'] },
  { name: 'service-client', roots: ['client/index'] },
  { name: 'github', roots: ['ci/action-inputs', 'ci/github/change', 'ci/github/comment'] },
  { name: 'gitlab', roots: ['ci/gitlab/change', 'ci/gitlab/note'] },
  { name: 'simulate', roots: ['entry/actions/simulate', 'entry/cli/simulate', 'history/index', 'simulation/index'] },
  { name: 'rules-compare', roots: ['comparison/index', 'rules/proof/index'] },
  {
    name: 'history',
    roots: [
      'history/collect/(history|tools|workers)',
      'history/snapshot/write-merged',
      'history/(traffic|stored)-rows',
    ],
  },
  {
    name: 'record',
    roots: ['entry/actions/record', 'entry/cli/record', 'record/runner/index', 'history/collect/recorded'],
  },
  { name: 'node-sql-parser', roots: ['sql/grammars/node-sql-parser/load'] },
  { name: 'commands', roots: ['entry/cli/(baseline|explain|history|init|rules|suppressions)'] },
];

/**
 * Parts of the core that many runs never call: each is a chunk of its own, which is loaded when one of its functions is
 * called. The sources import these modules as any other. A module can be here if it exports nothing but functions.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const LATE = {
  // Migrations often have statements of DDL alone.
  queries: ['sql/reader/(dml|merge|rows|upserts|pinned-columns)'],
  expressions: ['sql/expressions/parse/index', 'sql/expressions/form'],
  routines: ['sql/reader/(body|code|dynamic-text)', 'sql/reader/ddl/create-routine'],
  'table-copies': ['sql/reader/ddl/table-copy'],
  conditions: [
    'rules/cel/(engine|hints|restrict)',
    'rules/conditions/(from-cel|fact-values)',
    'rules/load/schema-issue',
  ],
  comparison: ['rules/judge/compare'],
  'object-uses': [
    'commands/check/read-uses',
    'repository/inside-use',
    'use/(answer|asked|example|row-use)',
    'sql/queries/column-use',
  ],
  // A new report format belongs here too.
  reports: ['report/check/(code-quality|github|junit|markdown|sarif|suggestions|summary)'],
  'simulation-reports': ['report/simulation/(code-quality|github|junit|markdown|sarif|summary|terminal|exceptions)'],
  'dry-run': ['commands/check/(service|taken-away)'],
  'simulate-command': ['commands/simulate/run'],
  'other-commands': [
    'commands/(baseline|explain|suppressions)',
    'commands/rules/(compare|list|show|test)',
    'commands/history/(collect|export-sql|snapshots|uses)',
  ],
  // Readers of logs that do not come from a database.
  'application-logs': [
    'history/sources/applications/(rails|django|sqlalchemy|prisma|laravel|hibernate)',
    'history/sources/(spans|unknown-format)',
  ],
  tools: ['repository/migrations/find-tools', 'commands/init/(plan|plan-text|source)'],
};

/** A class is called with `new`, and what its stand-in returns is its instance. */
const isClass = (/** @type {string | undefined} */ name) => /^[A-Z]/.test(name ?? '');

/** Functions of Node.js whose modules take milliseconds to load, and which many runs never call. */
const LATE_BUILTINS = {
  'node:crypto': [
    ...[
      'createHash',
      'createHmac',
      'pbkdf2',
      'publicEncrypt',
      'randomBytes',
      'randomFillSync',
      'randomInt',
      'randomUUID',
      'timingSafeEqual',
    ],
    'X509Certificate',
  ],
};
/** The same for packages. Commander starts programs only for commands that are programs of their own. */
const LATE_IN_PACKAGES = [
  { file: 'commander.cjs', text: 'require("node:child_process")', functions: ['spawn'], from: 'node:child_process' },
];

/**
 * @param {string} compiled The folder of the compiled sources.
 * @param {string} main The entry module.
 * @param {ReadonlyMap<string, string>} packages The bundled packages, by specifier.
 * @param {Readonly<Record<string, string>>} copied Modules that are loaded from beside the bundle, by specifier.
 * @param {string} out
 * @returns {Promise<readonly string[]>} The paths of the modules in it, without those in the bundled packages.
 */
export async function bundleClient(compiled, main, packages, copied, out) {
  const late = lateModules(compiled);
  const bundle = await rolldown({
    input: { index: join(compiled, main), ...late.entries },
    cwd: root,
    platform: 'node',
    logLevel: 'warn',
    plugins: [late.plugin, givenPackages(packages, copied)],
    onLog: (_level, { code, message }) => {
      // A module that both the core and rarer parts import.
      // A busy machine is slow, which is no fault of the bundle.
      if (code !== 'INEFFECTIVE_DYNAMIC_IMPORT' && code !== 'PLUGIN_TIMINGS') throw new Error(message);
    },
  });
  const { output } = await bundle.write({
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
  const modules = output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
  return [...bundlers(['rolldown']), ...modules];
}

const isOneOf = (/** @type {string} */ path, /** @type {readonly string[]} */ roots) =>
  roots.some((pattern) => new RegExp(`^${pattern}\\.js$`).test(path.split(sep).join('/')));

/**
 * Puts functions in the place of late modules, which load their chunk when they are called.
 *
 * @param {string} compiled
 * @returns {{ readonly entries: Readonly<Record<string, string>>, readonly plugin: import('rolldown').Plugin }}
 */
function lateModules(compiled) {
  const chunkOf = (/** @type {string} */ id) =>
    Object.entries(LATE).find(([, roots]) => isOneOf(relative(compiled, id), roots))?.[0];
  return {
    entries: Object.fromEntries(Object.keys(LATE).map((name) => [name, `\0chunk:${name}`])),
    plugin: {
      name: 'late-modules',
      resolveId(specifier, importer) {
        if (specifier.startsWith('\0chunk:') || specifier.startsWith('\0late:')) return specifier;
        if (importer?.startsWith('\0chunk:')) return specifier;
        if (specifier in LATE_BUILTINS && importer?.startsWith(compiled)) return `\0late:${specifier}`;
        if (importer?.startsWith('\0late:')) return { id: specifier, external: true };
        if (!importer || !specifier.startsWith('.')) return null;
        const id = join(dirname(importer), specifier);
        const chunk = chunkOf(id);
        return chunk !== undefined && chunk !== chunkOf(importer) ? `\0late:${id}` : null;
      },
      transform(code, id) {
        const late = LATE_IN_PACKAGES.find(({ file }) => id.endsWith(`${sep}${file}`));
        if (!late) return null;
        if (!code.includes(late.text)) throw new Error(`${late.file} has changed: ${late.text} is not in it`);
        const members = late.functions.map(
          (name) => `${name}: (...given) => require('${late.from}').${name}(...given)`,
        );
        return code.replace(late.text, `{ ${members.join(', ')} }`);
      },
      generateBundle(_options, bundle) {
        for (const output of Object.values(bundle)) if (output.type === 'chunk') output.code = inAscii(output.code);
      },
      load(id) {
        if (id.startsWith('\0late:')) {
          const path = id.slice('\0late:'.length);
          const builtin = Object.entries(LATE_BUILTINS).find(([name]) => name === path)?.[1];
          const from = builtin ? path : `./${chunkOf(path)}.cjs`;
          return (builtin ?? functionsOf(path))
            .map((name) =>
              [
                // Node.js takes microseconds for each require of a loaded module.
                `let $${name};`,
                `export function ${name}(...given) { return ${isClass(name) ? 'new ' : ''}($${name} ??= require('${from}').${name})(...given); }`,
              ].join('\n'),
            )
            .join('\n');
        }
        if (!id.startsWith('\0chunk:')) return null;
        const chunk = id.slice('\0chunk:'.length);
        return modulesBelow(compiled)
          .filter((path) => chunkOf(path) === chunk)
          .map((path) => `export * from ${JSON.stringify(path)};`)
          .join('\n');
      },
    },
  };
}

/**
 * Writes characters beyond ASCII as escapes: Node.js then keeps and reads one byte for each character instead of two.
 *
 * @param {string} code
 */
function inAscii(code) {
  if (/\.raw`[^`]*[^\0-\x7f]|\\[^\0-\x7f]/.test(code))
    throw new Error('a raw string, or a backslash, is followed by a character that cannot be escaped');
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * The functions that a module exports. Fails for a module that exports something else.
 *
 * @param {string} path
 */
function functionsOf(path) {
  const source = readFileSync(path, 'utf8');
  const names = [...source.matchAll(/^export (?:async )?function\*? (\w+)/gm)].map(([, name]) => name);
  if (names.length !== source.match(/^export /gm)?.length)
    throw new Error(`${path} exports more than functions, so it cannot be loaded late`);
  return names;
}

const modulesBelow = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .sort()
    .map((path) => join(folder, path));

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
      if (SHAKEN.some((name) => name === specifier || importer.includes(`/node_modules/${name}/`))) return null;
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
