import { ConfigError } from '../../../model/index.ts';
import { LABELS } from './languages.ts';

/** Fields that a prefix may contain. */
export type PrefixField = 'time' | 'epoch' | 'user' | 'database' | 'application' | 'session' | 'pid';

/** The server cuts names to 63 bytes; `[unknown]` stands for a name that is not known yet. */
const NAME = '.{0,64}?';
/** In `%u@%d`, an `@` belongs to the user: some are e-mail addresses. */
const NAME_AFTER_AT = '[^@]{0,64}?';
const ZONE = '(?:[A-Za-z]+|<?[+-]\\d\\d(?::?\\d\\d)?>?)';
const TIME = `\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)? ${ZONE}`;
const ADDRESS = '[^ ]{0,255}?';

interface Escape {
  readonly pattern: string;
  readonly field?: PrefixField;
}

/** Pattern of each escape of `log_line_prefix`, as the manual lists them for versions 9 to 18. */
const ESCAPES: Readonly<Record<string, Escape>> = {
  a: { pattern: NAME, field: 'application' },
  u: { pattern: NAME, field: 'user' },
  d: { pattern: NAME, field: 'database' },
  r: { pattern: ADDRESS },
  h: { pattern: ADDRESS },
  L: { pattern: ADDRESS },
  b: { pattern: NAME },
  p: { pattern: '\\d+', field: 'pid' },
  P: { pattern: '\\d*' },
  t: { pattern: TIME, field: 'time' },
  m: { pattern: TIME, field: 'time' },
  n: { pattern: '\\d+\\.\\d+', field: 'epoch' },
  i: { pattern: NAME },
  e: { pattern: '[0-9A-Z]{5}' },
  c: { pattern: '[0-9a-f]+\\.[0-9a-f]+', field: 'session' },
  l: { pattern: '\\d+' },
  s: { pattern: TIME },
  v: { pattern: '[-\\d/]{0,40}?' },
  x: { pattern: '\\d*' },
  Q: { pattern: '-?\\d*' },
};

/** Labels of lines that belong to the previous record. */
const PARTS = ['HINT', 'QUERY', 'LOCATION', 'BACKTRACE'];
const SEVERITIES = ['DEBUG[1-5]?', 'INFO', 'NOTICE'];
/** Converts text to one letter per byte, like the lines that are read. */
const latin1 = (text: string) => Buffer.from(text).toString('latin1');
const ANY_LABEL = [...Object.values(LABELS).map(latin1), ...PARTS, ...SEVERITIES].join('|');
/** Every SQLSTATE has a digit; `AUDIT: ` begins a message. */
const SQLSTATE = '(?:(?=[A-Z]*\\d)[0-9A-Z]{5}: )?';
const MARKER = `(${ANY_LABEL}) ?:(?:  | (?! ))${SQLSTATE}`;
const ANYWHERE = new RegExp(`(?:^|[^A-Za-z])(?:${ANY_LABEL}) ?:  `);
const BEFORE = new RegExp(`^(.*?)${MARKER}`);

/** Whether a line looks like the start of a server message, after any prefix. */
export function isMarked(line: string): boolean {
  return ANYWHERE.test(line);
}

/** Text before the label of a line; undefined if there is no label. */
export function beforeLabel(line: string): string | undefined {
  return BEFORE.exec(line)?.[1];
}

/** A compiled `log_line_prefix` that parses lines. */
export class LinePrefix {
  readonly text: string;
  readonly #pattern: RegExp;
  readonly #groups: PrefixField[] = [];
  /** Fields of the last line that matched; labels unchanged, names with one letter per byte. */
  readonly values: Record<PrefixField, string | undefined> = {
    time: undefined,
    epoch: undefined,
    user: undefined,
    database: undefined,
    application: undefined,
    session: undefined,
    pid: undefined,
  };
  label = '';

  /** Raises ConfigError for an escape that PostgreSQL does not have. */
  constructor(text: string) {
    this.text = text;
    const [always = '', ...rest] = text.split('%q');
    const optional = rest.join('');
    const pattern = `${this.#compile(always)}${optional === '' ? '' : `(?:${this.#compile(optional)})?`}`;
    this.#pattern = new RegExp(`^${pattern} ?${MARKER}`);
  }

  carries(field: PrefixField): boolean {
    return this.#groups.includes(field);
  }

  /** Number of its fields. */
  get fields(): number {
    return new Set(this.#groups).size;
  }

  /**
   * Parses the prefix of a line (one letter per byte); returns the start of the message, or -1 if the line does not
   * match.
   */
  match(line: string): number {
    const match = this.#pattern.exec(line);
    if (match === null) return -1;
    for (let group = 0; group < this.#groups.length; group++) {
      this.values[this.#groups[group] as PrefixField] = match[group + 1];
    }
    this.label = match[this.#groups.length + 1] ?? '';
    return match[0].length;
  }

  #compile(prefix: string): string {
    let pattern = '';
    for (const [token, padding, letter] of prefix.matchAll(/%(-?\d+)?([A-Za-z%])|[\s\S]/g)) {
      if (letter === undefined) {
        pattern += latin1(token).replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
        continue;
      }
      if (letter === '%') {
        pattern += '%';
        continue;
      }
      const known = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
      if (known === undefined) {
        throw new ConfigError(
          `the line prefix \`${this.text}\` has \`%${letter}\`, which is not an escape of PostgreSQL's \`log_line_prefix\`: copy the prefix from \`SHOW log_line_prefix\``,
        );
      }
      const { field } = known;
      // A field that occurs twice is read once.
      const named = field !== undefined && !this.#groups.includes(field);
      if (named) this.#groups.push(field);
      const own = letter === 'd' && pattern.endsWith('@') ? NAME_AFTER_AT : known.pattern;
      const value = named ? `(${own})` : own;
      pattern += padding === undefined ? value : ` *${value} *`;
    }
    return pattern;
  }
}
