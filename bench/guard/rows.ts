// The corpus of `npm run bench -- guard`: SQL that a gate for programs must pass or refuse.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Dialect } from '../../src/model/index.ts';

/**
 * What the SQL is. `read`: what an application reads. `outside`: a read of a table that is not on the list. `costly`: a read
 * that takes long, which is the matter of the server's timeout. `not`: more than a read.
 */
export type Expected = 'read' | 'outside' | 'costly' | 'not';

export interface Row {
  readonly dialect: Dialect;
  readonly kind: string;
  readonly expected: Expected;
  readonly why: string;
  readonly sql: string;
}

export const CORPUS_FILES = ['postgresql', 'mysql', 'sqlite'] as const;

export function corpusRows(): readonly Row[] {
  return CORPUS_FILES.flatMap((name) => {
    const path = fileURLToPath(new URL(`./corpus/${name}.jsonl`, import.meta.url));
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Row);
  });
}
