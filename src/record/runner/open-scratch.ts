import { ConfigError } from '../../model/index.ts';
import { addressOf, type Env, urlVariables } from './environment.ts';
import { openMysql } from './mysql/scratch.ts';
import { openLocal, openPostgresql } from './postgresql/scratch.ts';
import type { Scratch, Seed } from './scratch.ts';

export interface ScratchOptions {
  /** URL of a database that may be used; undefined: a server that is installed here is started, else the embedded one. */
  readonly upstream: string | undefined;
  /** The program that serves the embedded PostgreSQL; undefined if this copy of querygate does not have it. */
  readonly embedded: string | undefined;
  /** Whether a database with rows may be used. */
  readonly isScratch: boolean;
  /** SQL that runs on the database first, such as a dump of the base's schema with some rows. */
  readonly seed?: Seed | undefined;
  readonly env: Env;
}

/** Opens the database behind the recorder. Raises ConfigError if it cannot be used. */
export async function openScratch(options: ScratchOptions): Promise<Scratch> {
  const { upstream, embedded, isScratch, seed, env } = options;
  if (upstream === undefined) {
    const [other] = urlVariables(env, 'mysql');
    if (other !== undefined && urlVariables(env, 'postgresql').length === 0)
      throw new ConfigError(
        `the variable \`${other}\` names a database of MySQL or MariaDB, which is not started here; name an empty one by \`--upstream mysql://user:password@host:3306/database\``,
      );
    return openLocal(env, embedded, seed);
  }
  const { kind, ...address } = addressOf(upstream, '`--upstream`');
  if (kind === 'postgresql') return openPostgresql(address, isScratch, seed);
  if (seed)
    throw new ConfigError(
      '`--seed` works with PostgreSQL only; load the rows into the database of `--upstream` yourself, and give `--scratch`',
    );
  return openMysql(address, isScratch);
}
