import { type Dialect, sqlFileName } from '../../model/index.ts';
import type { SplitScript } from '../across-statements/script-reading.ts';
import { LEXICAL, type Lexical } from '../text/dialects.ts';
import { lex, lexTemplate } from '../text/lexer/index.ts';
import { hiddenMarkers } from '../text/sections.ts';
import { assignComments, split } from '../text/splitter.ts';
import type { TokenList } from '../text/tokens.ts';
import type { SeparateReading } from './separate-reading.ts';

/** A text that is split into statements, whatever is known about the rest of the repository. */
export interface SplitText extends Omit<SplitScript, 'context'> {
  readonly comments: ReturnType<typeof assignComments>;
  /** Readings of its statements, by their first token, that can be used again. */
  readonly kept?: Map<number, SeparateReading>;
}

export function splitFile(text: string, path: string, dialect: Dialect): SplitText {
  const template = sqlFileName(path)?.template;
  const tokens = template ? lexTemplate(text, dialect, template) : lex(text, dialect);
  const hidden = hiddenMarkers(tokens);
  if (hidden.length > 0) {
    tokens.unreadable.push(...hidden);
    tokens.unreadable.sort((a, b) => a.span.start - b.span.start);
  }
  return splitText(tokens, dialect, LEXICAL[dialect]);
}

export function splitText(tokens: TokenList, dialect: Dialect, lexical: Lexical): SplitText {
  const ranges = split(tokens, lexical);
  return { tokens, dialect, lexical, ranges, comments: assignComments(tokens, ranges) };
}

/** Characters of a file whose readings are kept: those of statements take a hundred times their length. */
const MAX_KEPT = 250_000;

/** The file that was read last to find out what it needs to know, and is judged next. */
export class RecentFile {
  #file: { readonly path: string; readonly text: string; readonly split: SplitText } | undefined;

  /** Splits a file that is read for the first time, with a place for the readings of its statements. */
  split(text: string, path: string, dialect: Dialect): SplitText {
    const split = splitFile(text, path, dialect);
    this.#file = text.length > MAX_KEPT ? undefined : { path, text, split: { ...split, kept: new Map() } };
    return this.#file?.split ?? split;
  }

  /**
   * Forgets the file unless the reading of each statement was kept: texts have allowances, of which a statement that is read
   * again finds less than the first time.
   */
  settle(): void {
    const { kept, ranges } = this.#file?.split ?? {};
    if (kept?.size !== ranges?.length) this.#file = undefined;
  }

  get(text: string, path: string, dialect: Dialect): SplitText | undefined {
    const file = this.#file;
    return file?.path === path && file.split.dialect === dialect && file.text === text ? file.split : undefined;
  }
}
