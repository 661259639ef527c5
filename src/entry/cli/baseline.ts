import { checkoutTree, writeReportFile } from '../../ci/index.ts';
import { type BaselineRequest, makeBaseline } from '../../commands/index.ts';
import { ConfigError, isDialect } from '../../model/index.ts';
import { visibleLines } from '../../report/index.ts';
import { place, serviceOf } from './check.ts';
import { workingFolders } from './working-folders.ts';

/** Options of `querygate baseline` as commander gives them. */
export interface BaselineOptions {
  readonly dialect?: string;
  readonly file?: string;
  readonly force?: boolean;
  readonly baseUrl?: string;
  readonly workspace?: string;
  readonly timeout?: number;
}

export async function baseline(
  action: BaselineRequest['action'],
  paths: readonly string[],
  options: BaselineOptions,
): Promise<string> {
  const { cwd, root } = await workingFolders();
  const env = process.env;
  const named = options.file === undefined ? undefined : place(options.file, cwd, root);
  if (named?.startsWith('/'))
    throw new ConfigError(`\`${options.file}\` is outside the repository; name a file inside it`);
  const { file, text, summary } = await makeBaseline({
    action,
    check: {
      change: undefined,
      head: checkoutTree(root),
      event: 'local',
      today: new Date().toISOString().slice(0, 10),
      ...(paths.length > 0 && { paths: paths.map((path) => place(path, cwd, root)) }),
      ...(options.dialect !== undefined && isDialect(options.dialect) && { dialect: options.dialect }),
      service: { ...serviceOf(options, env), timeout: options.timeout, env },
    },
    file: named,
    force: options.force === true,
  });
  await writeReportFile(root, file, text);
  return visibleLines(summary);
}
