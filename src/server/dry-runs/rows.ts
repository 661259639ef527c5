import type { z } from 'zod';
import type { DryRun, DryRunItem, dryRunRecordSchema } from '../../contract/index.ts';
import { compareVerdicts, countFindings } from '../../model/index.ts';
import type { Queryable } from '../store/database.ts';
import type { JudgedDryRun } from './details.ts';

type Finding = DryRun['files'][number]['findings'][number];

/** The JSON part of a stored dry run. It has no SQL. */
export type StoredDryRun = Omit<
  z.output<typeof dryRunRecordSchema>,
  'id' | 'workspace' | 'at' | 'audit' | 'verdict' | 'rules' | 'url'
>;

/** Findings and files that are stored, and characters of each text. */
const MAX_FINDINGS = 500;
const MAX_FILES = 500;
const MAX_CHARACTERS = 1000;

/** Stores dry runs; `sequences` are those of their audit entries. */
export async function addDryRuns(
  tx: Queryable,
  workspace: string,
  dryRuns: readonly { readonly record: JudgedDryRun; readonly sequence: number }[],
  at: Date,
): Promise<void> {
  for (const { record, sequence } of dryRuns) {
    const { verdict, stored } = storedDryRun(record);
    const key = ['key', 'trust'].includes(record.actor.kind) ? record.actor.id : null;
    await tx.query(
      `INSERT INTO dry_runs (workspace_id, id, sequence, at, key_id, verdict, record)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [workspace, record.answer.id, sequence, at, key, verdict, JSON.stringify(stored)],
    );
  }
}

function storedDryRun({ actor, databaseId, change, answer }: JudgedDryRun): {
  readonly verdict: DryRunItem['verdict'];
  readonly stored: StoredDryRun;
} {
  const { ruleset, judges, files } = answer;
  // Each finding names the path of its file.
  const findings = files
    .flatMap(({ path, findings: found }) => found.map((finding) => ({ ...finding, path })))
    .sort(worstFirst);
  const counting = findings.filter(counts);
  const count = (verdict: Finding['verdict']) =>
    countFindings(counting.filter((finding) => finding.verdict === verdict));
  return {
    verdict: counting[0]?.verdict ?? 'allow',
    stored: {
      key: actor,
      databaseId,
      ruleset: ruleset.version,
      edited: judges.length > 1,
      files: files.length,
      statements: files.reduce((sum, { statements }) => sum + statements, 0),
      findings: {
        ...{ block: count('block'), warn: count('warn'), unknown: count('unknown') },
        exempted: countFindings(findings) - countFindings(counting),
      },
      repository: cut(change?.repository),
      ref: cut(change?.ref ?? change?.head),
      commit: cut(change?.commit),
      event: cut(change?.event),
      items: findings.slice(0, MAX_FINDINGS).map(({ rule, verdict, status, path, location, operation }) => ({
        ...{ rule, verdict, status, path: path.slice(0, MAX_CHARACTERS) },
        ...{ line: location?.start.line, column: location?.start.column },
        operation: operation?.kind,
      })),
      checked: files
        .slice(0, MAX_FILES)
        .map(({ path, statements }) => ({ path: path.slice(0, MAX_CHARACTERS), statements })),
      more: countFindings(findings) - countFindings(findings.slice(0, MAX_FINDINGS)),
    },
  };
}

function counts({ status }: Finding): boolean {
  return status === 'new' || status === 'existing';
}

function worstFirst(a: Finding, b: Finding): number {
  return Number(counts(b)) - Number(counts(a)) || compareVerdicts(a.verdict, b.verdict);
}

function cut(text: string | undefined): string | undefined {
  return text?.slice(0, MAX_CHARACTERS);
}
