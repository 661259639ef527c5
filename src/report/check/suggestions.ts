import { type CheckReport, counted, type Fix } from '../../model/index.ts';
import { ICONS } from '../text/markdown-parts.ts';
import { prose, span } from '../text/portable.ts';
import { revealInvisible } from '../text/visible.ts';
import { fullMessage, NONE_WITH_SERVICE } from '../text/words.ts';
import { type FixOf, fixesOf } from './fix-list.ts';

/** A fix as a comment on the lines of a change, which the host applies on demand. */
export interface Suggestion {
  readonly path: string;
  /** Number of the first line that it replaces, from 1. */
  readonly first: number;
  /** The lines that it replaces. */
  readonly lines: readonly string[];
  /** Markdown. */
  readonly body: string;
}

export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  /** Why other fixes are not suggested, one sentence for each reason; safe Markdown. */
  readonly others: readonly string[];
  /** Why the run looked for no fixes; missing if it did. */
  readonly none?: string;
}

/** Comments in a run: hosts limit how many a minute. */
const MAX_SUGGESTIONS = 30;
/** GitLab replaces at most 100 lines above the one with the comment. */
const MAX_LINES = 100;
const MAX_CHARACTERS = 20_000;

/**
 * The fixes of a report that a host can apply: each replaces lines of one file, no two the same line. Exemptions are never
 * among them, since no fix is one.
 *
 * @param host how the host writes suggestions
 */
export function suggestionsOf(report: CheckReport, host: 'github' | 'gitlab'): Suggestions {
  if (report.service) return { suggestions: [], others: [], none: NONE_WITH_SERVICE };
  const taken: FixOf[] = [];
  const others = new Map<string, number>();
  for (const each of fixesOf(report)) {
    const why = obstacle(each.fix) ?? (taken.some((other) => overlap(each, other)) ? OVERLAPS : undefined);
    const reason = why ?? (taken.length >= MAX_SUGGESTIONS ? `a run suggests at most ${MAX_SUGGESTIONS}` : undefined);
    if (reason === undefined) taken.push(each);
    else others.set(reason, (others.get(reason) ?? 0) + 1);
  }
  return {
    suggestions: taken.map((each) => toSuggestion(each, report, host)),
    others: [...others].map(([why, count]) => `${counted(count, 'fix', 'fixes')} not suggested: ${why}`),
  };
}

/** The text of a review that suggests changes. */
export function reviewText(): string {
  return 'SQL to write instead of what `querygate` found: the file was judged with each of the changes alone, and has one finding less. The check judges what you apply again.\n';
}

const OVERLAPS = 'another suggestion changes the same lines';

/** Why the comment cannot hold the fix exactly; undefined if it can. */
function obstacle({ files, renamedTo, lines: { before, after } }: Fix): string | undefined {
  if (files.length > 0) return 'it adds a file';
  if (renamedTo !== undefined) return 'it renames the file';
  const text = after.join('\n');
  if (before.length > MAX_LINES || text.length > MAX_CHARACTERS) return 'it is too long';
  // A host may change a line end or a character that is not shown, and reads commands and the end of the block in lines.
  const isPlain = [...before, ...after].every((line) => {
    const plain = line.replaceAll('\t', ' ');
    return revealInvisible(plain) === plain;
  });
  if (!isPlain) return 'it has line ends or characters that are not shown';
  if (/```|~~~|^\s*\/\w/m.test(text)) return 'a line would end the suggestion, or be a command of the host';
  return undefined;
}

function overlap(a: FixOf, b: FixOf): boolean {
  if (a.findings[0].path !== b.findings[0].path) return false;
  const [first, second] = [a.fix.lines, b.fix.lines];
  return first.first < second.first + second.before.length && second.first < first.first + first.before.length;
}

function toSuggestion({ fix, findings }: FixOf, report: CheckReport, host: 'github' | 'gitlab'): Suggestion {
  const { title, lines } = fix;
  const language = host === 'github' ? 'suggestion' : `suggestion:-${lines.before.length - 1}+0`;
  const messages = new Set(
    findings.map((finding) => {
      const { verdict, rule } = finding;
      return `${ICONS[verdict]} ${prose(fullMessage(finding, report))} (${span(rule)})`;
    }),
  );
  const block = [`\`\`\`${language}`, ...lines.after, '```'].join('\n');
  return {
    path: findings[0].path,
    first: lines.first,
    lines: lines.before,
    body: `${[...messages].join('\n\n')}\n\nFix: ${prose(title)}\n\n${block}\n`,
  };
}
