import { z } from 'zod';
import { idSchema, sha256Schema, workspaceIdSchema } from './bodies/common.ts';
import { LIMITS } from './limits.ts';

/** A number in a path. */
function decimal(schema: z.ZodInt) {
  return z.preprocess((text) => (/^[1-9]\d{0,9}$/.test(String(text)) ? Number(text) : undefined), schema);
}

/** The parameters in the paths of calls, by name. */
export const PATH_PARAMETERS = {
  workspace: workspaceIdSchema,
  id: idSchema.describe('Simulation id.'),
  key: idSchema.describe('Id of the API key. It is not secret.'),
  user: idSchema.describe('User id.'),
  query: idSchema.describe('Id of a recorded query.'),
  flow: z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .describe('Id of a flow: 12 hex digits.'),
  run: idSchema.describe('Id of a dry run.'),
  invitation: idSchema.describe('Invitation id. It is not secret.'),
  session: z
    .string()
    .regex(/^ses_[0-9a-f]{32}$/)
    .describe('Session id. It is not secret.'),
  identity: z
    .string()
    .regex(/^idn_[0-9a-f]{32}$/)
    .describe('Id of an account at the identity provider. It is not secret.'),
  trust: idSchema.describe('Id of a trust.'),
  version: decimal(z.int().min(1).max(LIMITS.rulesetVersion)).describe('Version of the ruleset.'),
  hash: sha256Schema.describe('SHA-256 of the part: 64 lower-case hex digits.'),
} as const satisfies Readonly<Record<string, z.ZodType>>;
export type PathParameter = keyof typeof PATH_PARAMETERS;
