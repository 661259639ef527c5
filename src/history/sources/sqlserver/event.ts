/** One event of an Extended Events session. */
export interface ServerEvent {
  readonly name: string;
  readonly timestamp: string;
  /** Its fields and actions by name, in lower case; for a field with a text (`result`), that text. */
  readonly values: ReadonlyMap<string, string>;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function decoded(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|quot|apos|amp));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found ? decoded(found[1] ?? found[2] ?? '') : undefined;
}

/** An element from its opening tag on: its attributes, its content, and where it ends. Undefined if it is not closed. */
function elementAt(xml: string, start: number, name: string) {
  const tagEnd = xml.indexOf('>', start);
  if (tagEnd < 0) return undefined;
  const attributes = xml.slice(start + 1 + name.length, tagEnd);
  if (attributes.endsWith('/')) return { attributes, body: '', end: tagEnd + 1 };
  const close = xml.indexOf(`</${name}>`, tagEnd);
  if (close < 0) return undefined;
  return { attributes, body: xml.slice(tagEnd + 1, close), end: close + name.length + 3 };
}

function content(body: string, name: string): string | undefined {
  const start = body.search(new RegExp(`<${name}[\\s/>]`));
  const element = start < 0 ? undefined : elementAt(body, start, name);
  if (!element) return undefined;
  const literal = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/.exec(element.body);
  return literal ? (literal[1] ?? '') : decoded(element.body);
}

/** Reads `<event name="…" timestamp="…">…</event>`; undefined if it is not one. */
export function readEvent(xml: string): ServerEvent | undefined {
  const start = xml.search(/<event\s/);
  const event = start < 0 ? undefined : elementAt(xml, start, 'event');
  const name = event && attribute(event.attributes, 'name');
  if (!event || name === undefined) return undefined;
  const values = new Map<string, string>();
  const opening = /<(data|action)\s/g;
  for (let found = opening.exec(event.body); found; found = opening.exec(event.body)) {
    const element = elementAt(event.body, found.index, found[1] ?? '');
    if (!element) return undefined;
    opening.lastIndex = element.end;
    const key = attribute(element.attributes, 'name')?.toLowerCase();
    const text = content(element.body, 'text') || content(element.body, 'value');
    if (key !== undefined) values.set(key, text ?? '');
  }
  return { name, timestamp: attribute(event.attributes, 'timestamp') ?? '', values };
}
