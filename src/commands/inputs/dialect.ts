import { ConfigError, DIALECTS, type Dialect, type FileTree } from '../../model/index.ts';
import { proposeDialect } from '../../repository/index.ts';
import { decodeSql } from '../../sql/index.ts';
import { loadConfig, resolveSettings } from './config.ts';

/** The dialect that the configuration sets for a path. Raises ConfigError with a proposal if it sets none. */
export async function dialectOf(tree: FileTree, path: string, config: string | undefined): Promise<Dialect> {
  const loaded = await loadConfig(tree, config);
  const request = { change: undefined, head: tree, event: 'local', today: '', service: {} };
  const dialect = resolveSettings(request, loaded?.value, undefined).of(path).dialect;
  if (dialect) return dialect;
  const entry = await tree.read(path);
  if (entry.kind !== 'file') throw new ConfigError(`there is no file \`${path}\`; correct the path`);
  throw noDialect(path, decodeSql(entry.bytes).text ?? '');
}

/** The error for a file without a dialect: says what to add, with a proposal. */
export function noDialect(path: string, text: string): ConfigError {
  const proposal = proposeDialect(text);
  const dialect = proposal ?? '<dialect>';
  const why = proposal ? `it looks like ${proposal}` : `\`<dialect>\` is one of ${DIALECTS.join(', ')}`;
  return new ConfigError(
    `no dialect is set for this file; set the option or input \`dialect\` to \`${dialect}\`, or add the lines \`version: 1\` and \`dialect: ${dialect}\` to .querygate/config.yml, or run \`querygate init\` (${why})`,
    { file: path },
  );
}
