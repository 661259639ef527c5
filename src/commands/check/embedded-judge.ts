import { type JudgedFile, judgeFile, wholeFileFinding } from '../../check/index.ts';
import { type Dialect, grouped, type Operation, type SqlScript } from '../../model/index.ts';
import { createLazySqlReader, loadingGrammar, type SqlReader } from '../../sql/index.ts';
import type { UseAnswer } from '../../use/index.ts';
import type { Settings } from '../inputs/config.ts';
import type { Sides } from '../inputs/sides.ts';
import type { FileToJudge } from './files.ts';

/** Judges files in this process. */
export interface EmbeddedJudge {
  /** `useOf` says what a history knows about the object of an operation. */
  judge(task: FileToJudge, useOf: (operation: Operation) => UseAnswer | undefined): Promise<JudgedFile>;
  /** The statements of a file. */
  read(task: FileToJudge): Promise<SqlScript>;
}

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
): EmbeddedJudge {
  const judging = { rulesets: rules, headDecides, failOn, suppressions, maxExemptionDays, baseline, today };
  const readers = new Map<Dialect, SqlReader>();
  const readerOf = async (dialect: Dialect): Promise<SqlReader> => {
    const reader = readers.get(dialect) ?? (await createLazySqlReader(dialect));
    readers.set(dialect, reader);
    return reader;
  };
  let read = 0;
  return {
    judge: async (task, useOf) => {
      if (read > MAX_READ) return notRead(task.path);
      const reader = await readerOf(task.settings.dialect);
      const judged = await loadingGrammar(() => judgeFile(reader, task, { ...judging, useOf, file: task.settings }));
      read += judged.statements + judged.operations;
      return judged;
    },
    read: async ({ path, text, context, settings }) => {
      const reader = await readerOf(settings.dialect);
      return loadingGrammar(() => reader.read(text, { path, context, run: settings }));
    },
  };
}

/** Statements and operations that one run reads, so that a change of thousands of large files ends too. */
const MAX_READ = 3_000_000;

function notRead(path: string): JudgedFile {
  const problem = `the files of this run before it have more than ${grouped(MAX_READ)} statements and operations; check fewer files at a time, or skip those that need no check with \`ignore\``;
  return { statements: 0, operations: 0, findings: [wholeFileFinding(path, problem)], suppressions: [], notices: [] };
}
