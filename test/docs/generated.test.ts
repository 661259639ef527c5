import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS, isOfServer, withBlocks } from '../../scripts/doc-blocks.ts';
import { generatedFiles, staleFiles } from '../../scripts/generated-files.ts';
import { packaged, SERVER } from '../e2e/packaged.ts';
import { read, repositoryFiles, systemNode } from './repository.ts';

const files = generatedFiles();

describe('generated files', () => {
  it.each([...files])('%s is what `npm run generate` writes', (path, text) => {
    expect(read(path)).toBe(text);
  });

  it('are removed with their source', () => {
    expect(staleFiles(files)).toEqual([]);
  });

  it('cannot have an unknown or a missing block', () => {
    expect(() => withBlocks('docs/config.md', '<!-- generated: kees -->\n<!-- end -->')).toThrow('`kees`');
    expect(() => withBlocks('docs/config.md', 'no blocks')).toThrow('lacks the blocks keys');
  });
});

describe('docs/client.md', () => {
  it.each(Object.entries(COMMANDS))('shows the help of the packaged client: %s', (_, command) => {
    // The bundle of the service is next to the dist/ of this checkout, wherever the client was built.
    const program = isOfServer(command) ? join(SERVER, 'index.js') : packaged('cli.js');
    const args = [program, ...command, '--help'];
    const { stdout } = spawnSync(systemNode(), args, { encoding: 'utf8', env: {} });
    expect(stdout).toContain('Usage: querygate');
    expect(read('docs/client.md')).toContain(`\n${stdout.trimEnd()}\n`);
  });

  it('shows every command', () => {
    const page = read('docs/client.md');
    const shown = [...page.matchAll(/^Usage: querygate ([a-z ]*[a-z])/gm)].map(([, name = '']) => name);
    const listed = /^SQL files:\n([\s\S]*?)\nExit codes:/m.exec(page)?.[1] ?? '';
    const names = [...listed.matchAll(/^ {2}([a-z]+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'help');
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !shown.some((command) => command.split(' ', 1)[0] === name))).toEqual([]);
  });
});

describe('the address of the repository', () => {
  // Users must not check out an address by mistake: fixtures and examples use `acme`, or a reserved domain.
  it('is assumed nowhere', () => {
    const allowed = (path: string): boolean =>
      path.startsWith('dist/lib/') || path.startsWith('test/') || path.endsWith('.png');
    const found = repositoryFiles().filter(
      (path) => !allowed(path) && /querygate\/querygate(?!\/querygate|@<full commit id>|\.yml)/.test(read(path)),
    );
    expect(found).toEqual([]);
  });

  it('is not installed from a registry by any default', () => {
    const found = repositoryFiles()
      .filter((path) => !path.startsWith('test/') && !path.startsWith('dist/') && !path.endsWith('.png'))
      .filter((path) =>
        /npx (?:--yes )?querygate|npm (?:install|i|add)(?: -g| --global)? querygate|querygate@\d/.test(read(path)),
      );
    expect(found).toEqual([]);
  });
});
