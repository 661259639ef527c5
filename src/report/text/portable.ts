import { counted, type Judge, type Notice } from '../../model/index.ts';
import type { Budget, List } from './budget.ts';
import { fenced, fitted, inertProse, inertSpan } from './markdown.ts';
import type { RenderOptions } from './options.ts';
import { each, ICONS, MAX_TEXT, MIN_LIMIT, moreOf } from './summary-parts.ts';
import { placeOf } from './words.ts';

// Parts of the Markdown that every host shows: no HTML, no tables, no folded sections.

/** The smallest limit of the common hosts: Bitbucket's for a comment. */
const DEFAULT_LIMIT = 32_768;

export const span = (raw: string, limit = MAX_TEXT): string => fitted(raw, limit, inertSpan);
/** Untrusted prose: text in back-ticks becomes code, all other Markdown is shown as typed. */
export const prose = (raw: string, limit = MAX_TEXT): string =>
  fitted(raw, limit, (text) => inertProse(text, inertSpan));

export function limitOf({ limit = DEFAULT_LIMIT }: RenderOptions): number {
  return Math.max(MIN_LIMIT, limit);
}

/** A list item; the details, which are Markdown, follow as a nested list. Four spaces nest in every Markdown. */
export function item(line: string, details: readonly string[] = []): string {
  return `- ${line}\n${details.map((detail) => `    - ${detail}\n`).join('')}`;
}

/** A titled list, one item for each element. */
export function titled<T>(title: string, list: readonly T[], what: string, write: (item: T, index: number) => string) {
  return {
    head: title === '' ? '' : `#### ${title}\n\n`,
    tail: '\n',
    leftOut: moreOf(what),
    items: each(list, write),
    count: list.length,
  } satisfies List;
}

export function noticeItems(notices: readonly Notice[]): List {
  return titled('Notices', notices, 'notice', ({ level, message, path, location }) => {
    const where = path === undefined ? '' : `${span(placeOf({ path, location }))}: `;
    return item(`${level === 'warning' ? ICONS.warn : 'ℹ️'} ${where}${prose(message)}`);
  });
}

export function judgeText({ side, sources, commit, hash, rules }: Judge): string {
  const sideText = { base: 'Base: ', head: 'Head: ', only: '' }[side];
  const where = commit === undefined ? '' : ` at ${span(commit.slice(0, 12))}`;
  return `${sideText}${counted(rules, 'rule')} from ${span(sources.join(', '))}${where}, hash ${span(hash.slice(0, 12))}`;
}

/** The first lines of a report: who judged what, the result, and why the run ends as it does. */
export function opening(budget: Budget, headline: string, result: string, conclusion: string): string {
  return budget.fixed(`**${prose(headline)}**\n\n### ${result}\n\n${prose(conclusion)}\n\n`);
}

/** The commands that reproduce a result; empty if there are none. */
export function repeatText(commands: string | undefined): string {
  if (commands === undefined) return '';
  return `To reproduce this in a checkout:\n\n${fitted(commands, MAX_TEXT, (raw) => fenced(raw.split('\n'), 'sh'))}\n`;
}
