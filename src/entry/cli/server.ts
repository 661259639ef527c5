import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../../model/index.ts';
import { wrapLines } from '../../report/index.ts';
import { terminalWidth } from './terminal-width.ts';

/**
 * Starts the service's own program, which parses the command line itself. It is a separate bundle beside dist/: the
 * package contains it, a checkout has to build it, and the Actions never download it. Without it, prints the help if that
 * is asked for. Raises ConfigError for any other command.
 */
export async function startServerProgram(): Promise<void> {
  const [, main = '', ...words] = process.argv;
  const program = join(dirname(realpathSync(main)), '../server/index.js');
  if (existsSync(program)) {
    // The service continues when the reader of its log is gone.
    process.stdout.removeAllListeners('error').on('error', () => {});
    await import(/* webpackIgnore: true */ pathToFileURL(program).href);
    return;
  }
  const build =
    'in a checkout, build it with `npm ci && npm run build:server`, or install the package that `npm pack` creates';
  const help = await helpFor(words);
  if (help === undefined) throw new ConfigError(`the service is not in this copy of querygate: ${build}`);
  const note = wrapLines(`Not in this copy of querygate: ${build}`, terminalWidth());
  process.stdout.write(`${help.trimEnd()}\n\n${note}\n`);
}

/** The help of the named command, if `--help`, `-h` or `help` is among the arguments. */
async function helpFor(words: readonly string[]): Promise<string | undefined> {
  if (!words.some((word) => word === '--help' || word === '-h' || word === 'help')) return undefined;
  const { SERVER_HELP } = await import('./server-help.ts');
  const named = words.filter((word) => !word.startsWith('-') && word !== 'help');
  for (let length = named.length; length > 0; length--) {
    const help = SERVER_HELP.get(named.slice(0, length).join(' '));
    if (help !== undefined) return help;
  }
  return undefined;
}
