import { checkoutTree } from '../../ci/index.ts';
import type { BaselineRequest } from '../../commands/index.ts';
import { type Dialect, dayOf } from '../../model/index.ts';
import { optionSettings, type ServiceOptions } from '../shared/service-settings.ts';
import { treePath, type WorkingFolders } from './working-folders.ts';

/** Options of the commands that check all files of the checkout. */
export interface WholeRunOptions extends ServiceOptions {
  readonly dialect?: Dialect;
}

/** A check of all files of the checkout, or of those in `paths`, without a change. */
export function wholeRun(
  paths: readonly string[],
  options: WholeRunOptions,
  folders: WorkingFolders,
): BaselineRequest['check'] {
  const { env } = process;
  return {
    change: undefined,
    head: checkoutTree(folders.root),
    event: 'local',
    today: dayOf(new Date()),
    paths: paths.length > 0 ? paths.map((path) => treePath(path, folders)) : undefined,
    dialect: options.dialect,
    service: { ...optionSettings(options, env), env },
  };
}
