import picocolors from 'picocolors';
import { gitBlame } from '../../ci/index.ts';
import { listExemptions } from '../../commands/index.ts';
import { EXIT } from '../../model/index.ts';
import { EXEMPTION_FORMATS } from '../../report/index.ts';
import type { CommandOutput } from './command-output.ts';
import { terminalWidth } from './terminal-width.ts';
import { type WholeRunOptions, wholeRun } from './whole-run.ts';
import { workingFolders } from './working-folders.ts';

/** Options of `querygate suppressions` as commander gives them. */
export interface SuppressionsOptions extends WholeRunOptions {
  readonly format: keyof typeof EXEMPTION_FORMATS;
  readonly expiring?: number;
  readonly failOnExpired?: boolean;
}

/** Lists the exemptions. Raises ConfigError. */
export async function suppressions(paths: readonly string[], options: SuppressionsOptions): Promise<CommandOutput> {
  const folders = await workingFolders();
  const list = await listExemptions({
    check: wholeRun(paths, options, folders),
    expiring: options.expiring,
    blame: folders.repository === undefined ? undefined : await gitBlame(folders.repository),
  });
  const isFailed = options.failOnExpired && list.exemptions.some(({ state }) => state === 'expired');
  const { render } = EXEMPTION_FORMATS[options.format];
  return {
    text: render(list, { colour: picocolors.isColorSupported, width: terminalWidth() }),
    exitCode: isFailed ? EXIT.blocked : EXIT.ok,
  };
}
