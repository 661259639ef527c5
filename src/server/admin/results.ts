import { z } from 'zod';
import {
  createdInvitationSchema,
  createdKeySchema,
  dataPolicySchema,
  given,
  keySchema,
  keysSchema,
  ROLES,
  rulesetSchema,
  rulesetVersionsSchema,
  timestampSchema,
  trustSchema,
  trustsSchema,
  workspaceIdSchema,
} from '../../contract/index.ts';
import { checkpointSchema } from '../audit/checkpoint.ts';
import type { AdminName } from './commands.ts';

const count = z.int().nonnegative();

const workspaceSchema = z.object({
  id: workspaceIdSchema,
  name: z.string(),
  createdAt: timestampSchema,
  rulesetVersion: z.int(),
  members: count,
  activeKeys: count,
});
export type WorkspaceSummary = z.output<typeof workspaceSchema>;

const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  createdAt: timestampSchema,
  disabledAt: given(timestampSchema),
  workspaces: z.array(z.object({ id: workspaceIdSchema, role: z.enum(ROLES) })),
});

const membersSchema = z.array(
  z.object({ user: z.string(), email: z.string(), name: z.string(), role: z.enum(ROLES), disabled: z.boolean() }),
);

/** The result of each command, as sent over the local socket and printed by `--json`. */
export const RESULTS = {
  init: z.object({ workspace: workspaceSchema, user: userSchema, ...createdKeySchema.shape }),
  'workspace create': workspaceSchema,
  'workspace rename': workspaceSchema,
  'workspace list': z.array(workspaceSchema),
  'workspace show': workspaceSchema.extend({ policy: dataPolicySchema, people: membersSchema }),
  'user create': userSchema,
  'user password': userSchema,
  'user disable': userSchema,
  'user enable': userSchema,
  'user sign-out': userSchema,
  'user list': z.array(userSchema),
  'sign-in unlock': userSchema,
  'member set': membersSchema,
  'member remove': membersSchema,
  'member list': membersSchema,
  'invitation create': createdInvitationSchema,
  'keys create': createdKeySchema,
  'keys list': keysSchema,
  'keys find': z.array(z.object({ hashPrefix: z.string(), key: given(keySchema) })),
  'keys rotate': createdKeySchema.extend({ old: keySchema }),
  'keys rotate all': z.array(createdKeySchema.extend({ replaces: z.array(z.string()) })),
  'keys confirm': keySchema,
  'keys revoke': keySchema,
  'trust create': trustSchema,
  'trust list': trustsSchema,
  'trust remove': trustSchema,
  'ruleset activate': rulesetSchema,
  'ruleset restore': rulesetSchema,
  'ruleset list': rulesetVersionsSchema,
  'ruleset show': rulesetSchema,
  'policy show': dataPolicySchema,
  'policy set': dataPolicySchema,
  'history import': z.object({ source: z.string(), rows: count, statements: count, tooOld: count }),
  'history list': z.array(
    z.object({
      source: z.string().describe('`http`, `events`, or the id of an import.'),
      names: z.array(z.string()).describe('Logs that an import was collected from.'),
      importedAt: given(timestampSchema),
      executions: count,
      from: given(z.iso.date()),
      to: given(z.iso.date()),
    }),
  ),
  'history forget': z.object({ source: z.string(), executions: count }),
  'audit verify': z.object({
    after: count.describe('Entries up to this one were not checked: an earlier verification found them intact.'),
    entries: count,
    deleted: count.describe('Entries that were deleted after the retention.'),
    head: z.object({ sequence: count, hash: z.string() }),
    broken: given(z.object({ sequence: z.int(), reason: z.string() })),
    next: given(checkpointSchema).describe('`after` of the next part.'),
  }),
  'audit export': z.object({
    lines: z.array(z.string()).describe('Each entry as it is stored, with its hash added as the last key.'),
    next: given(count).describe('`after` of the next part.'),
  }),
} as const satisfies Record<AdminName, z.ZodType>;
export type AdminResult<Name extends AdminName> = z.output<(typeof RESULTS)[Name]>;
