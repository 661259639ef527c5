import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NPM_PACKAGES, npmTools, type Tool } from './tools.ts';

/**
 * Installs the newest version that npm has of each tool. None of their install scripts runs.
 *
 * @param pgfence a built clone of pgfence, to be measured too
 */
export function installPeers(folder: string, pgfence?: string): readonly Tool[] {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const packages = NPM_PACKAGES.map((name) => `${name}@latest`);
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return npmTools(folder, pgfence);
}
