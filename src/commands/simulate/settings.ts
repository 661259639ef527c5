import { isAbsolute } from 'node:path';
import { ConfigError, HISTORY_FILE, type HistoryGap, type SimulationPolicy } from '../../model/index.ts';
import type { ConfigFile, SimulateSettings } from '../../model/schemas/index.ts';
import { CONFIG_FILE } from '../inputs/config.ts';
import type { SimulationLimits } from '../inputs/simulate-request.ts';

/** The settings of one simulation. */
export interface SimulationSettings {
  readonly policy: SimulationPolicy;
  readonly ignoreCallers: NonNullable<SimulateSettings['ignore-callers']>;
  /** Paths, folders and globs. */
  readonly history: readonly string[];
  /** Where `history` comes from. `none`: the configuration in force says that there is no history. */
  readonly historyFrom: 'configured' | 'default' | 'none';
  /** The history that the change's own configuration names; used only if there is none at `history`. */
  readonly historyOfChange: readonly string[] | undefined;
  readonly onMissingKey: 'unknown' | 'embedded';
  /** What it means that a history of tests alone shows no break. */
  readonly testsAlone: 'unknown' | 'accept';
  /** What a history that shows no break may lack. */
  readonly acceptedGaps: readonly HistoryGap[];
}

/** The value of `simulate.history` that says that there is no history. A file of this name is `./none`. */
export const NO_HISTORY = 'none';

export const DEFAULT_POLICY: SimulationPolicy = {
  maxBrokenFlows: 0,
  maxUnknown: 0,
  maxUnread: 1,
  maxAge: 30,
  failOnNewlyAllowed: false,
  failOn: 'block',
  minCalls: 1,
  minDays: 1,
};

/**
 * Resolves the settings. The workflow overrides the base's configuration, which overrides the defaults. If the base has
 * no configuration, the change's own can only make the defaults stricter.
 */
export function resolveSimulationSettings(
  limits: SimulationLimits & { readonly history?: readonly string[] | undefined },
  base: ConfigFile | undefined,
  head: ConfigFile | undefined,
): SimulationSettings {
  const inForce = base ? base.simulate : undefined;
  const configured = base ? policyOf(inForce) : stricterPolicy(DEFAULT_POLICY, policyOf(head?.simulate));
  const { history: given } = limits;
  const isNone = !given && inForce?.history === NO_HISTORY;
  const history = given ?? (isNone ? undefined : asList(inForce?.history));
  const named = head?.simulate?.history;
  const own = base || given || named === NO_HISTORY ? undefined : insideOnly(asList(named));
  return {
    policy: overridden(configured, limits),
    ignoreCallers: inForce?.['ignore-callers'] ?? [],
    history: history ?? [HISTORY_FILE],
    historyFrom: history ? 'configured' : isNone ? 'none' : 'default',
    historyOfChange: own,
    testsAlone: inForce?.['tests-alone'] ?? 'unknown',
    acceptedGaps: inForce?.['accept-incomplete'] ?? [],
    onMissingKey: inForce?.['on-missing-key'] ?? base?.['on-missing-key'] ?? 'unknown',
  };
}

function policyOf(settings: SimulateSettings | undefined): SimulationPolicy {
  const none = DEFAULT_POLICY;
  return {
    ...none,
    maxBrokenFlows: settings?.['max-broken-flows'] ?? none.maxBrokenFlows,
    maxUnknown: settings?.['max-unknown'] ?? none.maxUnknown,
    maxUnread: settings?.['max-unread'] ?? none.maxUnread,
    maxAge: settings?.['max-age'] ?? none.maxAge,
    failOnNewlyAllowed: settings?.['fail-on-newly-allowed'] ?? none.failOnNewlyAllowed,
    minCalls: settings?.['min-calls'] ?? none.minCalls,
    minDays: settings?.['min-days'] ?? none.minDays,
  };
}

/** The limits that are given, else the configured ones. */
function overridden(configured: SimulationPolicy, limits: SimulationLimits): SimulationPolicy {
  return {
    maxBrokenFlows: limits.maxBrokenFlows ?? configured.maxBrokenFlows,
    maxUnknown: limits.maxUnknown ?? configured.maxUnknown,
    maxUnread: limits.maxUnread ?? configured.maxUnread,
    maxAge: limits.maxAge ?? configured.maxAge,
    failOnNewlyAllowed: limits.failOnNewlyAllowed ?? configured.failOnNewlyAllowed,
    failOn: limits.failOn ?? configured.failOn,
    minCalls: limits.minCalls ?? configured.minCalls,
    minDays: limits.minDays ?? configured.minDays,
  };
}

function stricterPolicy(a: SimulationPolicy, b: SimulationPolicy): SimulationPolicy {
  return {
    maxBrokenFlows: Math.min(a.maxBrokenFlows, b.maxBrokenFlows),
    maxUnknown: Math.min(a.maxUnknown, b.maxUnknown),
    maxUnread: Math.min(a.maxUnread, b.maxUnread),
    maxAge: Math.min(a.maxAge, b.maxAge),
    failOnNewlyAllowed: a.failOnNewlyAllowed || b.failOnNewlyAllowed,
    failOn: a.failOn,
    minCalls: Math.min(a.minCalls, b.minCalls),
    minDays: Math.min(a.minDays, b.minDays),
  };
}

/** A history that the change names must be inside the checkout. */
function insideOnly(paths: readonly string[] | undefined): readonly string[] | undefined {
  const outside = paths?.find((path) => isAbsolute(path) || path.split(/[\\/]/).includes('..'));
  if (outside === undefined) return paths;
  throw new ConfigError(
    `the history \`${outside}\` is outside the repository, which a configuration that comes with the change must not name; name it in the workflow`,
    { file: CONFIG_FILE },
  );
}

function asList(value: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof value === 'string' ? [value] : value;
}
