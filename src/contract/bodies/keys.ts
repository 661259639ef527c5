import { z } from 'zod';
import { CONFIRM_BY } from '../problem.ts';
import { API_SCOPES, ROLES } from '../scopes.ts';
import { databaseIdSchema, given, timestampSchema, workspaceIdSchema } from './common.ts';
import { actorSchema, pageQuerySchema } from './workspace.ts';

const DAYS = z.int().min(1).max(36_500);
const name = z
  .string()
  .trim()
  .min(1, 'give the key a name')
  .max(100)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'must not contain control or invisible characters');

export const KEY_STATES = ['active', 'revoked', 'expired'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** An API key, without the key. */
export const keySchema = z.object({
  id: z.string(),
  hashPrefix: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .describe('The first eight hex digits of the SHA-256 of the key, which tell which one a found key is.'),
  workspace: workspaceIdSchema,
  name: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  databaseId: given(z.string()),
  state: z.enum(KEY_STATES),
  createdAt: timestampSchema,
  createdBy: actorSchema,
  ttlDays: given(z.int().positive()),
  expiresAt: given(timestampSchema).describe('When the key expires. Missing if it never expires.'),
  lastUsedAt: given(timestampSchema).describe('When the key was last used; updated at most once a minute.'),
  revokedAt: given(timestampSchema),
  old: z.boolean().describe('Whether the key is active and more than 90 days old.'),
  rotates: given(z.string()).describe('Id of the key that this key replaces.'),
  rotation: given(z.object({ newKey: z.string(), begunAt: timestampSchema, ageDays: z.int().min(0) })).describe(
    'The replacement of this key, while the rotation is not confirmed, and for how many whole days it has been waiting.',
  ),
});
export type ApiKey = z.output<typeof keySchema>;

/** `GET /api/v1/key`: what a key, or the token of a CI job, learns about itself. */
export const ownKeySchema = z.object({
  id: z.string().describe('Id of the key; for the token of a CI job, that of the trust that it comes from.'),
  name: z.string(),
  workspace: workspaceIdSchema,
  scopes: z.array(z.enum(API_SCOPES)),
  databaseId: given(z.string()),
  expiresAt: given(timestampSchema).describe('Missing if it never expires.'),
});

/** What a list of keys can be narrowed to. */
export const KEY_FILTERS = {
  current: 'not revoked',
  active: 'neither revoked nor expired',
  expiring: 'active, and expires within 14 days',
  old: 'active, and more than 90 days old',
  unused: 'active, and for more than 30 days neither made nor used',
  expired: 'expired',
  revoked: 'revoked',
} as const;
export type KeyFilter = keyof typeof KEY_FILTERS;
const KEY_FILTER_NAMES = Object.keys(KEY_FILTERS) as [KeyFilter, ...KeyFilter[]];

/** `GET …/keys`: the query parameters. */
export const keysQuerySchema = pageQuerySchema.extend({
  state: z
    .enum(KEY_FILTER_NAMES)
    .optional()
    .describe(
      `Only keys in this state: ${KEY_FILTER_NAMES.map((name) => `\`${name}\` (${KEY_FILTERS[name]})`).join(', ')}. Default: all.`,
    ),
  name: z.string().max(100).optional().describe('Only keys whose name has this text, whatever its case.'),
  scope: z.enum(API_SCOPES).optional(),
  databaseId: z.string().max(200).optional(),
  createdBy: z
    .string()
    .max(320)
    .optional()
    .describe('Only keys that this actor made: id, e-mail address, or login name of an administrator.'),
});

const count = z.int().nonnegative();
export const keysSchema = z.object({
  items: z.array(keySchema),
  next: given(z.string()),
  totals: z
    .object(Object.fromEntries(KEY_FILTER_NAMES.map((name) => [name, count])) as Record<KeyFilter, typeof count>)
    .describe('Number of keys in each state that match all filters but `state`.'),
});

/** `POST …/keys/rotate-all`: the body. */
export const rotateKeysSchema = z
  .strictObject({
    scope: z.enum(API_SCOPES).optional().describe('Only keys with this scope.'),
    createdBy: z.string().min(1).max(320).optional().describe('Only keys that this actor made, as in the list.'),
    atOnce: z
      .boolean()
      .optional()
      .describe('Revoke the old keys immediately. Default: false; each rotation has to be confirmed.'),
  })
  .refine(
    ({ scope, createdBy }) => scope !== undefined || createdBy !== undefined,
    'give `scope`, `createdBy` or both',
  );

/** `POST …/keys/rotate-all`: the response. */
export const rotatedKeysSchema = z.object({
  keys: z.array(
    z.object({
      key: keySchema,
      secret: z.string().describe('The key itself. It is only shown once.'),
      replaces: z.array(z.string()).describe('Ids of the keys that it replaces.'),
    }),
  ),
});

/** A rotation that is not confirmed yet, with both keys: their `lastUsedAt` shows whether the new one is in use. */
export const rotationSchema = z.object({
  begunAt: timestampSchema.describe('When the new key was created.'),
  ageDays: z.number().nonnegative().describe('Days since then.'),
  oldKey: keySchema,
  newKey: keySchema,
});
export type Rotation = z.output<typeof rotationSchema>;
export const rotationsSchema = z.object({ items: z.array(rotationSchema), next: given(z.string()) });

/** `POST /api/v1/workspaces/{id}/keys`: the body. */
export const createKeySchema = z.strictObject({
  name: name.describe('Display name; it need not be unique.'),
  scopes: z
    .array(z.enum(API_SCOPES))
    .min(1, 'give the key at least one scope')
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not list a scope twice')
    .describe('What the key may do; at least one scope.'),
  ttlDays: DAYS.optional().describe('Days until the key expires. Default: it never expires.'),
  databaseId: databaseIdSchema
    .optional()
    .describe('Name of the database that the key is for; recorded with everything that the key sends.'),
});
export type CreateKey = z.output<typeof createKeySchema>;

/** Response to the creation of a key: the only one that contains the secret. */
export const createdKeySchema = z.object({
  key: keySchema,
  secret: z.string().describe('The key itself. It is only shown once.'),
});
export type CreatedKey = z.output<typeof createdKeySchema>;

/** `POST …/keys/{key}/rotate`: the body, which is optional. */
export const rotateKeySchema = z
  .strictObject({
    atOnce: z
      .boolean()
      .optional()
      .describe('Revoke the old key immediately. Default: false; both keys are valid until the rotation is confirmed.'),
  })
  .default({});

export const password = z.string().min(1).max(1000);
/** Name of a user. */
export const userName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(200)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]*$/u, 'must be on one line, without control characters');

/** `POST /api/v1/sessions`: the body. */
const cookie = z
  .boolean()
  .optional()
  .describe('For browsers: the session comes as a cookie, and the response has no token. Default: false.');
export const signInSchema = z.strictObject({ email: z.string().min(3).max(320), password, cookie });
export { cookie as sessionCookieField };

export const sessionSchema = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  expiresAt: timestampSchema,
  confirmedAt: timestampSchema.describe('When the user last proved who they are: at sign-in, or since.'),
  confirmBy: z.enum(CONFIRM_BY).describe('How they can do so again.'),
  workspaces: z.array(z.object({ id: workspaceIdSchema, name: z.string(), role: z.enum(ROLES) })),
});
/** Response to signing in. Clients send the token as `Authorization: Bearer`. */
export const signedInSchema = sessionSchema.extend({
  token: z.string().optional().describe('Missing if the session is a cookie.'),
});

/** `POST /api/v1/sessions/current/confirm`: the body. */
export const confirmSessionSchema = z.strictObject({ password });

/** `GET /api/v1/sign-in-methods`: the response. */
export const signInMethodsSchema = z.object({
  password: z
    .boolean()
    .describe('Whether users can sign in with e-mail address and password. `false`: only the emergency owner can.'),
  signOn: given(z.object({ label: z.string() })).describe('The identity provider, if there is one.'),
});

/** `GET /api/v1/setup`: the response. */
export const setUpStateSchema = z.object({ needed: z.boolean().describe('Whether the service has no user yet.') });

/** `POST /api/v1/setup`: the body. */
export const setUpSchema = z.strictObject({
  code: z.string().max(200).describe('The one-time code that the service printed when it started.'),
  workspace: z.strictObject({ id: workspaceIdSchema, name: z.string().min(1).max(200).optional() }),
  email: z.string().min(3).max(320),
  name: userName.optional().describe('Your name. Default: the e-mail address.'),
  password: password.describe('At least 12 characters.'),
  cookie,
});
