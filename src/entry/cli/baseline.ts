import { writeReportFile } from '../../ci/index.ts';
import { type BaselineRequest, makeBaseline } from '../../commands/index.ts';
import { ConfigError } from '../../model/index.ts';
import { visibleLines } from '../../report/index.ts';
import { place } from './check.ts';
import { type WholeRunOptions, wholeRun } from './whole-run.ts';
import { workingFolders } from './working-folders.ts';

/** Options of `querygate baseline` as commander gives them. */
export interface BaselineOptions extends WholeRunOptions {
  readonly file?: string;
  readonly force?: boolean;
}

export async function baseline(
  action: BaselineRequest['action'],
  paths: readonly string[],
  options: BaselineOptions,
): Promise<string> {
  const { cwd, root } = await workingFolders();
  const named = options.file === undefined ? undefined : place(options.file, cwd, root);
  if (named?.startsWith('/'))
    throw new ConfigError(`\`${options.file}\` is outside the repository; name a file inside it`);
  const { file, text, summary } = await makeBaseline({
    action,
    check: wholeRun(paths, options, { cwd, root }),
    file: named,
    force: options.force === true,
  });
  await writeReportFile(root, file, text);
  return visibleLines(summary);
}
