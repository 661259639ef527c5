import type { Budget } from './budget.ts';
import { inertSpan } from './markdown.ts';
import { MIN_LIMIT, partsWith } from './markdown-parts.ts';
import type { RenderOptions } from './options.ts';

// Parts of the Markdown that every host shows: no HTML, no tables, no folded sections.

/** The smallest limit of the common hosts: Bitbucket's for a comment. */
const DEFAULT_LIMIT = 32_768;

export const { code: span, prose, notices: noticeList, judge: judgeText } = partsWith(inertSpan);

export function limitOf({ limit = DEFAULT_LIMIT }: RenderOptions): number {
  return Math.max(MIN_LIMIT, limit);
}

/** The first lines of a report: who judged what, the result, and why the run ends as it does if that is not clear. */
export function opening(budget: Budget, headline: string, result: string, conclusion = ''): string {
  const why = conclusion === '' ? '' : `${prose(conclusion)}\n\n`;
  return budget.fixed(`**${prose(headline)}**\n\n### ${result}\n\n${why}`);
}
