import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { licensesText, partsOf, readLicenses } from '../../scripts/licenses.mjs';
import { CLIENT_BUILD, SERVER } from '../e2e/packaged.ts';
import { TOP } from './repository.ts';

// LICENSES.txt of the client and of the service, against what their folders contain.

const parts = (bundle: string) => readLicenses(readFileSync(join(bundle, 'lib/LICENSES.txt'), 'utf8'));
const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Files of a bundle whose contents cannot be read as text. */
function opaque(bundle: string): readonly string[] {
  const files = readdirSync(bundle, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const TEXT = ['.css', '.cjs', '.html', '.js', '.json', '.md', '.sql', '.svg', '.ts', '.txt', '.br', '.gz'];
  return files.map((file) => join(file.parentPath, file.name)).filter((path) => !TEXT.includes(extname(path)));
}

/** The hashes of all files of a package. */
function packageFiles(name: string): ReadonlySet<string> {
  const folder = join(TOP, 'node_modules', name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Set(files.map((file) => hash(join(file.parentPath, file.name))));
}

const COMPILED = ['Emscripten', 'PostgreSQL', 'libpg_query', 'llhttp', 'musl', 'protobuf-c', 'xxHash'];

describe.each([
  {
    bundle: 'the client',
    folder: CLIENT_BUILD,
    contains: [...COMPILED, 'libpg-query', 'zod', 'rolldown', '@vercel/ncc', '@marcbachmann/cel-js'],
    not: ['react', '@electric-sql/pglite', 'vitest', 'typescript'],
    copied: ['libpg-query'],
    files: 1,
  },
  {
    bundle: 'the service',
    folder: SERVER,
    contains: [
      ...COMPILED,
      ...['@electric-sql/pglite', 'ICU', 'Snowball', 'libxml2', 'fastify', 'openid-client'],
      ...['react', 'react-dom', '@tanstack/react-router', '@tanstack/react-query', 'lucide-react', 'vite'],
      ...['@fontsource-variable/inter', '@fontsource/jetbrains-mono'],
      // Bundled into modules of glob and PGlite.
      ...['minimatch', 'brace-expansion', 'balanced-match', 'lru-cache', 'tinytar', 'async-mutex'],
    ],
    not: ['vitest', 'typescript', 'playwright-core'],
    copied: ['libpg-query', '@electric-sql/pglite', '@fontsource-variable/inter', '@fontsource/jetbrains-mono'],
    files: 6,
  },
])('the licences of $bundle', ({ folder, contains, not, copied, files }) => {
  it('name what is bundled and compiled in, and no tool of the tests', () => {
    const names = parts(folder).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(contains));
    expect(names.filter((name) => not.includes(name))).toEqual([]);
  });

  it('have a text with a copyright and a permission for each part', () => {
    for (const { name, license, text } of parts(folder)) {
      expect(license, name).toMatch(/^[A-Z][\w.-]+(?: (?:AND|OR) [A-Z][\w.-]+)*$/i);
      expect(text.length, name).toBeGreaterThan(300);
      expect(text, name).toMatch(/permission|redistribut|licen[cs]e|free software|public domain/i);
    }
  });

  it('cover each file that is not a text: it is a copy from a package in the list', () => {
    const listed = parts(folder).map(({ name }) => name);
    expect(copied.filter((name) => !listed.includes(name))).toEqual([]);
    const known = copied.map(packageFiles);
    const found = opaque(folder);
    expect(found.length).toBeGreaterThanOrEqual(files);
    expect(found.filter((path) => !known.some((hashes) => hashes.has(hash(path))))).toEqual([]);
  });
});

describe('the fonts of the dashboard', () => {
  it('come with the Open Font License', () => {
    const fonts = parts(SERVER).filter(({ name }) => name.startsWith('@fontsource'));
    expect(fonts.map(({ license }) => license)).toEqual(['OFL-1.1', 'OFL-1.1']);
    for (const { text } of fonts) expect(text).toContain('SIL OPEN FONT LICENSE');
    const shipped = opaque(SERVER).map((path) => extname(path));
    expect(shipped).toContain('.woff2');
  });
});

describe('a part of a bundle', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'querygate-licenses-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const TEXT = `Copyright (c) A\n\n${'Permission is hereby granted. '.repeat(20)}`;
  /** Creates a package, and returns the path of its module. */
  function create(name: string, files: Readonly<Record<string, string>>): string {
    const home = join(folder, 'node_modules', name);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'package.json'), JSON.stringify({ name, version: '1.0.0', license: 'MIT' }));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(home, file), text);
    return join(home, 'lib/index.js');
  }

  it.each([
    ['the file LICENSE', { LICENSE: TEXT }],
    ['the file licence.md', { 'licence.md': TEXT }],
    ['the file, and not the README', { 'LICENSE.txt': TEXT, 'README.md': '## License\n\nsee the file' }],
    ['the section of the README', { 'README.md': `# x\n\n## License\n\n${TEXT}\n## Authors\n\nA` }],
  ])('has the text of %s', (what, files) => {
    const path = create(what.replaceAll(/\W/g, '-').toLowerCase(), files);
    expect(partsOf([path]).map(({ text }) => text.trim())).toEqual([TEXT.trim()]);
  });

  it.each([
    ['no-text', {}],
    ['a-link', { 'README.md': '## License\n\n[MIT](https://example.com)\n' }],
    ['a-name', { LICENSE: 'MIT' }],
  ])('fails the build if its package has no text: %s', (name, files) => {
    expect(() => partsOf([create(name, files)])).toThrow(`${name} ships no licence text`);
  });

  it.each(['grammar.wasm', 'tables.data'])('fails the build if nothing says what it was compiled from: %s', (file) => {
    expect(() => partsOf([join(dirname(create('compiled', { LICENSE: TEXT })), file)])).toThrow(
      `say in COMPILED_IN what ${basename(file)} was compiled from`,
    );
  });

  /** Creates a package whose module was bundled from modules of other packages, and returns its path. */
  const createBundled = (name: string, sources: readonly (string | null)[]) => {
    const path = create(name, { LICENSE: TEXT });
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.map`, JSON.stringify({ version: 3, sources }));
    return path;
  };

  it('has the packages that its source map names', () => {
    create('inner', { LICENSE: TEXT });
    create('@scope/inner', { LICENSE: TEXT });
    const path = createBundled('outer', [
      ...['../src/index.ts', null, '../../node_modules/inner/src/a.ts', '../../node_modules/inner/src/b.ts'],
      ...['../../node_modules/.pnpm/x@1/node_modules/@scope/inner/a.js', '../../node_modules/outer/index.js'],
      '../../node_modules/.pnpm/tinytar@0.1.0/node_modules/tinytar/index.js',
    ]);
    expect(partsOf([path]).map(({ name, version }) => `${name}@${version}`)).toEqual([
      ...['@scope/inner@1.0.0', 'inner@1.0.0', 'outer@1.0.0', 'tinytar@'],
    ]);
  });

  it('fails the build if its source map names a package that is not installed and has no text', () => {
    const path = createBundled('of-a-stranger', ['../../node_modules/stranger/index.js']);
    expect(() => partsOf([path])).toThrow(`stranger (in ${path}) has no licence text in scripts/licenses/`);
  });

  it('is listed once, by name and version, and read back as it was written', () => {
    const path = create('twice', { LICENSE: TEXT });
    const listed = partsOf([path, create('another', { LICENSE: `${TEXT}\n====\n` }), path, join(folder, 'own.js')]);
    expect(listed.map(({ name }) => name)).toEqual(['another', 'twice']);
    const trimmed = listed.map((part) => ({ ...part, text: part.text.trim() }));
    expect(readLicenses(licensesText(listed))).toEqual(trimmed);
  });
});
