import { ConfigError } from '../../../model/index.ts';
import { LABELS } from './languages.ts';

/** What a prefix may tell of a line. */
export type PrefixField = 'time' | 'epoch' | 'user' | 'database' | 'application' | 'session' | 'pid';

/** Names are cut to 63 bytes by the server; `[unknown]` stands for one that is not known yet. */
const NAME = '.{0,64}?';
const ZONE = '(?:[A-Za-z]+|<?[+-]\\d\\d(?::?\\d\\d)?>?)';
const TIME = `\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)? ${ZONE}`;
const ADDRESS = '[^ ]{0,255}?';

interface Escape {
  readonly pattern: string;
  readonly field?: PrefixField;
}

/** What each escape of `log_line_prefix` becomes, as the server's manual lists them for versions 9 to 18. */
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

/** Lines that belong to the record before them. */
const PARTS = ['HINT', 'QUERY', 'LOCATION', 'BACKTRACE'];
const SEVERITIES = ['DEBUG[1-5]?', 'INFO', 'NOTICE'];
/** As they stand in a line that is read byte by byte. */
const latin1 = (text: string) => Buffer.from(text).toString('latin1');
const ANY_LABEL = [...Object.values(LABELS).map(latin1), ...PARTS, ...SEVERITIES].join('|');
/** Every SQLSTATE has a digit; `AUDIT: ` begins a message. */
const SQLSTATE = '(?:(?=[A-Z]*\\d)[0-9A-Z]{5}: )?';
const MARKER = `(${ANY_LABEL}) ?:(?:  | (?! ))${SQLSTATE}`;
const ANYWHERE = new RegExp(`(?:^|[^A-Za-z])(?:${ANY_LABEL}) ?:  `);
const BEFORE = new RegExp(`^(.*?)${MARKER}`);

/** Whether a line looks as if the server had begun it, behind some prefix. */
export function isMarked(line: string): boolean {
  return ANYWHERE.test(line);
}

/** What stands before the label of a line; undefined where none is to be seen. */
export function beforeLabel(line: string): string | undefined {
  return BEFORE.exec(line)?.[1];
}

/** A `log_line_prefix`, ready to take lines apart. */
export class LinePrefix {
  readonly text: string;
  readonly #pattern: RegExp;
  readonly #groups: PrefixField[] = [];
  /** What the last line that matched had; the labels as they stand there, names as bytes one to a letter. */
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

  /** How much it tells. */
  get fields(): number {
    return new Set(this.#groups).size;
  }

  /** Takes the prefix of a line (bytes one to a letter) apart; gives where the message begins, -1 where it is no such line. */
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
          `the line prefix \`${this.text}\` has \`%${letter}\`, which \`log_line_prefix\` of PostgreSQL does not know: give it as \`SHOW log_line_prefix\` prints it`,
        );
      }
      const { field } = known;
      // The same thing twice is read once.
      const named = field !== undefined && !this.#groups.includes(field);
      if (named) this.#groups.push(field);
      const value = named ? `(${known.pattern})` : known.pattern;
      pattern += padding === undefined ? value : ` *${value} *`;
    }
    return pattern;
  }
}
