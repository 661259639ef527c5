/**
 * What a password costs to check: 128 MiB and some tenths of a second (N = 2^17, r = 8, p = 1: RFC 7914's names, and what
 * OWASP's Password Storage Cheat Sheet asks for at least).
 */
export const SCRYPT_COST = { N: 2 ** 17, r: 8, p: 1 } as const;

/** Passwords that are checked at one moment: each takes 128 MiB. */
export const CHECKS_AT_ONCE = 2;

/** Milliseconds: who is refused waits until a multiple of this, so that the wait tells nothing of what was found. */
export const REFUSAL_STEP = 500;
