// Reads a command line of a POSIX shell as far as it can be known without running it.

export interface Word {
  /** Without quotes. What is not known stands for nothing. */
  readonly text: string;
  /** A variable or the output of a command is a part of it. */
  readonly isOpaque: boolean;
  /** Such a part is outside of quotes, so that it may be several words. */
  readonly maySplit: boolean;
}

/** What a command reads as its standard input. */
export type Input =
  | { readonly kind: 'text'; readonly text: string; readonly isOpaque: boolean }
  | { readonly kind: 'file'; readonly path: Word }
  /** Undefined: a group of commands. */
  | { readonly kind: 'pipe'; readonly from: SimpleCommand | undefined };

export interface SimpleCommand {
  /** Without assignments before the name. */
  readonly words: readonly Word[];
  /** Undefined: that of the shell, or of the group that the command is in. */
  readonly input: Input | undefined;
  readonly isInGroup: boolean;
}

/** Commands in commands, such as `$(…)`. */
const MAX_DEPTH = 20;

/** The commands of a line in their order, also those in `$(…)`; undefined if it cannot be read. */
export function shellCommands(text: string, depth = 0): readonly SimpleCommand[] | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const reader = new ShellReader(text, depth);
  return reader.readAll() ? reader.commands : undefined;
}

/** Words after which a command begins. */
const RESERVED = new Set(
  'if then elif else fi while until do done for case esac in { } ! time function select'.split(' '),
);
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;
const SEPARATORS = ['&&', '||', ';;', ';', '|&', '|', '&', '\n'];
const REDIRECTIONS = ['<<<', '<<-', '<<', '<&', '<>', '<', '&>>', '&>', '>>', '>&', '>|', '>'];

interface HereDocument {
  readonly end: string;
  readonly isQuoted: boolean;
  readonly isIndented: boolean;
  readonly command: { input: Input | undefined };
}

class ShellReader {
  readonly commands: SimpleCommand[] = [];
  readonly #text: string;
  readonly #depth: number;
  #at = 0;
  #isBroken = false;
  #groups = 0;
  #words: Word[] = [];
  #current: { input: Input | undefined } = { input: undefined };
  readonly #waiting: HereDocument[] = [];
  /** The command before a pipe; `group` if it is one. */
  #piped: SimpleCommand | 'group' | undefined;

  constructor(text: string, depth: number) {
    // A line that goes on.
    this.#text = text.replaceAll('\r\n', '\n');
    this.#depth = depth;
  }

  /** False if it cannot be read. */
  readAll(): boolean {
    while (this.#at < this.#text.length && !this.#isBroken) this.#step();
    this.#endCommand(undefined);
    if (this.#waiting.length > 0) this.#readHereDocuments();
    return !this.#isBroken && this.#groups <= 0;
  }

  #has(part: string): boolean {
    return this.#text.startsWith(part, this.#at);
  }

  #step(): void {
    const character = this.#text[this.#at] ?? '';
    if (this.#has('\\\n')) this.#at += 2;
    else if (character === ' ' || character === '\t') this.#at++;
    else if (character === '#') this.#skipComment();
    else if (character === '(' || character === ')') this.#readParenthesis(character);
    else if (this.#readRedirection()) return;
    else {
      const separator = SEPARATORS.find((each) => this.#has(each));
      if (separator === undefined) this.#addWord(this.#readWord());
      else this.#readSeparator(separator);
    }
  }

  #skipComment(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end === -1 ? this.#text.length : end;
  }

  #readParenthesis(character: string): void {
    this.#endCommand(undefined);
    this.#groups += character === '(' ? 1 : -1;
    if (this.#groups < 0) this.#isBroken = true;
    this.#at++;
  }

  #readSeparator(separator: string): void {
    this.#at += separator.length;
    this.#endCommand(separator);
    if (separator === '\n') this.#readHereDocuments();
  }

  #addWord(word: Word): void {
    const isFirst = this.#words.length === 0;
    if (isFirst && !word.isOpaque && RESERVED.has(word.text)) {
      if (word.text === '{' || word.text === 'do' || word.text === 'then') this.#groups++;
      if (word.text === '}' || word.text === 'done' || word.text === 'fi') {
        this.#groups--;
      }
      if (word.text === 'elif') this.#groups--;
      return;
    }
    if (isFirst && ASSIGNMENT.test(word.text)) return;
    this.#words.push(word);
  }

  #endCommand(separator: string | undefined): void {
    const isPipe = separator === '|' || separator === '|&';
    const piped = this.#piped;
    if (this.#words.length > 0) {
      const own = this.#current;
      const from = piped === 'group' ? undefined : piped;
      const command = {
        words: this.#words,
        // A here-document is read later, and takes the place of a pipe.
        get input(): Input | undefined {
          return own.input ?? (piped === undefined ? undefined : { kind: 'pipe', from });
        },
        isInGroup: this.#groups > 0,
      };
      this.commands.push(command);
      this.#piped = isPipe ? command : undefined;
    } else if (isPipe) this.#piped = 'group';
    else if (separator !== '\n' && separator !== undefined) this.#piped = undefined;
    this.#words = [];
    this.#current = { input: undefined };
  }

  /** Whether a redirection is next, which is read. */
  #readRedirection(): boolean {
    const number = /^\d*/.exec(this.#text.slice(this.#at, this.#at + 4))?.[0] ?? '';
    const operator = REDIRECTIONS.find((each) => this.#text.startsWith(each, this.#at + number.length));
    if (operator === undefined) return false;
    const next = this.#text[this.#at + number.length + operator.length];
    // `<(…)` is a file with the output of a command.
    if ((operator === '<' || operator === '>') && next === '(' && number === '') return false;
    this.#at += number.length + operator.length;
    while (this.#has(' ') || this.#has('\t')) this.#at++;
    const start = this.#at;
    const target = this.#readWord();
    if (start === this.#at) this.#isBroken = true;
    if (number === '' || number === '0') this.#setInput(operator, target, this.#text.slice(start, this.#at));
    return true;
  }

  #setInput(operator: string, target: Word, written: string): void {
    if (operator === '<<' || operator === '<<-')
      this.#waiting.push({
        end: target.text,
        isQuoted: /['"\\]/.test(written),
        isIndented: operator === '<<-',
        command: this.#current,
      });
    else if (operator === '<<<')
      this.#current.input = { kind: 'text', text: `${target.text}\n`, isOpaque: target.isOpaque };
    else if (operator === '<' || operator === '<>') this.#current.input = { kind: 'file', path: target };
    else if (operator === '<&') this.#current.input = { kind: 'pipe', from: undefined };
  }

  #readHereDocuments(): void {
    for (const { end, isQuoted, isIndented, command } of this.#waiting.splice(0)) {
      const lines: string[] = [];
      for (;;) {
        if (this.#at >= this.#text.length) break;
        const stop = this.#text.indexOf('\n', this.#at);
        const line = this.#text.slice(this.#at, stop === -1 ? undefined : stop);
        this.#at = stop === -1 ? this.#text.length : stop + 1;
        const shown = isIndented ? line.replace(/^\t+/, '') : line;
        if (shown === end) break;
        lines.push(`${shown}\n`);
      }
      const text = lines.join('');
      command.input = isQuoted
        ? { kind: 'text', text, isOpaque: false }
        : {
            kind: 'text',
            text: text.replace(/\\([$`\\])|\\\n/g, '$1'),
            isOpaque: /[$`]/.test(text.replace(/\\[\s\S]/g, '')),
          };
      if (!isQuoted) this.#readCommandsIn(text);
    }
  }

  /** Commands that an unquoted here-document runs. */
  #readCommandsIn(text: string): void {
    for (let at = text.search(/\$\((?!\()/); at !== -1; ) {
      const end = closing(text, at + 2);
      if (end === undefined) {
        this.#isBroken = true;
        return;
      }
      this.#nested(text.slice(at + 2, end));
      const next = text.slice(end).search(/\$\((?!\()/);
      at = next === -1 ? -1 : end + next;
    }
  }

  #readWord(): Word {
    let text = '';
    let isOpaque = false;
    let maySplit = false;
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] as string;
      if (/[\s;&|<>()]/.test(character)) {
        if ((character === '<' || character === '>') && this.#text[this.#at + 1] === '(') {
          this.#at++;
          this.#readSubstitution();
          isOpaque = true;
          continue;
        }
        break;
      }
      if (character === '\\') {
        const next = this.#text[this.#at + 1] ?? '';
        if (next !== '\n') text += next;
        this.#at += 2;
      } else if (character === "'") text += this.#readSingleQuoted();
      else if (character === '"') {
        const quoted = this.#readDoubleQuoted();
        text += quoted.text;
        isOpaque ||= quoted.isOpaque;
      } else if (this.#has("$'")) {
        const quoted = this.#readEscaped();
        text += quoted.text;
        isOpaque ||= quoted.isOpaque;
      } else if (character === '$' || character === '`') {
        const known = this.#readExpansion();
        text += known ?? '';
        isOpaque ||= known === undefined;
        // Also a known output splits at spaces.
        maySplit = true;
      } else {
        text += character;
        this.#at++;
      }
    }
    return { text, isOpaque, maySplit };
  }

  #readSingleQuoted(): string {
    const end = this.#text.indexOf("'", this.#at + 1);
    if (end === -1) this.#isBroken = true;
    const text = this.#text.slice(this.#at + 1, end === -1 ? undefined : end);
    this.#at = end === -1 ? this.#text.length : end + 1;
    return text;
  }

  /** `$'…'`. */
  #readEscaped(): { readonly text: string; readonly isOpaque: boolean } {
    const found = /^\$'((?:[^'\\]|\\[\s\S])*)'/.exec(this.#text.slice(this.#at));
    if (!found) {
      this.#isBroken = true;
      this.#at = this.#text.length;
      return { text: '', isOpaque: true };
    }
    this.#at += found[0].length;
    let isOpaque = false;
    const text = (found[1] ?? '').replace(/\\([\s\S])/g, (_, escaped: string) => {
      const known = ESCAPES[escaped];
      isOpaque ||= known === undefined;
      return known ?? '';
    });
    return { text, isOpaque };
  }

  #readDoubleQuoted(): { readonly text: string; readonly isOpaque: boolean } {
    let text = '';
    let isOpaque = false;
    this.#at++;
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] as string;
      if (character === '"') {
        this.#at++;
        return { text, isOpaque };
      }
      if (character === '\\') {
        const next = this.#text[this.#at + 1] ?? '';
        if (next !== '\n') text += '$`"\\'.includes(next) ? next : `\\${next}`;
        this.#at += 2;
      } else if (
        character === '`' ||
        (character === '$' && /[A-Za-z0-9_{(@*#?$!-]/.test(this.#text[this.#at + 1] ?? ''))
      ) {
        const known = this.#readExpansion();
        text += known ?? '';
        isOpaque ||= known === undefined;
      } else {
        text += character;
        this.#at++;
      }
    }
    this.#isBroken = true;
    return { text, isOpaque: true };
  }

  /** `$x`, `${x}`, `$(…)` or backquotes. Returns the text if it is known. */
  #readExpansion(): string | undefined {
    if (this.#has('$(')) {
      this.#at++;
      return this.#readSubstitution();
    }
    if (this.#has('`')) {
      const end = this.#text.indexOf('`', this.#at + 1);
      if (end === -1) this.#isBroken = true;
      else this.#nested(this.#text.slice(this.#at + 1, end));
      this.#at = end === -1 ? this.#text.length : end + 1;
      return undefined;
    }
    const found = /^\$(?:\{[^}]*\}|[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-])?/.exec(this.#text.slice(this.#at))?.[0] ?? '$';
    this.#at += found.length;
    return found === '$' ? '$' : undefined;
  }

  /** At the parenthesis of `$(…)` or `<(…)`. Returns the output if it is known. */
  #readSubstitution(): string | undefined {
    const end = closing(this.#text, this.#at + 1);
    if (end === undefined) {
      this.#isBroken = true;
      this.#at = this.#text.length;
      return undefined;
    }
    const inner = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return inner.startsWith('(') ? undefined : this.#nested(inner);
  }

  /** Reads the commands of a substitution. Returns its output if that is a here-document. */
  #nested(text: string): string | undefined {
    const commands = shellCommands(text, this.#depth + 1);
    if (!commands) {
      this.#isBroken = true;
      return undefined;
    }
    // They read the standard input of the command that they are in.
    this.commands.push(
      ...commands.map(({ words, input, isInGroup }) => ({ words, input, isInGroup: isInGroup || !input })),
    );
    const [only] = commands;
    if (!only || commands.length > 1) return undefined;
    const shown = shownText(only);
    return shown === undefined || shown.isOpaque ? undefined : shown.text.replace(/\n+$/, '');
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' };

/** The place of the parenthesis that closes a substitution whose content begins at `at`. */
function closing(text: string, at: number): number | undefined {
  let depth = 1;
  for (let here = at; here < text.length; here++) {
    const rest = text.slice(here);
    const skipped =
      /^(?:\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|<<-?\s*(['"]?)(\w+)\1[^\n]*\n[\s\S]*?\n\t*\2(?=\s*\n|\s*$|\)))/.exec(
        rest,
      );
    if (skipped) here += skipped[0].length - 1;
    else if (text[here] === '(') depth++;
    else if (text[here] === ')' && --depth === 0) return here;
  }
  return undefined;
}

/** What a command prints, if it only shows a text that the line has: `echo`, `printf` and `cat`. */
export function shownText(command: SimpleCommand): { readonly text: string; readonly isOpaque: boolean } | undefined {
  const [name, ...rest] = command.words;
  const args = rest.map(({ text }) => text);
  const isOpaque = rest.some((word) => word.isOpaque || word.maySplit);
  if (name?.isOpaque !== false) return undefined;
  switch (name.text) {
    case 'cat':
      return args.every((arg) => arg === '-') && command.input?.kind === 'text' ? command.input : undefined;
    case 'echo': {
      const options = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
      const shown = options === -1 ? [] : args.slice(options);
      const text = `${shown.join(' ')}\n`;
      // Shells differ in what `echo` makes of a backslash.
      return { text, isOpaque: isOpaque || text.includes('\\') };
    }
    case 'printf': {
      const [format = '', ...values] = args[0] === '--' ? args.slice(1) : args;
      return printed(format, values, isOpaque);
    }
    default:
      return undefined;
  }
}

function printed(format: string, values: readonly string[], isOpaque: boolean) {
  const plain = format.replaceAll('%%', '').replace(/\\[nt]/g, '');
  if (values.length === 0) {
    const text = format.replaceAll('%%', '%').replaceAll('\\n', '\n').replaceAll('\\t', '\t');
    return { text, isOpaque: isOpaque || /[%\\]/.test(plain) };
  }
  // `printf '%s\n' "…" "…"` prints each value.
  const each = /^%s(\\n)?$/.exec(format);
  if (!each) return { text: '', isOpaque: true };
  const end = each[1] === undefined ? '' : '\n';
  return { text: values.map((value) => value + end).join(''), isOpaque };
}
