import { type ReactNode, useMemo } from 'react';
import { codeStyles } from '../../ui/code.tsx';
import { DiffRows } from '../../ui/diff.tsx';
import { type DiffLine, diffLines, linesOf } from '../../ui/diff-lines.ts';
import type { Flow } from './words.ts';

/** Lines of a rule that are shown. */
const MAX_LINES = 8;
const RULE = /^(\s*)-\s+(?:id|rule):/;

interface RuleExcerptProps {
  readonly rule: string;
  readonly place: NonNullable<Flow['causes'][number]['place']>;
  /** The file in force; undefined if it does not have it. */
  readonly before: string | undefined;
  readonly after: string;
}

/** A rule as written in its file, with the edits of the change. */
export function RuleExcerpt({ rule, place, before = '', after }: RuleExcerptProps): ReactNode {
  const { file, line = 1, column } = place;
  const lines = useMemo(() => ruleLines(diffLines(before, after) ?? plain(after), line), [before, after, line]);
  return (
    <div className={codeStyles.code}>
      <div className={codeStyles.head}>
        <span className="one-line">{rule}</span>
        <span title={file}>
          {file.split('/').at(-1)}:{line}
          {column !== undefined && `:${column}`}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={codeStyles.lines} tabIndex={0}>
        <DiffRows lines={lines} language="yaml" single />
      </pre>
    </div>
  );
}

function plain(text: string): readonly DiffLine[] {
  return linesOf(text).map((line, at) => ({ kind: 'same', text: line, before: at + 1, after: at + 1, marks: [] }));
}

/** The lines of the rule at a line of the new text: from its `- id:` to its examples, or to the next rule. */
function ruleLines(lines: readonly DiffLine[], line: number): readonly DiffLine[] {
  const at = lines.findIndex(({ after }) => after === line);
  if (at < 0) return [];
  let start = at;
  while (start > 0 && !(lines[start]?.after !== undefined && RULE.test(lines[start]?.text ?? ''))) start--;
  let end = start + 1;
  while (end < lines.length && end - start < MAX_LINES && !endsRule(lines[end])) end++;
  return end > at ? lines.slice(start, end) : lines.slice(at, at + 1);
}

function endsRule(line: DiffLine | undefined): boolean {
  return line === undefined || line.text.trim() === '' || RULE.test(line.text) || /^\s*examples:/.test(line.text);
}
