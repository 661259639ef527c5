// The walls of docs/architecture.md. `npm run boundaries` checks them; test/docs/boundaries.test.ts breaks each of them to
// see that it is noticed.

/** What each folder of src/ may import beside itself. A folder that is not named here may import nothing. */
const LAYERS = {
  model: [],
  sql: ['model'],
  rules: ['sql', 'model'],
  check: ['rules', 'sql', 'model'],
  history: ['sql', 'model'],
  simulation: ['rules', 'sql', 'model'],
  report: ['model'],
  service: ['model'],
  ci: ['model'],
  commands: ['check', 'simulation', 'rules', 'sql', 'history', 'report', 'service', 'ci', 'model'],
  entry: ['commands', 'report', 'ci', 'model'],
};

const PURE = '^src/(sql|rules|check|simulation|report)/';

/** The server is a part of `service` that has the engine: it may import more, and nothing of the rest may import it. */
const SERVER = '^src/service/server/';
const SERVER_DOOR = '^src/service/server/index\\.ts$';
const SERVER_IMPORTS = ['check', 'simulation', 'rules', 'sql', 'history', 'model'];

const layers = Object.entries(LAYERS).map(([folder, allowed]) => ({
  name: `layer-${folder}`,
  comment:
    `src/${folder} imports ${allowed.length === 0 ? 'no other folder' : `only ${allowed.join(', ')}`}: ` +
    'imports flow down, so that a part can be read, tested and replaced without what stands above it',
  severity: 'error',
  from: { path: `^src/${folder}/`, ...(folder === 'service' && { pathNot: SERVER }) },
  to: {
    path: '^(src|test|scripts|bench)/',
    pathNot: [
      `^src/(${[folder, ...allowed].join('|')})/`,
      // Which of them may start the server, `server-apart` says.
      ...(folder === 'entry' ? [SERVER_DOOR] : []),
    ],
  },
}));

/** A package that belongs to one part, so that replacing it stays a change in one place. */
function owned(name, folder, packages, why) {
  return {
    name,
    comment: `only ${folder} imports ${packages}: ${why}`,
    severity: 'error',
    from: { path: '^src/', pathNot: `^${folder}/` },
    to: { path: `node_modules/(${packages})/` },
  };
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layers,
    {
      name: 'layer-server',
      comment: `src/service/server imports the contract and the engine (${SERVER_IMPORTS.join(', ')}), never ci, report or commands`,
      severity: 'error',
      from: { path: SERVER },
      to: { path: '^(src|test|scripts|bench)/', pathNot: `^src/(service|${SERVER_IMPORTS.join('|')})/` },
    },
    {
      name: 'server-apart',
      comment:
        'the server and its store are a bundle of their own, which no run of an Action downloads: only its entry points import them',
      severity: 'error',
      from: { path: '^src/', pathNot: [SERVER, '^src/entry/server[a-z-]*\\.ts$'] },
      to: { path: SERVER },
    },
    {
      name: 'known-folder',
      comment: 'every folder of src/ has its place among the layers: name it in LAYERS',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(${Object.keys(LAYERS).join('|')})/` },
      to: {},
    },
    {
      name: 'door',
      comment:
        'a folder is entered by its index.ts alone (src/model has a second door, schemas/index.ts, which loads zod), ' +
        'so that all else in it can change freely',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: {
        path: '^src/[^/]+/',
        pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$', '^src/model/schemas/index\\.ts$', SERVER_DOOR],
      },
    },
    {
      name: 'pure',
      comment:
        'what reads, judges and renders SQL touches no file, network, clock or process: the same text and rules give the ' +
        'same answer everywhere. node:crypto computes, and is all that it may have of Node',
      severity: 'error',
      from: { path: PURE },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'zod-behind-its-door',
      comment: 'zod costs start-up time: of the model only schemas/ loads it, and index.ts does not lead there',
      severity: 'error',
      from: { path: '^src/model/', pathNot: '^src/model/schemas/' },
      to: { path: ['^src/model/schemas/', 'node_modules/zod/'] },
    },
    owned('host-only-in-ci', 'src/ci', '@actions|@octokit', 'what a CI host can tell and show is known there'),
    owned('grammars-only-in-sql', 'src/sql', 'libpg-query|node-sql-parser', 'all else sees facts, never a parse tree'),
    owned('conditions-only-in-cel', 'src/rules/cel', '@marcbachmann/cel-js|re2js', 'there they are bounded in cost'),
    owned('network-only-in-service', 'src/service', 'undici', 'every request to a service goes through its guards'),
    owned('http-only-in-server', 'src/service/server/http', 'fastify|@fastify|prom-client', 'all else is a library'),
    owned('store-only-in-server', 'src/service/server/store', 'pg|@electric-sql', 'all else sees a Database'),
    owned('command-line-only-in-entry', 'src/entry', 'commander', 'all else is a library'),
    {
      name: 'no-cycle',
      comment: 'modules in a circle cannot be understood, tested or loaded one at a time',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment: 'a module that nobody imports is dead code, or was meant to be imported',
      severity: 'error',
      from: { orphan: true },
      to: {},
    },
    {
      name: 'resolvable',
      comment: 'an import that leads nowhere would escape every other wall',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared',
      comment: 'a package that package.json does not name is there by chance',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'undetermined'] },
    },
  ],
  options: {
    // The compiler that is installed has no API that dependency-cruiser knows; swc reads the sources as they are.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
