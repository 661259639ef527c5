// Builds into a temporary folder and compares it with dist/ byte by byte, so that dist/ always matches the sources.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Every file below a folder, by its path in it. */
function contents(folder: string): Map<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [relative(folder, file), readFileSync(file)]));
}

function differences(committed: ReadonlyMap<string, Buffer>, built: ReadonlyMap<string, Buffer>): string[] {
  const names = [...new Set([...committed.keys(), ...built.keys()])].sort();
  return names.flatMap((name) => {
    const [old, now] = [committed.get(name), built.get(name)];
    if (!old) return [`dist/${name} is missing`];
    if (!now) return [`dist/${name} is no longer built`];
    return old.equals(now) ? [] : [`dist/${name} differs`];
  });
}

const folder = mkdtempSync(join(tmpdir(), 'querygate-dist-'));
try {
  const build = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), relative(ROOT, folder)], {
    stdio: 'inherit',
  });
  if (build.status !== 0) throw new Error('the build failed');
  const built = contents(folder);
  const found = differences(contents(join(ROOT, 'dist')), built);
  for (const line of found) process.stdout.write(`${line}\n`);
  process.stdout.write(
    `${built.size} files compared, ${found.length} differ${found.length > 0 ? ': run `npm run build` and commit dist/' : ''}\n`,
  );
  if (found.length > 0 || built.size === 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
