import type { ReactNode } from 'react';
import { Code } from '../../ui/code.tsx';
import type { Verdict } from '../../ui/verdict.tsx';

/** Lines of the query around a finding, with the part that it is about. */
export function Marked({
  text,
  span,
  verdict,
}: {
  readonly text: string;
  readonly span: { readonly start: number; readonly end: number };
  readonly verdict: Verdict;
}): ReactNode {
  const before = text.slice(0, span.start);
  const line = before.split('\n').length;
  const lineStart = before.lastIndexOf('\n') + 1;
  const lines = text.split('\n');
  const first = Math.max(1, line - CONTEXT);
  const last = Math.min(lines.length, line + CONTEXT);
  const end = Math.min(span.end, lineStart + (lines[line - 1]?.length ?? 0));
  return (
    <Code
      text={lines.slice(first - 1, last).join('\n')}
      language="sql"
      from={first}
      hits={[line]}
      verdict={verdict}
      mark={{ line, start: span.start - lineStart, end: end - lineStart }}
    />
  );
}

/** Lines shown before and after. */
const CONTEXT = 2;
