import type { Unreadable } from '../../../model/index.ts';
import { TOOL_ENTRIES } from '../migration-tools.ts';

/** What ends a statement besides `;`, from an offset on; undefined: nothing. */
interface Delimiter {
  readonly from: number;
  readonly pattern: RegExp | undefined;
}

/**
 * The lines by which tools declare a delimiter are comments to every other program, so `;` goes on to end statements, too:
 * each statement that a tool or a server sees is read.
 */
const LINES = TOOL_ENTRIES.flatMap(([, { delimiterLine }]) => delimiterLine ?? []);
const ANY_MARK = /\bendDelimiter:|\batlas:delimiter\b|@DELIMITER\b/i;

const NOT_READ = 'this delimiter is not read: use punctuation, such as `//` or `$$`, or `GO`';

/** The delimiters that migration tools use in a file. */
export class ToolDelimiters {
  readonly unreadable: Unreadable[] = [];
  readonly #all: readonly Delimiter[];
  #current = -1;

  constructor(text: string) {
    this.#all = ANY_MARK.test(text) ? this.#find(text).sort((a, b) => a.from - b.from) : [];
  }

  /** Whether the file declares any. */
  get exist(): boolean {
    return this.#all.length > 0;
  }

  /** The end of the delimiter at a position, which must not go back; -1 if there is none. */
  endAt(text: string, at: number): number {
    while ((this.#all[this.#current + 1]?.from ?? Number.POSITIVE_INFINITY) <= at) this.#current++;
    const pattern = this.#all[this.#current]?.pattern;
    if (!pattern) return -1;
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : -1;
  }

  #find(text: string): Delimiter[] {
    return LINES.flatMap(({ line, escapes }) =>
      [...text.matchAll(line)].map((found) => {
        const from = found.index + found[0].length;
        const value = unquoted(found[1] ?? ';');
        const pattern = value === ';' || value === '' ? undefined : patternOf(value, escapes);
        if (pattern === null) this.unreadable.push({ reason: NOT_READ, span: { start: found.index, end: from } });
        return { from, pattern: pattern ?? undefined };
      }),
    );
  }
}

function unquoted(value: string): string {
  return value.replace(/^(["'])(.*)\1$/, '$2');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\n': '\\r?\\n',
  '\\r': '\\r?',
  '\\t': '\\t',
  '\\s': '\\s',
  '\\s*': '\\s{0,100}',
  '\\s+': '\\s{1,100}',
  '\\/': '\\/',
  '\\$': '\\$',
  '\\|': '\\|',
};
const PARTS = /\\s[*+]?|\\[nrt/$|]|[\s\S]/g;

/** The delimiter as a pattern at a position; null if it could be a part of SQL, or is a pattern that is not read. */
function patternOf(value: string, escapes: boolean): RegExp | null {
  const alternatives = escapes && /\\/.test(value) ? value.split('|') : [value];
  const patterns = alternatives.map((alternative) => {
    const parts = escapes ? (alternative.match(PARTS) ?? []) : [...alternative];
    const literal = parts.filter((part) => !part.startsWith('\\') && part.trim() !== '').join('');
    const isSafe = /^(?:[^\s\w'"`\\]*|--[ \t]*\w+|go)$/i.test(literal.replace(/^\^|(?<=[^$])\$$/g, ''));
    if (!isSafe || alternative === '') return undefined;
    const isPattern = parts.length > literal.length;
    return parts
      .map((part, at) => {
        if (escapes && Object.hasOwn(ESCAPES, part)) return ESCAPES[part];
        if (isPattern && part === '^' && at === 0) return '';
        if (isPattern && part === '$' && at === parts.length - 1) return '(?=\\r?\\n|$)';
        return part.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
      })
      .join('')
      .concat(/\w$/.test(literal) ? '(?!\\w)' : '');
  });
  if (patterns.some((pattern) => pattern === undefined)) return null;
  const before = /\w/.test(value[0] ?? '') ? '(?<!\\w)' : '';
  return new RegExp(`${before}(?:${patterns.join('|')})`, 'iy');
}
