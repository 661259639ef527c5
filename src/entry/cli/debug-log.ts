import { withoutCommands } from '../../ci/index.ts';
import { debug, secretsOf, startDebug } from '../../debug/index.ts';
import { PRODUCT } from '../../model/index.ts';
import { visible } from '../../report/index.ts';

/** Turns on the debug log, on standard error. */
export function startDebugLog(): void {
  const { env, version, platform, argv } = process;
  startDebug((line) => process.stderr.write(`debug: ${withoutCommands(visible(line))}\n`), secretsOf(env));
  debug('run', () => `querygate ${PRODUCT.version}, Node.js ${version} on ${platform}: ${argv.slice(2).join(' ')}`);
}
