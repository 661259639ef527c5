import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemNode, TOP } from './docs/repository.ts';
import { CLIENT_BUILD, SERVER } from './e2e/packaged.ts';
import { readPart } from './quick.ts';
import { newStore } from './server/new-store.ts';

/** What is built: the folder, a file of it, and the arguments of the build script. */
type Bundle = readonly [folder: string, file: string, args: readonly string[]];
const SERVICE: Bundle = [SERVER, 'index.js', ['--server']];
const BUNDLES: readonly Bundle[] = [[CLIENT_BUILD, 'cli.js', ['build/client']], SERVICE];

/**
 * Builds client and service from the sources, once for all tests that start them as programs, and only if the sources are
 * newer than the last build. A bundle starts five times as fast as the TypeScript sources. It builds on the machine's own
 * Node.js, as `npm pack` does.
 */
export default async function buildBundles(): Promise<void> {
  const changed = changedAt();
  // `npm test` starts the committed client in dist/.
  const needed = readPart(process.env['QUERYGATE_TESTS']) === 'quick' ? [SERVICE] : BUNDLES;
  const outdated = needed.filter(([folder, file]) => {
    const built = join(folder, file);
    return !existsSync(built) || statSync(built).mtimeMs <= changed;
  });
  await Promise.all([newStore(), ...outdated.map(([folder, , args]) => build(folder, args))]);
}

async function build(folder: string, args: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)(systemNode(), [join(TOP, 'scripts/build.mjs'), ...args], { cwd: TOP });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${folder} cannot be built:\n${stdout}${stderr}`.slice(0, 4_000), { cause: error });
  }
}

function changedAt(): number {
  const sources = ['src', 'dashboard/src'].flatMap((folder) =>
    readdirSync(join(TOP, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(TOP, folder, name)),
  );
  const scripts = ['build', 'bundle-client', 'bundle-packages', 'licenses'].map((name) =>
    join(TOP, `scripts/${name}.mjs`),
  );
  const paths = [...sources, ...scripts, join(TOP, 'package-lock.json')];
  return Math.max(...paths.map((path) => statSync(path).mtimeMs));
}
