import { ConfigError, EXIT } from '../../model/index.ts';
import type { CommandResult } from '../command-result.ts';

/** `querygate history export-sql`: the statement that exports a source, or a list of sources. Raises ConfigError. */
export async function exportSqlCommand(name: string | undefined): Promise<CommandResult> {
  const { EXPORTS, exportText } = await import('../../history/index.ts');
  const names = Object.keys(EXPORTS) as (keyof typeof EXPORTS)[];
  if (name === undefined) {
    const lines = names.map((known) => {
      const { title, tested } = EXPORTS[known];
      return `${known.padEnd(20)}${title.replaceAll('`', '')}${tested ? '' : ' (not run against the real product)'}\n`;
    });
    return { text: lines.join(''), exitCode: EXIT.ok };
  }
  const known = names.find((candidate) => candidate === name);
  if (known === undefined)
    throw new ConfigError(`no source is called \`${name}\`: use ${names.map((one) => `\`${one}\``).join(', ')}`);
  return { text: exportText(known), exitCode: EXIT.ok };
}
