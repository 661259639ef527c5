import { writeReportFile } from '../../ci/index.ts';
import { type BaselineRequest, makeBaseline } from '../../commands/index.ts';
import { ConfigError } from '../../model/index.ts';
import { type CommandOutput, outputOf } from './command-output.ts';
import { type WholeRunOptions, wholeRun } from './whole-run.ts';
import { treePath, workingFolders } from './working-folders.ts';

/** Options of `querygate baseline` as commander gives them. */
export interface BaselineOptions extends WholeRunOptions {
  readonly file?: string;
  readonly force?: boolean;
}

export async function baseline(
  action: BaselineRequest['action'],
  paths: readonly string[],
  options: BaselineOptions,
): Promise<CommandOutput> {
  const folders = await workingFolders();
  const named = options.file === undefined ? undefined : treePath(options.file, folders);
  if (named?.startsWith('/'))
    throw new ConfigError(`\`${options.file}\` is outside the repository; name a file inside it`);
  const { file, text, summary } = await makeBaseline({
    action,
    check: wholeRun(paths, options, folders),
    file: named,
    force: options.force === true,
  });
  await writeReportFile(folders.root, file, text);
  return outputOf(summary);
}
