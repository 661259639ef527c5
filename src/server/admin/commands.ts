import { z } from 'zod';
import {
  API_SCOPES,
  changeDataPolicySchema,
  createInvitationSchema,
  createKeySchema,
  createTrustSchema,
  pageQuerySchema,
  ROLES,
  rulesetFilesSchema,
  workspaceIdSchema,
} from '../../contract/index.ts';
import { ConfigError } from '../../model/index.ts';
import { checkpointSchema } from '../audit/checkpoint.ts';

/** Maximum bytes of an imported snapshot; a gigabyte of logs makes a snapshot of a few megabytes. */
export const SNAPSHOT_BYTES = 64 * 1024 * 1024;

/** Maximum keys that are searched at once. */
const MAX_FOUND_KEYS = 1000;

const workspace = workspaceIdSchema;
const email = z.string().min(1).max(400);
const password = z.string().max(2000);
const personName = z.string().max(1000).optional();
const workspaceName = z.string().max(1000);
const key = z.string().regex(/^key_[0-9A-Za-z]{1,100}$/, 'must be the id of a key, `key_…`, not the key itself');
const trust = z.string().regex(/^trust_[0-9A-Za-z]{1,100}$/, 'must be the id of a trust, `trust_…`');
const importId = z.string().regex(/^imp_[0-9A-Za-z]{1,100}$/, 'must be the id of an import, `imp_…`');
const reason = z.string().max(1000).optional();
const version = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

function command<Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
  return z.strictObject({ command: z.literal(name), ...shape });
}

/** The commands of `querygate admin`. They run in this process, or go to the server that has the store open. */
export const adminCommandSchema = z.discriminatedUnion('command', [
  command('init', { workspace, name: workspaceName, email, personName, password }),
  command('workspace create', { workspace, name: workspaceName }),
  command('workspace rename', { workspace, name: workspaceName }),
  command('workspace list', {}),
  command('workspace show', { workspace }),
  command('user create', { email, name: personName, password }),
  command('user password', { email, password }),
  command('user disable', { email }),
  command('user enable', { email }),
  command('user sign-out', { email }),
  command('user list', {}),
  command('sign-in unlock', { email }),
  command('member set', { workspace, email, role: z.enum(ROLES) }),
  command('member remove', { workspace, email }),
  command('member list', { workspace }),
  command('invitation create', { workspace, invitation: createInvitationSchema }),
  command('keys create', { workspace, key: createKeySchema }),
  command('keys list', { workspace, page: pageQuerySchema }),
  command('keys find', {
    hashes: z
      .array(z.string().regex(/^[0-9a-f]{64}$/))
      .min(1)
      .max(MAX_FOUND_KEYS, `has more than ${MAX_FOUND_KEYS} API keys; search fewer at a time`)
      .describe('SHA-256 of each key: the key itself is sent to no other process.'),
  }),
  command('keys rotate', { workspace, key, atOnce: z.boolean() }),
  command('keys rotate all', { workspace: workspace.optional(), scope: z.enum(API_SCOPES), atOnce: z.boolean() }),
  command('keys confirm', { workspace, key }),
  command('keys revoke', { workspace, key }),
  command('trust create', { workspace, trust: createTrustSchema }),
  command('trust list', { workspace, page: pageQuerySchema }),
  command('trust remove', { workspace, trust }),
  command('ruleset activate', { workspace, ruleset: rulesetFilesSchema, reason }),
  command('ruleset restore', { workspace, version, reason }),
  command('ruleset list', { workspace, page: pageQuerySchema }),
  command('ruleset show', { workspace, version: version.optional() }),
  command('policy show', { workspace }),
  command('policy set', { workspace, policy: changeDataPolicySchema }),
  command('history import', {
    workspace,
    name: z.string().min(1).max(255),
    /** The snapshot, in base64. */
    snapshot: z
      .string()
      .max(Math.ceil(SNAPSHOT_BYTES / 3) * 4, 'is larger than 64 MiB; collect the logs into several snapshots'),
    allowOverlap: z.boolean().optional(),
  }),
  command('history list', { workspace }),
  command('history forget', { workspace, source: importId }),
  command('audit verify', {
    workspace,
    full: z.boolean().optional(),
    after: checkpointSchema.optional().describe('`next` of the part before.'),
  }),
  command('audit export', { workspace, after: z.int().nonnegative() }),
]);
export type AdminCommand = z.output<typeof adminCommandSchema>;
export type AdminName = AdminCommand['command'];
export type AdminCommandOf<Name extends AdminName> = Extract<AdminCommand, { command: Name }>;

/** Raises ConfigError that names the first invalid field, without its value. */
export function readCommand(value: unknown): AdminCommand {
  const read = adminCommandSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw new ConfigError(`${path === '' ? 'the command' : `\`${path}\``}: ${wordsOf(issue)}`);
}

function wordsOf(issue: z.core.$ZodIssue | undefined): string {
  const text = (issue?.message ?? 'is invalid').replaceAll(/\s+/g, ' ');
  return text.charAt(0).toLowerCase() + text.slice(1);
}
