// The walls of docs/architecture.md. `npm run boundaries` checks them; test/docs/boundaries.test.ts breaks each of them to
// see that it is noticed.

/** What each folder of src/ may import beside itself. A folder that is not named here may import nothing. */
const LAYERS = {
  model: [],
  sql: ['model'],
  traffic: ['sql', 'model'],
  rules: ['sql', 'model'],
  check: ['rules', 'sql', 'model'],
  history: ['traffic', 'sql', 'model'],
  simulation: ['rules', 'sql', 'model'],
  report: ['model'],
  contract: ['model'],
  client: ['contract', 'model'],
  server: ['contract', 'check', 'simulation', 'rules', 'traffic', 'sql', 'history', 'model'],
  ci: ['model'],
  commands: ['check', 'simulation', 'rules', 'sql', 'history', 'report', 'contract', 'client', 'ci', 'model'],
  entry: ['commands', 'server', 'report', 'ci', 'model'],
};

/** The folders inside a folder of src/, from top to bottom: each may import only those after it. */
const ROOMS = {
  sql: ['grammars', 'reader', 'expressions', 'text'],
  rules: ['judge', 'load', 'packs', 'ruleset', 'conditions', 'cel'],
  history: ['collect', 'sources', 'snapshot', 'input'],
  report: ['check', 'simulation', 'text'],
  contract: ['openapi', 'bodies'],
  server: [
    ...['admin', 'http', 'simulations', 'retention', 'queries', 'uploads', 'history', 'people', 'keys', 'workspaces'],
    ...['audit', 'context', 'store', 'problems', 'engine'],
  ],
  ci: ['github', 'git', 'trees'],
  commands: ['check', 'simulate', 'history', 'rules', 'report-parts', 'inputs'],
  entry: ['actions', 'server', 'cli'],
};

const PURE = '^src/(sql|traffic|rules|check|simulation|report)/';

/** Other ways in, beside a folder's index.ts: what most who import the folder must not load. */
const SECOND_DOORS = ['^src/model/schemas/index\\.ts$', '^src/contract/openapi/index\\.ts$'];

const layers = Object.entries(LAYERS).map(([folder, allowed]) => ({
  name: `layer-${folder}`,
  comment:
    `src/${folder} imports ${allowed.length === 0 ? 'no other folder' : `only ${allowed.join(', ')}`}: ` +
    'imports flow down, so that a part can be read, tested and replaced without what stands above it',
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: {
    path: '^(src|test|scripts|bench)/',
    pathNot: `^src/(${[folder, ...allowed].join('|')})/`,
  },
}));

const rooms = Object.entries(ROOMS).flatMap(([folder, names]) =>
  names.slice(1).map((name, above) => ({
    name: `rooms-${folder}`,
    comment: `in src/${folder}, imports flow down too: ${names.join(', ')}; so no two folders form a circle`,
    severity: 'error',
    from: { path: `^src/${folder}/${name}/` },
    to: { path: `^src/${folder}/(${names.slice(0, above + 1).join('|')})/` },
  })),
);

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
    ...rooms,
    {
      name: 'known-room',
      comment: 'every folder inside one of these has its place in ROOMS, or two folders could import each other unseen',
      severity: 'error',
      from: {
        path: `^src/(${Object.keys(ROOMS).join('|')})/[^/]+/`,
        pathNot: Object.entries(ROOMS).map(([folder, names]) => `^src/${folder}/(${names.join('|')})/`),
      },
      to: {},
    },
    {
      name: 'server-apart',
      comment:
        'the server and its store are a bundle of their own, which no run of an Action downloads: only its entry points import them',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/server/', '^src/entry/server/', '^src/entry/server-bundle\\.ts$'] },
      to: { path: ['^src/server/', '^src/entry/server/'] },
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
        'a folder is entered by its index.ts alone (two have a second door, for what costs start-up time), ' +
        'so that all else in it can change freely',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: {
        path: '^src/[^/]+/',
        pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$', ...SECOND_DOORS],
      },
    },
    {
      name: 'pure',
      comment:
        'what reads, judges and renders SQL touches no file, network, clock or process: the same text and rules give the ' +
        'same answer everywhere. node:crypto and node:buffer compute, and are all that it may have of Node',
      severity: 'error',
      from: { path: PURE },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|buffer)$' },
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
    owned('network-only-in-client', 'src/client', 'undici', 'every request to a service goes through its guards'),
    owned('http-only-in-server', 'src/server/http', 'fastify|@fastify|prom-client', 'all else is a library'),
    owned('store-only-in-server', 'src/server/store', 'pg|@electric-sql', 'all else sees a Database'),
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
