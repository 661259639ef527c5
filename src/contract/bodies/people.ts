import { z } from 'zod';
import { ROLES } from '../scopes.ts';
import { given, timestampSchema, workspaceIdSchema } from './common.ts';
import { password, sessionCookieField, userName } from './keys.ts';
import { actorSchema, pageOf } from './workspace.ts';

const role = z.enum(ROLES);
const email = z.string().min(3).max(320);

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

/** An account at an identity provider that signs in to the caller's own account. */
export const identitySchema = z.object({
  id: z.string(),
  issuer: z.string().describe('URL of the identity provider.'),
  connectedAt: timestampSchema,
  lastUsedAt: given(timestampSchema).describe('When the user last signed in with it.'),
});
export type OwnIdentity = z.output<typeof identitySchema>;

/** `GET /api/v1/account/identities`: the response. */
export const identitiesSchema = z.object({
  password: z.boolean().describe('Whether the user can sign in with a password.'),
  items: z.array(identitySchema),
});

const returnTo = z
  .string()
  .max(2000)
  .optional()
  .describe('Path of the dashboard to return to, such as `/account`. Default: `/`.');

/** `POST /api/v1/account/identities`: the body. */
export const connectIdentitySchema = z.strictObject({ return: returnTo });

/** `POST /api/v1/sign-on`: the body. */
export const beginSignOnSchema = z.strictObject({
  return: returnTo,
  invitation: z
    .string()
    .max(200)
    .optional()
    .describe('The token of an invitation (`qgi_…`) to accept with a new account.'),
});

/** Where the browser has to go. It must take the cookie of the response along when it comes back. */
export const begunSignOnSchema = z.object({
  url: z.string().describe('Page of the identity provider to open within ten minutes.'),
});

export const memberSchema = z.object({
  user: accountSchema,
  role,
  disabled: z.boolean().describe('Whether the member is disabled in this workspace. They keep their role.'),
  accountDisabled: z.boolean().describe('Whether an administrator of the service has disabled the account.'),
  byGroups: z
    .boolean()
    .describe('Whether groups at the identity provider gave the role. Each sign-on of the member sets it again.'),
});
export type WorkspaceMember = z.output<typeof memberSchema>;
export const membersSchema = pageOf(memberSchema);

/** `PUT …/members/{user}`: the body. Omitted fields keep their value. */
export const changeMemberSchema = z.strictObject({
  role: role.optional(),
  disabled: z.boolean().optional().describe('Disable the member in this workspace, or enable them again.'),
});

/** `POST …/invitations`: the body. */
export const createInvitationSchema = z.strictObject({
  email: email.describe('E-mail address of the user. It is not verified.'),
  role: role.describe('Role that the user gets. Only owners invite owners.'),
  ttlDays: z.int().min(1).max(30).optional().describe('Days until the invitation expires. Default: 7.'),
});

export const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role,
  createdAt: timestampSchema,
  createdBy: actorSchema,
  expiresAt: timestampSchema,
});
export type Invitation = z.output<typeof invitationSchema>;
export const invitationsSchema = pageOf(invitationSchema);

export const createdInvitationSchema = z.object({
  invitation: invitationSchema,
  token: z.string().describe('The token (`qgi_…`) to pass on to the user. It is only shown once.'),
});

const token = z.string().max(200).describe('The token of the invitation (`qgi_…`).');

/** `POST /api/v1/invitations/read` and `…/join`: the body. */
export const readInvitationSchema = z.strictObject({ token });

export const shownInvitationSchema = z.object({
  workspace: z.object({ id: workspaceIdSchema, name: z.string() }),
  email: z.string(),
  role,
  expiresAt: timestampSchema,
  hasAccount: z.boolean().describe('Whether the address has an account: then sign in and join, else accept.'),
});

/** `POST /api/v1/invitations/accept`: the body. */
export const acceptInvitationSchema = z.strictObject({
  token,
  name: userName.optional().describe('Your name. Default: the e-mail address.'),
  password: password.describe('Password of the new account: at least 12 characters.'),
  cookie: sessionCookieField,
});
