import { ConfigError } from './errors.ts';
import type { CallerMask, NameMask } from './history.ts';

/** A mask that is probably missing: names that differ only in digits or ids. */
export interface ProposedMask {
  /** A name of the caller, or one that statements have. */
  readonly fact: keyof CallerMask | keyof NameMask;
  readonly pattern: string;
  /** Number of names that it masks; if `isMore`, there may be more. */
  readonly count: number;
  readonly isMore: boolean;
}

export interface ProposedMasks {
  readonly masks: readonly ProposedMask[];
  /** Names change in more ways than were compared. */
  readonly isCutOff: boolean;
}

/** Reads the value of `--caller-pattern`: `fact=pattern`. Raises ConfigError. */
export function readCallerMask(text: string): CallerMask {
  const [, fact, pattern] = /^(user|application|database)=(.*\*.*)$/s.exec(text) ?? [];
  if (fact === undefined || pattern === undefined)
    throw new ConfigError(
      `\`--caller-pattern ${text}\`: expected \`user\`, \`application\` or \`database\`, \`=\` and a pattern with \`*\`, such as \`database=tenant_*\``,
    );
  return { [fact]: pattern };
}

/** Reads the value of `--name-pattern`: `fact=pattern`. Raises ConfigError. */
export function readNameMask(text: string): NameMask {
  const [, fact, pattern] = /^(schema|table|role)=(.*\*.*)$/s.exec(text) ?? [];
  if (fact === undefined || pattern === undefined)
    throw new ConfigError(
      `\`--name-pattern ${text}\`: expected \`schema\`, \`table\` or \`role\`, \`=\` and a pattern with \`*\`, such as \`schema=tenant_*\``,
    );
  return { [fact]: pattern };
}

/** Whether a mask is for names in statements, and not for those of callers. */
export function isNameMask({ fact }: Pick<ProposedMask, 'fact'>): boolean {
  return fact === 'schema' || fact === 'table' || fact === 'role';
}

/** The option that sets a mask. */
export function maskOption(mask: Pick<ProposedMask, 'fact' | 'pattern'>): string {
  const { fact, pattern } = mask;
  return `--${isNameMask(mask) ? 'name' : 'caller'}-pattern '${fact}=${pattern.replaceAll("'", "'\\''")}'`;
}
