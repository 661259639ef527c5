import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../../model/index.ts';

/**
 * Starts the service's own program, which parses the command line itself. It is a separate bundle beside dist/: the
 * package contains it, a checkout has to build it, and the Actions never download it. Raises ConfigError if it is
 * missing.
 */
export async function startServerProgram(): Promise<void> {
  const [, main = ''] = process.argv;
  const program = join(dirname(realpathSync(main)), '../server/index.js');
  if (!existsSync(program))
    throw new ConfigError(
      'the service is not in this copy of querygate: in a checkout, build it with `npm ci && npm run build:server`, or install the package that `npm pack` creates',
    );
  // The service continues when the reader of its log is gone.
  process.stdout.removeAllListeners('error').on('error', () => {});
  await import(/* webpackIgnore: true */ pathToFileURL(program).href);
}
