import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { DIALECTS } from '../../src/model/index.ts';

const FILE = new URL('repositories.json', import.meta.url);

export const repositorySchema = z.strictObject({
  /** `owner/name` on GitHub. */
  name: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  /** Full id of the newest commit that is replayed; `init` sees the repository as of this commit. */
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  /** The answer to `init`'s question for a dialect; missing if the files of the repository answer it. */
  dialect: z.enum(DIALECTS).optional(),
  /** Lines that a user would add to `ignore`, such as folders of a database that Querygate does not read. */
  ignore: z.array(z.string()).optional(),
  /** Replaces `newest` of the list. */
  newest: z.int().positive().optional(),
  /** Why there are settings beyond what `init` writes, or fewer pull requests. */
  why: z.string().optional(),
});
export type Repository = z.infer<typeof repositorySchema>;

const listSchema = z.strictObject({
  /** The newest pull requests of each repository that are replayed, so that no repository decides the result. */
  newest: z.int().positive(),
  repositories: z.array(repositorySchema),
});

export function readRepositories(): z.infer<typeof listSchema> {
  return listSchema.parse(JSON.parse(readFileSync(FILE, 'utf8')));
}

/** The git directory of a clone below `folder`, named `owner+name` or `owner/name`, bare or not; undefined if missing. */
export function cloneOf(folder: string, { name }: Pick<Repository, 'name'>): string | undefined {
  const places = [name, name.replace('/', '+')].map((place) => resolve(folder, place));
  return places.flatMap((place) => [place, join(place, 'repo')]).find((place) => isRepository(place));
}

function isRepository(place: string): boolean {
  return existsSync(join(place, '.git')) || existsSync(join(place, 'HEAD'));
}

/** The commands that clone a repository to where `cloneOf` finds it. */
export function cloneCommand(folder: string, { name, commit }: Repository): string {
  const place = join(folder, name);
  return `git clone https://github.com/${name} ${place} && git -C ${place} checkout ${commit}`;
}
