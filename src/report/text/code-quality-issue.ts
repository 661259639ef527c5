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

/** The report that GitLab reads, from entries with raw descriptions and paths. */
export function codeQualityReport(issues: readonly CodeQualityEntry[]): string {
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
