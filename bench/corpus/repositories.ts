import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Repository, readRepositories, repositorySchema } from '../precision/repositories.ts';

const FILE = new URL('repositories.json', import.meta.url);

export interface CorpusRepository extends Repository {
  /** Whether its pull requests are replayed too, so that its history is needed. */
  readonly replayed: boolean;
}

/** The repositories whose pull requests are replayed, and those of the tools and dialects that these lack. */
export function corpusRepositories(): readonly CorpusRepository[] {
  const own = z.array(repositorySchema).parse(JSON.parse(readFileSync(FILE, 'utf8')));
  return [
    ...readRepositories().repositories.map((repository) => ({ ...repository, replayed: true })),
    ...own.map((repository) => ({ ...repository, replayed: false })),
  ];
}
