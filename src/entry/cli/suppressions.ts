import picocolors from 'picocolors';
import { gitBlame, repoRoot } from '../../ci/index.ts';
import { listExemptions } from '../../commands/index.ts';
import { EXIT } from '../../model/index.ts';
import { EXEMPTION_FORMATS } from '../../report/index.ts';
import { type WholeRunOptions, wholeRun } from './whole-run.ts';

/** Options of `querygate suppressions` as commander gives them. */
export interface SuppressionsOptions extends WholeRunOptions {
  readonly format: keyof typeof EXEMPTION_FORMATS;
  readonly expiring?: number;
  readonly failOnExpired?: boolean;
}

/** Lists the exemptions, and sets the exit code. Raises ConfigError. */
export async function suppressions(paths: readonly string[], options: SuppressionsOptions): Promise<void> {
  const cwd = process.cwd();
  const repository = await repoRoot(cwd);
  const root = repository ?? cwd;
  const list = await listExemptions({
    check: wholeRun(paths, options, { cwd, root }),
    expiring: options.expiring,
    blame: repository === undefined ? undefined : await gitBlame(repository),
  });
  if (options.failOnExpired && list.exemptions.some(({ state }) => state === 'expired'))
    process.exitCode = EXIT.blocked;
  const { render } = EXEMPTION_FORMATS[options.format];
  process.stdout.write(render(list, { colour: picocolors.isColorSupported, width: process.stdout.columns || 100 }));
}
