import picocolors from 'picocolors';
import { checkoutTree, gitBlame, repoRoot } from '../../ci/index.ts';
import { listExemptions } from '../../commands/index.ts';
import { EXIT, isDialect } from '../../model/index.ts';
import { EXEMPTION_FORMATS } from '../../report/index.ts';
import { place, serviceOf } from './check.ts';

/** Options of `querygate suppressions` as commander gives them. */
export interface SuppressionsOptions {
  readonly dialect?: string;
  readonly format: keyof typeof EXEMPTION_FORMATS;
  readonly expiring?: number;
  readonly failOnExpired?: boolean;
  readonly baseUrl?: string;
  readonly workspace?: string;
  readonly timeout?: number;
}

/** Lists the exemptions, and sets the exit code. Raises ConfigError. */
export async function suppressions(paths: readonly string[], options: SuppressionsOptions): Promise<void> {
  const cwd = process.cwd();
  const repository = await repoRoot(cwd);
  const root = repository ?? cwd;
  const env = process.env;
  const list = await listExemptions({
    check: {
      change: undefined,
      head: checkoutTree(root),
      event: 'local',
      today: new Date().toISOString().slice(0, 10),
      ...(paths.length > 0 && { paths: paths.map((path) => place(path, cwd, root)) }),
      ...(options.dialect !== undefined && isDialect(options.dialect) && { dialect: options.dialect }),
      service: { ...serviceOf(options, env), timeout: options.timeout, env },
    },
    expiring: options.expiring,
    blame: repository === undefined ? undefined : await gitBlame(repository),
  });
  if (options.failOnExpired && list.exemptions.some(({ state }) => state === 'expired'))
    process.exitCode = EXIT.blocked;
  const { render } = EXEMPTION_FORMATS[options.format];
  process.stdout.write(render(list, { colour: picocolors.isColorSupported, width: process.stdout.columns || 100 }));
}
