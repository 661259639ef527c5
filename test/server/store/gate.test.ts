import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { querygate } from '../../entry/cli/client.ts';

const MIGRATIONS = new URL('../../../src/server/store/migrations/', import.meta.url);

/** Constraints that the code replaces on purpose: the comments above these lines say why. */
const WARNINGS = [
  ...[16, 20, 21, 22].map((line) => `former/0004_events.sql:${line} no-drop-constraint`),
  'former/0016_trusts.sql:44 no-drop-constraint',
];

it('the migrations of the store pass our own gate', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'querygate-gate-'));
  try {
    cpSync(MIGRATIONS, cwd, { recursive: true });
    const names = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'));
    const text = names.map((name) => readFileSync(join(cwd, name), 'utf8')).join('');
    expect(text).not.toContain('querygate:allow');
    const { code, stdout, stderr } = await querygate(['check', ...names, '--dialect', 'postgresql'], { cwd });
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(Array.from(stdout.matchAll(/^▲ (\S+:\d+):\d+ +warn +(\S+)$/gm), ([, at, rule]) => `${at} ${rule}`)).toEqual(
      WARNINGS,
    );
    const tables = text.match(/^CREATE /gm)?.length ?? 0;
    // It judged all of them.
    const [, statements] = / (\d+) statements/.exec(stdout) ?? [];
    expect(Number(statements)).toBeGreaterThanOrEqual(tables);
    expect(tables).toBeGreaterThan(20);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
