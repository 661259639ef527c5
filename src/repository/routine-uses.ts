import type { Operation } from '../model/index.ts';
import { lex, namesRoutineOnly, T, wordsOf, wordsUsed } from '../sql/index.ts';
import { type BaseFile, scriptOf } from './base-files.ts';
import { versionOf } from './migrations/version.ts';

/** A statement of the base that uses names, which may be those of routines. */
export interface RoutineUse {
  /** All words of the statement, in lower case, except the name of a routine that it does not run. */
  readonly words: ReadonlySet<string>;
  /**
   * The routine, in lower case, whose body contains the words; undefined if they are attached to something that runs.
   */
  readonly routine: string | undefined;
}

const RENAMED = /\bRENAME\s{1,8}TO\s{1,8}"?([\p{L}_][\p{L}\p{N}_$]{0,128})/iu;

/**
 * The statements of a file that attach routines, or create routines that may call others. A migration that called a
 * routine once attaches nothing.
 */
export function routineUses(file: BaseFile): readonly RoutineUse[] {
  const uses: RoutineUse[] = [];
  const { text: all, dialect } = file;
  for (const { operations, unreadable, span } of scriptOf(file).statements) {
    const text = all.slice(span.start, span.end);
    const own = operations.find(namesRoutineOnly);
    const words = own ? wordsOf(text) : wordsUsed(text, dialect);
    const name = own?.target.name?.toLowerCase();
    if (name !== undefined) words.delete(name);
    if (own && unreadable.length === 0) {
      if (/^(?:create|alter|rename)_/.test(own.kind)) uses.push({ words, routine: name });
      const renamed = own.kind === 'rename_other' ? RENAMED.exec(text)?.[1] : undefined;
      // A caller of the new name also runs what calls the old one.
      if (renamed && name !== undefined) uses.push({ words: new Set([name]), routine: renamed.toLowerCase() });
      continue;
    }
    // A file without a version may run at every deployment, as scripts of SSDT and callbacks of Flyway do.
    const isOnce = versionOf(file.path) !== undefined;
    if (isOnce && unreadable.length === 0 && operations.length > 0 && operations.every(isCall)) {
      const inStrings = stringsOf(text, dialect);
      if (inStrings.size > 0) uses.push({ words: inStrings, routine: undefined });
      continue;
    }
    uses.push({ words, routine: undefined });
  }
  return uses;
}

function isCall({ kind, place }: Operation): boolean {
  return /^(?:select|call)$/.test(kind) && /^(?:statement|subquery)$/.test(place);
}

/** The words in the strings of a statement: a call can schedule one. */
function stringsOf(text: string, dialect: BaseFile['dialect']): Set<string> {
  const tokens = lex(text, dialect);
  const words = new Set<string>();
  for (let at = 0; at < tokens.length; at++) {
    const kind = tokens.kind(at);
    if (kind === T.string || kind === T.dollar) for (const word of wordsOf(tokens.raw(at))) words.add(word);
  }
  return words;
}
