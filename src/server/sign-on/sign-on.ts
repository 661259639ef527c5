import { createHash } from 'node:crypto';
import type { Context } from '../context/types.ts';
import { type Attempt, storeAttempt } from './attempts.ts';
import { createProvider, type Identity, newChallenge } from './provider.ts';
import type { SignOnSettings } from './settings.ts';

/** Purpose of a sign-on. Default: to sign in. */
export interface Purpose {
  /** Page of the dashboard to return to. */
  readonly to: string | undefined;
  /** Hash of the session to confirm, or to whose account the identity is connected. */
  readonly session?: Uint8Array | undefined;
  readonly connects?: boolean;
  /** Token of the invitation to accept. */
  readonly invitation?: string | undefined;
}

export interface StartedSignOn {
  /** Page of the provider. */
  readonly url: URL;
  /** Value of the cookie that the browser must send when it comes back. */
  readonly cookie: string;
}

/** Signing on at the identity provider. */
export interface SignOn {
  readonly label: string;
  readonly settings: SignOnSettings;
  /** Raises SignOnRefused `sign_on_unavailable`. */
  begin(purpose: Purpose): Promise<StartedSignOn>;
  /** See Provider. */
  finish(query: string, attempt: Attempt): Promise<Identity>;
}

export function createSignOn(ctx: Context, settings: SignOnSettings): SignOn {
  const provider = createProvider(settings, ctx.now);
  return {
    label: settings.label,
    settings,
    begin: async ({ to, session, connects = false, invitation }) => {
      const challenge = newChallenge();
      const url = await provider.begin(challenge, session !== undefined && !connects);
      const cookie = await storeAttempt(ctx, {
        ...challenge,
        returnTo: pageOf(to),
        session,
        connects,
        invitation: invitation === undefined ? undefined : createHash('sha256').update(invitation).digest(),
      });
      return { url, cookie };
    },
    finish: (query, attempt) => provider.finish(query, attempt),
  };
}

/** A page of this service; anything else could lead to another site. */
export function pageOf(to: string | undefined): string {
  return to !== undefined && to.length <= 2000 && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(to) ? to : '/';
}
