import type { InitRequest } from './request.ts';

/** Where each host looks for the CODEOWNERS file, in its order. */
export const OWNERS_FILES = {
  github: ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'],
  gitlab: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'],
} as const;

/** The lines of CODEOWNERS; commented out if the owners are not known, because a wrong owner protects nothing. */
export function ownersText(host: InitRequest['host'], owners: readonly string[]): string {
  const guarded = ['/.querygate/', ...(host === 'github' ? ['/.github/'] : ['/.gitlab-ci.yml', '/.gitlab/'])];
  const lines =
    owners.length > 0
      ? guarded.map((path) => `${path} ${owners.join(' ')}`)
      : ['# Fill in the owners, and uncomment:', ...guarded.map((path) => `# ${path} <owners, such as @group/team>`)];
  return `# Querygate: changes to its rules, its configuration and its CI jobs need a review by the database owners.
${lines.join('\n')}
`;
}

/** Reads owners separated by spaces or commas: `@user`, `@org/team`, e-mail addresses. Undefined if one is neither. */
export function readOwners(text: string): readonly string[] | undefined {
  const owners = text.split(/[\s,]+/).filter((owner) => owner !== '');
  return owners.every((owner) => /^@@?[\w.-]+(?:\/[\w.-]+)*$|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(owner))
    ? owners
    : undefined;
}
