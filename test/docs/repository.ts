import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of this repository. */
export const TOP = fileURLToPath(new URL('../../', import.meta.url));

export function read(path: string): string {
  return readFileSync(join(TOP, path), 'utf8');
}

/** The paths of all files that are tracked or not ignored. */
export function repositoryFiles(): readonly string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: TOP, encoding: 'utf8' }).split('\0');
  return listed.filter((path) => path !== '' && existsSync(join(TOP, path)));
}

/** The system's Node.js, as a new user has it: not the one that npm's scripts run on. */
export function systemNode(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return folders.map((folder) => join(folder, 'node')).find((path) => existsSync(path)) ?? process.execPath;
}

/** The fenced code blocks of a page in one language. */
export function fences(page: string, language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text ?? '');
}
