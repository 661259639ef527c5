import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../../model/index.ts';

/**
 * Starts the service's own program, which reads the command line by itself. It is a bundle beside dist/, which the package
 * has and a checkout builds: no run of an Action downloads it. Raises ConfigError where it is not there.
 */
export async function startServerProgram(): Promise<void> {
  const [, main = ''] = process.argv;
  const program = join(dirname(realpathSync(main)), '../server/index.js');
  if (!existsSync(program))
    throw new ConfigError(
      'the service is not in this copy of querygate: in a checkout, build it with `npm ci && npm run build:server`; or install the package that `npm pack` makes there',
    );
  await import(/* webpackIgnore: true */ pathToFileURL(program).href);
}
