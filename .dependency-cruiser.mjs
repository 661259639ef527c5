// The import rules of docs/architecture.md. `npm run boundaries` checks them. test/docs/boundaries.test.ts breaks each
// rule to prove that the check reports it.

/** The folders that each folder of src/ may import. A folder that is missing here fails `known-folder`. */
const LAYERS = {
  model: [],
  sql: ['model'],
  traffic: ['sql', 'model'],
  use: ['sql', 'model'],
  rules: ['use', 'sql', 'model'],
  repository: ['use', 'sql', 'model'],
  record: ['proxy', 'history', 'sql', 'model'],
  check: ['rules', 'use', 'sql', 'model'],
  fixes: ['check', 'repository', 'rules', 'sql', 'model'],
  library: ['check', 'repository', 'rules', 'sql', 'model'],
  history: ['traffic', 'sql', 'model'],
  simulation: ['rules', 'sql', 'model'],
  comparison: ['check', 'rules', 'use', 'sql', 'model'],
  report: ['model'],
  contract: ['model'],
  debug: [],
  http: ['debug', 'model'],
  client: ['contract', 'http', 'debug', 'model'],
  server: [
    ...['contract', 'http', 'check', 'comparison', 'simulation', 'repository', 'report', 'rules', 'traffic', 'use'],
    ...['sql', 'history', 'model'],
  ],
  proxy: ['client', 'contract', 'http', 'check', 'rules', 'history', 'traffic', 'sql', 'model'],
  ci: ['http', 'debug', 'model'],
  commands: [
    ...[
      'check',
      'fixes',
      'comparison',
      'record',
      'simulation',
      'repository',
      'rules',
      'use',
      'sql',
      'history',
      'report',
      'contract',
      'client',
      'ci',
    ],
    ...['debug', 'model'],
  ],
  entry: ['commands', 'library', 'record', 'server', 'proxy', 'report', 'ci', 'debug', 'model'],
};

/** What the protocols of the proxy share. Every other subfolder is a protocol. */
const PROXY_SHARED = ['sessions', 'sockets', 'judging', 'events', 'rules', 'operations'];
const PROXY_PROTOCOL = `^src/proxy/((?!(?:${PROXY_SHARED.join('|')})/)[^/]+)/`;

/** The subfolders of a folder of src/, from top to bottom: each may import only those after it. */
const SUBFOLDERS = {
  sql: [
    'schema',
    'script',
    'across-statements',
    'grammars',
    'shape',
    'reader',
    'objects',
    'queries',
    'expressions',
    'text',
  ],
  rules: ['proof', 'judge', 'load', 'packs', 'ruleset', 'conditions', 'cel'],
  history: ['collect', 'sources', 'snapshot', 'input'],
  report: ['check', 'simulation', 'text'],
  contract: ['openapi', 'bodies'],
  server: [
    ...[
      'demo',
      'admin',
      'http',
      'restores',
      'trusts',
      'sign-on',
      'simulations',
      'retention',
      'queries',
      'dry-runs',
      'proxies',
      'uploads',
      'history',
      'people',
      'keys',
    ],
    ...['workspaces', 'rulesets', 'audit', 'lists', 'context', 'store', 'problems', 'engine'],
  ],
  proxy: ['postgresql', 'mysql', ...PROXY_SHARED],
  ci: ['github', 'gitlab', 'git', 'trees'],
  repository: ['declarative', 'migrations'],
  record: ['runner', 'migrations', 'recording'],
  commands: ['agents', 'editor', 'init', 'check', 'simulate', 'history', 'rules', 'report-parts', 'inputs'],
  entry: ['actions', 'server', 'cli', 'shared'],
};

/** All folders with an order of their subfolders. Most screens of the dashboard use no part of another screen. */
export const ORDERED = [
  ...Object.entries(SUBFOLDERS).map(([name, subfolders]) => ({ name, folder: `src/${name}`, subfolders })),
  {
    name: 'dashboard',
    folder: 'dashboard/src',
    subfolders: ['screens', 'shell', 'session', 'api', 'ui', 'format', 'contract', 'styles'],
  },
  {
    name: 'screens',
    folder: 'dashboard/src/screens',
    subfolders: [
      ...['start', 'try', 'account', 'keys', 'people', 'policy', 'proxies', 'queries', 'ruleset', 'simulations'],
      ...['schema-use', 'audit', 'entrance', 'trusts'],
    ],
  },
];

/** The part of the proxy that `querygate record` loads: it reads and forwards, and judges nothing. */
const RECORDER = '^src/proxy/recorder\\.ts$';

const PURE = '^src/(sql|traffic|use|rules|repository|check|fixes|comparison|library|simulation|report)/';

/** Public modules besides index.ts. They are separate because most importers of the folder do not need them loaded. */
const PUBLIC_MODULES = [
  '^src/model/schemas/index\\.ts$',
  '^src/contract/openapi/index\\.ts$',
  '^src/repository/migrations/index\\.ts$',
  '^src/record/runner/index\\.ts$',
  '^src/rules/proof/index\\.ts$',
  '^src/commands/agents/index\\.ts$',
  RECORDER,
];

const layers = Object.entries(LAYERS).map(([folder, allowed]) => ({
  name: `layer-${folder}`,
  comment:
    `src/${folder} imports ${allowed.length === 0 ? 'no other folder' : `only ${allowed.join(', ')}`}: ` +
    'imports go down, so that a part can be read, tested and replaced without the parts above it',
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: {
    path: '^(src|dashboard|test|scripts|bench)/',
    pathNot: `^src/(${[folder, ...allowed].join('|')})/`,
  },
}));

const subfolders = ORDERED.flatMap(({ name, folder, subfolders: names }) => [
  ...names.slice(1).map((lower, above) => ({
    name: `subfolders-${name}`,
    comment: `inside ${folder}, imports go down too, so that no folders form a circle: ${names.join(', ')}`,
    severity: 'error',
    from: { path: `^${folder}/${lower}/` },
    to: { path: `^${folder}/(${names.slice(0, above + 1).join('|')})/` },
  })),
  {
    name: 'known-subfolder',
    comment: `every subfolder of ${folder} must be listed in ORDERED; otherwise its imports would not be checked`,
    severity: 'error',
    from: { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/(${names.join('|')})/` },
    to: {},
  },
]);

const dashboard = [
  {
    name: 'layer-dashboard',
    comment:
      'the dashboard is a client of the REST contract like any other: of the rest of the repository, it imports only ' +
      'src/contract/index.ts',
    severity: 'error',
    from: { path: '^dashboard/src/' },
    to: { path: '^(src|test|scripts|bench)/', pathNot: '^src/contract/index\\.ts$' },
  },
  {
    name: 'types-only-in-dashboard',
    comment:
      'of src/contract, the dashboard imports only types: values would bring a schema library into the browser. Those ' +
      'that it needs are generated into dashboard/src/contract',
    severity: 'error',
    from: { path: '^dashboard/src/' },
    to: { path: '^src/contract/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'browser-only-in-dashboard',
    comment: 'the dashboard runs in a browser, which has no modules of Node.js',
    severity: 'error',
    from: { path: '^dashboard/src/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'routes-on-top',
    comment: 'main.tsx and router.tsx join the pages: no page imports them, so that each can be loaded by itself',
    severity: 'error',
    from: { path: '^dashboard/src/[^/]+/' },
    to: { path: '^dashboard/src/[^/]+$' },
  },
];

/** A package that only one folder may import, so that it can be replaced in one place. */
function owned(name, folder, packages, why) {
  return {
    name,
    comment: `only ${folder} imports ${packages}: ${why}`,
    severity: 'error',
    from: { path: '^(src|dashboard/src)/', pathNot: `^${folder}/` },
    to: { path: `node_modules/(${packages})/` },
  };
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layers,
    ...subfolders,
    ...dashboard,
    {
      name: 'server-only-from-its-entry',
      comment:
        'server and proxy are a separate bundle, which the Actions never download: only its own entry points may import ' +
        'them',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/(server|proxy)/', '^src/entry/server/', '^src/entry/server-bundle\\.ts$'],
      },
      to: { path: ['^src/(server|proxy)/', '^src/entry/server/'], pathNot: RECORDER },
    },
    {
      name: 'recorder-only-in-runner',
      comment:
        'of the proxy, `record` loads the recorder alone, and only when it runs a command: `check` reads recordings, and ' +
        'needs no network',
      severity: 'error',
      from: { path: '^src/record/' },
      to: { path: '^src/proxy/', pathNot: RECORDER },
    },
    {
      name: 'proxy-protocol-only-from-index',
      comment:
        'what the protocols of the proxy share must not know any of them: only src/proxy/index.ts, which hands them out, ' +
        'imports their folders',
      severity: 'error',
      from: { path: '^src/proxy/', pathNot: [PROXY_PROTOCOL, '^src/proxy/index\\.ts$', RECORDER] },
      to: { path: PROXY_PROTOCOL },
    },
    {
      name: 'proxy-protocols-apart',
      comment:
        'the protocols of the proxy never import each other: what two of them need belongs to the folders that they share',
      severity: 'error',
      from: { path: PROXY_PROTOCOL },
      to: { path: PROXY_PROTOCOL, pathNot: '^src/proxy/$1/' },
    },
    {
      name: 'known-folder',
      comment: 'every folder of src/ must be listed in LAYERS; otherwise its imports would not be checked',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(${Object.keys(LAYERS).join('|')})/` },
      to: {},
    },
    {
      name: 'index-only',
      comment:
        'import a folder through its index.ts only (some folders have a second public module, for start-up time), ' +
        'so that everything else in it can change freely',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: {
        path: '^src/[^/]+/',
        pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$', ...PUBLIC_MODULES],
      },
    },
    {
      name: 'pure',
      comment:
        'code that reads, judges or renders SQL uses no file, network, clock or process, so that the same text and ' +
        'rules give the same answer everywhere. It may import only node:crypto and node:buffer, which only compute',
      severity: 'error',
      from: { path: PURE },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|buffer)$' },
    },
    {
      name: 'zod-only-in-schemas',
      comment:
        'loading zod costs start-up time: in src/model, only schemas/ may import it, and the rest must not import schemas/',
      severity: 'error',
      from: { path: '^src/model/', pathNot: '^src/model/schemas/' },
      to: { path: ['^src/model/schemas/', 'node_modules/zod/'] },
    },
    owned('host-only-in-ci', 'src/ci', '@actions|@octokit', 'it is the only part that knows CI hosts'),
    owned(
      'grammars-only-in-sql',
      'src/sql',
      'libpg-query|node-sql-parser',
      'every other part sees facts, never a parse tree',
    ),
    owned('conditions-only-in-cel', 'src/rules/cel', '@marcbachmann/cel-js|re2js', 'it limits the cost of conditions'),
    owned('network-only-in-http', 'src/http', 'undici', 'every request with a secret must go through its checks'),
    owned('identities-only-in-trusts', 'src/server/trusts', 'jose', 'its checks belong together'),
    owned('http-only-in-server', 'src/server/http', 'fastify|@fastify', 'every other part is a library'),
    owned(
      'metrics-only-in-http',
      '(src/server/http|src/proxy/operations)',
      'prom-client',
      'every other part counts through an interface of its own',
    ),
    owned(
      'store-only-in-server',
      '(src/server/store|src/record/runner|src/commands/agents)',
      'pg|@electric-sql',
      'every other part uses the Database interface; `record` asks a scratch database about itself, and `mcp` runs reads',
    ),
    owned('command-line-only-in-entry', 'src/entry', 'commander', 'every other part is a library'),
    {
      name: 'no-cycle',
      comment: 'modules that import each other in a circle cannot be understood, tested or loaded separately',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment: 'a module that is never imported is dead code, or an import is missing',
      severity: 'error',
      from: { orphan: true },
      to: {},
    },
    {
      name: 'resolvable',
      comment: 'an import that cannot be resolved would escape every other rule',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared',
      comment: 'a package that package.json does not list is installed only by chance',
      severity: 'error',
      from: { path: '^(src|dashboard/src)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'undetermined'] },
    },
  ],
  options: {
    // dependency-cruiser does not support the installed version of TypeScript, so swc parses the sources.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
