import { counted, type Judge, type Notice } from '../../model/index.ts';
import type { List } from './budget.ts';
import { fenced, fitted, inertCode, inertProse } from './markdown.ts';
import { placeOf } from './words.ts';

/** GitHub accepts 1 MiB per job summary; the margin is for other tools in the same step. */
export const SUMMARY_LIMIT = 1024 * 1024 - 32 * 1024;
export const COMMENT_LIMIT = 65_536;
/** Enough for the parts that are always written. */
export const MIN_LIMIT = 16_384;
/** Maximum length of one untrusted text in a line, so that no text crowds out the others. */
export const MAX_TEXT = 1_000;

export const ICONS = { block: '🛑', warn: '⚠️', unknown: '❔', allow: '✅' } as const;
export const TITLES = { block: 'Blocked', warn: 'Warned', unknown: 'Could not be decided', allow: 'Passed' } as const;

export const code = (raw: string, limit = MAX_TEXT): string => fitted(raw, limit, inertCode);
/** Untrusted prose: text in back-ticks becomes code, all other Markdown is shown as typed. */
export const text = (raw: string, limit = MAX_TEXT): string => fitted(raw, limit, inertProse);

/** Renders items one by one, so that items that do not fit are never rendered. */
export function* each<T>(list: readonly T[], render: (item: T, index: number) => string): Iterable<string> {
  for (const [index, item] of list.entries()) yield render(item, index);
}

/** States how many items of a list did not fit. */
export function moreOf(what: string): List['leftOut'] {
  return (count) =>
    `${counted(count, `more ${what}`)} left out for lack of space; the JSON report lists more of them.\n\n`;
}

/** Rendered lines of Markdown as a list. */
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

/** @param prefix Markdown in front of the ruleset's description */
export function judgeLine({ side, sources, commit, hash, rules }: Judge, prefix = ''): string {
  const sideText = { base: 'Base: ', head: 'Head: ', only: '' }[side];
  const where = commit === undefined ? '' : ` at ${code(commit.slice(0, 12))}`;
  return `- ${sideText}${prefix}${counted(rules, 'rule')} from ${code(sources.join(', '))}${where}, hash ${code(hash.slice(0, 12))}\n`;
}

/** The commands that reproduce a result; empty if there are none. */
export function repeatBlock(commands: string | undefined): string {
  if (commands === undefined) return '';
  return `To reproduce this in a checkout:\n\n${fitted(commands, MAX_TEXT, (raw) => fenced(raw.split('\n'), 'sh'))}\n`;
}
