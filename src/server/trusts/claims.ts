import { CI_HOSTS, type CiHostName, type CreateTrust } from '../../contract/index.ts';
import { ConfigError } from '../../model/index.ts';

export type ClaimValues = Readonly<Record<string, readonly string[]>>;

/** Events whose workflow runs with the rights of the base for a change that anyone can propose. */
const REFUSED_EVENTS: readonly string[] = ['pull_request_target', 'workflow_run'];

/** The claim that says which file defines the job, and at which ref. */
const DEFINITION = { github: 'job_workflow_ref', gitlab: 'ci_config_ref_uri' } as const;

/** The values of each claim as lists. */
export function valuesOf(claims: CreateTrust['claims']): ClaimValues {
  return Object.fromEntries(
    Object.entries(claims).map(([name, values]) => [name, typeof values === 'string' ? [values] : values]),
  );
}

/** Refuses claims that bind too little for the host and the scopes. Raises ConfigError. */
export function checkClaims({ host, scopes }: Pick<CreateTrust, 'host' | 'scopes'>, claims: ClaimValues): void {
  for (const [name, about] of Object.entries(CI_HOSTS[host].required))
    if (claims[name] === undefined)
      throw new ConfigError(`a trust in ${CI_HOSTS[host].name} must bind the claim \`${name}\` (${about}); add it`);
  for (const [name, values] of Object.entries(claims)) {
    const wrong = values.find((value) => /\*(?!$)|(?<![/@])\*$/.test(value));
    if (wrong !== undefined)
      throw new ConfigError(
        `\`${name}\`: \`*\` is only possible at the end of a value, after \`/\` or \`@\`; correct \`${wrong}\``,
      );
  }
  const event = claims['event_name']?.find((value) => REFUSED_EVENTS.includes(value));
  if (event !== undefined)
    throw new ConfigError(
      `\`event_name\`: jobs of \`${event}\` get no token, because it runs with the rights of the base branch for a change of anyone; use \`pull_request\``,
    );
  const more = scopes.find((scope) => scope !== 'ci_dryrun:execute');
  if (more !== undefined && !isOutOfReach(host, claims))
    throw new ConfigError(
      `\`${more}\` needs a claim that the author of a pull request cannot get: ${NEEDED[host]}; add one, or give only \`ci_dryrun:execute\``,
    );
}

const NEEDED: Readonly<Record<CiHostName, string>> = {
  github:
    '`environment` (one with reviewers), or `job_workflow_ref` without `*` (a reusable workflow at a branch, tag or commit)',
  gitlab:
    '`ref_protected: true`, `environment_protected: true`, or `ci_config_ref_uri` without `*` (a configuration at a branch)',
};

/**
 * Whether the claims say that the author of a change does not decide what the job does: the file that defines a job of a
 * pull request is that of its head.
 */
function isOutOfReach(host: CiHostName, claims: ClaimValues): boolean {
  const isPinned = (claims[DEFINITION[host]] ?? ['*']).every(
    (value) => !value.endsWith('*') && !/@refs\/(pull|merge-requests)\//.test(value),
  );
  if (isPinned) return true;
  if (host === 'github') return claims['environment'] !== undefined;
  return ['ref_protected', 'environment_protected'].some((name) => claims[name]?.every((value) => value === 'true'));
}

/** The names of the claims of a verified identity token that a trust does not accept. */
export function refusedClaims(bound: ClaimValues, claims: Readonly<Record<string, unknown>>): readonly string[] {
  const refused = Object.entries(bound)
    .filter(([name, values]) => !values.some((value) => isAccepted(value, claims[name])))
    .map(([name]) => name);
  // Whatever the trust binds.
  const isRefused = REFUSED_EVENTS.some((event) => event === claims['event_name']);
  return isRefused && !refused.includes('event_name') ? [...refused, 'event_name'] : refused;
}

/** Hosts send ids as texts or numbers, and yes or no as texts or booleans. */
function isAccepted(value: string, claim: unknown): boolean {
  if (typeof claim !== 'string' && typeof claim !== 'number' && typeof claim !== 'boolean') return false;
  const text = String(claim);
  return value.endsWith('*') ? text.startsWith(value.slice(0, -1)) : text === value;
}
