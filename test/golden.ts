import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const UPDATE = (process.env['UPDATE_GOLDEN'] ?? '') !== '';

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Compares a text with a golden file. A missing or different file fails the test. `npm run golden` (UPDATE_GOLDEN=1)
 * writes the file instead; review the diff.
 *
 * @param name path below test/, without the extension: `report/check/golden/terminal-blocked`
 */
export function expectGolden(name: string, text: string): void {
  const file = fileURLToPath(new URL(`./${name}.golden`, import.meta.url));
  const golden = read(file);
  if (UPDATE) {
    if (golden === text) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  if (golden === undefined) expect.fail(`test/${name}.golden is missing: write it with \`npm run golden\` and read it`);
  expect(text).toBe(golden);
}
