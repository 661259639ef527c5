import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../bench/log/random.ts';
import { readScript } from '../../../src/sql/script/script.ts';
import { lexFragment } from '../../../src/sql/text/lexer/index.ts';

/** What is inserted into statements: words and marks that change the meaning of what surrounds them. */
const INSERTED =
  `NOT NULL int int CASCADE ( ) , x IF EXISTS 1 'a' ONLY CONSTRAINT $1 . DEFAULT ON - [ ] KEY TABLE SET "Q" TYPE
  TO WITH USING :: = ; interval time year varchar bit national current_date COLUMN ADD DROP INDEX NULLS FIRST WITHOUT "none" con\u017ftraint l\u0131mit \u017fELECT`
    .split(/\s+/)
    .concat('\ufeff', '\u00a0', "'\0'");
/** In UTF-16 units, and in tokens. Longer statements repeat what shorter ones have. */
const LONG = { text: 1_500, tokens: 150 };

/** The different statements of the SQL files at and below some paths, as they are written; those over `LONG` are left out. */
export function statementsBelow(paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths.flatMap(filesBelow)) {
    const text = readFileSync(path, 'utf8');
    for (const { span } of readScript(text, path, 'postgresql', undefined).statements)
      if (span.end - span.start <= LONG.text) found.add(text.slice(span.start, span.end));
  }
  return found;
}

function filesBelow(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sql'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The statement with one or two of its tokens deleted, doubled, swapped, or another one inserted. */
export function mutated(sql: string, random: Random): string | undefined {
  const tokens = lexFragment(sql, 'postgresql');
  if (tokens.length === 0 || tokens.length > LONG.tokens) return undefined;
  const words = Array.from({ length: tokens.length }, (_, at) => tokens.raw(at));
  for (let left = random.between(1, 2); left > 0 && words.length > 0; left--) mutate(words, random);
  return words.join(' ');
}

function mutate(words: string[], random: Random): void {
  const at = random.below(words.length);
  const other = random.below(words.length);
  const [here = '', there = ''] = [words[at], words[other]];
  switch (random.below(4)) {
    case 0:
      words.splice(at, 1);
      break;
    case 1:
      words.splice(at, 0, here);
      break;
    case 2:
      words[at] = there;
      words[other] = here;
      break;
    default:
      words.splice(at, 0, random.pick(INSERTED));
  }
}
