import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fences, read, systemNode, TOP } from './repository.ts';
import { installOffline, newUser, packTarball } from './tarball.ts';

// The library as a project uses it: installed from the packed tarball, on the system's Node.js and on the one of the Actions.

const PAGE = read('docs/library.md');
const NODES = [
  ['the system', systemNode()],
  ['the Actions', process.execPath],
] as const;

let folder: string;
let project: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-library-'));
  project = join(folder, 'project');
  installOffline(folder, project, packTarball(folder).path);
  cpSync(join(TOP, 'examples'), join(project, 'examples'), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program of the project and returns its output. Anything on standard error fails. */
function run(node: string, name: string, text: string): string {
  writeFileSync(join(project, name), text);
  const { stdout, stderr } = spawnSync(node, [name], { cwd: project, encoding: 'utf8', env: newUser(folder) });
  expect(stderr).toBe('');
  return stdout;
}

function compile(text: string, options: Readonly<Record<string, unknown>> = {}) {
  writeFileSync(join(project, 'consumer.ts'), text);
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom'],
    types: [],
    ...options,
  };
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { skipLibCheck: false, ...compilerOptions }, files: ['consumer.ts'] }),
  );
  const tsc = join(TOP, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: project, encoding: 'utf8' });
  return { status, stdout };
}

const CONSUMER = `import { check, type CheckOptions, type Finding, type Report, rules } from 'querygate';

const options: CheckOptions = { dialect: 'postgresql', path: 'a.sql' };
const report: Report = await check('DROP TABLE t;', options);
const first: Finding | undefined = report.findings[0];
const line: number | undefined = first?.location?.start.line;
const known: readonly string[] = (await rules()).map((rule) => rule.id);
console.log(report.passed, first?.rule, line, first !== undefined && known.includes(first.rule));
`;

describe('the types of the library', () => {
  it.each([
    ['a strict project', {}],
    [
      'a stricter project',
      { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true },
    ],
    ['a bundled project', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('compile in %s without other packages', (_, options) => {
    expect(compile(CONSUMER, options)).toEqual({ status: 0, stdout: '' });
    expect(run(systemNode(), 'consumer.js', readFileSync(join(project, 'consumer.js'), 'utf8'))).toBe(
      'false no-drop-table 1 true\n',
    );
  });

  it.each([
    ['a dialect that does not exist', "await check('', { dialect: 'oracle' });", '"oracle"'],
    ['an option that does not exist', "await check('', { dialect: 'mysql', rulesets: '' });", 'rulesets'],
    ['missing options', "await check('');", 'Expected 2 arguments'],
    ['a report used before it is there', "check('', { dialect: 'mysql' }).passed;", 'Promise<Report>'],
  ])('reject %s', (_, text, message) => {
    const { status, stdout } = compile(`import { check } from 'querygate';\n${text}\n`);
    expect(status).not.toBe(0);
    expect(stdout).toContain(message);
  });

  it('import nothing, and declare exactly what the library exports', () => {
    const types = readFileSync(join(project, 'node_modules/querygate/dist/library.d.ts'), 'utf8');
    expect(types).not.toMatch(/\bimport\b|\bfrom '/);
    const declared = [...types.matchAll(/^export function (\w+)/gm)].map(([, name]) => name).sort();
    expect(
      run(
        systemNode(),
        'names.js',
        "console.log(Object.keys(await import('querygate')).filter((name) => !/^(?:default|module.exports)$/.test(name)).sort().join());\n",
      ),
    ).toBe(`${declared.join()}\n`);
  });
});

/** The findings of a report as sorted lines. */
function identities(json: string): readonly string[] {
  const { findings } = JSON.parse(json) as {
    findings: Record<'rule' | 'verdict' | 'status' | 'fingerprint', string>[];
  };
  return findings.map(({ rule, verdict, status, fingerprint }) => `${rule} ${verdict} ${status} ${fingerprint}`).sort();
}

function librarySuite(_: string, node: string): void {
  it('gives the findings of the command line, for every example', () => {
    const names = readdirSync(join(project, 'examples/migrations'));
    expect(names.length).toBeGreaterThan(3);
    const library = run(
      node,
      'all.js',
      `import { readFileSync } from 'node:fs';
import { check } from 'querygate';
const findings = [];
for (const name of ${JSON.stringify(names)}) {
  const path = 'examples/migrations/' + name;
  findings.push(...(await check(readFileSync(path), { dialect: 'postgresql', path })).findings);
}
console.log(JSON.stringify({ findings }));
`,
    );
    const client = join(project, 'node_modules/querygate/dist/cli.js');
    const args = [client, 'check', 'examples/migrations', '--dialect', 'postgresql', '--format', 'json'];
    const { stdout } = spawnSync(node, args, { cwd: project, encoding: 'utf8', env: newUser(folder) });
    const own = identities(library);
    expect(own.length).toBeGreaterThan(5);
    expect(own).toEqual(identities(stdout));
  });

  it('starts nothing when it is imported, and loads WebAssembly only for PostgreSQL', () => {
    const counted = `const { instantiate, compile } = WebAssembly;
let loaded = 0;
WebAssembly.instantiate = (...given) => (loaded++, instantiate(...given));
WebAssembly.compile = (...given) => (loaded++, compile(...given));
process.argv.push('check', '--help');
// The choice of colours opens standard output, once. Closing the files that are imported takes a moment.
process.stdout.isTTY;
const closed = () => new Promise((done) => setTimeout(done, 100));
await closed();
const before = process.getActiveResourcesInfo().length;
const { check } = await import('querygate');
const dialects = ['mysql', 'mariadb', 'sqlite', 'transactsql'];
await closed();
console.log(process.getActiveResourcesInfo().length - before, loaded);
const passed = [];
for (const dialect of dialects) passed.push((await check('DROP TABLE t;', { dialect })).passed);
console.log(passed.join(), loaded);
await check('DROP TABLE t;', { dialect: 'postgresql' });
console.log(loaded > 0);
`;
    expect(run(node, 'imported.js', counted)).toBe('0 0\nfalse,false,false,false 0\ntrue\n');
  });

  it('can be required by CommonJS', () => {
    const text =
      "require('querygate').check('DROP TABLE t;', { dialect: 'mysql' }).then((report) => console.log(report.verdict));\n";
    expect(run(node, 'required.cjs', text)).toBe('block\n');
  });

  it('gives an error that is a ConfigError to a mistake', () => {
    const text =
      "import { check } from 'querygate';\nawait check('', {}).catch((error) => console.log(error.name, error instanceof Error));\n";
    expect(run(node, 'mistake.js', text)).toBe('ConfigError true\n');
  });

  it('prints what the page shows', () => {
    const [program = ''] = fences(PAGE, 'js');
    const [shown = ''] = fences(PAGE, 'text');
    expect(program).toContain("from 'querygate'");
    expect(run(node, 'page.js', program)).toBe(shown);
  });
}
const [SYSTEM, ACTIONS] = NODES;
describe.each([SYSTEM])('the library on the Node.js of %s', librarySuite);
describe.each([ACTIONS])('the library on the Node.js of %s', { tags: ['variant'] }, librarySuite);

describe('the package besides the library', () => {
  it.each(['querygate/package.json', 'querygate/schemas/config.v1.json'])('lets projects read %s', (path) => {
    const text = `import json from '${path}' with { type: 'json' };\nconsole.log(Object.keys(json).length > 3);\n`;
    expect(run(process.execPath, 'json.js', text)).toBe('true\n');
  });

  it('keeps its inner modules to itself', () => {
    const text = "await import('querygate/dist/lib/index.js').catch((error) => console.log(error.code));\n";
    expect(run(systemNode(), 'inner.js', text)).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n');
  });
});
