import { ConfigError } from '../model/index.ts';
import type { ProxyMode, RuleSource } from './types.ts';

/** A mode for some of the sessions, which comes before that of the workspace. */
export interface ModeFor {
  /** Undefined: every one. */
  readonly user: string | undefined;
  readonly database: string | undefined;
  readonly mode: ProxyMode;
}

const MODES: readonly string[] = ['observe', 'warn', 'enforce'] satisfies readonly ProxyMode[];

/**
 * Reads `enforce`, `user@database=enforce`, `user@=enforce` or `@database=enforce`. Names with `@` or `=` in them cannot
 * be written. Raises ConfigError.
 */
export function parseMode(text: string): ModeFor {
  const [, user, database, mode = ''] = /^(?:([^@=]*)@([^@=]*)=)?([a-z]+)$/.exec(text) ?? [];
  if (!MODES.includes(mode))
    throw new ConfigError(`the mode \`${text}\` is none of ${MODES.join(', ')}, nor \`user@database=<mode>\``);
  return { user: user || undefined, database: database || undefined, mode: mode as ProxyMode };
}

/**
 * The mode of a session: the most specific of the given modes (of equally specific ones, the last), else the
 * workspace's mode for this proxy, else `observe`.
 */
export function modeOf(
  given: readonly ModeFor[],
  rules: Pick<RuleSource, 'current'>,
  session: { readonly user: string; readonly database: string },
): ProxyMode {
  let found: ModeFor | undefined;
  for (const each of given) {
    const fits =
      (each.user ?? session.user) === session.user && (each.database ?? session.database) === session.database;
    if (fits && (!found || named(each) >= named(found))) found = each;
  }
  return found?.mode ?? rules.current?.mode ?? 'observe';
}

/** Which modes hold, for the log. */
export function modesText(given: readonly ModeFor[], rules: Pick<RuleSource, 'current'>): string {
  const own = given.map(({ user, database, mode }) => {
    const whom = [
      ...(user === undefined ? [] : [`user \`${user}\``]),
      ...(database === undefined ? [] : [`database \`${database}\``]),
    ];
    return `${mode} for ${whom.join(' in ') || 'all sessions'} (\`--mode\`)`;
  });
  const isEvery = given.some(({ user, database }) => user === undefined && database === undefined);
  const others = rules.current?.mode;
  const rest = others === undefined ? 'observe' : `${others} (workspace)`;
  return `modes: ${[...own, ...(isEvery ? [] : [own.length === 0 ? rest : `${rest} otherwise`])].join('; ')}`;
}

function named({ user, database }: ModeFor): number {
  return (user === undefined ? 0 : 2) + (database === undefined ? 0 : 1);
}
