import { z } from 'zod';
import { given, timestampSchema } from './common.ts';
import { password, userName } from './keys.ts';
import { pageOf } from './workspace.ts';

/** `PUT /api/v1/account`: the body. */
export const renameAccountSchema = z.strictObject({ name: userName });

export const accountSchema = z.object({ id: z.string(), email: z.string(), name: z.string() });

/** `PUT /api/v1/account/password`: the body. */
export const changePasswordSchema = z.strictObject({
  current: password.describe('The current password.'),
  password: password.describe('The new password: at least 12 characters.'),
});

/** One of the caller's own sessions. The token is never shown again. */
export const ownSessionSchema = z.object({
  id: z.string(),
  current: z.boolean().describe('Whether it is the session of this request.'),
  createdAt: timestampSchema.describe('When the user signed in.'),
  lastUsedAt: timestampSchema.describe('When the session was last used; updated at most once a minute.'),
  expiresAt: timestampSchema.describe('When the session ends, if it is not idle before.'),
  address: given(z.string()).describe('Address from which the user signed in.'),
  agent: given(z.string()).describe('`User-Agent` with which the user signed in.'),
});
export type OwnSession = z.output<typeof ownSessionSchema>;
export const sessionsSchema = pageOf(ownSessionSchema);

export const revokedSessionsSchema = z.object({
  revoked: z.int().nonnegative().describe('Number of sessions that were ended.'),
});
