import {
  type CheckReport,
  ConfigError,
  compareText,
  counted,
  countFindings,
  counts,
  type Finding,
} from '../model/index.ts';
import type { BaselineEntry } from '../model/schemas/index.ts';
import { assertJudged } from './check/findings.ts';
import { runCheck } from './check/run.ts';
import { countBy } from './check/survey.ts';
import { baselinePath, readBaseline } from './inputs/baseline-file.ts';
import type { CheckRequest } from './inputs/check-request.ts';
import { loadConfig } from './inputs/config.ts';

export interface BaselineRequest {
  readonly action: 'create' | 'update' | 'prune';
  /** A check of all files, without a change. */
  readonly check: CheckRequest;
  /** Path of the baseline in the tree; undefined: as configured. */
  readonly file: string | undefined;
  /** `create` replaces an existing baseline. */
  readonly force: boolean;
}

/** A baseline to write to `file`. */
export interface BaselineResult {
  readonly file: string;
  readonly text: string;
  /** What changed, as lines for people. Raw text: escape it before printing. */
  readonly summary: string;
}

/**
 * `querygate baseline`. `create` accepts every finding of the checked files. `update` adds new findings to the existing
 * baseline, and records moved files at their new path. `prune` removes the entries whose finding is gone.
 *
 * A baseline accepts every finding about a statement. Findings that no comment can suppress are accepted only while the
 * text of their statement stays exactly the same. It never accepts a finding about a whole file. Raises ConfigError,
 * and ServiceError if the service should have judged and did not: then there is nothing to accept.
 */
export async function makeBaseline({ action, check, file: named, force }: BaselineRequest): Promise<BaselineResult> {
  const file = named ?? baselinePath((await loadConfig(check.head, check.config))?.value);
  const existing = action === 'create' && force ? undefined : await readBaseline(check.head, file);
  if (action === 'create' && existing)
    throw new ConfigError(
      'this baseline exists; add new findings with `querygate baseline update`, or replace it with `--force`',
      { file },
    );
  if (action !== 'create' && !existing)
    throw new ConfigError('there is no baseline here; write one with `querygate baseline create`', { file });
  const old = existing ?? [];
  const report = await runCheck({ ...check, baseline: old });
  assertJudged(report);
  const gone = await entriesWithoutFinding(old, report, check);
  const { entries, lines } = action === 'prune' ? pruned(old, gone) : accepted(old, report, gone, action);
  const summary = [...lines, `${file} accepts ${counted(entries.length, 'finding')}; commit it`];
  return { file, text: toText(entries), summary: `${summary.join('\n')}\n` };
}

interface NewBaseline {
  readonly entries: readonly BaselineEntry[];
  readonly lines: readonly string[];
}

function accepted(
  old: readonly BaselineEntry[],
  { findings, policy }: CheckReport,
  gone: readonly BaselineEntry[],
  action: 'create' | 'update',
): NewBaseline {
  const found = findings.filter((finding) => counts(finding, policy));
  const added = found.filter(isAcceptable);
  const moved = findings.filter(({ acceptedAs, fingerprint }) => (acceptedAs ?? fingerprint) !== fingerprint);
  const formerly = new Set(moved.map(({ acceptedAs }) => acceptedAs));
  const kept = old.filter(({ fingerprint }) => !formerly.has(fingerprint));
  const exact = countFindings(added.filter(({ suppressible }) => !suppressible));
  const left = countFindings(found) - countFindings(added);
  return {
    entries: [...kept, ...moved.map(toEntry), ...added.map(toEntry)],
    lines: [
      action === 'create'
        ? `${counted(countFindings(added), 'finding')} accepted`
        : `${counted(countFindings(added), 'finding')} added, ${kept.length} kept, ${moved.length} recorded at a new path`,
      ...countsByRule(added),
      ...(exact > 0
        ? [`${exact} of them cannot be suppressed by a comment: these are accepted with their exact text`]
        : []),
      ...(gone.length > 0
        ? [`${counted(gone.length, 'entry', 'entries')} without a finding: remove with \`querygate baseline prune\``]
        : []),
      ...(left > 0 ? [`${left} could not be accepted: fix the files that cannot be read`] : []),
    ],
  };
}

function pruned(old: readonly BaselineEntry[], gone: readonly BaselineEntry[]): NewBaseline {
  const removed = new Set(gone);
  return {
    entries: old.filter((entry) => !removed.has(entry)),
    lines: [
      `${counted(gone.length, 'entry', 'entries')} removed, because their finding is gone${gone.length > 0 ? ':' : ''}`,
      ...gone.map(({ rule, path }) => `  ${rule}  ${path}`),
    ],
  };
}

/**
 * The entries of checked files that match no finding and, after a run over all files, those of deleted files: a run
 * over some paths cannot tell whether a file was deleted or moved. A file that could not be read says nothing about its
 * entries.
 */
async function entriesWithoutFinding(
  entries: readonly BaselineEntry[],
  { findings, files }: CheckReport,
  { head, paths }: CheckRequest,
): Promise<readonly BaselineEntry[]> {
  const present = new Set(findings.flatMap(({ fingerprint, acceptedAs }) => [fingerprint, acceptedAs ?? fingerprint]));
  const candidates = entries.filter(({ fingerprint }) => !present.has(fingerprint));
  if (candidates.length === 0) return [];
  const unread = new Set(findings.filter((finding) => !isAcceptable(finding)).map(({ path }) => path));
  const checked = new Set(files.filter(({ path }) => !unread.has(path)).map(({ path }) => path));
  const existing = new Set([...(await head.list('')), ...((await head.links?.('')) ?? [])]);
  const isWholeRun = paths === undefined || paths.includes('.');
  return candidates.filter(({ path }) => checked.has(path) || (isWholeRun && !existing.has(path)));
}

/** Whether the finding is about a statement, and not about a whole file. */
function isAcceptable({ location }: Finding): boolean {
  return location !== undefined;
}

function countsByRule(findings: readonly Finding[]): readonly string[] {
  const rows = countBy(
    findings,
    ({ rule }) => rule,
    ({ count = 1 }) => count,
  );
  const width = Math.max(0, ...rows.map(([rule]) => rule.length));
  return rows.map(([rule, count]) => `  ${rule.padEnd(width)}  ${count}`);
}

function toEntry({ fingerprint, rule, path }: Finding): BaselineEntry {
  return { fingerprint, rule, path };
}

function toText(entries: readonly BaselineEntry[]): string {
  const findings = [...entries].sort(
    (a, b) => compareText(a.path, b.path) || compareText(a.fingerprint, b.fingerprint),
  );
  return `${JSON.stringify({ version: 1, findings }, null, 2)}\n`;
}
