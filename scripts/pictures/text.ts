// The text of a picture, which tests compare with what the programs print now.

/** Parts that change with the day or with the built-in rules, although the wording stays. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\bat most \d+ days? ago\b/g, 'at most <n> days ago'],
  // The demonstration takes seconds to minutes until its pages are open.
  [/\b\d+ minutes? ago\b/g, '<n> minutes ago'],
  [/\b\d+ rules\b/g, '<n> rules'],
  [/\bhash [0-9a-f]{12}\b/g, 'hash <hash>'],
  // Below the name of an API key: keys differ in each demonstration.
  [/^[0-9a-f]{8}(?=, \S+@)/gm, '<hash>'],
  [/\band \d+ more facts?\b/g, 'and <n> more facts'],
];

/** A text without volatile parts, trailing spaces and repeated empty lines. */
export function stableText(text: string): string {
  const lines = text.replaceAll('\u00a0', ' ').replace(/[ \t]+$/gm, '');
  const tidy = `${lines.replace(/\n{3,}/g, '\n\n').trim()}\n`;
  return VOLATILE.reduce((stable, [pattern, words]) => stable.replace(pattern, words), tidy);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' };

/** The text of a page as its picture shows it, so without the content of a closed `<details>`. */
export function pageText(html: string): string {
  const text = html
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/<\/summary>[\s\S]*?<\/details>/g, '</summary>\n')
    .replace(/<\/t[dh]>\s*(?=<t[dh])/g, ' | ')
    .replace(/<br ?\/?>|<\/(?:div|h\d|li|p|pre|summary|tr)>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
  return stableText(text);
}
