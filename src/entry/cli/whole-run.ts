import { checkoutTree } from '../../ci/index.ts';
import type { BaselineRequest } from '../../commands/index.ts';
import { isDialect } from '../../model/index.ts';
import { place, serviceOf } from './check.ts';

/** Options of the commands that check all files of the checkout. */
export interface WholeRunOptions {
  readonly dialect?: string;
  readonly baseUrl?: string;
  readonly workspace?: string;
  readonly timeout?: number;
}

/** A check of all files of the checkout, or of those in `paths`, without a change. */
export function wholeRun(
  paths: readonly string[],
  options: WholeRunOptions,
  { cwd, root }: { readonly cwd: string; readonly root: string },
): BaselineRequest['check'] {
  const { env } = process;
  return {
    change: undefined,
    head: checkoutTree(root),
    event: 'local',
    today: new Date().toISOString().slice(0, 10),
    ...(paths.length > 0 && { paths: paths.map((path) => place(path, cwd, root)) }),
    ...(options.dialect !== undefined && isDialect(options.dialect) && { dialect: options.dialect }),
    service: { ...serviceOf(options, env), timeout: options.timeout, env },
  };
}
