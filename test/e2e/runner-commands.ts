// Parses a step's output as GitHub's runner does (actions/runner, ActionCommand and ActionCommandManager),
// independently of the code under test.

export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

const REGISTERED = [
  'internal-set-repo-path',
  'set-env',
  'set-output',
  'save-state',
  'add-path',
  'add-mask',
  'add-matcher',
  'remove-matcher',
  'warning',
  'error',
  'notice',
  'debug',
  'group',
  'endgroup',
  'echo',
  'stop-commands',
];

// White space according to .NET's char.IsWhiteSpace.
const LEADING_WHITE = /^[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/** The commands that a runner would execute, in order. A line ends at LF, CRLF or a lone CR. */
export function readCommands(output: string): Command[] {
  const commands: Command[] = [];
  let stopToken: string | undefined;
  for (const line of output.split(/\r\n|\r|\n/)) {
    const known = stopToken === undefined ? REGISTERED : [...REGISTERED, stopToken];
    const command = parseNew(line, known) ?? parseOld(line, known);
    if (!command) continue;
    if (stopToken !== undefined) {
      if (command.name.toLowerCase() === stopToken.toLowerCase()) stopToken = undefined;
    } else if (command.name === 'stop-commands') stopToken = command.data;
    else commands.push(command);
  }
  if (stopToken !== undefined) commands.push({ name: 'left-stopped', properties: {}, data: stopToken });
  return commands;
}

/** `::name key=value,key=value::data` at the start of a line. */
function parseNew(line: string, known: readonly string[]): Command | undefined {
  const message = line.replace(LEADING_WHITE, '');
  if (!message.startsWith('::')) return undefined;
  const end = message.indexOf('::', 2);
  if (end < 0) return undefined;
  return build(message.slice(2, end), ',', message.slice(end + 2), known, {
    property: (text) =>
      unescaped(text, [
        ['%3A', ':'],
        ['%2C', ','],
      ]),
    data: (text) => unescaped(text, []),
  });
}

/** `##[name key=value;key=value]data` anywhere in a line. */
function parseOld(line: string, known: readonly string[]): Command | undefined {
  const start = line.indexOf('##[');
  const end = start < 0 ? -1 : line.indexOf(']', start);
  if (end < 0) return undefined;
  const plain = (text: string) =>
    unescaped(text, [
      ['%3B', ';'],
      ['%5D', ']'],
    ]);
  return build(line.slice(start + 3, end), ';', line.slice(end + 1), known, { property: plain, data: plain });
}

function build(
  info: string,
  separator: string,
  data: string,
  known: readonly string[],
  decode: { property: (text: string) => string; data: (text: string) => string },
): Command | undefined {
  const space = info.indexOf(' ');
  const given = space < 0 ? info : info.slice(0, space);
  const name = known.find((one) => one.toLowerCase() === given.toLowerCase());
  if (name === undefined) return undefined;
  const properties: Record<string, string> = {};
  for (const pair of space < 0
    ? []
    : info
        .slice(space + 1)
        .trim()
        .split(separator)) {
    const equals = pair.indexOf('=');
    if (equals > 0) properties[pair.slice(0, equals)] = decode.property(pair.slice(equals + 1));
  }
  return { name, properties, data: decode.data(data) };
}

function unescaped(text: string, more: readonly (readonly [string, string])[]): string {
  let result = text.replaceAll('%0D', '\r').replaceAll('%0A', '\n');
  for (const [code, character] of more) result = result.replaceAll(code, character);
  return result.replaceAll('%25', '%');
}

/** Parses files such as GITHUB_OUTPUT: `NAME<<DELIMITER`, the lines of the value, `DELIMITER`. */
export function readKeyValues(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const heredoc = line.indexOf('<<');
    const equals = line.indexOf('=');
    if (heredoc > 0 && (equals < 0 || heredoc < equals)) {
      const end = lines.indexOf(line.slice(heredoc + 2), i + 1);
      if (end < 0) throw new Error(`no end of ${line}`);
      values[line.slice(0, heredoc)] = lines.slice(i + 1, end).join('\n');
      i = end;
    } else if (equals > 0) values[line.slice(0, equals)] = line.slice(equals + 1);
  }
  return values;
}
