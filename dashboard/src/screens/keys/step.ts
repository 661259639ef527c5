import type { ApiKey, CreatedKey } from '../../../../src/contract/index.ts';

/** What the page asks for, or shows, in a dialog. */
export type Step =
  | { readonly step: 'new' | 'rotate-many' }
  | { readonly step: 'rotate' | 'revoke'; readonly key: ApiKey }
  | { readonly step: 'secret'; readonly created: readonly CreatedKey[]; readonly rotated: boolean };
