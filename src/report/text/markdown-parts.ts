import { counted, type Judge, type Notice } from '../../model/index.ts';
import type { List } from './budget.ts';
import { type FilesOnWeb, placeLink } from './file-link.ts';
import { fenced, fitted, inertProse } from './markdown.ts';

// Parts of all reports in Markdown: the job summary, comments, and the Markdown for every host.

/** Enough for the parts that are always written, in the unit of the host's limit. */
export const MIN_LIMIT = 16_384;
/** Maximum length of one untrusted text in a line, so that no text crowds out the others. */
export const MAX_TEXT = 1_000;

export const ICONS = { block: '🛑', warn: '⚠️', unknown: '❔', allow: '✅' } as const;
export const TITLES = { block: 'Blocked', warn: 'Warned', unknown: 'Could not be decided', allow: 'Passed' } as const;

/** Renders items one by one, so that items that do not fit are never rendered. */
export function* each<T>(list: readonly T[], render: (item: T, index: number) => string): Iterable<string> {
  for (const [index, item] of list.entries()) yield render(item, index);
}

/** States how many items of a list did not fit. */
export function moreOf(what: string): List['leftOut'] {
  return (count) =>
    `${counted(count, `more ${what}`)} left out for lack of space; the JSON report lists more of them.\n\n`;
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

/** The commands that reproduce a result; empty if there are none. */
export function repeatText(commands: string | undefined): string {
  if (commands === undefined) return '';
  return `To reproduce this in a checkout:\n\n${fitted(commands, MAX_TEXT, (raw) => fenced(raw.split('\n'), 'sh'))}\n`;
}

/** The parts that contain untrusted text, for a host that shows code as `escapeCode` writes it. */
export function partsWith(escapeCode: (raw: string) => string) {
  const code = (raw: string, limit = MAX_TEXT): string => fitted(raw, limit, escapeCode);
  /** Text in back-ticks becomes code, all other Markdown is shown as typed. */
  const prose = (raw: string, limit = MAX_TEXT, docsRoot?: string): string =>
    fitted(raw, limit, (text) => inertProse(text, escapeCode, docsRoot));
  return {
    code,
    prose,
    notices: (notices: readonly Notice[], report: FilesOnWeb & { readonly docsRoot?: string | undefined }): List =>
      titled('Notices', notices, 'notice', ({ level, message, path, location }) => {
        const where = path === undefined ? '' : `${placeLink({ path, location }, report, code)}: `;
        return item(`${level === 'warning' ? ICONS.warn : 'ℹ️'} ${where}${prose(message, MAX_TEXT, report.docsRoot)}`);
      }),
    /** @param prefix Markdown in front of the ruleset's description */
    judge: ({ side, sources, commit, hash, rules }: Judge, prefix = ''): string => {
      const sideText = { base: 'Base: ', head: 'Head: ', only: '' }[side];
      if (sources.length === 0) return `${sideText}${prefix}no ruleset`;
      const where = commit === undefined ? '' : ` at ${code(commit.slice(0, 12))}`;
      return `${sideText}${prefix}${counted(rules, 'rule')} from ${code(sources.join(', '))}${where}, hash ${code(hash.slice(0, 12))}`;
    },
  };
}
