import { type JudgedFile, type JudgeSettings, judgeFile } from '../../check/index.ts';
import type { Dialect } from '../../model/index.ts';
import { createSqlReader, type SqlReader } from '../../sql/index.ts';
import type { FileToJudge } from './files.ts';

/** Judges files in this process. A dialect's reader is loaded with the first file of that dialect. */
export function embeddedJudge(judging: Omit<JudgeSettings, 'file'>): (task: FileToJudge) => Promise<JudgedFile> {
  const readers = new Map<Dialect, SqlReader>();
  return async (task) => {
    const { dialect } = task.settings;
    const reader = readers.get(dialect) ?? (await createSqlReader(dialect));
    readers.set(dialect, reader);
    return judgeFile(reader, task, { ...judging, file: task.settings });
  };
}
