import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, SERVER, TOP } from './packaged.ts';

/** Builds the service before the tests that run it, unless the existing bundle is newer than the sources. */
export default function buildServer(): void {
  if (existsSync(join(SERVER, 'index.js')) && builtAt() > changedAt()) return;
  const { status, stdout, stderr } = spawnSync(NODE, [join(TOP, 'scripts/build.mjs'), '--server'], {
    cwd: TOP,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the service could not be built:\n${stdout}${stderr}`);
}

function builtAt(): number {
  return statSync(join(SERVER, 'index.js')).mtimeMs;
}

function changedAt(): number {
  const sources = readdirSync(join(TOP, 'src'), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(TOP, 'src', name),
  );
  const times = [...sources, join(TOP, 'scripts/build.mjs'), join(TOP, 'package-lock.json')].map(
    (path) => statSync(path).mtimeMs,
  );
  return Math.max(...times);
}
