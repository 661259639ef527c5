import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { read, repositoryFiles, TOP } from './repository.ts';

// What hosts and editors read beside the code.

describe('dependabot', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as {
    readonly updates: readonly {
      'package-ecosystem': string;
      directory: string;
      ignore?: { 'dependency-name': string }[];
    }[];
  };

  it('watches packages, actions and the base image, where they are', () => {
    const FILES: Readonly<Record<string, string>> = {
      npm: 'package-lock.json',
      'github-actions': '.github/workflows/tests.yml',
      docker: 'base.Dockerfile',
    };
    expect(updates.map((each) => each['package-ecosystem'])).toEqual(Object.keys(FILES));
    for (const { 'package-ecosystem': ecosystem, directory } of updates)
      expect(existsSync(join(TOP, directory, FILES[ecosystem] ?? '')), ecosystem).toBe(true);
  });

  it('leaves pinned packages of the engine alone', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as {
      devDependencies: Readonly<Record<string, string>>;
    };
    for (const { 'dependency-name': name } of updates.flatMap(({ ignore = [] }) => ignore))
      expect(devDependencies[name]).toMatch(/^\d/);
  });
});

describe('the forms for issues', () => {
  const forms = repositoryFiles().filter((path) => /^\.github\/ISSUE_TEMPLATE\/(?!config)/.test(path));
  interface Form {
    readonly name: string;
    readonly description: string;
    readonly body: readonly {
      readonly type: string;
      readonly id?: string;
      readonly attributes: { readonly label?: string };
    }[];
  }

  it('are found', () => {
    expect(forms).toHaveLength(3);
  });

  it.each(forms)('%s has a name and fields with unique ids and labels', (path) => {
    const { name, description, body } = parse(read(path)) as Form;
    expect([name, description].every((text) => text.length > 0)).toBe(true);
    const fields = body.filter(({ type }) => type !== 'markdown');
    for (const { type } of fields) expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    expect(fields.every(({ attributes }) => (attributes.label ?? '') !== '')).toBe(true);
  });
});

describe('the settings of editors', () => {
  it('agree with the formatter', () => {
    const { formatter } = JSON.parse(read('biome.json')) as { formatter: { indentWidth: number; lineWidth: number } };
    expect(read('.editorconfig')).toContain(`indent_size = ${formatter.indentWidth}\n`);
    expect(read('.editorconfig')).toContain(`max_line_length = ${formatter.lineWidth}\n`);
  });

  it('name the Node.js of the Actions', () => {
    expect(read('action.yml')).toContain(`using: node${read('.nvmrc').trim()}\n`);
  });
});

describe('the files of a repository', () => {
  it.each([
    'LICENSE',
    'SECURITY.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    '.github/CODEOWNERS',
    '.github/pull_request_template.md',
  ])('include %s', (path) => {
    expect(read(path).length).toBeGreaterThan(0);
  });

  it('include no program but in dist/, which CI compares with the sources', () => {
    const programs = repositoryFiles().filter((path) => /\.(?:exe|dll|so|dylib|jar|class|pyc|wasm|node)$/.test(path));
    expect(programs).toEqual(['dist/lib/libpg-query/libpg-query.wasm']);
  });

  it('say how to report a vulnerability in every copy, without an address of one', () => {
    expect(read('SECURITY.md')).toContain('**Report a vulnerability**');
    expect(read('SECURITY.md')).toContain('confidential issue');
    const links = [...read('SECURITY.md').matchAll(/https?:\/\/([^/)]+)/g)].map(([, host]) => host);
    expect(links.filter((host) => host !== 'docs.github.com')).toEqual([]);
  });
});
