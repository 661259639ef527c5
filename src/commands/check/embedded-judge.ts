import { type JudgedFile, judgeFile } from '../../check/index.ts';
import type { Dialect } from '../../model/index.ts';
import { createSqlReader, type SqlReader } from '../../sql/index.ts';
import type { Settings } from '../inputs/config.ts';
import type { Sides } from '../inputs/sides.ts';
import type { FileToJudge } from './files.ts';

/**
 * Judges files in this process. A dialect's reader is loaded with the first file of that dialect.
 *
 * @param baseline fingerprints of accepted findings
 * @param today `YYYY-MM-DD`, UTC
 */
export function embeddedJudge(
  { rules, headDecides }: Sides,
  { failOn, suppressions, maxExemptionDays }: Settings,
  baseline: ReadonlySet<string>,
  today: string,
): (task: FileToJudge) => Promise<JudgedFile> {
  const judging = { rulesets: rules, headDecides, failOn, suppressions, maxExemptionDays, baseline, today };
  const readers = new Map<Dialect, SqlReader>();
  return async (task) => {
    const { dialect } = task.settings;
    const reader = readers.get(dialect) ?? (await createSqlReader(dialect));
    readers.set(dialect, reader);
    return judgeFile(reader, task, { ...judging, file: task.settings });
  };
}
