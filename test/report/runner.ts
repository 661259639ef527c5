// Parses the output of a step like GitHub's runner. Written from the runner's rules, not from the code under test.

export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

const KNOWN = new Set([
  'error',
  'warning',
  'notice',
  'debug',
  'group',
  'endgroup',
  'add-mask',
  'add-matcher',
  'remove-matcher',
  'stop-commands',
  'set-output',
  'save-state',
  'set-env',
  'add-path',
  'echo',
]);

function unescapeData(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

function unescapeProperty(text: string): string {
  return unescapeData(text.replaceAll('%3A', ':').replaceAll('%2C', ','));
}

function parse(head: string, data: string): Command | undefined {
  const space = head.indexOf(' ');
  const name = (space < 0 ? head : head.slice(0, space)).toLowerCase();
  if (!KNOWN.has(name)) return undefined;
  const properties: Record<string, string> = {};
  for (const pair of space < 0
    ? []
    : head
        .slice(space + 1)
        .trim()
        .split(',')) {
    const [key, ...value] = pair.split('=');
    if (key && value.length > 0) properties[key.trim()] = unescapeProperty(value.join('='));
  }
  return { name, properties, data: unescapeData(data) };
}

/** Every command that the runner would run: `::` commands at the start of a line, old `##[` commands anywhere. */
export function commandsIn(output: string): readonly Command[] {
  return output.split(/\r\n|\n|\r/).flatMap((line) => {
    const trimmed = line.replace(/^[\s\u0085]+/u, '');
    if (trimmed.startsWith('::')) {
      const end = trimmed.indexOf('::', 2);
      const command = end < 0 ? undefined : parse(trimmed.slice(2, end), trimmed.slice(end + 2));
      if (command) return [command];
    }
    const start = line.indexOf('##[');
    const end = line.indexOf(']', start);
    if (start < 0 || end < 0) return [];
    const command = parse(line.slice(start + 3, end).replaceAll(';', ','), line.slice(end + 1));
    return command ? [command] : [];
  });
}
