import { counted, grouped } from '../../model/index.ts';
import { Budget, bytes } from './budget.ts';
import { uniqueTexts } from './unique.ts';
import { cut, revealInvisible } from './visible.ts';

import { xmlTag, xmlText } from './xml.ts';

// GitLab's limits: 30 MB a file, 500,000 test cases, and 250,000 objects. A test case is up to ten objects.
const MAX_BYTES = 24 * 1024 * 1024;
const MAX_CASES = 20_000;
const MAX_CASE_BYTES = 128 * 1024;
const MAX_LINE = 4_000;
const MAX_NAME = 500;
const MAX_MESSAGE = 1_000;

/** One test case. All text is raw. */
export interface JunitCase {
  /** GitLab ignores a second test case of the same name, so equal names are numbered. */
  readonly name: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  /** `failure`: what was tested is bad; `error`: it could not be decided; `skipped`: it was not tested. */
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
  /** Kind of failure. */
  readonly type?: string;
  /** One line. */
  readonly message?: string;
  readonly details: JunitDetails;
}

/** Blocks of raw lines, most important first. Those that do not fit are counted, and never made. */
export interface JunitDetails {
  readonly blocks: Iterable<readonly string[]>;
  readonly count: number;
}

/** Some blocks, and then one for each element of a list. */
export function detailsOf<T>(
  first: readonly (readonly string[])[],
  list: readonly T[] = [],
  lines: (item: T) => readonly string[] = () => [],
): JunitDetails {
  const heads = first.filter((block) => block.length > 0);
  function* blocks(): Iterable<readonly string[]> {
    yield* heads;
    for (const item of list) yield lines(item);
  }
  return { blocks: blocks(), count: heads.length + list.length };
}

/** The details that fit, each block with an empty line after it. */
function detailsText({ blocks, count }: JunitDetails): string {
  function* items(): Iterable<string> {
    for (const lines of blocks) yield `${xmlText(lines.map((line) => cut(line, MAX_LINE)))}\n\n`;
  }
  const leftOut = (more: number): string =>
    `${counted(more, 'more entry', 'more entries')} left out; the JSON report lists more of them\n`;
  return new Budget(MAX_CASE_BYTES, bytes).list({ head: '', tail: '', leftOut, items: items(), count }, 1);
}

function caseText(suite: string, { name, file, line, outcome, type, message, details }: JunitCase): string {
  const start = xmlTag('testcase', { classname: suite, name, file, line });
  const text = detailsText(details).trimEnd();
  if (outcome === 'skipped') return `    <${start}>\n      <skipped>${text}</skipped>\n    </testcase>\n`;
  if (outcome !== 'passed') {
    const tag = xmlTag(outcome, { type, message: cut(message ?? '', MAX_MESSAGE) });
    return `    <${start}>\n      <${tag}>${text}</${outcome}>\n    </testcase>\n`;
  }
  if (text === '') return `    <${start}/>\n`;
  return `    <${start}>\n      <system-out>${text}</system-out>\n    </testcase>\n`;
}

function withUniqueNames(cases: readonly JunitCase[]): readonly JunitCase[] {
  // As shown: names that differ only in invisible characters may look alike.
  const names = uniqueTexts(
    cases.map(({ name }) => revealInvisible(cut(name, MAX_NAME))),
    (name, number) => `${name} (${number})`,
  );
  return cases.map((test, index) => ({ ...test, name: names[index] ?? test.name }));
}

/** What was left out, as a test case; it fails if that is true of a test case that was left out. */
function leftOutCase(rest: readonly JunitCase[]): JunitCase {
  const failing = rest.filter(({ outcome }) => outcome === 'failure' || outcome === 'error').length;
  const message = `${counted(rest.length, 'more test case')} left out, of which ${grouped(failing)} failed: GitLab does not read larger reports; the JSON report lists more of them`;
  return {
    name: 'test cases left out',
    outcome: failing > 0 ? 'error' : 'passed',
    type: 'left-out',
    message,
    details: detailsOf([[message]]),
  };
}

const RANK = { failure: 0, error: 1, skipped: 2, passed: 3 } as const;

/**
 * A JUnit report of one suite: test cases that fail first, as many as GitLab reads; the rest is counted. Valid XML 1.0,
 * safe to print.
 */
export function junitReport(suite: string, cases: readonly JunitCase[]): string {
  const all = withUniqueNames([...cases].sort((a, b) => RANK[a.outcome] - RANK[b.outcome]));
  const shown: JunitCase[] = [];
  let text = '';
  let size = 0;
  for (const test of all) {
    const written = caseText(suite, test);
    size += bytes(written);
    if (shown.length === MAX_CASES || size > MAX_BYTES) break;
    text += written;
    shown.push(test);
  }
  if (shown.length < all.length) {
    const note = leftOutCase(all.slice(shown.length));
    text += caseText(suite, note);
    shown.push(note);
  }
  const count = (wanted: JunitCase['outcome']): number => shown.filter(({ outcome }) => outcome === wanted).length;
  const counts = { tests: shown.length, failures: count('failure'), errors: count('error') };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<${xmlTag('testsuites', { name: 'querygate', ...counts })}>\n`,
    `  <${xmlTag('testsuite', { name: suite, ...counts, skipped: count('skipped') })}>\n`,
    text,
    '  </testsuite>\n</testsuites>\n',
  ].join('');
}
