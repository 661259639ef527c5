/** Prefix of the cache keys of rulesets that clients sent; keys of active rulesets never have it. */
export const CLIENT_KEY_PREFIX = 'sent ';
