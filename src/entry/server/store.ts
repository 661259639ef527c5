import { type Command, Option } from 'commander';
import { ConfigError } from '../../model/index.ts';

/** Settings that choose the store. */
export interface StoreSettings {
  readonly databaseUrl?: string;
  readonly data?: string;
}

const FOLDER = './querygate-data';

/** Adds the store options to a command. */
export function withStore(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--database-url <url>',
        'URL of the PostgreSQL database of the service (environment: QUERYGATE_DATABASE_URL)',
      ),
    )
    .addOption(
      new Option('--data <folder>', `folder of the embedded store (environment: QUERYGATE_DATA; default: ${FOLDER})`),
    );
}

/** The store: from the command line, else from the environment, else the default folder. Raises ConfigError. */
export function storeOf(
  { databaseUrl, data }: StoreSettings,
  env: NodeJS.ProcessEnv = process.env,
): { readonly url: string } | { readonly folder: string } {
  if (databaseUrl !== undefined && data !== undefined)
    throw new ConfigError('`--database-url` and `--data` name two stores; give one of them');
  if (databaseUrl?.trim() === '') throw new ConfigError('`--database-url` is empty; give the URL of the database');
  if (databaseUrl !== undefined) return { url: databaseUrl };
  if (data !== undefined) return { folder: folderOf(data, '--data') };
  const { QUERYGATE_DATABASE_URL: url, QUERYGATE_DATA: folder } = env;
  // Usually a secret that is missing: a new, empty store in its place would look like a loss of all data.
  if (url?.trim() === '')
    throw new ConfigError(
      '`QUERYGATE_DATABASE_URL` is set but empty; set it to the URL of the database, or unset it to use the embedded store',
    );
  if (url !== undefined && folder !== undefined && folder !== '')
    throw new ConfigError('`QUERYGATE_DATABASE_URL` and `QUERYGATE_DATA` name two stores; set one of them');
  if (url !== undefined) return { url };
  return { folder: folder === undefined ? FOLDER : folderOf(folder, 'QUERYGATE_DATA') };
}

function folderOf(data: string, name: string): string {
  if (data.trim() === '') throw new ConfigError(`\`${name}\` is empty; give a folder`);
  return data;
}
