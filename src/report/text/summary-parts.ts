import type { Judge, Notice } from '../../model/index.ts';
import type { List } from './budget.ts';
import { fenced, fitted, inertCode, inertProse } from './markdown.ts';
import { placeOf, plural } from './words.ts';

/** A job summary may have 1 MiB; other tools of the same step may have written something before. */
export const SUMMARY_LIMIT = 1024 * 1024 - 32 * 1024;
export const COMMENT_LIMIT = 65_536;
/** What all parts need that are always there. */
export const SMALLEST_LIMIT = 16_384;
/** The most that one untrusted text may take of a line, so that none of them crowds out the others. */
export const PIECE = 1_000;

export const ICONS = { block: '🛑', warn: '⚠️', unknown: '❔', allow: '✅' } as const;

export const code = (raw: string, limit = PIECE): string => fitted(raw, limit, inertCode);
/** Prose of strangers; what it puts into back-ticks is code here too, and all other Markdown stays as it was typed. */
export const text = (raw: string, limit = PIECE): string => fitted(raw, limit, inertProse);

/** Renders one by one, so that what has no room is not rendered at all. */
export function* each<T>(list: readonly T[], render: (item: T, index: number) => string): Iterable<string> {
  for (const [index, item] of list.entries()) yield render(item, index);
}

/** Says how many of a list had no room. */
export function moreOf(what: string): List['leftOut'] {
  return (count) => `${plural(count, `more ${what}`)} left out for want of room; the JSON report has all of them.\n\n`;
}

/** Finished lines of Markdown, as a list. */
export function plainList(lines: readonly string[], what: string, head: string): List {
  return { head, tail: '\n', leftOut: moreOf(what), items: lines, count: lines.length };
}

export function noticeList(notices: readonly Notice[]): List {
  const lines = notices.map(({ level, message, path, location }) => {
    const where = path === undefined ? '' : `${code(placeOf({ path, location }))}: `;
    return `- ${level === 'warning' ? '⚠️' : 'ℹ️'} ${where}${text(message)}\n`;
  });
  return plainList(lines, 'notice', '#### Notices\n\n');
}

/** @param from Markdown before it */
export function judgeLine({ side, sources, commit, hash, rules }: Judge, from = ''): string {
  const whose = { base: 'Base: ', head: 'Head: ', only: '' }[side];
  const where = commit === undefined ? '' : ` at ${code(commit.slice(0, 12))}`;
  return `- ${whose}${from}${plural(rules, 'rule')} of ${code(sources.join(', '))}${where}, hash ${code(hash.slice(0, 12))}\n`;
}

/** The command that repeats a result; empty where there is none. */
export function repeatBlock(command: string | undefined): string {
  if (command === undefined) return '';
  return `To repeat this in a checkout:\n\n${fitted(command, PIECE, (raw) => fenced([raw], 'sh'))}\n`;
}
