/**
 * Cost of a password check: 128 MiB and some tenths of a second. The parameters are named as in RFC 7914, and are the
 * minimum of OWASP's Password Storage Cheat Sheet (N = 2^17, r = 8, p = 1).
 */
export const SCRYPT_COST = { N: 2 ** 17, r: 8, p: 1 } as const;

/** Concurrent password checks; each takes 128 MiB. */
export const CHECKS_AT_ONCE = 2;

/** Milliseconds: a refusal is delayed to a multiple of this, so that its timing does not reveal the reason. */
export const REFUSAL_STEP = 500;
