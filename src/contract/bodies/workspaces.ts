import { z } from 'zod';
import { ROLES } from '../scopes.ts';
import { given, timestampSchema, workspaceIdSchema } from './common.ts';
import { pageOf } from './workspace.ts';

const name = z.string().min(1).max(200);

/** How the ruleset of the default branch differs from the active one, by the newest report of a CI job. */
const workspaceDriftSchema = z.object({
  since: timestampSchema.describe('Since when they differ.'),
  reportedAt: timestampSchema.describe('When the newest report came.'),
  hash: z.string().describe('SHA-256 of the ruleset of the default branch.'),
  repository: given(z.string()),
  ref: given(z.string()),
  commit: given(z.string()),
  key: z.string().describe('Id of the API key that reported it. What it states is not verified.'),
  simulation: given(z.string()).describe('The simulation that reported it.'),
});

export const workspaceSchema = z.object({
  id: workspaceIdSchema,
  name: z.string(),
  createdAt: timestampSchema,
  role: z.enum(ROLES).describe('Your role.'),
  ruleset: z.object({ version: z.int().positive(), hash: z.string(), activatedAt: timestampSchema }),
  demo: z
    .literal(true)
    .optional()
    .describe('The service is a demonstration (`serve --demo`): all its data is made up.'),
  drift: given(workspaceDriftSchema).describe(
    'Present if the ruleset of the default branch of a repository differs from the active one.',
  ),
});
export type Workspace = z.output<typeof workspaceSchema>;
export const workspacesSchema = pageOf(workspaceSchema);

/** `POST /api/v1/workspaces`: the body. */
export const createWorkspaceSchema = z.strictObject({ id: workspaceIdSchema, name: name.optional() });

/** `PUT /api/v1/workspaces/{workspace}`: the body. */
export const renameWorkspaceSchema = z.strictObject({ name });
