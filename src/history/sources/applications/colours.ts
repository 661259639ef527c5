const ESCAPE = String.fromCharCode(27);
const COLOUR = new RegExp(`${ESCAPE}\\[[\\d;]*m`, 'g');

/** Removes the codes by which loggers colour their lines. */
export function withoutColours(text: string): string {
  return text.includes(ESCAPE) ? text.replace(COLOUR, '') : text;
}
