import { ConfigError, type FileTree } from '../../model/index.ts';
import type { BaselineEntry, BaselineFile, ConfigFile } from '../../model/schemas/index.ts';
import { readOwnFile } from './config.ts';

const BASELINE_FILE = '.querygate/baseline.json';

/** The path of the baseline. */
export function baselinePath(config: ConfigFile | undefined): string {
  return config?.baseline ?? BASELINE_FILE;
}

/**
 * The findings that the baseline accepts. None if there is no tree to read it from, or no file; but a file that the
 * configuration names must exist. Raises ConfigError.
 */
export async function loadBaseline(
  tree: FileTree | undefined,
  config: ConfigFile | undefined,
): Promise<readonly BaselineEntry[]> {
  if (!tree) return [];
  const path = baselinePath(config);
  const entries = await readBaseline(tree, path);
  if (!entries && config?.baseline !== undefined) {
    throw new ConfigError(
      `there is no baseline \`${path}\`; correct \`baseline\` in the configuration, or write the file with \`querygate baseline create\``,
      { file: path },
    );
  }
  return entries ?? [];
}

/** The entries of a baseline file; undefined if there is no file. Raises ConfigError. */
export async function readBaseline(tree: FileTree, path: string): Promise<readonly BaselineEntry[] | undefined> {
  const bytes = await readOwnFile(tree, path, 'baseline');
  if (!bytes) return undefined;
  const { baselineSchema } = await import('../../model/schemas/index.ts');
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ConfigError('the baseline is not valid JSON; recreate it with `querygate baseline create --force`', {
      file: path,
    });
  }
  const result = baselineSchema.safeParse(parsed);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new ConfigError(`\`${issue?.path.join('.') ?? ''}\` is invalid in the baseline: ${issue?.message ?? ''}`, {
      file: path,
    });
  }
  const baseline: BaselineFile = result.data;
  return baseline.findings;
}
