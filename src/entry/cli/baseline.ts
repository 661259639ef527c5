import { join, relative, resolve } from 'node:path';
import { workingTree, writeReportFile } from '../../ci/index.ts';
import { createBaseline, runCheck } from '../../commands/index.ts';
import { isDialect } from '../../model/index.ts';
import { visible } from '../../report/index.ts';
import { place, serviceOf } from './check.ts';
import { workingFolders } from './working-folders.ts';

/** Options of `querygate baseline` as commander gives them. */
export interface BaselineOptions {
  readonly dialect?: string;
  readonly file?: string;
  readonly baseUrl?: string;
  readonly workspace?: string;
  readonly timeout?: number;
}

export async function baseline(paths: readonly string[], options: BaselineOptions): Promise<string> {
  const { cwd, root } = await workingFolders();
  const env = process.env;
  const report = await runCheck({
    change: undefined,
    head: workingTree(root),
    event: 'local',
    today: new Date().toISOString().slice(0, 10),
    ...(paths.length > 0 && { paths: paths.map((path) => place(path, cwd, root)) }),
    ...(options.dialect !== undefined && isDialect(options.dialect) && { dialect: options.dialect }),
    service: { ...serviceOf(options, env), timeout: options.timeout, env },
  });
  const { text, accepted, left } = createBaseline(report);
  const file = options.file === undefined ? join(root, '.querygate/baseline.json') : resolve(cwd, options.file);
  await writeReportFile(root, file, text);
  const done = `findings accepted: ${accepted} of ${accepted + left}, in ${visible(relative(cwd, file))}; commit it\n`;
  return left === 0 ? done : `${done}${left} could not be accepted: fix the files that cannot be read\n`;
}
