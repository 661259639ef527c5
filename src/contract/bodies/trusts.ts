import { z } from 'zod';
import type { ApiScope } from '../scopes.ts';
import { given, mapSchema, timestampSchema, workspaceIdSchema } from './common.ts';
import { userName } from './keys.ts';
import { actorSchema, pageOf } from './workspace.ts';

/** What a trust binds of the identity tokens of a CI host. */
export interface CiHost {
  readonly name: string;
  /** The issuer of the public host. */
  readonly issuer: string;
  /** Claims that every trust binds, and what they hold. */
  readonly required: Readonly<Record<string, string>>;
  /** Further claims that a trust can bind. */
  readonly optional: Readonly<Record<string, string>>;
  /** Claims of the repository, and of its branch, tag or pull request, for the audit trail. */
  readonly repository: string;
  readonly ref: string;
}

/**
 * The CI hosts. Names of repositories and owners can be given to others, so ids are bound; `sub` alone can be customised
 * on GitHub, and is never enough.
 */
export const CI_HOSTS = {
  github: {
    name: 'GitHub Actions',
    issuer: 'https://token.actions.githubusercontent.com',
    required: {
      repository_id: 'number of the repository: `gh api repos/<owner>/<name> --jq .id`',
      repository_owner_id: 'number of its owner: `gh api repos/<owner>/<name> --jq .owner.id`',
      event_name: 'events that start the workflow: `pull_request`, `push`',
      job_workflow_ref: 'the workflow file and its ref: `acme/shop/.github/workflows/querygate.yml@refs/pull/*`',
    },
    optional: {
      environment: 'an environment of the repository, which can need reviewers',
      ref: 'branch, tag or pull request: `refs/heads/main`',
    },
    repository: 'repository',
    ref: 'ref',
  },
  gitlab: {
    name: 'GitLab CI',
    issuer: 'https://gitlab.com',
    required: {
      project_id: 'number of the project',
      namespace_id: 'number of its group',
      ci_config_ref_uri: 'the configuration file and its ref: `gitlab.com/acme/shop//.gitlab-ci.yml@*`',
    },
    optional: {
      ref_protected: '`true`: only protected branches and tags',
      environment: 'an environment of the project',
      environment_protected: '`true`: only if the environment is protected',
      pipeline_source: 'what started the pipeline: `merge_request_event`, `push`',
      ref: 'branch or tag',
    },
    repository: 'project_path',
    ref: 'ref',
  },
} as const satisfies Readonly<Record<string, CiHost>>;
export type CiHostName = keyof typeof CI_HOSTS;
const CI_HOST_NAMES = Object.keys(CI_HOSTS) as [CiHostName, ...CiHostName[]];

/** The scopes that a trust can give: what a CI job does. */
export const TRUST_SCOPES = [
  'ci_dryrun:execute',
  'rules:simulate',
  'rules:read',
] as const satisfies readonly ApiScope[];

/** Minutes for which a token of a CI job is valid. */
export const MAX_TOKEN_MINUTES = 15;

const printable = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'must not contain control or invisible characters');
const claimName = z.string().regex(/^[A-Za-z_][\w.:/-]{0,99}$/, 'must be the name of a claim');
const claimValues = z.union([printable(500), z.array(printable(500)).min(1).max(20)]);

/** Text of an issuer. It is compared as it is with the claim `iss`. */
const issuer = z.string().min(1).max(500);

/** `POST …/trusts`: the body. */
export const createTrustSchema = z.strictObject({
  name: userName.describe('Display name; it need not be unique.'),
  host: z.enum(CI_HOST_NAMES).describe('The kind of CI host, which decides what the trust must bind.'),
  issuer: issuer
    .optional()
    .describe(
      'The claim `iss`, exactly, for a host of your own; the operator of the service must have listed it. Default: the public host.',
    ),
  baseUrl: z
    .string()
    .max(500)
    .optional()
    .describe(
      'The base URL that the jobs use for the service; the audience holds it. Default: the public URL of the service.',
    ),
  claims: mapSchema(claimName, claimValues).describe(
    'The values that each claim may have. A `*` at the end of a value, after `/` or `@`, stands for any text.',
  ),
  scopes: z
    .array(z.enum(TRUST_SCOPES))
    .min(1, 'give the trust at least one scope')
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not list a scope twice')
    .describe(
      'What the jobs may do. More than `ci_dryrun:execute` needs claims that the author of a pull request cannot get.',
    ),
  ttlMinutes: z
    .int()
    .min(1)
    .max(MAX_TOKEN_MINUTES)
    .optional()
    .describe(`Minutes for which a token is valid. Default: ${MAX_TOKEN_MINUTES}.`),
});
export type CreateTrust = z.output<typeof createTrustSchema>;

/** A trust in the identity tokens of a CI host. */
export const trustSchema = z.object({
  id: z.string(),
  workspace: workspaceIdSchema,
  name: z.string(),
  host: z.enum(CI_HOST_NAMES),
  issuer: z.string(),
  audience: z.string().describe('The audience for which the job requests its identity token.'),
  claims: z.record(z.string(), z.array(z.string())),
  scopes: z.array(z.enum(TRUST_SCOPES)),
  ttlMinutes: z.int().positive(),
  createdAt: timestampSchema,
  createdBy: actorSchema,
  lastUsedAt: given(timestampSchema).describe('When it last gave a token.'),
  lastUsedBy: given(z.string()).describe('The subject, repository and ref of that job.'),
});
export type Trust = z.output<typeof trustSchema>;
export const trustsSchema = pageOf(trustSchema);

export const EXCHANGE_GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const ID_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:id_token';
export const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token';

/** `POST /api/v1/auth/token`: the fields of the form. Others are ignored, as RFC 6749 demands. */
export const exchangeSchema = z.object({
  grant_type: z.string().describe(`\`${EXCHANGE_GRANT}\`.`),
  subject_token: z.string().max(16_000).describe('The identity token of the CI job.'),
  subject_token_type: z.literal(ID_TOKEN_TYPE),
  requested_token_type: z.literal(ACCESS_TOKEN_TYPE).optional(),
  scope: z
    .string()
    .max(500)
    .optional()
    .describe('The scopes that the job needs, separated by spaces. Default: all that the trust gives.'),
  audience: z.string().max(1000).optional().describe('If given, that of the identity token.'),
  resource: z.string().optional().describe('Refused: the audience decides where the token is for.'),
  actor_token: z.string().optional().describe('Refused: a job acts for itself.'),
});

/** `POST /api/v1/auth/token`: the response. */
export const exchangedSchema = z.object({
  access_token: z.string().describe('Send it as `Authorization: Bearer`, like an API key.'),
  issued_token_type: z.literal(ACCESS_TOKEN_TYPE),
  token_type: z.literal('Bearer'),
  expires_in: z.int().positive().describe('Seconds.'),
  scope: z.string().describe('Scopes, separated by spaces.'),
});

/** The audience of the identity tokens for a workspace. `baseUrl`: as clients use it. */
export function audienceOf(baseUrl: string, workspace: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/workspaces/${workspace}`;
}
