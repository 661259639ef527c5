// Generated from src/contract by `npm run generate`. Do not edit.

/** Formats of texts. */
export const FORMATS = {
  id: /^[A-Za-z0-9_-]{1,100}$/,
  workspaceId: /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/,
  requestId: /^[A-Za-z0-9._-]{1,100}$/,
  chosenName: /^[\x21-\x7e]{1,200}$/,
  sha256: /^[0-9a-f]{64}$/,
} as const;
