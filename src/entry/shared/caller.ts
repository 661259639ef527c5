import { ConfigError } from '../../model/index.ts';
import type { CallerSettings } from '../../model/schemas/index.ts';

const CALLER_KEYS = ['user', 'role', 'application', 'database'] as const;

/** The caller of `--caller`. Raises ConfigError for a key that is none of a caller. */
export function readCaller(pairs: readonly string[]): CallerSettings {
  const caller: CallerSettings = {};
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const key = CALLER_KEYS.find((name) => name === pair.slice(0, equals));
    if (!key)
      throw new ConfigError(
        `\`--caller ${pair}\` is invalid; use one of ${CALLER_KEYS.map((name) => `\`${name}=…\``).join(', ')}`,
      );
    caller[key] = pair.slice(equals + 1);
  }
  return caller;
}
