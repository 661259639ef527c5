import { counted } from '../../model/index.ts';
import { relativePath } from './paths.ts';
import { uniqueTexts } from './unique.ts';
import { cut, visible, visibleJson } from './visible.ts';

/** One entry of GitLab's Code Quality report, as GitLab documents it. */
export interface CodeQualityIssue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number; readonly end?: number } };
}

/** An entry with raw text. */
export interface CodeQualityEntry extends CodeQualityIssue {
  /** What to do, or empty. */
  readonly fix: string;
  /** Address or command for reading on. */
  readonly more: string | undefined;
}

const DESCRIPTION_LIMIT = 1000;
const FIX_LIMIT = 300;
const MORE_LIMIT = 200;

/**
 * One line of at most 1,000 characters; GitLab shows no other text of an entry. What to do is never cut off by a long
 * message. Leading `/` is removed: in a GitLab note it would start a quick action.
 */
function description({ description, fix, more }: CodeQualityEntry): string {
  const toDo = fix === '' ? '' : ` Fix: ${cut(visible(fix).replace(/\.$/, ''), FIX_LIMIT)}.`;
  const readOn = more === undefined ? '' : ` More: ${cut(visible(more), MORE_LIMIT)}`;
  const rest = toDo + readOn;
  const message = cut(visible(description).replace(/^[\s/]+/u, ''), DESCRIPTION_LIMIT - rest.length - 1);
  return rest === '' || message.endsWith('.') ? message + rest : `${message}.${rest}`;
}

/** GitLab reads the whole report for each view of a merge request: about 5 MB. */
const MAX_ISSUES = 10_000;

/** The worst issues, and if there are too many, one that says how many were left out. */
function withinLimit(issues: readonly CodeQualityEntry[]): readonly CodeQualityEntry[] {
  const shown = issues.slice(0, MAX_ISSUES);
  const [first, ...more] = issues.slice(MAX_ISSUES);
  if (first === undefined) return shown;
  const count = counted(more.length + 1, 'more finding');
  const note = {
    description: `${count} left out: this report has at most ${MAX_ISSUES}; the JSON report lists more of them`,
    fix: '',
    more: undefined,
    check_name: 'findings-left-out',
    fingerprint: 'findings-left-out',
    severity: first.severity,
    location: { path: first.location.path, lines: { begin: 1 } },
  };
  return [...shown, note];
}

/**
 * The report that GitLab reads.
 *
 * @param all entries with raw descriptions and paths, the worst first: the last ones are left out if there are too many
 */
export function codeQualityReport(all: readonly CodeQualityEntry[]): string {
  const issues = withinLimit(all);
  // GitLab lets a later entry overwrite an earlier one with the same fingerprint.
  const fingerprints = uniqueTexts(
    issues.map(({ fingerprint }) => fingerprint),
    (text, number) => `${text}/${number}`,
  );
  return visibleJson(
    issues.map((issue, index): CodeQualityIssue => {
      const { path, lines } = issue.location;
      return {
        description: description(issue),
        check_name: issue.check_name,
        fingerprint: fingerprints[index] ?? issue.fingerprint,
        severity: issue.severity,
        location: { path: relativePath(path), lines },
      };
    }),
  );
}
