import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemNode, TOP } from './docs/repository.ts';
import { CLIENT_BUILD, SERVER } from './e2e/packaged.ts';

/** What is built: the folder, a file of it, and the arguments of the build script. */
const BUNDLES: readonly (readonly [folder: string, file: string, args: readonly string[]])[] = [
  [CLIENT_BUILD, 'cli.js', ['build/client']],
  [SERVER, 'index.js', ['--server']],
];

/**
 * Builds client and service from the sources, once for all tests that start them as programs, and only if the sources are
 * newer than the last build. A bundle starts five times as fast as the TypeScript sources. It builds on the machine's own
 * Node.js, as `npm pack` does.
 */
export default function buildBundles(): void {
  const changed = changedAt();
  for (const [folder, file, args] of BUNDLES) {
    const built = join(folder, file);
    if (existsSync(built) && statSync(built).mtimeMs > changed) continue;
    const { status, stdout, stderr } = spawnSync(systemNode(), [join(TOP, 'scripts/build.mjs'), ...args], {
      cwd: TOP,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${folder} cannot be built:\n${stdout}${stderr}`.slice(0, 4_000));
  }
}

function changedAt(): number {
  const sources = ['src', 'dashboard/src'].flatMap((folder) =>
    readdirSync(join(TOP, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(TOP, folder, name)),
  );
  const scripts = ['build', 'bundle-client', 'bundle-packages'].map((name) => join(TOP, `scripts/${name}.mjs`));
  const paths = [...sources, ...scripts, join(TOP, 'package-lock.json')];
  return Math.max(...paths.map((path) => statSync(path).mtimeMs));
}
