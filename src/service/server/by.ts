import type { Actor } from '../contract.ts';

/** Who does something, and in which request: for the audit trail. */
export interface By {
  readonly actor: Actor;
  readonly requestId?: string | undefined;
}
