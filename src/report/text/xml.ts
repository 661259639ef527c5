import { visible, visibleLines } from './visible.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text that is safe to print. XML 1.0 has no form for U+FFFE and U+FFFF. */
function escaped(safe: string): string {
  return safe.replace(/[&<>"]/g, (found) => ENTITIES[found] ?? '').replace(/[\ufffe\uffff]/g, '\ufffd');
}

/**
 * Raw lines as the content of an element. GitLab takes `[[ATTACHMENT|path]]` for a file to show, so a zero-width space
 * breaks it.
 */
export function xmlText(lines: readonly string[]): string {
  return escaped(visibleLines(lines.map(visible).join('\n')).replaceAll('[[', '[\u200b['));
}

/** A start tag without its brackets: a name with raw attributes; those without a value are left out. */
export function xmlTag(name: string, attributes: Readonly<Record<string, string | number | undefined>>): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(visible(String(value)))}"`],
  );
  return name + written.join('');
}
