import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cloneOf, type Repository } from '../precision/repositories.ts';

/**
 * Fetches a repository at its listed commit with its history to where `cloneOf` finds it.
 * Does nothing if the clone has the commit. Raises Error if git fails.
 */
export function clone(folder: string, repository: Repository): void {
  const found = cloneOf(folder, repository);
  if (found && hasCommit(found, repository.commit)) return;
  const place = found ?? join(folder, repository.name);
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', place, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (!found) {
    mkdirSync(place, { recursive: true });
    git('init', '--quiet', '--bare');
  }
  git('fetch', '--quiet', '--no-tags', `https://github.com/${repository.name}.git`, repository.commit);
}

export function hasCommit(clone: string, commit: string): boolean {
  try {
    execFileSync('git', ['-C', clone, 'cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
