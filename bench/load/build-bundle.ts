import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../test/databases/program.ts';
import { type Bundle, bundleIn } from './bundle.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The service of a commit, built with the installed dependencies; or that in a folder. */
export async function bundleOf(commit: string): Promise<Bundle> {
  if (existsSync(join(commit, 'index.js'))) return bundleIn(commit);
  const folder = mkdtempSync(join(tmpdir(), 'querygate-commit-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const archive = join(folder, 'commit.tar');
  await runProgram('git', ['archive', `--output=${archive}`, commit], { cwd: ROOT });
  await runProgram('tar', ['-xf', archive, '-C', folder]);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await runProgram(process.execPath, ['scripts/build.mjs', '--server'], { cwd: folder });
  return bundleIn(join(folder, 'server'));
}
