/** What the key of a ruleset begins with that a client sent; no active one has such a key. */
export const CLIENT_KEY_PREFIX = 'sent ';
